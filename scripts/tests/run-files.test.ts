import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('failures are printed again at the end of a run, also of one whose record cannot be written', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-run-files-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'a.test.mjs'), `import { test } from 'node:test';\ntest('counts', () => { throw new Error('a reason'); });\n`);
  const run = `
    const { runFiles } = await import(${JSON.stringify(new URL('run-files.ts', import.meta.url).href)});
    const files = [{ path: 'a.test.mjs', statement: new Set() }];
    await runFiles(${JSON.stringify(root)}, files, () => Promise.reject(new Error('no place for a record')));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', run], { encoding: 'utf8' });
  assert.match(stdout, /All failures again:\s+✗ a\.test\.mjs\n  counts\n[^]*a reason[^]*\n0 passed, 1 failed, 0 skipped\n$/, stderr);
  assert.match(stderr, /no place for a record/);
  assert.equal(status, 1);
});
