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
export const passesInShort = (t: TestContext, row: number | 'k', ...options: string[]): Promise<void> =>
  passes(t, row, '--short', ...options);

/** Runs one test of a row that repeats tests of the product, to check that the soak runs and counts tests. All of these tests run anyway. */
export const passesInSmoke = (t: TestContext, row: number): Promise<void> => passes(t, row, '--smoke');

async function passes(t: TestContext, row: number | 'k', ...options: string[]): Promise<void> {
  const child = spawn(process.execPath, [command, String(row), ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGTERM'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, output);
  assert.match(output, /^All counts that must be zero are zero\.$/m);
}
