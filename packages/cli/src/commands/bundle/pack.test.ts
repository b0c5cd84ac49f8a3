import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { createOutput } from '../../output.ts';
import { runCommand, shellOf } from '../../run-program.fixture.ts';
import { withBundleZip } from '../artifact/bundle-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
after(() => rm(folder, { recursive: true }));
const bundle = join(folder, 'hello');
await mkdir(bundle);
await writeFile(join(bundle, 'millrace.json'), JSON.stringify({ name: 'hello', version: '1.0.0', run: ['sh', 'hello.sh'] }));
await writeFile(join(bundle, 'hello.sh'), 'echo hello\n');

// tries `millrace bundle pack`
const pack = (...words: string[]) => runCommand(['bundle', 'pack', ...words]);

it('packs a folder as a zip that can be published, and replaces an earlier zip', async () => {
  const zip = join(folder, '1.0.0.zip');
  await writeFile(zip, 'an earlier file');
  assert.deepEqual(await pack(bundle, zip), { code: 0, out: `Packed ${bundle} as ${zip}.\n`, err: '' });
  const shell = shellOf();
  assert.equal(await withBundleZip(zip, { shell, output: createOutput(shell) }, async ({ name }) => name), '1.0.0.zip');
  assert.ok((await readFile(zip)).includes('hello.sh'));
  const { out } = await pack(bundle, zip, '--json');
  assert.deepEqual(JSON.parse(out), { path: zip, size: (await readFile(zip)).length });
});

it('refuses a folder that is no bundle and a zip that cannot be written, and leaves no file behind', async () => {
  await mkdir(join(folder, 'empty'));
  const before = await readdir(folder);
  for (const [from, to, message] of [
    [join(folder, 'nowhere'), join(folder, 'a.zip'), /nowhere is not a folder\.\n$/],
    [join(folder, 'empty'), join(folder, 'a.zip'), /is not a bundle: it holds neither millrace\.json nor jobInfo\.properties\.\n$/],
    [bundle, join(folder, 'nowhere', 'a.zip'), /a\.zip cannot be written: ENOENT\.\n$/],
    [bundle, join(bundle, 'a.zip'), /a\.zip is inside .*hello: the next zip would contain it\. Name a file outside of the folder\.\n$/],
  ] as const) {
    const { code, err } = await pack(from, to);
    assert.equal(code, 2, err);
    assert.match(err, message);
  }
  assert.deepEqual(await readdir(folder), before);
});
