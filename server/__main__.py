"""`python -m moothall.server`: the same as the console script."""

from moothall.server.cli import main

main()
