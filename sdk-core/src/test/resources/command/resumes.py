"""Knows nothing of atomizable: counts in files of its own, and saves them when SIGTERM comes."""
import os
import pathlib
import random
import signal
import sys
import time

directory = pathlib.Path(os.environ.get("ATOMIZABLE_STATE", "."))
asked = []
signal.signal(signal.SIGTERM, lambda *_: asked.append(1))
how = sys.argv[1] if len(sys.argv) > 1 else "well"
files = sorted((directory / "kept").glob("*.txt"), key=os.path.getmtime) if (directory / "kept").exists() else []
count, total = map(int, files[-1].read_text().split()) if files else (0, 0)
while count < 60:
    total += random.Random(count).randrange(1000)
    count += 1
    time.sleep(0.05)
    if how == "fails" and count == 20:
        sys.exit(3)
    if asked and how != "deaf":
        (directory / "kept").mkdir(exist_ok=True)
        (directory / "kept" / ("%d.txt" % -count)).write_text("%d %d" % (count, total))
        sys.exit(85)
(directory / "result").write_text("%d" % total)
