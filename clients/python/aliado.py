"""
A client of the integration API in one file, without dependencies, for Python 3.9 or newer: copy it into your system.

What it does for a till: it repeats a call whose answer was lost, with growing, random waits, until a deadline; it waits as
`Retry-After` says; it keeps one token for all threads and renews it in time. It cannot remember a sale. Before `apply` and before
`confirm`, keep with the sale a key of `new_idempotency_key()` and what you send; after an `AliadoUnanswered`, also after a restart,
send the same again with the same key: nothing is ever done twice.

Amounts are RD$ as `Decimal` of at most two decimals; answers bring `Decimal` too. An answer may bring fields and values that are not
named here: ignore them. (The whole API: `/developers` of the offices.)
"""

from __future__ import annotations

import http.client
import json
import random as chance
import re
import socket
import string
import threading
import time
import uuid
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional
from urllib.parse import urlencode, urlsplit

__all__ = ["AliadoClient", "AliadoError", "AliadoRefused", "AliadoUnanswered", "Retry", "new_idempotency_key"]

Json = Dict[str, Any]

# As the contract says: a token is renewed when less than one minute remains.
_RENEW_BEFORE = 60.0
_UUID = re.compile(r"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}", re.IGNORECASE)
_PRINTABLE = re.compile(r"[\x21-\x7e]+")
_DIGITS = string.digits + string.ascii_lowercase
_ADVICE = {
    "token": "No answer: ask again.",
    "reading": "No answer: ask again.",
    "writing": "Outcome unknown: send it again.",
    "keyed writing": "Outcome unknown: send it again with the same key.",
}


class Retry(NamedTuple):
    """A repetition, for your log. It holds no secret and nothing about a customer."""

    operation: str
    request_id: str
    tries: int
    wait: float
    #: Of the answer that made it necessary; 0 when none came.
    status: int
    code: Optional[str]


