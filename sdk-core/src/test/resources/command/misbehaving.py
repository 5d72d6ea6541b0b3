"""Counts atoms, in the bare protocol; from atom 5 on it does what its argument says. Its second argument names a directory."""
import json
import os
import signal
import struct
import subprocess
import sys
import time

how, directory = sys.argv[1], sys.argv[2]
requests, answers = os.fdopen(int(os.environ["ATOMIZABLE_IN"]), "rb"), int(os.environ["ATOMIZABLE_OUT"])
count = 0


def say(message):
    os.write(answers, (message if isinstance(message, str) else json.dumps(message)).encode() + b"\n")


def write(path):
    header = b'{"count":{"dtype":"I64","shape":[],"data_offsets":[0,8]}}'
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + struct.pack("<q", count))


def fork_ones_that_stay():
    stay = "import os, time; open(%r + '/' + str(os.getpid()) + '.pid', 'w'); time.sleep(10000)" % directory
    subprocess.Popen([sys.executable, "-c", stay])
    subprocess.Popen([sys.executable, "-c", stay], start_new_session=True)
    os.system("(%s -c \"%s\" &) &" % (sys.executable, stay))
    while len([each for each in os.listdir(directory) if each.endswith(".pid")]) < 3:
        time.sleep(0.01)


def misbehave(atom):
    if how == "die":
        print("these are the last words", file=sys.stderr)
        sys.exit(7)
    if how == "leave":
        sys.exit(0)
    if how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "nonsense":
        say("Epoch 1/10, loss nan")
    if how == "wrong-atom":
        say({"done": atom + 1})
    if how == "other-answer":
        say({"saved": "/tmp/elsewhere"})
    if how == "endless-line":
        for _ in range(100):
            os.write(answers, b"x" * 65536)
    if how == "error":
        say({"error": "the data are gone"})
    if how == "out-of-memory":
        say({"error": "8 GiB asked for", "kind": "out-of-memory"})
    if how == "hang":
        fork_ones_that_stay()
        time.sleep(10000)
    if how == "fork":
        fork_ones_that_stay()
    if how == "print":
        for _ in range(200):
            os.write(1, b"y" * 65535 + b"\n")
        say({"progress": "printed"})
    say({"done": atom})


for line in requests:
    request = json.loads(line)
    do = request["do"]
    if do == "start":
        say({"spec": {"name": "misbehaving", "total": 20}})
    elif do == "run":
        if request["atom"] >= 5:
            misbehave(request["atom"])
        else:
            say({"done": request["atom"]})
        count = request["atom"] + 1
    elif do == "save":
        if count > 5 and how == "broken-state":
            with open(request["path"], "wb") as file:
                file.write(b"\x10\0\0\0\0\0\0\0this is no header")
        elif count <= 5 or how != "no-state":
            write(request["path"])
        if count > 5 and how == "slow-save":
            time.sleep(10000)
        say({"saved": request["path"]})
    elif do == "restore":
        with open(request["path"], "rb") as file:
            count, = struct.unpack("<q", file.read()[-8:])
        say({"restored": request["path"]})
    elif do == "evaluate":
        say({"metric": {"name": "count", "value": count}})
    elif do == "stop" and how != "stay":
        sys.exit(0)
