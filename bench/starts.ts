/**
 * Measures the time from a trigger to the first instruction of the started program, which writes its time into a pipe. For executions without a
 * program, the start is that in their record. Used by P2, P17, P19 and the peers.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionLoad } from './execution-load.ts';

/**
 * The program that every contestant starts. Its first instruction reads the clock; then it writes the time. `run` and `pipe` are environment
 * variables.
 */
export const CLOCK_COMMAND = ['bash', '--norc', '-c', 'echo "$run $EPOCHREALTIME" > "$pipe"'] as const;

/** The id of a run, and the pipe into which the program writes its time. With `withoutProcess`, no program is started: the handler writes its own time. */
export type Start = { run: string; pipe: string; withoutProcess?: true };

/** A series of starts: `count` runs, one after the other, or `perSecond` of them without waiting for their end. */
export type StartSeries = { pipe: string; count: number; perSecond?: number; withoutProcess?: true };

/** Milliseconds between the start of a run and the next trigger, so that the run has ended before. */
const PAUSE_MILLISECONDS = 20;
const START_TIMEOUT_MILLISECONDS = 120_000;

/** Creates a named pipe. */
export function makePipe(file: string): string {
  execFileSync('mkfifo', ['-m', '666', file]);
  return file;
}

/** Runs the program and waits for its end. */
export async function runProgram({ run, pipe }: Start): Promise<void> {
  const [command, ...words] = CLOCK_COMMAND;
  // stdin must not be a pipe: bash would assume that it runs in a remote shell, and read the user's settings.
  const child = spawn(command, words, { env: { PATH: process.env['PATH'], run, pipe }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The program ended with ${String(code)}`);
}

let openedPipe: { file: string; descriptor: number } | undefined;

/** Runs the program, or writes the time of this handler into the pipe. */
export async function noteOrRun(start: Start): Promise<void> {
  if (!start.withoutProcess) return runProgram(start);
  const now = performance.timeOrigin + performance.now();
  if (openedPipe?.file !== start.pipe) openedPipe = { file: start.pipe, descriptor: openSync(start.pipe, constants.O_WRONLY) };
  writeSync(openedPipe.descriptor, `${start.run} ${(now / 1000).toFixed(6)}\n`);
}

/** Returns the milliseconds from each trigger to the start of its program or handler. */
export async function measureStarts(
  { pipe, count, perSecond, withoutProcess }: StartSeries,
  trigger: (start: Start) => Promise<unknown>,
): Promise<number[]> {
  const clock = await preciseClock();
  const triggered = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  const times: number[] = [];
  const stop = readLines(pipe, (line) => {
    const [run = '', moment = ''] = line.split(' ');
    const triggeredAt = triggered.get(run);
    if (triggeredAt === undefined) return;
    triggered.delete(run);
    times.push(Number(moment.replace(/\D/g, '')) / 1000 - triggeredAt);
    waiting.get(run)?.();
  });
  const startRun = async (index: number): Promise<void> => {
    const run = `${process.pid}-${index}`;
    const started = Promise.withResolvers<void>();
    waiting.set(run, started.resolve);
    triggered.set(run, clock());
    await trigger({ run, pipe, ...(withoutProcess && { withoutProcess }) });
    const timeout = AbortSignal.timeout(START_TIMEOUT_MILLISECONDS);
    timeout.addEventListener('abort', () =>
      started.reject(new Error(`Run ${index} did not start within ${START_TIMEOUT_MILLISECONDS / 1000} s`)),
    );
    await started.promise;
  };
  try {
    if (perSecond === undefined) for (let index = 0; index < count; index += 1, await wait(PAUSE_MILLISECONDS)) await startRun(index);
    else await atRate(count, perSecond, startRun);
  } finally {
    stop();
  }
  return times;
}

/** Returns the milliseconds from each trigger to the start that the record of the execution states, for executions that start no program. */
export async function measureRecordedStarts({ count, perSecond }: Omit<StartSeries, 'pipe'>, load: ExecutionLoad): Promise<number[]> {
  const clock = await preciseClock();
  const triggered = new Map<string, number>();
  const start = async (): Promise<void> => {
    const now = clock();
    triggered.set(await load.start(), now);
  };
  if (perSecond === undefined) for (let index = 0; index < count; index += 1, await wait(PAUSE_MILLISECONDS)) await start();
  else await atRate(count, perSecond, start);
  const starts = await load.startsFrom([...triggered.keys()].toSorted()[0] ?? '', count);
  return [...triggered].flatMap(([id, at]) => (starts.has(id) ? [(starts.get(id) ?? 0) - at] : []));
}

async function atRate(count: number, perSecond: number, startRun: (index: number) => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const pause = startedAt + (index * 1000) / perSecond - performance.now();
    if (pause > 1) await wait(pause);
    running.push(startRun(index));
  }
  await Promise.all(running);
}

/** Returns a clock of the time of day with fractions of a millisecond. */
async function preciseClock(): Promise<() => number> {
  const before = Date.now();
  let now = before;
  while (now === before) now = Date.now();
  const offset = now - performance.now();
  return () => offset + performance.now();
}

function readLines(pipe: string, onLine: (line: string) => void): () => void {
  // Also opened for writing, so that no writer waits for a reader, and the pipe does not end when a writer closes it.
  const socket = new Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK), readable: true, writable: false });
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return () => void socket.destroy();
}
