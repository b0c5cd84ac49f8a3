// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { countsOfLine, countsOfReport, readReport } from './row-counts.ts';

const noDatasets = { inputs: [], outputs: [], droppedDatasets: 0 };

test('bundles.report.lines: uses the last totals and ignores components', () => {
  const text = '{"processed":5,"rejected":0}\n{"component":"in","processed":99,"rejected":9}\n{"processed":10,"rejected":2}\n';
  assert.deepEqual(countsOfReport(text), {
    counts: { processed: 10, rejected: 2 },
    components: [],
    unreadable: 0,
    dropped: 0,
    ...noDatasets,
  });
});

test('keeps the processed count when a later line only counts rejected rows', () => {
  assert.deepEqual(countsOfReport('{"processed":5}\n{"rejected":1}').counts, { processed: 5, rejected: 1 });
});

test('uses the components when there are no totals', () => {
  const text =
    '{"component":"in","processed":10}\n{"component":"check","processed":8,"rejected":2}\n{"component":"out","processed":7,"rejected":1}';
  assert.deepEqual(countsOfReport(text).counts, { processed: 10, rejected: 3 });
});

test('counts unreadable lines and ignores invalid counts', () => {
  const { counts, unreadable } = countsOfReport('nonsense\n[1]\n{"processed":-1,"rejected":"3"}\n\n');
  assert.deepEqual([counts, unreadable], [{}, 2]);
});

test('reads only a plain file, and only the end of a large one', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'report');
  const nothing = { counts: {}, components: [], unreadable: 0, dropped: 0, ...noDatasets };
  assert.deepEqual(await readReport(path), nothing);
  await writeFile(path, '{"processed":1,"rejected":0}\n'.repeat(700_000));
  await appendFile(path, '{"processed":7,"rejected":0}\n');
  assert.deepEqual(await readReport(path), { ...nothing, counts: { processed: 7, rejected: 0 } });
  await symlink(path, join(folder, 'link'));
  assert.deepEqual((await readReport(join(folder, 'link'))).counts, {});
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  assert.deepEqual((await readReport(join(folder, 'pipe'))).counts, {});
});

test('bundles.job-archive.counters: reads the counters of a job archive in all spellings', () => {
  assert.deepEqual(countsOfLine('[INFO ] 12:00:00 CheckAirports - airports: 3370 processed, 6 rejected'), { processed: 3370, rejected: 6 });
  assert.deepEqual(countsOfLine('1,234 rows processed and 5 rows rejected'), { processed: 1234, rejected: 5 });
  assert.deepEqual(countsOfLine('Processed: 12; rejected: 3'), { processed: 12, rejected: 3 });
  assert.deepEqual(countsOfLine('processed=12 rejected=3'), { processed: 12, rejected: 3 });
  assert.equal(countsOfLine('the file was processed'), undefined);
});
