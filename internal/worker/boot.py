# Runs the script that the first frame on descriptor 3 holds.
import sys
sys.path[:] = [p for p in sys.path if p]
import os
def _read(n):
    b = b""
    while len(b) < n:
        c = os.read(3, n - len(b))
        if not c:
            os._exit(3)
        b += c
    return b
exec(compile(_read(int.from_bytes(_read(4), "big")).decode(), sys.argv[1], "exec"), {"__name__": "__obligato__"})
