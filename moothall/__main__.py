"""`python -m moothall`: the same as the console script."""

from moothall.server.cli import main

main(prog_name="moothall")
