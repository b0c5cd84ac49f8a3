import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { findHome, openHome } from './home.ts';
import { StartError } from '../base/start-error.ts';

const isRoot = process.getuid?.() === 0;

describe('the home folder', () => {
  let folder = '';
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'millrace-home-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  const withHomeJson = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await mkdir(path);
    await writeFile(join(path, 'home.json'), text);
    return path;
  };
  const refuses = (path: string, message: RegExp): Promise<void> =>
    assert.rejects(openHome(path), (error) => error instanceof StartError && message.test(error.message) && !error.message.includes('\n'));

  it('is created with its format in home.json, and other users may not list it', async () => {
    const path = join(folder, 'deep/fresh');
    await openHome(path);
    assert.deepEqual(JSON.parse(await readFile(join(path, 'home.json'), 'utf8')), { format: 1, postgres: '18' });
    assert.equal((await stat(path)).mode & 0o066, 0);
  });

  it('is opened again without a change', async () => {
    const text = '{ "format": 1,   "postgres": "18" }';
    const path = await withHomeJson('again', text);
    assert.deepEqual(await openHome(path), { path });
    assert.equal(await readFile(join(path, 'home.json'), 'utf8'), text);
  });

  it('of a newer format is refused with a message that has both format numbers', async () => {
    const path = await withHomeJson('newer', '{ "format": 2, "postgres": "18" }');
    await refuses(path, /was written by a newer Millrace \(format 2, this one knows 1\): install that version or set MILLRACE_HOME/);
  });

  it('with a newer or an older PostgreSQL is refused', async () => {
    await refuses(
      await withHomeJson('newer-pg', '{ "format": 1, "postgres": "19" }'),
      /newer Millrace \(PostgreSQL 19, this one includes 18\)/,
    );
    await refuses(await withHomeJson('older-pg', '{ "format": 1, "postgres": "17" }'), /holds a database of PostgreSQL 17/);
  });

  for (const text of ['', '{', '[]', 'null', '{ "format": "1", "postgres": "18" }', '{ "format": 1 }']) {
    it(`whose home.json is ${JSON.stringify(text)} is refused and left as it is`, async () => {
      const path = await withHomeJson(`broken-${text.length}`, text);
      await refuses(path, /home\.json cannot be understood/);
      assert.equal(await readFile(join(path, 'home.json'), 'utf8'), text);
    });
  }

  it('that is a file, or is inside of one, is refused', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await refuses(file, /file is a file or is inside of one/);
    await refuses(join(file, 'below'), /below is a file or is inside of one/);
  });

  it('that this user may not write is refused', { skip: isRoot && 'root may write everywhere' }, async () => {
    const path = await withHomeJson('locked', '{ "format": 1, "postgres": "18" }');
    await chmod(path, 0o500);
    await refuses(path, /may not write in/);
    await refuses(join(path, 'below'), /may not write in/);
    await chmod(path, 0o700);
  });

  it('is the folder that MILLRACE_HOME names, and ~/.millrace by default', () => {
    assert.equal(findHome('/somewhere/else'), '/somewhere/else');
    assert.match(findHome(undefined), /\/\.millrace$/);
  });
});
