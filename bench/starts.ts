/**
 * How long it takes from a trigger to the first instruction of what it starts: the program says its moment into a pipe that the measuring process
 * reads.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The program that everybody starts: its first act is to look at the clock. `run` and `pipe` are variables of its environment. */
export const FIRST_MOMENT = ['bash', '--norc', '-c', 'echo "$run $EPOCHREALTIME" > "$pipe"'] as const;

/** Which run it is, and where it tells its moment. */
export type Start = { run: string; pipe: string };

/** What is to be measured: runs one after the other, or so many per second however long they take. */
export type Plan = { pipe: string; count: number; perSecond?: number };

/** Milliseconds between the first moment of one run and the trigger of the next, in which the first one ends. */
const REST = 20;
const PATIENCE = 30_000;

/** A named pipe. */
export function makePipe(file: string): string {
  execFileSync('mkfifo', ['-m', '666', file]);
  return file;
}

/** Runs the program and waits for its end. */
export async function runProgram(start: Start): Promise<void> {
  const [command, ...words] = FIRST_MOMENT;
  // Its input is no pipe: bash takes one for a remote shell, and reads the settings of whoever runs this.
  const child = spawn(command, words, { env: { PATH: process.env['PATH'], ...start }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The program ended with ${String(code)}`);
}

/** Milliseconds from each trigger to the first moment of its run. */
export async function measureStarts({ pipe, count, perSecond }: Plan, trigger: (start: Start) => Promise<unknown>): Promise<number[]> {
  const clock = await preciseClock();
  const triggered = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  const times: number[] = [];
  const stop = readLines(pipe, (line) => {
    const [run = '', moment = ''] = line.split(' ');
    const began = triggered.get(run);
    if (began === undefined) return;
    triggered.delete(run);
    times.push(Number(moment.replace(/\D/g, '')) / 1000 - began);
    waiting.get(run)?.();
  });
  const one = async (index: number): Promise<void> => {
    const run = `${process.pid}-${index}`;
    const told = Promise.withResolvers<void>();
    waiting.set(run, told.resolve);
    triggered.set(run, clock());
    await trigger({ run, pipe });
    const patience = AbortSignal.timeout(PATIENCE);
    patience.addEventListener('abort', () => told.reject(new Error(`Run ${index} did not start within ${PATIENCE / 1000} s`)));
    await told.promise;
  };
  try {
    if (perSecond === undefined) for (let index = 0; index < count; index += 1, await wait(REST)) await one(index);
    else await atRate(count, perSecond, one);
  } finally {
    stop();
  }
  return times.toSorted((a, b) => a - b);
}

/** A value of which a share of the sorted values is not larger. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function atRate(count: number, perSecond: number, one: (index: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const pause = began + (index * 1000) / perSecond - performance.now();
    if (pause > 1) await wait(pause);
    running.push(one(index));
  }
  await Promise.all(running);
}

/** The time of day with fractions of a millisecond. */
async function preciseClock(): Promise<() => number> {
  const before = Date.now();
  let now = before;
  while (now === before) now = Date.now();
  const offset = now - performance.now();
  return () => offset + performance.now();
}

function readLines(pipe: string, onLine: (line: string) => void): () => void {
  // Opened for writing too, so that no writer has to wait for us and the end of one is not the end of all.
  const socket = new Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK), readable: true, writable: false });
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return () => void socket.destroy();
}
