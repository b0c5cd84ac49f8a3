// run: own process, waiting, in test:all because it starts whole programs
/** Starts that are refused: each ends with one line that says what to do, and changes no file. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '../support/command.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const testFolder = await folderBesideTasks('millrace-refused-starts-');
after(() => rm(testFolder, { recursive: true, force: true }));
const at = (...names: string[]): string => join(testFolder, ...names);
await writeFile(at('file'), 'mine');
await symlink(at('no-such', 'folder'), at('link'));
for (const name of ['postgres', 'key', 'home.json']) await mkdir(at(`with-${name}`));
await writeFile(at('with-postgres', 'postgres'), 'mine');
await mkdir(at('with-key', 'key'));
await mkdir(at('with-home.json', 'home.json'));

for (const [title, settings, message] of [
  ['a home that is a file', { MILLRACE_HOME: at('file') }, /file is a file or is inside of one/],
  ['a home below a file', { MILLRACE_HOME: at('file', 'below') }, /below is a file or is inside of one/],
  ['a home behind a broken link', { MILLRACE_HOME: at('link') }, /link is a file or is inside of one/],
  [
    'a home in a file system without folders',
    { MILLRACE_HOME: '/proc/millrace' },
    /"message":"\/proc\/millrace cannot be created: its file system allows no new folders/,
  ],
  ['a home that is a device', { MILLRACE_HOME: '/dev/null' }, /"message":"\/dev\/null is a file/],
  [
    'a home with a file in place of the folder of the database',
    { MILLRACE_HOME: at('with-postgres') },
    /postgres is a file or is inside of one/,
  ],
  ['a home whose home.json is a folder', { MILLRACE_HOME: at('with-home.json') }, /home\.json is a folder, and a file is needed/],
  [
    'an invalid address of a database',
    { MILLRACE_HOME: at('fresh'), DATABASE_URL: 'swordfish' },
    /"message":"DATABASE_URL is not the address of a PostgreSQL database/,
  ],
  [
    'a database of another kind',
    { MILLRACE_HOME: at('fresh'), DATABASE_URL: 'mysql://user:swordfish@host/x' },
    /"message":"DATABASE_URL is not the address/,
  ],
] as const) {
  test(`${title} is refused in one line`, async () => {
    const { code, output, errors } = await runCommand('start', [], { ...settings, MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none' });
    assert.deepEqual([code, output], [1, '']);
    assert.match(errors, message);
    assert.equal(errors.trim().split('\n').length, 1, errors);
    assert.doesNotMatch(errors, /\b(?:remove|delete|drop|rm)\b|swordfish/i);
    assert.deepEqual([await readFile(at('file'), 'utf8'), await readFile(at('with-postgres', 'postgres'), 'utf8')], ['mine', 'mine']);
  });
}
