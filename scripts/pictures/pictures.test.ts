// run: own process, waiting, in test:all because it starts the demonstration and a browser
/** The pictures of the pages, and the command that writes them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { findChromium } from '../../packages/server/test/support/chromium.ts';
import { findPaths, readText, root } from '../house/source-files.ts';
import { PICTURES, PICTURE_WIDTH } from './picture-list.ts';

const MAX_BYTES = 160_000;
const SIGNATURE = '89504e470d0a1a0a';
const known = PICTURES.map(({ name }) => `${name}.png`).toSorted();

/** The names of the pictures that a page shows. */
const picturesOf = (page: string): string[] => [...page.matchAll(/!\[[^\]]+\]\(([^)]+\.png)\)/g)].map(([, path = '']) => path);

/** Checks that the files of a folder are the pictures that the command knows, of the right form. */
async function checkPictures(folder: string): Promise<void> {
  assert.deepEqual((await readdir(folder)).toSorted(), known);
  for (const { name, width = PICTURE_WIDTH } of PICTURES) {
    const file = `${name}.png`;
    const picture = await readFile(join(folder, file));
    assert.equal(picture.subarray(0, 8).toString('hex'), SIGNATURE, file);
    assert.equal(picture.readUInt32BE(16), width, `the width of ${file}`);
    assert.ok(picture.length <= MAX_BYTES, `${file} has ${picture.length} bytes`);
  }
}

test('each picture that a page shows exists, the command knows it, and each is shown once', async () => {
  const shown = picturesOf(readText('README.md')).map((path) => {
    assert.ok(path.startsWith('docs/pictures/'), path);
    return basename(path);
  });
  for (const page of findPaths('docs/**/*.md'))
    for (const path of picturesOf(readText(page))) {
      assert.equal(posix.join(dirname(page), dirname(path)), 'docs/pictures', `${page}: ${path}`);
      shown.push(basename(path));
    }
  assert.deepEqual(shown.toSorted(), known);
  await checkPictures(join(root, 'docs/pictures'));
});

const skip = findChromium() === undefined && 'no Chromium on this machine';

test('npm run pictures writes them', { skip, timeout: 900_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-written-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // tries `npm run pictures`
  const { code, output } = await run('pictures', folder, t.signal);
  // Without the package registry or a JDK, an example of the demonstration is skipped, and its pictures are missing.
  if (code !== 0 && /has no task/.test(output)) return t.skip('an example of the demonstration was skipped');
  assert.equal(code, 0, output);
  await checkPictures(folder);
});

async function run(command: string, folder: string, signal: AbortSignal): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/launch.mjs'), command, folder], {
    cwd: root,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}
