"""``python -m tests.fourth_game.server``: the real server, which knows the fourth game, too.

The processes of its bots import this module again, under another name, and so know the game as well.
"""

import sys

from tests import fourth_game

fourth_game.register()

if __name__ == "__main__":
    from triqueta_server.cli import main

    sys.exit(main())
