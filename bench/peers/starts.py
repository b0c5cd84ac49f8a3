"""Measures the time from a trigger to the first instruction of what it starts, as starts.ts does for the peers in Node."""

import asyncio
import os
import time

PAUSE_SECONDS = 0.02
START_TIMEOUT_SECONDS = 120
# The program of starts.ts.
CLOCK_COMMAND = ["bash", "--norc", "-c", 'echo "$run $EPOCHREALTIME" > "$pipe"']


async def run_program(run, pipe):
    """Runs the program that writes its time into the pipe, and waits for its end."""
    child = await asyncio.create_subprocess_exec(
        *CLOCK_COMMAND,
        env={"PATH": os.environ["PATH"], "run": run, "pipe": pipe},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    await child.communicate()
    if child.returncode != 0:
        raise RuntimeError(f"The program ended with {child.returncode}")


class Starts:
    """The moments at which runs were triggered and have started, in milliseconds."""

    def __init__(self):
        self.triggered = {}
        self.waiting = {}
        self.times = []

    def note(self, run, seconds):
        """Notes the start of a run at a time of the clock of the day."""
        triggered_at = self.triggered.pop(run, None)
        if triggered_at is None:
            return
        self.times.append((seconds - triggered_at) * 1000)
        self.waiting.pop(run).set_result(None)

    async def measure(self, series, trigger):
        """Returns the milliseconds from each trigger to the start: `count` runs one after the other, or `perSecond` without waiting for their end."""
        self.times = []
        loop = asyncio.get_running_loop()
        pipe = os.open(series["pipe"], os.O_RDWR | os.O_NONBLOCK)
        rest = b""

        def read():
            nonlocal rest
            *lines, rest = (rest + os.read(pipe, 65536)).split(b"\n")
            for line in lines:
                run, moment = line.decode().split(" ")
                self.note(run, float(moment.replace(",", ".")))

        async def start(index):
            run = f"{os.getpid()}-{index}"
            self.waiting[run] = loop.create_future()
            started = self.waiting[run]
            self.triggered[run] = time.time()
            await trigger(run)
            await asyncio.wait_for(started, START_TIMEOUT_SECONDS)

        loop.add_reader(pipe, read)
        try:
            await (self.at_rate(series, start) if "perSecond" in series else self.one_at_a_time(series, start))
        finally:
            loop.remove_reader(pipe)
            os.close(pipe)
        return self.times

    async def one_at_a_time(self, series, start):
        for index in range(series["count"]):
            await start(index)
            await asyncio.sleep(PAUSE_SECONDS)

    async def at_rate(self, series, start):
        started_at = time.perf_counter()
        running = []
        for index in range(series["count"]):
            pause = started_at + index / series["perSecond"] - time.perf_counter()
            if pause > 0.001:
                await asyncio.sleep(pause)
            running.append(asyncio.create_task(start(index)))
        await asyncio.gather(*running)
