"""awa with its default settings and durability, except for the number of jobs at a time. The queue, its workers and the callers share this process."""

import asyncio
import os
import time
from dataclasses import dataclass

import awa

from serve import serve
from starts import Starts, run_program

QUEUE = "bench"
# Terminal records are in batches, in single rows, and counted where the ring has dropped them; one statement reads all three in one state.
ENDED = """
    select ((select coalesce(sum(completed_count), 0) from awa.receipt_completion_batches)
            + (select count(*) from awa.done_entries)
            + (select coalesce(sum(pruned_completed_count), 0) from awa.queue_terminal_rollups))::bigint as ended
"""


@dataclass
class Nothing:
    pass


@dataclass
class Start:
    run: str
    pipe: str
    process: bool


async def main():
    workers = int(os.environ["WORKERS"])
    client = awa.AsyncClient(os.environ["DATABASE_URL"], int(os.environ["WIDTH"]) + 8)
    starts = Starts()
    added = 0
    await client.migrate()

    @client.task(Nothing, queue=QUEUE)
    async def nothing(_job):
        return None

    @client.task(Start, queue=QUEUE)
    async def start(job):
        if job.args.process:
            await run_program(job.args.run, job.args.pipe)
        else:
            starts.note(job.args.run, time.time())

    await client.start([(QUEUE, workers)])

    async def ended():
        transaction = await client.transaction()
        try:
            return int((await transaction.fetch_one(ENDED))["ended"])
        finally:
            await transaction.rollback()

    async def add_all(count, width, batch):
        if batch is not None:
            for first in range(0, count, batch):
                await client.enqueue_many_copy([Nothing()] * min(batch, count - first), queue=QUEUE)
            return
        indexes = iter(range(count))

        async def caller():
            for _ in indexes:
                await client.insert(Nothing(), queue=QUEUE)

        await asyncio.gather(*(caller() for _ in range(width)))

    async def answer(question):
        if "pipe" in question:
            process = "withoutProcess" not in question

            async def trigger(run):
                await client.insert(Start(run, question["pipe"], process), queue=QUEUE)

            return await starts.measure(question, trigger)
        nonlocal added
        count = question["count"]
        added += count
        started_at = time.perf_counter()
        await add_all(count, question["width"], question.get("batch"))
        while await ended() < added:
            await asyncio.sleep(0.005)
        return count / (time.perf_counter() - started_at)

    async def stop():
        await client.shutdown()
        await client.close()

    await serve(answer, stop)


asyncio.run(main())
