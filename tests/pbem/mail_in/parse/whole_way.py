"""A mail's whole way, as far as it needs no database: what hostile and mutated mails are sent along."""

from dataclasses import dataclass
from time import process_time

from pbem.mail_in.parse.addresses import Recipient, Verdict, route, sender, verdict
from pbem.mail_in.parse.body import read_body
from pbem.mail_in.parse.bounces import Bounce, Complaint, read_bounce, read_complaint
from pbem.mail_in.parse.classify import Kind, classify
from pbem.mail_in.parse.guards import Unreadable, read_headers, take
from pbem.mail_in.parse.orders import OrdersRead, read_orders
from pbem.mail_in.parse.quotes import cut
from tests.pbem.mail_in.parse.sample_orders import DOMAIN, INSTANCE, OWN, tables

MOST_SECONDS = 1.0  # of the processor, for any mail


@dataclass(frozen=True)
class Handled:
    unreadable: str
    kind: Kind
    sender: str | None
    recipient: Recipient | None
    verdict: Verdict
    orders: OrdersRead | None
    bounce: Bounce | None
    complaint: Complaint | None
    seconds: float


def is_quick(raw: bytes) -> bool:
    """On a machine that others use too a try may be slow; what is slow every time is so by itself."""
    return any(handle(raw).seconds < MOST_SECONDS for _ in range(3))


def handle(raw: bytes) -> Handled:
    """Every reader is tried on every mail, whatever its kind."""
    began = process_time()
    headers = read_headers(raw)
    recipient = route(headers, (), DOMAIN).recipient
    kind = classify(headers, envelope_from=None, recipient=recipient, own_addresses=OWN, instance=INSTANCE).kind
    judged = verdict(headers, "mx.play.example.org")
    unreadable, orders, bounce, complaint = "", None, None, None
    try:
        mail = take(raw)
    except Unreadable as wrong:
        unreadable = wrong.reason
    else:
        found = cut(read_body(mail).text)
        orders = read_orders(found.text, tables(""), too_long=found.too_long)
        bounce, complaint = read_bounce(mail), read_complaint(mail, DOMAIN)
    seconds = process_time() - began
    return Handled(unreadable, kind, sender(headers), recipient, judged, orders, bounce, complaint, seconds)
