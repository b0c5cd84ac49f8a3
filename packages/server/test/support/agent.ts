/** The real engine agent as a process of its own, paired by a key, as somebody would start it on another machine. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';
import { folderBesideTasks } from './task-files.ts';

const program = fileURLToPath(new URL('../../../engine/src/main.ts', import.meta.url));

/** An agent that works. `ended` says with which code it ended; who started it stops it. */
export type RunningAgent = { ended: Promise<number | null>; stop(): Promise<void> };

/** Pairs an agent by a key and starts it. */
export async function startAgent(url: string, key: string): Promise<RunningAgent> {
  const folder = await folderBesideTasks('millrace-agent-');
  const env = { ...programEnvironment(), MILLRACE_ENGINE_KEY: key };
  const begin = (...words: string[]) => {
    const child = spawn(process.execPath, [program, ...words, '--folder', folder], { env, stdio: 'ignore' });
    return { child, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) };
  };
  assert.equal(await begin('pair', '--url', url).ended, 0, 'the engine could not be paired');
  const { child, ended } = begin('run');
  return {
    ended,
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
