/** Smoke runs of benches as tests: every contestant is started and called once. A test counts for the file that declares it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const command = join(import.meta.dirname, '..', 'scripts', 'bench.ts');

/** Where they can run: the processes of contestants are looked up in the process table. */
export const onLinux = { skip: process.platform === 'linux' ? false : 'benches look at the process table of Linux' };

/** Fails unless every contestant of a bench starts and answers; a contestant that this machine does not have counts as skipped. */
export async function startsAndCalls(t: TestContext, id: string, ...options: string[]): Promise<void> {
  const child = spawn(process.execPath, [command, id, '--smoke', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGTERM'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, said);
  assert.ok(said.includes(`${id}: every contestant was started and called.`), said);
  for (const [, name = '', reason = ''] of said.matchAll(/^ {2}skipped +(.+?): (.+)$/gm))
    await t.test(`${id}: ${name}`, { skip: reason }, () => undefined);
}
