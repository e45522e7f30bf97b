"""Headers that every answer to a browser has: what its page may load, and that nobody may put it into another page."""

from __future__ import annotations


def security_headers(forms: str = "'none'", **sources: str) -> dict[str, str]:
    """The headers of a page that loads nothing but what ``sources`` allow (``style="'self'"``).

    ``forms`` is where its forms may be sent.
    """
    own = "".join(f"{kind}-src {allowed}; " for kind, allowed in sources.items())
    return {
        "Content-Security-Policy": f"default-src 'none'; {own}base-uri 'none'; form-action {forms}; "
        "frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }


def live_page_headers(forms: str = "'none'") -> dict[str, str]:
    """The headers of a page with scripts that keep it current, all of it from its own server."""
    own = dict.fromkeys(("script", "style", "img", "font", "connect", "manifest"), "'self'")
    return security_headers(forms, **own) | {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
