/** Short forms as tests: each still kills, cuts or stops for real, and is judged from outside. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';

/** Declares the test that the short form of a row finds nothing that must be zero and is not. */
export function passesInShort(row: number): void {
  const skip = process.platform === 'linux' ? false : 'soaks look at the process table of Linux';
  test(`soak, row ${row}, in short`, { skip }, async (t) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `row-${row}.ts`), '--short'], { stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => child.kill('SIGTERM'));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    await once(child, 'close');
    assert.equal(child.exitCode, 0, said);
    assert.match(said, /^All that must be zero is zero\.$/m);
  });
}
