/** The processes of the measured programs. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { stopOf } from './process-tree.ts';
import { SERVER_OPTIONS } from '../scripts/launch/server-options.mjs';
import type { Stage } from './contestant.ts';

/** A program that runs until it is stopped. */
export type Program = { child: ChildProcess; pid: number; stop(): Promise<void> };

/** The options of a started program. Its output goes to a log in the scratch folder, or to `onText`. */
export type ProgramOptions = {
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

/** Opens connections to a server for a turn. Each has one request at a time. */
export function openPool(url: string, turn: Stage, connections = 1): Pool {
  const pool = new Pool(url, { connections, pipelining: 1 });
  turn.onEnd(() => pool.close());
  return pool;
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
