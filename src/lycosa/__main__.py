"""`python -m lycosa` is `lycosa`."""

from lycosa.cli.main import main

main()
