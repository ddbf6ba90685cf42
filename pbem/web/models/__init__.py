"""The data of each page template: one variable, `page`. Plain values, so that a template never asks the database.

Texts of a game are already sentences in the reader's language. Times are already written in the reader's time zone.
What the service itself says stands in the templates.
"""

from pbem.web.models.board import BoardView, Cell, Change, PanelView, PlayerRow, Position, Section
from pbem.web.models.documents import MailboxMailPage, MailboxPage, MailLine, RulesPage
from pbem.web.models.host import HostPage, HostSeat
from pbem.web.models.me import Absence, MePage, MyAddress, MyTable, UnsubscribePage
from pbem.web.models.new_table import (
    BoardPicture,
    FreeTable,
    GameCard,
    GameChoice,
    HomePage,
    Invited,
    JoinPage,
    NewTablePage,
    OpenTable,
    OptionField,
    WaitingPage,
)
from pbem.web.models.operator import Figure, OperatorPage, Trouble
from pbem.web.models.parts import Chrome, Deadline, Form, Link, Option, SeatName, TableHead
from pbem.web.models.plan import PlanChoice, PlanPage, PlanStep, PlanStepPage
from pbem.web.models.questions import ConfirmPage, MessagePage
from pbem.web.models.table import (
    Awaited,
    FreeSeat,
    HistoryPage,
    NoteLine,
    NotesPage,
    Ply,
    Result,
    TalkLine,
    TalkPage,
    WatchPage,
)
from pbem.web.models.turn import (
    Advice,
    Commit,
    Group,
    OptionButton,
    Ready,
    RefusalText,
    Step,
    Stepper,
    Turn,
    TurnPage,
)

__all__ = [
    "Absence",
    "Advice",
    "Awaited",
    "BoardPicture",
    "BoardView",
    "Cell",
    "Change",
    "Chrome",
    "Commit",
    "ConfirmPage",
    "Deadline",
    "Figure",
    "Form",
    "FreeSeat",
    "FreeTable",
    "GameCard",
    "GameChoice",
    "Group",
    "HistoryPage",
    "HomePage",
    "HostPage",
    "HostSeat",
    "Invited",
    "JoinPage",
    "Link",
    "MailLine",
    "MailboxMailPage",
    "MailboxPage",
    "MePage",
    "MessagePage",
    "MyAddress",
    "MyTable",
    "NewTablePage",
    "NoteLine",
    "NotesPage",
    "OpenTable",
    "OperatorPage",
    "Option",
    "OptionButton",
    "OptionField",
    "PanelView",
    "PlanChoice",
    "PlanPage",
    "PlanStep",
    "PlanStepPage",
    "PlayerRow",
    "Ply",
    "Position",
    "Ready",
    "RefusalText",
    "Result",
    "RulesPage",
    "SeatName",
    "Section",
    "Step",
    "Stepper",
    "TableHead",
    "TalkLine",
    "TalkPage",
    "Trouble",
    "Turn",
    "TurnPage",
    "UnsubscribePage",
    "WaitingPage",
    "WatchPage",
]
