"""``python -m triqueta_tui`` is ``triqueta``."""

import sys

from triqueta_tui.cli import main

sys.exit(main())
