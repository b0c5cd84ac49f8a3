// run: own process, waiting, in test:all because it starts builds as programs
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildConsole } from './console.mjs';

/** A build script that counts its runs in `built.log`, and fails if the source contains "broken". */
const BUILD = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const [folder] = process.argv.slice(2);
appendFileSync('built.log', 'x');
mkdirSync(folder, { recursive: true });
const source = readFileSync('packages/console/src/page.ts', 'utf8');
writeFileSync(folder + '/index.html', source);
if (source.includes('broken')) throw new Error('the source is broken');
writeFileSync(folder + '/console.json', '{}');
`;

describe('the build of the console', () => {
  let root = '';
  let home = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-console-'));
    home = join(root, 'home');
    for (const folder of ['packages/console/src', 'packages/console/scripts', 'packages/contract/src'])
      await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, 'packages/console/scripts/build.ts'), BUILD);
    for (const file of ['package-lock.json', 'packages/console/package.json', 'packages/console/index.html'])
      await writeFile(join(root, file), '{}');
    await writeFile(join(root, 'packages/contract/src/client.ts'), '');
  });
  after(() => rm(root, { recursive: true, force: true }));

  const change = (text: string): Promise<void> => writeFile(join(root, 'packages/console/src/page.ts'), text);
  const build = (): Promise<string | undefined> => buildConsole({ root, home, node: process.execPath });
  const builds = async (): Promise<number> => (await readFile(join(root, 'built.log'), 'utf8')).length;

  it('is made once for the same sources, also when two starts need it at the same time', async () => {
    await change('first');
    const [folder, sameFolder] = await Promise.all([build(), build()]);
    assert.equal(folder, sameFolder);
    assert.equal(await readFile(join(folder ?? '', 'index.html'), 'utf8'), 'first');
    assert.equal(await build(), folder);
    assert.equal(await builds(), 1);
  });

  it('is made again when a source, the contract or a package has changed', async () => {
    const former = await build();
    await change('second');
    assert.notEqual(await build(), former);
    await writeFile(join(root, 'packages/contract/src/client.ts'), 'changed');
    await build();
    await writeFile(join(root, 'package-lock.json'), '{ "changed": true }');
    await build();
    assert.equal(await builds(), 4);
  });

  it('keeps only the newest builds, and no incomplete one', async () => {
    assert.equal((await readdir(join(home, 'cache/console'))).length, 3);
  });

  it('does not prevent the start of the server when it fails, and is repeated at the next start', async () => {
    await change('broken');
    assert.equal(await build(), undefined);
    assert.match(await readFile(join(home, 'logs/console.log'), 'utf8'), /the source is broken/);
    assert.equal((await readdir(join(home, 'cache/console'))).length, 3);
    await change('repaired');
    assert.ok(existsSync(join((await build()) ?? '', 'console.json')));
  });

  it('is skipped in a checkout without the console', async () => {
    await rm(join(root, 'packages/console/package.json'));
    assert.equal(await build(), undefined);
  });
});
