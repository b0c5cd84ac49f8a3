/** The real engine as a separate process, paired by a key, as on another machine. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';
import { folderBesideTasks } from './task-files.ts';

const program = fileURLToPath(new URL('../../../engine/src/main.ts', import.meta.url));

/** A running engine. `ended` resolves with its exit code. The caller of `startAgent` must stop it. */
export type RunningAgent = { ended: Promise<number | null>; stop(): Promise<void> };

/** Pairs an engine by a key and starts it. */
export async function startAgent(url: string, key: string): Promise<RunningAgent> {
  const folder = await folderBesideTasks('millrace-agent-');
  const env = { ...programEnvironment(), MILLRACE_ENGINE_KEY: key };
  const run = (...words: string[]) => {
    const child = spawn(process.execPath, [program, ...words, '--folder', folder], { env, stdio: 'ignore' });
    return { child, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) };
  };
  assert.equal(await run('pair', '--url', url).ended, 0, 'the engine could not be paired');
  const { child, ended } = run('run');
  return {
    ended,
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
