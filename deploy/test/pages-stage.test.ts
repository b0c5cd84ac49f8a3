// run: own process, in test:all because it copies the repository and starts builds
/** The image of the control plane contains the console and the manual: their stage is run on a copy of the files that the Containerfile copies. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readText, root } from '../../scripts/house/source-files.ts';

const recipe = readText('deploy/Containerfile.control-plane');
const [, stage = ''] = /^FROM \S+ AS pages\n([^]*?)^FROM /m.exec(recipe) ?? [];
const linesOf = (word: string): string[] => [...stage.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, line = '']) => line);
const ignored = readText('deploy/Containerfile.control-plane.dockerignore').trim().split('\n');
const isIgnored = (path: string): boolean => ignored.some((pattern) => matchesGlob(path, pattern));

describe('the stage of the pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-pages-stage-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  before(() => {
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
    for (const path of ['node_modules', ...readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'node_modules'))])
      if (existsSync(join(root, path)) && existsSync(join(folder, dirname(path)))) symlinkSync(join(root, path), join(folder, path));
  });

  for (const [name, list, pages] of [
    ['console', 'console.json', ['index.html', 'assets']],
    ['manual', 'manual.json', ['index.html', 'cli.html', 'tutorials/first-run.html']],
  ] as const)
    it(`builds the ${name} from the files that it copies, into the folder that the server serves`, () => {
      const build = linesOf('RUN').find((line) => line.endsWith(` /pages/${name}`)) ?? '';
      const [program = '', ...words] = build.split(' ');
      assert.deepEqual([program, words.length], ['node', 2], build);
      const target = join(folder, 'built', name);
      execFileSync(process.execPath, [words[0] ?? '', target], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
      for (const page of pages) assert.ok(existsSync(join(target, page)), page);
      assert.ok(JSON.parse(readFileSync(join(target, list), 'utf8')));
      assert.match(recipe, /^COPY --from=pages \/pages \/app$/m);
      assert.match(recipe, new RegExp(`\\bMILLRACE_${name.toUpperCase()}_FOLDER=/app/${name}\\b`));
    });
});
