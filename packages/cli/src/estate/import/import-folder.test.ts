import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import { openImportFolder } from './import-folder.ts';
import { ImportReport } from './import-report.ts';

const SOURCE = 'https://api.example.com';
const base = await mkdtemp(join(tmpdir(), 'millrace-import-'));
after(() => rm(base, { recursive: true }));

describe('a folder of an import', () => {
  it('is continued after Ctrl-C in the middle', async () => {
    const path = join(base, 'moved');
    const interruption = new AbortController();
    const folder = await openImportFolder(path, SOURCE);
    await folder.save({ complete: false, objects: {}, lines: [] });
    const write = folder.writer(new ImportReport(), interruption.signal);
    assert.equal(await write(join(path, 'environments/a/environment.yaml'), 'name: a\n'), true);
    interruption.abort();
    await assert.rejects(write(join(path, 'environments/b/environment.yaml'), 'name: b\n'), { kind: 'interrupted' });
    assert.equal(folder.written, 1);
    await folder.save({ complete: false, objects: {}, lines: [] });

    const again = await openImportFolder(path, SOURCE);
    const report = new ImportReport();
    const writeAgain = again.writer(report, new AbortController().signal);
    assert.equal(await writeAgain(join(path, 'environments/a/environment.yaml'), 'name: a\ndescription: new\n'), true);
    assert.equal(await writeAgain(join(path, 'environments/b/environment.yaml'), 'name: b\n'), true);
    assert.equal(await readFile(join(path, 'environments/a/environment.yaml'), 'utf8'), 'name: a\ndescription: new\n');
    assert.deepEqual(report.lines(), []);
  });

  it('belongs to one account', async () => {
    const path = join(base, 'one');
    await (await openImportFolder(path, SOURCE)).save({ complete: true, objects: {}, lines: [] });
    await openImportFolder(path, SOURCE);
    await assert.rejects(openImportFolder(path, 'https://api.example.org'), { kind: 'usage' });
  });
});
