"""The dialogue: what happens at a table becomes decisions. Pure: values in, values out, nothing
performed.

    Step = step(state, event)      the one door: state is before the event, Step.state after all
    that was decided view_of(...)                   what a brain is given pending(state, snapshot)
    effects whose results never came, to be taken up again after a crash
    timers(state)                  what is waited for, until when

Read downward: `step` names every event and who answers it; `arriving`, `hear` and `answers` read a
guest, `turns` a brain, `results` an app, `decide` a yes or no; `send` makes envelopes.
"""

from waiter.dialogue.recover import pending
from waiter.dialogue.step import step
from waiter.dialogue.stepping import Step
from waiter.dialogue.timers import timers
from waiter.dialogue.viewing import view_of

__all__ = ["Step", "pending", "step", "timers", "view_of"]
