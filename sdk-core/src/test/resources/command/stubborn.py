"""Sums 12 atoms, in the bare protocol. Unless its first argument is "not", it does not come back from atom 6; it writes its limits to a file before."""
import json
import os
import signal
import struct
import subprocess
import sys

how, started = sys.argv[1], sys.argv[2]
requests, answers = os.fdopen(int(os.environ["ATOMIZABLE_IN"]), "rb"), int(os.environ["ATOMIZABLE_OUT"])
total = 0


def say(message):
    os.write(answers, json.dumps(message).encode() + b"\n")


def stay_away():
    """Ignores signals, forks others that do, one of them in another session, and spins."""
    with open("/proc/self/limits") as limits, open(started + ".py", "w") as copy:
        copy.write(limits.read())
    os.rename(started + ".py", started)
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    stay = "trap '' TERM INT HUP; while :; do sleep 0.05; done"
    subprocess.Popen(["/bin/sh", "-c", stay])
    subprocess.Popen(["/bin/sh", "-c", stay], start_new_session=True)
    while True:
        pass


for line in requests:
    request = json.loads(line)
    do = request["do"]
    if do == "start":
        say({"spec": {"name": "stubborn", "total": 12}})
    elif do == "run":
        total = (total * 31 + request["atom"]) % 2**62
        if request["atom"] == 6 and how != "not":
            stay_away()
        say({"done": request["atom"]})
    elif do == "save":
        header = b'{"total":{"dtype":"I64","shape":[],"data_offsets":[0,8]}}'
        with open(request["path"], "wb") as file:
            file.write(struct.pack("<Q", len(header)) + header + struct.pack("<q", total))
        say({"saved": request["path"]})
    elif do == "restore":
        with open(request["path"], "rb") as file:
            total, = struct.unpack("<q", file.read()[-8:])
        say({"restored": request["path"]})
    elif do == "evaluate":
        say({"metric": {"name": "total", "value": total}})
    elif do == "stop":
        sys.exit(0)
