/** Short forms as tests: each still kills, cuts or stops for real, and is judged from outside. A test counts for the file that declares it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Where they can run. */
export const onLinux = { skip: process.platform === 'linux' ? false : 'soaks look at the process table of Linux' };

/** Fails unless the short form of a row finds that all that must be zero is zero. */
export async function passesInShort(t: TestContext, row: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `row-${row}.ts`), '--short'], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGTERM'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, said);
  assert.match(said, /^All that must be zero is zero\.$/m);
}