class _Reply(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    #: None when what came is no JSON object, or not whole.
    body: Optional[Json]


class AliadoError(Exception):
    """Why a call gave no value. Its text may be shown to the cashier; `request_id` is what support asks for."""

    def __init__(self, message: str, request_id: str, reply: Optional[_Reply]):
        super().__init__(message)
        #: HTTP status of the last answer; 0 when none came.
        self.status = reply.status if reply else 0
        #: The service's stable code; None when the last answer was not the service's. Branch on it.
        self.code = _code_of(reply)
        self.title = _text((reply.body or {}).get("title")) if reply else None
        #: Each with `message` and, for what is wrong in what was sent, `field`: its JSON path.
        self.messages = _messages_of(reply)
        self.request_id = (reply.headers.get("x-request-id") if reply else None) or request_id
        #: How many seconds the last answer asked to wait, if it did.
        self.retry_after = _retry_after(reply.headers) if reply else None


class AliadoRefused(AliadoError):
    """
    The service refused the call, and nothing was done. The same call is refused again until the cause that `code` names is corrected.
    (With 401 and 403 the cause is the credential: keep a paid sale, and confirm it with the same key when the credential is right.)
    """


class AliadoUnanswered(AliadoError):
    """
    Outcome unknown: no answer that settles it came in time, so what was asked may have been done, or not. Keep the sale, and send the
    same again with the same key. A purchase whose `apply` ends so may be charged without the benefit: what was reserved ends by itself.
    """


def new_idempotency_key() -> str:
    """
    A key for one operation, `apply` or `confirm`: make it once, and keep it with the sale before the call. A UUID of version 7 (RFC 9562),
    of its moment and 74 random bits: the service stores keys of one time together.
    """
    moment = f"{int(time.time() * 1000):012x}"
    return f"{moment[:8]}-{moment[8:]}-7{str(uuid.uuid4())[15:]}"


def _new_request_id() -> str:
    """A new id of a request: its moment, by which the service finds the call soonest, and 44 random bits."""
    left, moment = int(time.time() * 1000), ""
    for _ in range(9):
        left, digit = divmod(left, 36)
        moment = _DIGITS[digit] + moment
    return f"req_{moment}{uuid.uuid4().hex[:11]}"


class _Question(NamedTuple):
    method: str
    url: str
    #: The method and the path, without a query.
    operation: str
    kind: str
    headers: Mapping[str, str]
    body: Optional[bytes] = None


class _Token(NamedTuple):
    text: str
    ends_at: float


class AliadoClient:
    """One for each credential, for as long as your system runs; its threads may share it. `url` is the service's address, without `/api/v1`."""

    def __init__(
        self,
        url: str,
        *,
        api_key: Optional[str] = None,
        client_id: Optional[str] = None,
        client_secret: Optional[str] = None,
        token_url: Optional[str] = None,
        deadline: float = 20.0,
        try_max: float = 8.0,
        tries_max: int = 5,
        backoff: float = 0.5,
        backoff_max: float = 5.0,
        retry_after_max: float = 30.0,
        headers: Optional[Mapping[str, str]] = None,
        on_retry: Optional[Callable[[Retry], None]] = None,
        random: Callable[[], float] = chance.random,
    ):
        """Times are seconds. A credential is an API key, or an OAuth client's id and secret."""
        secrets = [api_key] if client_id is None and client_secret is None else [client_id, client_secret]
        if api_key is not None and len(secrets) == 2:
            raise TypeError("A credential is an API key or an OAuth client, not both.")
        # A header that is not printable text is refused with an error that repeats it: a secret must not get so far.
        if not all(isinstance(secret, str) and _PRINTABLE.fullmatch(secret) for secret in secrets):
            raise TypeError("A credential must be given, as printable characters without spaces.")
        self._url = url.rstrip("/")
        self._api_key = api_key
        self._client = {"client_id": client_id, "client_secret": client_secret}
        self._token_url = token_url or f"{self._url}/connect/token"
        self._deadline = deadline
        self._try_max = try_max
        self._tries_max = tries_max
        self._backoff = backoff
        self._backoff_max = backoff_max
        self._retry_after_max = retry_after_max
        self._headers = dict(headers or {})
        self._on_retry = on_retry or (lambda retry: None)
        self._random = random
        self._token: Optional[_Token] = None
        self._renewing = threading.Lock()

    def credential(self, *, deadline: Optional[float] = None) -> Json:
        """Whose the credential is and what it may do: to ask when a till starts, or to see whether a key works."""
        return self._get("/api/v1/integrations/credential", {}, deadline)["value"]

    def identification_types(self, *, deadline: Optional[float] = None) -> List[Json]:
        """They change rarely: keep them for a day."""
        return self._get("/api/v1/integrations/identification-types", {}, deadline)["value"]

    def eligibility(self, person: Mapping[str, Any], *, deadline: Optional[float] = None) -> Json:
        """Whether a customer has benefits today, and which. When not, charge the purchase normally: no reason is given."""
        return self._post("reading", "/api/v1/integrations/eligibility", person, {}, deadline)

    def apply(self, purchase: Mapping[str, Any], idempotency_key: str, *, deadline: Optional[float] = None) -> Json:
        """Reserves a discount. `finalAmount` is what to charge."""
        headers = _key_header(idempotency_key)
        return self._post("keyed writing", "/api/v1/integrations/discounts/apply", purchase, headers, deadline)

    def confirm(self, paid: Mapping[str, Any], idempotency_key: str, *, deadline: Optional[float] = None) -> Json:
        """Registers the consumption of a purchase that is paid, and of no other. Its key is not that of `apply`."""
        headers = _key_header(idempotency_key)
        return self._post("keyed writing", "/api/v1/integrations/consumptions", paid, headers, deadline)

    def standing(self, reference: str, *, deadline: Optional[float] = None) -> Json:
        """What exists for a purchase, for a till that has lost its memory. Refused with 404 when nothing was ever reserved for it."""
        return self._get("/api/v1/integrations/discounts/authorizations", {"reference": reference}, deadline)["value"]

    def release(self, authorization_code: str, reference: str, *, deadline: Optional[float] = None) -> Json:
        """Gives a reservation back at once, when the customer gives up. Without it, it ends by itself."""
        body = {"authorizationCode": authorization_code, "reference": reference}
        return self._post("writing", "/api/v1/integrations/discounts/release", body, {}, deadline)

    def consumptions(self, *, page_size: Optional[int] = None, deadline: Optional[float] = None, **asked: Any) -> Iterator[Json]:
        """
        The merchant's consumptions, newest registered first, fetched page by page as they are read. Filters are `from_`, `to`, `branchId`,
        `reference` and `code`. Each page has its own deadline.
        """
        query = {name.rstrip("_"): value for name, value in asked.items()}
        cursor: Optional[str] = None
        while True:
            page = self._get("/api/v1/consumptions", {**query, "limit": page_size, "cursor": cursor}, deadline)
            yield from page["value"]
            cursor = (page.get("meta") or {}).get("nextCursor")
            if cursor is None:
                return

    def _get(self, path: str, query: Mapping[str, Any], deadline: Optional[float]) -> Json:
        asked = {name: value for name, value in query.items() if value is not None}
        url = f"{self._url}{path}?{urlencode(asked)}" if asked else self._url + path
        reply = self._ask(_Question("GET", url, f"GET {path}", "reading", {}), deadline)
        return reply.body or {}

    def _post(self, kind: str, path: str, body: Mapping[str, Any], headers: Mapping[str, str], deadline: Optional[float]) -> Any:
        sent = {"Content-Type": "application/json", **headers}
        question = _Question("POST", self._url + path, f"POST {path}", kind, sent, _json(body))
        return (self._ask(question, deadline).body or {})["value"]

    def _ask(self, question: _Question, deadline: Optional[float]) -> _Reply:
        """Repeats a request until an answer settles it, or until the deadline is too near for another try."""
        ends_at = time.monotonic() + (self._deadline if deadline is None else deadline)
        # One for all tries: it is known also when no answer comes, and finds every try in the service's records.
        request_id = _new_request_id()

        def unanswered(reply: Optional[_Reply]) -> AliadoUnanswered:
            return AliadoUnanswered(_unanswered_text(question, reply), request_id, reply)

        # Whether an earlier try may have taken effect.
        is_open = False
        is_token_renewed = False
        tries = 1
        while True:
            try:
                token = self._token_for(question, ends_at)
            except AliadoRefused:
                if is_open:
                    raise unanswered(None) from None
                raise
            except (AliadoUnanswered, TimeoutError) as cause:
                raise unanswered(None) from cause
            left = ends_at - time.monotonic()
            if left <= 0:
                raise unanswered(None)
            reply = self._try(question, request_id, token, min(self._try_max, left))
            if reply and _is_granted(question, reply):
                return reply
            if reply and reply.status == 401 and token and not is_token_renewed:
                # The token was revoked, or expired on its way. It is renewed once in a call: when one new token does not help,
                # another does not either.
                is_token_renewed = True
                self._forget(token)
                continue
            if reply and _is_final(reply):
                if is_open and not _is_judged(reply):
                    raise unanswered(reply)
                raise AliadoRefused(_refused_text(reply), request_id, reply)
            if not (reply and reply.status == 429) and "writing" in question.kind:
                is_open = True
            wait = self._wait(tries, reply)
            if tries >= self._tries_max or wait >= ends_at - time.monotonic():
                raise unanswered(reply)
            self._on_retry(Retry(question.operation, request_id, tries, wait, reply.status if reply else 0, _code_of(reply)))
            time.sleep(wait)
            tries += 1

    def _wait(self, tries: int, reply: Optional[_Reply]) -> float:
        """Full jitter: tills that failed together do not come back together, also when all of them were told the same wait."""
        told = min((_retry_after(reply.headers) or 0.0) if reply else 0.0, self._retry_after_max)
        return told + self._random() * min(self._backoff_max, self._backoff * 2 ** (tries - 1))

    def _try(self, question: _Question, request_id: str, token: Optional[_Token], seconds: float) -> Optional[_Reply]:
        """One request, which ends in this time whatever the network does; None when no whole answer came."""
        headers = {**self._headers, **question.headers, "X-Request-Id": request_id}
        if token:
            headers["Authorization"] = f"Bearer {token.text}"
        if self._api_key is not None and question.kind != "token":
            headers["X-Api-Key"] = self._api_key
        ends_at = time.monotonic() + seconds
        parts = urlsplit(question.url)
        make = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = make(parts.hostname or "", parts.port, timeout=seconds)
        try:
            connection.connect()
            # The connection lets go of its socket when the answer is the last one on it.
            sock = connection.sock
            path = f"{parts.path}?{parts.query}" if parts.query else parts.path
            _until(sock, ends_at)
            # A redirection is never followed: it would take the credential to another address.
            connection.request(question.method, path, question.body, headers)
            _until(sock, ends_at)
            response = connection.getresponse()
            chunks = []
            while True:
                _until(sock, ends_at)
                chunk = response.read1(65_536)
                if not chunk:
                    break
                chunks.append(chunk)
            text = b"".join(chunks)
            told = response.getheader("Content-Length")
            is_whole = told is None or int(told) == len(text)
            return _Reply(response.status, response.headers, _parse(text) if is_whole else None)
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def _token_for(self, question: _Question, ends_at: float) -> Optional[_Token]:
        """One request for a token serves all who need it. While the old one lives, others use it and wait for no renewal."""
        if self._api_key is not None or question.kind == "token":
            return None
        while True:
            token = self._token
            life = token.ends_at - time.monotonic() if token else 0.0
            if token and life >= _RENEW_BEFORE:
                return token
            if token and life > 0:
                # No sale waits for a renewal while a token lives.
                if self._renewing.acquire(blocking=False):
                    threading.Thread(target=self._renew_beside, args=(token,), daemon=True).start()
                return token
            if not self._renewing.acquire(timeout=max(0.0, ends_at - time.monotonic())):
                raise TimeoutError("No token came before the deadline")
            try:
                # Another thread may have renewed it while this one waited.
                if self._token is token:
                    self._renew(ends_at - time.monotonic())
            finally:
                self._renewing.release()

    def _renew_beside(self, token: _Token) -> None:
        try:
            if self._token is token:
                self._renew(self._deadline)
        except AliadoError:
            # Reported when there is no other token any more.
            pass
        finally:
            self._renewing.release()

    def _forget(self, token: _Token) -> None:
        # Another thread may have been refused with the same token before, and have a new one.
        with self._renewing:
            if self._token is token:
                self._token = None

    def _renew(self, seconds: float) -> None:
        form = urlencode({"grant_type": "client_credentials", **self._client}).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        question = _Question("POST", self._token_url, "POST /connect/token", "token", headers, form)
        asked_at = time.monotonic()
        body = self._ask(question, seconds).body or {}
        # Absent: as the contract has it.
        self._token = _Token(body["access_token"], asked_at + float(body.get("expires_in", 900)))


def _until(sock: socket.socket, ends_at: float) -> None:
    """What still comes must come by then: a timeout of a socket begins anew with each byte."""
    left = ends_at - time.monotonic()
    if left <= 0:
        raise TimeoutError("Nothing whole came in time")
    sock.settimeout(left)


def _key_header(key: str) -> Dict[str, str]:
    if isinstance(key, str) and _UUID.fullmatch(key):
        return {"Idempotency-Key": key}
    raise TypeError("The idempotency key must be one of new_idempotency_key(), kept with the sale before the call.")


def _json(body: Mapping[str, Any]) -> bytes:
    def number(value: Any) -> float:
        if isinstance(value, Decimal):
            # Of amounts up to 999,999,999.99 the shortest text of the float is that of the decimal.
            return float(value)
        raise TypeError(f"{type(value).__name__} is not sent")

    return json.dumps(body, default=number, allow_nan=False).encode()


def _parse(text: bytes) -> Optional[Json]:
    try:
        body = json.loads(text, parse_float=Decimal)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _is_granted(question: _Question, reply: _Reply) -> bool:
    if reply.status >= 300 or reply.body is None:
        return False
    return isinstance(reply.body.get("access_token"), str) if question.kind == "token" else "value" in reply.body


def _is_final(reply: _Reply) -> bool:
    """
    Whether a refusal is the caller's own fault, which a repetition does not correct. Not of this kind: too many calls (but too many wrong
    secrets are), a request that came too slowly (408), the service's own failures, and the answers of what stands before the service.
    """
    if not 400 <= reply.status < 500 or reply.status == 408:
        return False
    return reply.status != 429 or (reply.body or {}).get("error") == "invalid_client"


def _is_judged(reply: _Reply) -> bool:
    """
    Whether a refusal proves that no earlier try was done: otherwise the service would have found the key and answered that try. A 401 or 403
    proves nothing, since the service checks the credential before the key; and a refusal without a code is not the service's.
    """
    return _code_of(reply) is not None and reply.status not in (401, 403)


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _code_of(reply: Optional[_Reply]) -> Optional[str]:
    """The code of the API, or of the token endpoint (RFC 6749, 5.2)."""
    body = (reply.body if reply else None) or {}
    return _text(body.get("code")) or _text(body.get("error"))


def _messages_of(reply: Optional[_Reply]) -> List[Dict[str, str]]:
    body = (reply.body if reply else None) or {}
    entries = body.get("messages")
    if not isinstance(entries, list):
        entries = [{"message": body.get("error_description")}]
    return [
        {name: entry[name] for name in ("message", "field") if isinstance(entry.get(name), str)}
        for entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("message"), str)
    ]


def _retry_after(headers: http.client.HTTPMessage) -> Optional[float]:
    """RFC 9110, 10.2.3: seconds, or a date, which is meant by the clock of who sent it: a till's may be wrong."""
    text = (headers.get("retry-after") or "").strip()
    if re.fullmatch(r"\d+", text):
        return float(text)
    until = _moment(text)
    if until is None:
        return None
    sent = _moment(headers.get("date") or "")
    return max(0.0, until - (time.time() if sent is None else sent))


def _moment(text: str) -> Optional[float]:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError):
        return None


def _refused_text(reply: _Reply) -> str:
    return " ".join(entry["message"] for entry in _messages_of(reply)) or f"HTTP {reply.status}"


def _unanswered_text(question: _Question, reply: Optional[_Reply]) -> str:
    last = f", last with HTTP {reply.status} {_code_of(reply) or ''}".rstrip() if reply else ""
    return f"{_ADVICE[question.kind]} ({question.operation} was not settled{last}.)"
