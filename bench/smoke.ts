/** Smoke runs of benchmarks as tests: every contestant is started and called once. Each benchmark has its own test file. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const command = join(import.meta.dirname, '..', 'scripts', 'bench.ts');

/** Options that skip a test on other systems: benchmarks read the process table of Linux. */
export const onLinux = { skip: process.platform === 'linux' ? false : 'benchmarks read the process table of Linux' };

const { MILLRACE_CLUSTER_SCRIPTS, MILLRACE_CLUSTER_WORK } = process.env;
/** Options that skip a test if no cluster can be started. */
export const onCluster = {
  skip: MILLRACE_CLUSTER_SCRIPTS && MILLRACE_CLUSTER_WORK ? false : 'MILLRACE_CLUSTER_SCRIPTS and MILLRACE_CLUSTER_WORK name no cluster',
};

/** Fails unless every contestant of a benchmark starts and answers. A contestant that cannot run on this machine counts as skipped. */
export async function assertSmokeRun(t: TestContext, id: string, ...options: string[]): Promise<void> {
  const child = spawn(process.execPath, [command, id, '--smoke', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGTERM'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, output);
  assert.ok(output.includes(`${id}: every contestant was started and called.`), output);
  for (const [, name = '', reason = ''] of output.matchAll(/^ {2}skipped +(.+?): (.+)$/gm))
    await t.test(`${id}: ${name}`, { skip: reason }, () => undefined);
}
