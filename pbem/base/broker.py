"""Whether the broker answers. Without it, moves are still played and mails are still sent, only later."""

from pbem.base.config import Config

PATIENCE = 1.0  # seconds


def broker_trouble(config: Config) -> str:
    """Empty when the broker answers, or when everything runs in one process and there is none."""
    if not config.redis_url:
        return ""
    import redis

    url = config.redis_url.replace("redis+socket://", "unix://", 1)
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, retry=None) as client:
            client.ping()
    except redis.RedisError as error:
        return str(error) or type(error).__name__
    return ""
