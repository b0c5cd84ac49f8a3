// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { existsSync, linkSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../test/engine.ts';
import { makeRunFiles, type RunFiles } from './run-files.ts';
import { SpareFolders } from './spare-folders.ts';

const OWNER = { agent: process.pid };
const FILES = [
  { path: 'bundle/millrace.json', content: Buffer.from('{}'), program: false },
  { path: 'bundle/deep/run.sh', content: Buffer.from('#!/bin/sh\n'), program: true },
];

/** A folder with spares, and the folder of its n-th run. */
async function setUp() {
  const folder = await temporaryFolder();
  const spares = new SpareFolders(join(folder, 'spare'));
  const placeOf = (name: string, context = `{"run":"${name}"}`, key = 'k'): RunFiles => ({
    root: join(folder, name),
    key,
    folders: ['home', 'tmp', 'bundle', 'bundle/deep'],
    files: FILES,
    context: { path: 'context.json', content: context },
  });
  const make = (runFiles: RunFiles): RunFiles => {
    makeRunFiles(runFiles, OWNER);
    spares.register(runFiles);
    return runFiles;
  };
  return { folder, spares, placeOf, make };
}

const kept = (left: string | boolean): string => {
  assert.equal(typeof left, 'string', 'the folder is kept');
  return left as string;
};

test('gives the folder of an earlier run to a later one, as a new one would be, once nobody of the earlier one lives', async () => {
  const { spares, placeOf, make } = await setUp();
  const first = make(placeOf('first', '{"password":"secret of the first"}'));
  const inode = statSync(first.root).ino;
  const path = kept(spares.keep(first));
  assert.equal(existsSync(first.root), false);
  assert.equal(readFileSync(join(path, 'context.json'), 'utf8').trim(), '', 'what the parameters said is gone');
  assert.equal(spares.take(placeOf('early')), false);
  spares.markReusable(path);
  assert.equal(spares.take(placeOf('other', '{}', 'another bundle')), false);
  const second = placeOf('second', '{"short":1}');
  assert.equal(spares.take(second), true);
  assert.equal(statSync(second.root).ino, inode);
  assert.equal(readFileSync(join(second.root, 'context.json'), 'utf8'), '{"short":1}');
  assert.equal(readFileSync(join(second.root, 'bundle/deep/run.sh'), 'utf8'), '#!/bin/sh\n');
  assert.equal(statSync(join(second.root, 'bundle/deep/run.sh')).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(second.root).sort(), ['bundle', 'context.json', 'home', 'owner.json', 'tmp']);
  assert.equal(spares.take(placeOf('third')), false, 'one folder serves one run at a time');

  const again = kept(spares.keep(second));
  spares.markReusable(again);
  const longer = placeOf('longer', `{"long":"${'x'.repeat(100_000)}"}`);
  assert.equal(spares.take(longer), true);
  assert.equal(readFileSync(join(longer.root, 'context.json'), 'utf8'), longer.context.content);
});

const CHANGES: readonly [string, (root: string) => Promise<unknown>][] = [
  ['a file that was added', (root) => writeFile(join(root, 'home/left'), 'x')],
  ['a report', (root) => writeFile(join(root, 'report.jsonl'), '{}')],
  ['a folder that was added', (root) => mkdir(join(root, 'bundle/deep/cache'))],
  ['a file of the bundle that was changed', (root) => writeFile(join(root, 'bundle/deep/run.sh'), '#!/bin/ss\n')],
  ['a right that was taken away', (root) => chmod(join(root, 'bundle/millrace.json'), 0o400)],
  ['a right on a folder', (root) => chmod(join(root, 'tmp'), 0o777)],
  ['a second name of a file', async (root) => linkSync(join(root, 'bundle/millrace.json'), `${root}-second`)],
  ['a second name of the context', async (root) => linkSync(join(root, 'context.json'), `${root}-context`)],
  ['a file that was taken away', (root) => unlink(join(root, 'bundle/millrace.json'))],
  [
    'a change whose time was set back',
    async (root) => {
      const file = join(root, 'bundle/deep/run.sh');
      const { atime, mtime } = statSync(file);
      await writeFile(file, '#!/bin/ss\n');
      await utimes(file, atime, mtime);
    },
  ],
  [
    'a link instead of a folder',
    async (root) => {
      await rename(join(root, 'bundle'), `${root}-elsewhere`);
      await symlink(`${root}-elsewhere`, join(root, 'bundle'));
    },
  ],
];

for (const [title, change] of CHANGES) {
  test(`keeps no folder with ${title}`, async () => {
    const { folder, spares, placeOf, make } = await setUp();
    const runFiles = make(placeOf('run'));
    await change(runFiles.root);
    assert.equal(typeof spares.keep(runFiles), 'boolean');
    assert.equal(existsSync(join(folder, 'spare')), false);
    if (title.startsWith('a link')) assert.equal(existsSync(`${runFiles.root}-elsewhere/millrace.json`), true, 'what lies behind it stays');
  });

  test(`gives no run a folder with ${title} that came later`, async () => {
    const { folder, spares, placeOf, make } = await setUp();
    const path = kept(spares.keep(make(placeOf('run'))));
    await change(path);
    spares.markReusable(path);
    const next = placeOf('next');
    assert.equal(spares.take(next), false);
    assert.equal(existsSync(path), false, 'it is removed');
    assert.equal(existsSync(next.root), false);
    await rm(folder, { recursive: true, force: true });
  });
}

test('takes a folder away that is not to be kept, and all of them in the end', async () => {
  const { folder, spares, placeOf, make } = await setUp();
  const path = kept(spares.keep(make(placeOf('run'))));
  spares.markReusable(path);
  spares.close();
  assert.equal(existsSync(join(folder, 'spare')), false);
  assert.equal(spares.take(placeOf('next')), false);
});
