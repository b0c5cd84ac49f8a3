// run: own process, waiting, in test:all because it runs tests in processes
/** The rows that repeat tests of the product run these tests and count them. Two of them are run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPaths, readText } from '../scripts/house/source-files.ts';
import { onLinux, passesInSmoke } from './short-form.ts';

// tries `npm run soak -- 3 --smoke`
for (const row of [3, 23]) test(`soak, row ${row}, runs tests and counts them`, onLinux, (t) => passesInSmoke(t, row));

test('each test file that a row repeats exists, and has the test that a smoke run chooses', () => {
  const rows = findPaths('soak/row-*.ts').map((path) => ({ path, text: readText(path) }));
  const repeating = rows.filter(({ text }) => text.includes('runRounds('));
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
