// run: own process, in test:all because it starts programs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('test-kubernetes.ts', import.meta.url));
const BENCHMARK = fileURLToPath(new URL('../bench/K2.ts', import.meta.url));

const SCRIPTS = ['build.sh', 'image-node.sh', 'up.sh', 'in.sh', 'images.sh', 'image-build.sh', 'down.sh'];
const isRoot = process.getuid?.() === 0;

/** Creates folders without any tool: one with scripts that record their calls, and the work folder of a cluster that was never built. */
function folders(t: TestContext): { scripts: string; work: string; calls: () => string[] } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-no-cluster-')));
  t.after(() => rmSync(folder, { recursive: true }));
  const [scripts, work, calls] = [join(folder, 'scripts'), join(folder, 'work'), join(folder, 'calls')];
  for (const name of [scripts, join(work, 'bin')]) mkdirSync(name, { recursive: true });
  for (const name of SCRIPTS) writeFileSync(join(scripts, name), `#!/bin/sh\necho ${name} >> ${calls}\n`, { mode: 0o755 });
  return { scripts, work, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
}

const run = (program: string, words: string[], environment: Record<string, string>) =>
  spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', ...environment } });

test('a missing requirement of a cluster is named, with all its requirements, before anything is built or started', (t) => {
  const { scripts, work } = folders(t);
  const assertRefused = (message: string, words: string[], environment: Record<string, string> = {}): void => {
    const { status, stdout, stderr } = run(PROGRAM, words, environment);
    // Only root gets further than the first message.
    const expected = words.length > 0 && !isRoot ? 'Only root can start the cluster.' : message;
    assert.deepEqual([status, stdout, stderr.split('\n', 1)[0]], [2, '', expected]);
    for (const need of ['<work folder> [--keep]', 'MILLRACE_CLUSTER_SCRIPTS', 'build.sh and image-node.sh', 'root, and control groups'])
      assert.ok(stderr.includes(need), need);
  };
  assertRefused('Name the work folder.', []);
  assertRefused('MILLRACE_CLUSTER_SCRIPTS is not set.', [work]);
  assertRefused('MILLRACE_CLUSTER_SCRIPTS has no build.sh.', [work], { MILLRACE_CLUSTER_SCRIPTS: work });
  const variables = { MILLRACE_CLUSTER_SCRIPTS: scripts };
  assertRefused(`${work} has no cluster: run build.sh ${work} first.`, [work], variables);
  writeFileSync(join(work, 'bin', 'kubelet'), '');
  mkdirSync(join(work, 'containers'));
  assertRefused(`${work} has no base image: run image-node.sh ${work} first.`, [work], variables);

  const benchmark = run(BENCHMARK, [], variables);
  assert.deepEqual([benchmark.status, benchmark.stdout], [2, '']);
  assert.match(benchmark.stderr, /^K2: MILLRACE_CLUSTER_WORK is not set: it names the work folder\.\n\nIt needs:/);
});

test('a word that is in no path is refused, and a cluster whose processes have ended is started again', { skip: !isRoot }, (t) => {
  const { scripts, work, calls } = folders(t);
  const images = join(work, 'containers', 'overlay-images');
  for (const name of [images, join(work, 'run')]) mkdirSync(name, { recursive: true });
  writeFileSync(join(work, 'bin', 'kubelet'), '');
  writeFileSync(join(images, 'images.json'), '[{"names":["docker.io/library/node:24-bookworm-slim"]}]');
  const variables = { MILLRACE_CLUSTER_SCRIPTS: scripts, MILLRACE_CLUSTER_WORK: work };
  const { status, stderr } = run(PROGRAM, [work, 'no-such-test'], variables);
  assert.deepEqual([status, stderr], [2, 'No path of a test on a cluster contains no-such-test.\n']);

  const [ready, pid] = [join(work, 'run', 'ready'), join(work, 'run', 'pid')];
  writeFileSync(ready, '');
  // The id of another process, which must not be ended.
  writeFileSync(pid, String(process.pid));
  writeFileSync(join(scripts, 'down.sh'), `#!/bin/sh\n[ ! -e ${pid} ] && rm ${ready} && exec ${scripts}/down-is-called.sh\n`);
  writeFileSync(join(scripts, 'down-is-called.sh'), readFileSync(join(scripts, 'up.sh'), 'utf8').replace('up.sh', 'down.sh'), {
    mode: 0o755,
  });
  assert.equal(run(BENCHMARK, [], variables).status, 0);
  assert.deepEqual(calls(), [...Array.from({ length: 5 }, () => 'image-build.sh'), 'down.sh', 'up.sh', 'images.sh', 'in.sh']);
});
