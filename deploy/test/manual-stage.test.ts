// isolation: own process because it copies the repository and starts a build
/** The image of the control plane contains the manual: its stage is run on a copy of the files that the Containerfile copies. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob, relative } from 'node:path';
import { after, test } from 'node:test';
import { readText, root } from '../../scripts/house/source-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-manual-stage-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const [, stage = ''] = /^FROM \S+ AS manual\n([^]*?)^FROM /m.exec(readText('deploy/Containerfile.control-plane')) ?? [];
const linesOf = (word: string): string[] => [...stage.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, line = '']) => line);
const ignored = readText('deploy/Containerfile.control-plane.dockerignore').trim().split('\n');
const isIgnored = (path: string): boolean => ignored.some((pattern) => matchesGlob(path, pattern));

test('the stage builds the manual from what it copies', () => {
  for (const words of linesOf('COPY').map((line) => line.split(' '))) {
    const target = words.pop() ?? '';
    const names = words.flatMap((word) => (word.startsWith('*') ? readdirSync(root).filter((name) => matchesGlob(name, word)) : [word]));
    for (const name of names)
      cpSync(join(root, name), join(folder, target, target.endsWith('/') ? basename(name) : ''), {
        recursive: true,
        filter: (source) => !isIgnored(relative(root, source)),
      });
  }
  // In place of `npm ci`, which needs a registry.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const build = linesOf('RUN').find((line) => line.startsWith('node '));
  assert.match(build ?? '', /^node \S+ \/manual$/);
  const site = join(folder, 'site');
  execFileSync(process.execPath, [...(build ?? '').split(' ').slice(1, -1), site], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const { pages } = JSON.parse(readFileSync(join(site, 'manual.json'), 'utf8')) as { pages: Record<string, unknown> };
  for (const page of ['index.html', 'cli.html', 'tutorials/first-run.html'])
    assert.ok(page in pages && existsSync(join(site, page)), `${page} is missing: ${Object.keys(pages).slice(0, 20).join(' ')}`);
});
