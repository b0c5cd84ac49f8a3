/** Processes of this machine: their parents, memory and processor time, and how a benchmark starts and stops programs. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_OPTIONS } from '../scripts/launch/server-options.mjs';
import type { Stage } from './harness.ts';

/** One process of this machine. */
type Process = { pid: number; parent: number; command: string };

/** Lists all processes in /proc. */
export function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOr(`/proc/${name}/stat`);
      const command = readOr(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
      return stat && command ? [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command }] : [];
    });
}

/** Returns a process, the processes whose command contains `mark`, and all their descendants. */
export function processTreeOf(pid: number, mark?: string): Process[] {
  const all = listProcesses();
  const family = new Set(all.filter((listed) => listed.pid === pid || (mark !== undefined && listed.command.includes(mark))));
  for (let size = 0; size < family.size;) {
    size = family.size;
    const pids = new Set([...family].map((member) => member.pid));
    for (const listed of all) if (pids.has(listed.parent)) family.add(listed);
  }
  return [...family];
}

/** Returns the memory of a process in megabytes, with its proportional share of shared pages. */
export function megabytesOf(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readOr(`/proc/${pid}/smaps_rollup`));
  return (Number(found?.[1] ?? 0) * 1024) / 1e6;
}

/** Ends processes that still use a scratch folder, for example the database of a killed server. */
export function endLeftovers(folder: string): void {
  for (const { pid, command } of listProcesses()) {
    if (pid === process.pid || !command.includes(folder)) continue;
    console.error(`Ending a process that was left over: ${command.slice(0, 120)}`);
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // The process has already ended.
    }
  }
}

/** Returns a function that ends a child by SIGTERM, and by SIGKILL after 30 s. */
function stopOf(child: ChildProcess): () => Promise<void> {
  return async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(killTimer);
  };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const TICKS_PER_SECOND = 100;

/** Returns the seconds of processor time that this machine has used since its start, over all cores. */
export function processorSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupt + softInterrupt) / TICKS_PER_SECOND;
}

/** Returns the seconds of processor time that a process has used itself. */
export const processorSecondsOf = (pid: number): number => times(pid).own;

/** Returns the seconds of processor time that the descendants of a process have used, also those that have ended. */
export function processorSecondsBelow(pid: number): number {
  const family = processTreeOf(pid).map((member) => times(member.pid));
  return family.reduce((sum, { own, ended }) => sum + own + ended, 0) - times(pid).own;
}

/** The time of a process, and that of its children that have ended. */
function times(pid: number): { own: number; ended: number } {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return { own: 0, ended: 0 };
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (first: number): number => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / TICKS_PER_SECOND;
  return { own: sum(11), ended: sum(13) };
}

/** A program that runs until it is stopped. */
export type Program = { child: ChildProcess; pid: number; stop(): Promise<void> };

/** The options of a started program. Its output goes to a log in the scratch folder, or to `onText`. */
type ProgramOptions = {
  name: string;
  environment?: Record<string, string>;
  folder?: string;
  uid?: number;
  gid?: number;
  onText?(text: string): void;
};

/** Starts a program. */
export function startProgram(stage: Stage, command: readonly string[], options: ProgramOptions): Program {
  const [file = '', ...args] = command;
  const log = openSync(join(stage.folder, `${options.name}.log`), 'a');
  const child = spawn(file, args, {
    cwd: options.folder ?? stage.folder,
    env: { ...process.env, ...options.environment },
    ...(options.uid !== undefined && { uid: options.uid }),
    ...(options.gid !== undefined && { gid: options.gid }),
    stdio: ['ignore', options.onText ? 'pipe' : log, log],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => options.onText?.(text));
  child.on('error', () => undefined);
  const stop = stopOf(child);
  stage.onEnd(stop);
  return { child, pid: child.pid ?? 0, stop };
}

/** A peer in a separate process that answers questions (see peers/serve.ts). */
export type PeerProcess = { ask<Answer>(question: unknown): Promise<Answer>; stop(): Promise<void> };

/** Starts a peer with the options of Node that the server has, and waits until it is ready. */
export async function startPeer(stage: Stage, name: string, environment: Record<string, string>): Promise<PeerProcess> {
  const log = openSync(join(stage.folder, `${name}.log`), 'a');
  const child = fork(join(import.meta.dirname, 'peers', `${name}.ts`), [], {
    cwd: stage.folder,
    env: { ...process.env, ...environment },
    execArgv: [...SERVER_OPTIONS],
    stdio: ['ignore', log, log, 'ipc'],
  });
  const stop = stopOf(child);
  stage.onEnd(stop);
  const answer = async <Answer>(): Promise<Answer> => {
    const listeners = new AbortController();
    const ended = once(child, 'exit', listeners).then(([code]) => {
      throw new Error(`The peer ${name} ended with ${String(code)} in the middle of a round`);
    });
    const [message] = (await Promise.race([once(child, 'message', listeners), ended])) as [{ answer?: Answer; failure?: string }];
    ended.catch(() => undefined);
    listeners.abort();
    if (message.failure !== undefined) throw new Error(message.failure);
    return message.answer as Answer;
  };
  await answer();
  return {
    stop,
    ask: (question) => {
      child.send({ question });
      return answer();
    },
  };
}

/** Waits until an address answers with success. Throws after `timeout` milliseconds. */
export async function untilAnswered(url: string, { timeout = 60_000, pause = 5, token = '', method = 'GET' } = {}): Promise<void> {
  const deadline = performance.now() + timeout;
  for (let failure: unknown; ; await wait(pause)) {
    try {
      const response = await fetch(url, { method, headers: token ? { authorization: `Bearer ${token}` } : {} });
      await response.arrayBuffer();
      if (response.ok) return;
      failure = response.status;
    } catch (error) {
      failure = error instanceof Error && error.cause instanceof Error ? error.cause.message : error;
    }
    if (performance.now() > deadline) throw new Error(`${url} does not answer: ${String(failure)}`);
  }
}
