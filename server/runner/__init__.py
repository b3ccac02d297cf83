"""A bot at the tables of a server, over REST: it finds games, plays several of them at once, and leaves nothing undone
when it is told to stop.

    asking.py    what is said between the runner and the processes that think
    thinking.py  such a process: it alone runs the author's code
    minds.py     those processes as the runner has them: asked, waited for, killed
    table.py     one game from beginning to end
    finding.py   which games to play
    cup.py       taking part in a tournament
    lines.py     what is shown of it all
    stopping.py  how it ends
"""
