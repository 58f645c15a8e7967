"""`python -m cheat.play [URL] [CODE]`: the command that starts `cheat.terminal`."""

from __future__ import annotations

from cheat.terminal.__main__ import main

if __name__ == "__main__":
    main()
