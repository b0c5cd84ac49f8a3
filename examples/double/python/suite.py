"""A test suite of a client of the API, against the local double.

Usage: python3 suite.py, with MILLRACE_URL, MILLRACE_TOKEN and MILLRACE_BUNDLE.
"""

import http.client
import json
import os
import time
import unittest
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("MILLRACE_URL", "http://127.0.0.1:8600")
TOKEN = os.environ["MILLRACE_TOKEN"]
BUNDLE = os.environ["MILLRACE_BUNDLE"]


def call(operation, body=None, content_type="application/json"):
    """One call. Returns the answer's JSON; raises an error for a refusal."""
    method, path = operation.split(" ", 1)
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": content_type}
    request = urllib.request.Request(URL + path, data=data, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.loads(answer.read() or "null")


def read(path, tries=4):
    """The client under test: a GET that is repeated after a lost connection and after a 503."""
    for attempt in range(1, tries + 1):
        try:
            return call(f"GET {path}")
        except urllib.error.HTTPError as error:
            if error.code != 503 or attempt == tries:
                raise
        except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
            if attempt == tries:
                raise
        time.sleep(0.1 * attempt)


def publish(workspace, name):
    """Publishes the bundle. Returns the artifact as a task names it."""
    boundary = uuid.uuid4().hex
    artifact = json.dumps({"workspaceId": workspace, "name": name})
    with open(BUNDLE, "rb") as file:
        content = file.read()
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="artifact"\r\n\r\n{artifact}\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="bundle.zip"\r\n'
        f"Content-Type: application/zip\r\n\r\n"
    ).encode() + content + f"\r\n--{boundary}--\r\n".encode()
    version = call("POST /orchestration/artifacts", body, f"multipart/form-data; boundary={boundary}")["version"]
    return {"id": read(f"/orchestration/artifacts?name={name}")["items"][0]["id"], "version": version}


def create_daily_task(name):
    """Creates a task that starts each day at six. Returns its id."""
    workspace = next(listed for listed in read("/orchestration/workspaces") if listed["type"] == "shared")
    task = call("POST /orchestration/executables/tasks", {
        "workspaceId": workspace["id"],
        "environmentId": workspace["environment"]["id"],
        "name": name,
        "artifact": publish(workspace["id"], name),
    })["id"]
    call(f"PUT /orchestration/executables/tasks/{task}/run-config", {
        "trigger": {
            "type": "DAILY",
            "interval": 1,
            "startDate": "2031-01-01",
            "timeZone": "UTC",
            "atTimes": {"type": "AT_TIME", "time": "06:00"},
        },
        "runtime": {"type": "CLOUD"},
    })
    return task


class Suite(unittest.TestCase):
    def setUp(self):
        call("PUT /double/state", {"snapshot": "start"})
        call("PUT /double/clock", {"set": "2031-03-04T05:00:00Z", "frozen": True})

    def test_the_task_runs_when_the_clock_passes_six(self):
        task = create_daily_task("report")
        moved = call("PUT /double/clock", {"advanceSeconds": 2 * 86_400})
        self.assertEqual(moved["stops"], ["2031-03-04T06:00:00.000Z", "2031-03-05T06:00:00.000Z"])
        runs = read(f"/processing/executables/tasks/{task}/executions")["items"]
        self.assertEqual([run["status"] for run in runs], ["execution_successful"] * 2)

    def test_the_client_tries_again_after_a_cut_connection_and_after_a_503(self):
        call("PUT /double/faults", {"faults": [
            {"method": "GET", "path": "/orchestration/workspaces", "times": 1, "cut": "before"},
            {"method": "GET", "path": "/orchestration/workspaces", "times": 1, "status": 503},
        ]})
        self.assertTrue(read("/orchestration/workspaces"))
        self.assertEqual([fault["hit"] for fault in call("GET /double/faults")["faults"]], [1, 1])


if __name__ == "__main__":
    unittest.main()
