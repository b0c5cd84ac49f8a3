// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { existsSync, linkSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { makeRunFiles, type RunFiles } from './run-files.ts';
import { SpareFolders } from './spare-folders.ts';

const OWNER = { agent: process.pid };
const FILES = [
  { path: 'bundle/millrace.json', content: Buffer.from('{}'), program: false },
  { path: 'bundle/deep/run.sh', content: Buffer.from('#!/bin/sh\n'), program: true },
];

/** Creates a `SpareFolders`; `runFilesFor` describes the folder of a run, `make` creates it. */
async function setUp() {
  const folder = await temporaryFolder();
  const spares = new SpareFolders(join(folder, 'spare'));
  const runFilesFor = (name: string, context = `{"run":"${name}"}`, key = 'k'): RunFiles => ({
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
  return { folder, spares, runFilesFor, make };
}

const pathOfKept = (left: string | boolean): string => {
  assert.equal(typeof left, 'string', 'the folder is kept');
  return left as string;
};

test('a later run gets the folder of an earlier run, in its initial state, when the earlier run has no processes left', async () => {
  const { spares, runFilesFor, make } = await setUp();
  const first = make(runFilesFor('first', '{"password":"secret of the first"}'));
  const inode = statSync(first.root).ino;
  const path = pathOfKept(spares.keep(first));
  assert.equal(existsSync(first.root), false);
  assert.equal(readFileSync(join(path, 'context.json'), 'utf8').trim(), '', 'the parameters are removed');
  assert.equal(spares.take(runFilesFor('early')), false);
  spares.markReusable(path);
  assert.equal(spares.take(runFilesFor('other', '{}', 'another bundle')), false);
  const second = runFilesFor('second', '{"short":1}');
  assert.equal(spares.take(second), true);
  assert.equal(statSync(second.root).ino, inode);
  assert.equal(readFileSync(join(second.root, 'context.json'), 'utf8'), '{"short":1}');
  assert.equal(readFileSync(join(second.root, 'bundle/deep/run.sh'), 'utf8'), '#!/bin/sh\n');
  assert.equal(statSync(join(second.root, 'bundle/deep/run.sh')).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(second.root).sort(), ['bundle', 'context.json', 'home', 'owner.json', 'tmp']);
  assert.equal(spares.take(runFilesFor('third')), false, 'one folder serves one run at a time');

  const again = pathOfKept(spares.keep(second));
  spares.markReusable(again);
  const longer = runFilesFor('longer', `{"long":"${'x'.repeat(100_000)}"}`);
  assert.equal(spares.take(longer), true);
  assert.equal(readFileSync(join(longer.root, 'context.json'), 'utf8'), longer.context.content);
});

const CHANGES: readonly [string, (root: string) => Promise<unknown>][] = [
  ['a file that was added', (root) => writeFile(join(root, 'home/left'), 'x')],
  ['a report', (root) => writeFile(join(root, 'report.jsonl'), '{}')],
  ['a folder that was added', (root) => mkdir(join(root, 'bundle/deep/cache'))],
  ['a file of the bundle that was changed', (root) => writeFile(join(root, 'bundle/deep/run.sh'), '#!/bin/ss\n')],
  ['a permission that was removed', (root) => chmod(join(root, 'bundle/millrace.json'), 0o400)],
  ['a changed permission of a folder', (root) => chmod(join(root, 'tmp'), 0o777)],
  ['a second name of a file', async (root) => linkSync(join(root, 'bundle/millrace.json'), `${root}-second`)],
  ['a second name of the context', async (root) => linkSync(join(root, 'context.json'), `${root}-context`)],
  ['a file that was removed', (root) => unlink(join(root, 'bundle/millrace.json'))],
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
    const { folder, spares, runFilesFor, make } = await setUp();
    const runFiles = make(runFilesFor('run'));
    await change(runFiles.root);
    assert.equal(typeof spares.keep(runFiles), 'boolean');
    assert.equal(existsSync(join(folder, 'spare')), false);
    if (title.startsWith('a link')) assert.equal(existsSync(`${runFiles.root}-elsewhere/millrace.json`), true, 'its target stays');
  });

  test(`reuses no kept folder with ${title}`, async () => {
    const { folder, spares, runFilesFor, make } = await setUp();
    const path = pathOfKept(spares.keep(make(runFilesFor('run'))));
    await change(path);
    spares.markReusable(path);
    const next = runFilesFor('next');
    assert.equal(spares.take(next), false);
    assert.equal(existsSync(path), false, 'it is removed');
    assert.equal(existsSync(next.root), false);
    await rm(folder, { recursive: true, force: true });
  });
}

test('removes all kept folders when it is closed', async () => {
  const { folder, spares, runFilesFor, make } = await setUp();
  const path = pathOfKept(spares.keep(make(runFilesFor('run'))));
  spares.markReusable(path);
  spares.close();
  assert.equal(existsSync(join(folder, 'spare')), false);
  assert.equal(spares.take(runFilesFor('next')), false);
});
