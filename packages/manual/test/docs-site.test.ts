// run: own process, in test:all because it starts a program
/** The command that writes the site for other web servers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../../../scripts/house/source-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-docs-site-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const run = (...words: string[]) =>
  // tries `npm run docs:site`
  spawnSync(process.execPath, [join(root, 'scripts/docs-site.ts'), ...words], { encoding: 'utf8', cwd: folder });

test('npm run docs:site writes the site into a new folder, and again in its place', () => {
  const site = join(folder, 'site');
  for (let round = 0; round < 2; round += 1) {
    const { status, stdout, stderr } = run(site);
    assert.equal(status, 0, stderr);
    assert.match(stdout, new RegExp(`MILLRACE_MANUAL_FOLDER=${site}\n$`));
    const start = readFileSync(join(site, 'index.html'), 'utf8');
    assert.match(start, /<title>The manual/);
    assert.match(start, /href="tutorials\/first-run\.html"/, 'any web server knows the names of the files');
  }
});

test('npm run docs:site deletes no other files', () => {
  const own = join(folder, 'own.txt');
  writeFileSync(own, 'kept');
  const { status, stderr } = run(folder);
  assert.equal(status, 1);
  assert.equal(stderr, `${folder} is not empty and holds no manual: name a new folder\n`);
  assert.ok(existsSync(own));
  assert.deepEqual(readdirSync(folder).sort(), ['own.txt', 'site']);
});

test('npm run docs:site refuses options and further folders, and writes nothing', () => {
  for (const words of [['--help'], [join(folder, 'one'), join(folder, 'two')]]) {
    const { status, stderr } = run(...words);
    assert.equal(status, 1);
    assert.match(stderr, /\. Use npm run docs:site, or npm run docs:site -- <folder>\.\n$/);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['own.txt', 'site']);
});
