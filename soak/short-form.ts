/** Short soaks as tests: they cause the same failures as long ones and check the same counts. Each row has its own test file. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const command = join(import.meta.dirname, '..', 'scripts', 'soak.ts');

/** Options that skip a test on other systems: soaks read the process table of Linux. */
export const onLinux = { skip: process.platform === 'linux' ? false : 'soaks read the process table of Linux' };

/** Fails unless all counts that must be zero are zero in the short form of a row. */
export const assertShortForm = (t: TestContext, row: number | 'k', ...options: string[]): Promise<void> =>
  assertZero(t, row, '--short', ...options);

/** Fails unless the smoke form of a row, which repeats tests of the product, runs and counts tests. `npm run test:all` runs all of these tests anyway. */
export const assertSmokeForm = (t: TestContext, row: number): Promise<void> => assertZero(t, row, '--smoke');

async function assertZero(t: TestContext, row: number | 'k', ...options: string[]): Promise<void> {
  const child = spawn(process.execPath, [command, String(row), ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGTERM'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, output);
  assert.match(output, /^All counts that must be zero are zero\.$/m);
}
