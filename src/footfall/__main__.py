"""``python -m footfall`` is the command ``footfall``."""

from __future__ import annotations

from footfall.cli.main import main

if __name__ == "__main__":
    main()
