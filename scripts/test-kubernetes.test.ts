// isolation: own process because it starts programs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('test-kubernetes.ts', import.meta.url));
const BENCHMARK = fileURLToPath(new URL('../bench/K2.ts', import.meta.url));

test('what is missing for a cluster is named, with all that it needs, before anything is built or started', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-no-cluster-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [none, scripts, work] = ['none', 'scripts', 'work'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(none);
  mkdirSync(scripts);
  mkdirSync(join(work, 'bin'), { recursive: true });
  for (const name of ['build.sh', 'image-node.sh', 'up.sh', 'in.sh', 'images.sh', 'image-build.sh', 'down.sh'])
    writeFileSync(join(scripts, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const run = (program: string, words: string[], environment: Record<string, string>) =>
    spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', ...environment } });
  const isRefused = (message: string, words: string[], environment: Record<string, string> = {}): void => {
    const { status, stdout, stderr } = run(PROGRAM, words, environment);
    // Only root gets further than the first message.
    const expected = words.length > 0 && process.getuid?.() !== 0 ? 'Only root can start the cluster.' : message;
    assert.deepEqual([status, stdout, stderr.split('\n', 1)[0]], [2, '', expected]);
    for (const need of ['<work folder> [--keep]', 'MILLRACE_CLUSTER_SCRIPTS', 'build.sh and image-node.sh', 'root, and control groups'])
      assert.ok(stderr.includes(need), need);
  };
  isRefused('Name the work folder.', []);
  isRefused('MILLRACE_CLUSTER_SCRIPTS is not set.', [work]);
  isRefused('MILLRACE_CLUSTER_SCRIPTS has no build.sh.', [work], { MILLRACE_CLUSTER_SCRIPTS: none });
  const given = { MILLRACE_CLUSTER_SCRIPTS: scripts };
  isRefused(`${work} has no cluster: run build.sh ${work} first.`, [work], given);
  writeFileSync(join(work, 'bin', 'kubelet'), '');
  isRefused(`${work} has no base image: run image-node.sh ${work} first.`, [work], given);

  const benchmark = run(BENCHMARK, [], given);
  assert.deepEqual([benchmark.status, benchmark.stdout], [2, '']);
  assert.match(benchmark.stderr, /^K2: MILLRACE_CLUSTER_WORK is not set: it names the work folder\.\n\nIt needs:/);
  if (process.getuid?.() !== 0) return;
  mkdirSync(join(work, 'containers'));
  const { status, stderr } = run(PROGRAM, [work, 'no-such-test'], given);
  assert.deepEqual([status, stderr], [2, 'No path of a test on a cluster contains no-such-test.\n']);
});
