"""Tells a figure in each step; one of them is no number."""
import atomizable

state = atomizable.state(done=0)
for step in atomizable.steps(10, name="measuring"):
    state.done += 1
    if step != 3:
        atomizable.metric("loss", float("nan") if step == 2 else 1 / state.done)
atomizable.metric("total", state.done)
