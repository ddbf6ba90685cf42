"""How often something may be tried. What works is never counted: many readers share the address of one mail scanner.

Counted in Redis where there is one, so that all processes know; while it is down, each process counts for itself.
"""

import logging
import time
from collections.abc import Callable
from ipaddress import ip_address, ip_network

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

BAD_LINKS_OF_ONE = RateLimitItemPerMinute(60, 10)  # from one place
BAD_LINKS_LIKE_ONE = RateLimitItemPerMinute(30, 10)  # that begin alike: guesses at one seat from many places
NEW_LINKS = RateLimitItemPerHour(20)
NEW_TABLES = RateLimitItemPerHour(30)
TALK = RateLimitItemPerMinute(40, 10)  # of one seat
BAD_SECRETS = RateLimitItemPerMinute(10, 10)  # of the operator's page and the mailbox
REST = 30.0  # seconds until a Redis that was away is asked again
log = logging.getLogger(__name__)


class Limits:
    def __init__(self, redis_url: str = "") -> None:
        self._own = MovingWindowRateLimiter(MemoryStorage())
        self._shared: MovingWindowRateLimiter | None = None
        self._away_until = 0.0
        if redis_url:
            uri = redis_url.replace("redis+socket://", "redis+unix://", 1)
            storage = RedisStorage(uri, key_prefix="railpost", socket_timeout=1, socket_connect_timeout=1)
            self._shared = MovingWindowRateLimiter(storage)

    def take(self, rule: RateLimitItem, what: str, *who: str) -> bool:
        """Counts one more attempt; False if it is one too many."""
        return self._ask(lambda limiter: limiter.hit(rule, what, *who))

    def is_left(self, rule: RateLimitItem, what: str, *who: str) -> bool:
        """Whether one more attempt would be accepted, without counting it."""
        return self._ask(lambda limiter: limiter.test(rule, what, *who))

    def _ask(self, question: Callable[[MovingWindowRateLimiter], bool]) -> bool:
        from redis import RedisError

        if self._shared is not None and time.monotonic() >= self._away_until:
            try:
                return question(self._shared)
            except (RedisError, OSError) as error:
                log.warning("limits are counted without Redis: %s", type(error).__name__)
                self._away_until = time.monotonic() + REST
        return question(self._own)


def place(address: str | None) -> str:
    """The client, by the address of the connection; in IPv6 by its network: a household has many addresses."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return "unknown"
    return str(ip_network(f"{found}/64", strict=False)) if found.version == 6 else str(found)
