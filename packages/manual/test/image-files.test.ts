// isolation: own process because it starts a program
/** The image of the control plane builds the manual from a part of the repository. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/house/source-files.ts';

test('the files that the image copies are enough to build the manual', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-image-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const recipe = readFileSync(join(root, 'deploy', 'Containerfile.control-plane'), 'utf8');
  const stage = /^FROM \S+ AS manual\n(.*?)\n\n/ms.exec(recipe)?.[1] ?? '';
  for (const [, words = ''] of stage.matchAll(/^COPY (.+) \S+$/gm))
    for (const path of globSync(words.split(' '), { cwd: root }))
      cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !/\/(node_modules|build)$/.test(from) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

  const command = /^RUN node (.+) \/manual$/m.exec(stage)?.[1] ?? '';
  const { status, stderr } = spawnSync(process.execPath, [join(folder, command), join(folder, 'manual')], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.ok(existsSync(join(folder, 'manual', 'manual.json')));
});
