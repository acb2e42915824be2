"""Calls the Python client as a test says on its standard input, and prints what came of each call."""

import json
import re
import sys
import threading

from aliado import AliadoClient, AliadoError


def plain(value):
    return value if not hasattr(value, "as_tuple") else float(value)


def snake(options):
    return {re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name): value for name, value in options.items()}


def value_of(client, call):
    late = {"deadline": call.get("deadline")}
    if call["method"] == "standing":
        return client.standing(call["reference"], **late)
    if call["method"] == "release":
        return client.release(call["authorizationCode"], call["reference"], **late)
    if call["method"] == "consumptions":
        asked = {"from_" if name == "from" else name: value for name, value in call["filter"].items()}
        return list(client.consumptions(page_size=call["pageSize"], **asked, **late))
    return client.apply(call["body"], call["key"], **late)


def outcome_of(client, call):
    try:
        return {"value": value_of(client, call)}
    except AliadoError as error:
        return {
            "error": type(error).__name__,
            "text": str(error),
            "status": error.status,
            "code": error.code,
            "title": error.title,
            "messages": error.messages,
            "requestId": error.request_id,
            "retryAfter": error.retry_after,
        }
    except TypeError as error:
        return {"error": "misuse", "text": str(error)}


def main():
    asked = json.load(sys.stdin)
    retries = []
    options = {"backoff": 0.01, "random": lambda: 0.5, "on_retry": lambda retry: retries.append(retry._asdict())}
    try:
        client = AliadoClient(asked["url"], **snake(asked["credential"]), **{**options, **snake(asked["options"])})
    except TypeError as error:
        json.dump({"outcomes": [{"error": "misuse", "text": str(error)}], "retries": []}, sys.stdout)
        return
    outcomes = [None] * len(asked["calls"])

    def run(place):
        outcomes[place] = outcome_of(client, asked["calls"][place])

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(outcomes))]
    for thread in threads:
        thread.start()
        if not asked["together"]:
            thread.join()
    for thread in threads:
        thread.join()
    json.dump({"outcomes": outcomes, "retries": retries}, sys.stdout, default=plain)


main()
