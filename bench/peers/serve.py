"""The process of a peer in Python: it answers questions over the channel that Node opens for a child (see serve.ts and processes.ts)."""

import asyncio
import json
import os
import signal
import socket


async def serve(answer, stop):
    """Reports that the peer is ready, answers each question, and returns after SIGTERM, or when the benchmark has ended."""
    channel = socket.socket(fileno=int(os.environ["NODE_CHANNEL_FD"]))
    reader, writer = await asyncio.open_unix_connection(sock=channel)
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)

    def send(message):
        writer.write((json.dumps(message) + "\n").encode())

    async def reply(question):
        try:
            send({"answer": await answer(question)})
        except Exception as error:
            send({"failure": f"{type(error).__name__}: {error}"})

    async def listen():
        while line := await reader.readline():
            await reply(json.loads(line)["question"])
        ended.set()

    send({"answer": "ready"})
    listening = asyncio.create_task(listen())
    await ended.wait()
    listening.cancel()
    await stop()
