/** Soaks as tests: each still kills, cuts or stops for real, and is judged from outside. A test counts for the file that declares it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const command = join(import.meta.dirname, '..', 'scripts', 'soak.ts');

/** Where they can run. */
export const onLinux = { skip: process.platform === 'linux' ? false : 'soaks look at the process table of Linux' };

/** Fails unless the short form of a row finds that all that must be zero is zero. */
export const passesInShort = (t: TestContext, row: number, ...options: string[]): Promise<void> => passes(t, row, '--short', ...options);

/** The same of a row that runs tests of the product, which `npm test` runs anyway: with one of them, to show that the soak runs and counts them. */
export const passesInSmoke = (t: TestContext, row: number): Promise<void> => passes(t, row, '--smoke');

async function passes(t: TestContext, row: number, ...options: string[]): Promise<void> {
  const child = spawn(process.execPath, [command, String(row), ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGTERM'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, said);
  assert.match(said, /^All that must be zero is zero\.$/m);
}
