// run: own process, waiting, in test:all because it runs tests in processes
/** The rows that repeat tests of the product run these tests and count them. Two of them are run. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findPaths, readText } from '../scripts/house/source-files.ts';
import { onLinux, assertSmokeForm } from './short-form.ts';
import type { Stage } from './stage.ts';
import { runRounds } from './test-rounds.ts';

// tries `npm run soak -- 3 --smoke`
for (const row of [3, 23]) test(`soak, row ${row}, runs tests and counts them`, onLinux, (t) => assertSmokeForm(t, row));

test('the rounds of a soak share one database server', onLinux, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-rounds-'));
  // When root runs this, PostgreSQL runs as another user, which must be able to enter this folder.
  await chmod(folder, 0o711);
  const closers: (() => unknown)[] = [];
  const address = process.env['MILLRACE_TEST_DATABASE_URL'];
  delete process.env['MILLRACE_TEST_DATABASE_URL'];
  t.after(async () => {
    process.env['MILLRACE_TEST_DATABASE_URL'] = address;
    for (const close of closers) await close();
    await rm(folder, { recursive: true });
  });
  const say = (): void => undefined;
  const onEnd = (closer: () => unknown): void => void closers.push(closer);
  const stage: Stage = { short: true, smoke: true, seconds: 1, seed: 1, random: () => 0, folder, say, onEnd };
  const runOnce = () => runRounds(stage, 'packages/server/src/core/database/prepared-query.test.ts', { maxRounds: 1, database: true });
  const failures = (await Promise.all([runOnce(), runOnce()])).map(({ failed }) => failed);
  assert.deepEqual({ failures, servers: closers.length }, { failures: [0, 0], servers: 1 });
});

test('each test file that a row repeats exists, and has the test that a smoke run chooses', () => {
  const rows = findPaths('soak/row-*.ts').map((path) => ({ path, text: readText(path) }));
  const repeating = rows.filter(({ text }) => /(?:runRounds|repeatFiles)\(/.test(text));
  assert.equal(repeating.length, 8);
  for (const { path, text } of repeating) {
    const files = [...text.matchAll(/'(packages\/[^']+\.test\.ts)'/g)].map(([, file = '']) => readText(file));
    const sample = /sample: '([^']+)'/.exec(text)?.[1];
    // Rows whose files are composed of parts check themselves that the files exist.
    if (files.length > 0 && sample !== undefined)
      assert.ok(
        files.some((file) => file.includes(sample)),
        `${path}: no test begins with ${sample}`,
      );
  }
});
