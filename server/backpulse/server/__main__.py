"""`python -m backpulse.server`: the command `backpulse`, where its script is not on the path."""

from backpulse.server.cli import main

main()
