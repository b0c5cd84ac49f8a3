"""Prints the name of each task, by the client that openapi-python-client makes. Arguments: the address of the server and a token."""

import sys

from millrace_client import AuthenticatedClient
from millrace_client.api.tasks import list_tasks

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)
for task in list_tasks.sync(client=client, limit=50).items:
    print(task.name)
