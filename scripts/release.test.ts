// isolation: own process because it starts programs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RELEASES, releasedVersions } from '../packages/server/test/support/release-fixture.ts';

const run = (...words: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('release.ts', import.meta.url)), ...words], { encoding: 'utf8' });

test('a release without an entry in the change log and its version in every package is refused, and nothing is written', () => {
  const { status, stderr } = run('98.76.54');
  assert.equal(status, 1);
  assert.match(stderr, /CHANGELOG\.md has no entry: .*"## 98\.76\.54 - <date>"/);
  for (const path of ['package.json', 'packages/server/package.json', 'packages/engine/package.json'])
    assert.match(stderr, new RegExp(`^  ${path.replaceAll('.', String.raw`\.`)} has the version \\S+: set it to 98\\.76\\.54\\.$`, 'm'));
  assert.match(stderr, /packages\/cli\/package\.json depends on @millrace\/contract/);
  assert.ok(!existsSync(join(RELEASES, '98.76.54')));
  assert.doesNotMatch(run('98.76.54', '--prepare').stderr, /CHANGELOG/);
});

test('a version consists of three numbers', () => {
  for (const words of [[], ['v1'], ['1.0'], ['../1.0.0'], ['1.0.0', '1.0.1']]) {
    const { status, stderr } = run(...words);
    assert.deepEqual([status, /npm run release -- 0\.1\.0/.test(stderr)], [2, true], words.join(' '));
  }
});

test('the change log names a release by a heading of its version', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-12-01\n\n### Added\n\n## [1.1.0]\n\n- Since ## 1.0.9\n\n## 1.0.0\n';
  assert.deepEqual(releasedVersions(changelog), ['1.2.0', '1.1.0', '1.0.0']);
});
