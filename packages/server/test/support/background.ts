/** Runs timers and jobs once, by their names in the lists that the server gets: a test of one that no process runs fails. */
import assert from 'node:assert/strict';
import type { Platform } from '../../src/core/platform/platform.ts';
import { buffers, jobs, timers } from '../../src/worker.ts';

/** Runs a timer once, as a process of the server does. */
export async function runTimer(platform: Platform, name: string): Promise<void> {
  const timer = [...timers, ...buffers].find((one) => one.name === name) ?? assert.fail(`the server runs no timer '${name}'`);
  await timer.run(platform);
}

/** Runs a job once, as a worker does. */
export async function runJob(platform: Platform, name: string, payload: object): Promise<void> {
  const job = jobs.find((one) => one.name === name) ?? assert.fail(`the server runs no job '${name}'`);
  await job.run(payload as never, platform);
}
