"""Prints the name of each task, by the client that openapi-generator makes. Arguments: the address of the server and a token."""

import sys

from openapi_client import ApiClient, Configuration, TasksApi

configuration = Configuration(host=sys.argv[1], access_token=sys.argv[2])
with ApiClient(configuration) as client:
    for task in TasksApi(client).list_tasks(limit=50).items:
        print(task.name)
