/** The page of what was proven says what the results say, and cannot be written without one of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseResult, readResults, requireResults } from './measured-results.ts';
import { proofPage } from './proof-page.ts';
import { readText } from './source-files.ts';
import { parseTestRun, testRunText } from './test-run.ts';

const page = proofPage();
const facts = [
  ['Date', '2026-12-01 08:00 UTC'],
  ['Processor', 'Some processor, 2 cores'],
  ['Memory', '8.0 GiB'],
] as const;

describe('the page of what was proven', () => {
  test('has a row of each result with its command, its machine and its day', () => {
    const results = readResults();
    assert.ok(results.length > 35);
    for (const { path, command, machine, date } of results) {
      const rows = page.split('\n').filter((line) => line.startsWith('|') && line.includes(`(../${path})`));
      assert.ok(rows.length > 0 && rows.every((row) => row.endsWith(`| \`${command}\` | ${machine} | ${date} |`)), path);
    }
  });

  test('lists each target that was not reached', () => {
    const missed = readResults().map(({ path }) => (readText(path).match(/\*\*Not reached\*\*/g) ?? []).length);
    const count = missed.reduce((sum, one) => sum + one, 0);
    assert.equal((page.match(/\*\*not reached\*\*/g) ?? []).length, count);
    assert.match(page, new RegExp(`^- \\*\\*Targets of benchmarks\\*\\* that were not reached: ${count}\\.$`, 'm'));
  });

  test('cannot be written while a result is missing, or where one contradicts the list of what was not measured', () => {
    const paths = readResults().map(({ path }) => path);
    requireResults(paths);
    assert.throws(() => requireResults(paths.slice(1)), new RegExp(`These results are missing: ${paths[0]}\\.`));
    assert.throws(() => requireResults([...paths, 'bench/results/P99.md']), /P99\.md: no row or benchmark has this result/);
  });

  test('a result must name its command, its day and its machine', () => {
    const text = readText('bench/results/P1.md');
    assert.throws(() => parseResult('P1.md', text.replace(/^\| Date .*$/m, '')), /P1\.md has no row "Date": measure it again\./);
    assert.throws(() => parseResult('P1.md', text.replace(/^\| Processor .*$/m, '')), /has no row "Processor"/);
  });

  test('a soak with a count that is not zero is said to have failed', () => {
    const text = readText('bench/results/soak-2.md').replace('| **lost** | **0** |', '| **lost** | **3** |');
    assert.deepEqual(parseResult('bench/results/soak-2.md', text).notZero, ['lost: 3']);
  });
});

test('a recorded run of the tests has the counts of the contract, of OAuth and of the tests that the security page names', () => {
  const file = (path: string, passed: number, failed = 0, skipped = 0) => ({ file: path, passed, failed, skipped });
  const text = testRunText(
    'npm run test:all -- --record',
    [
      file('packages/server/test/contract/rules.test.ts', 5),
      file('packages/server/test/contract/every-operation/every-operation.test.ts', 7, 1),
      file('packages/server/src/features/oauth/oauth/token/code-grant.test.ts', 11, 0, 2),
      file('packages/calendar/src/days.test.ts', 13),
    ],
    facts,
  );
  const { machine, date, groups } = parseTestRun(text);
  assert.deepEqual([machine, date], ['Some processor, 2 cores, 8.0 GiB', '2026-12-01 08:00 UTC']);
  assert.deepEqual(groups.get('all'), { passed: 36, failed: 1, skipped: 2 });
  assert.deepEqual(groups.get('contract'), { passed: 12, failed: 1, skipped: 0 });
  assert.deepEqual(groups.get('oauth'), { passed: 11, failed: 0, skipped: 2 });
  // `every-operation` and `code-grant` are words of the page.
  assert.deepEqual(groups.get('security'), { passed: 18, failed: 1, skipped: 2 });
});
