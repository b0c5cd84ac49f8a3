/** Tests the Kubernetes runner of the engine on a real cluster: npm run test:kubernetes -- <work folder> [--keep]. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './house/source-files.ts';

const NEEDS = `npm run test:kubernetes -- <work folder> [--keep]

Starts a cluster of one node, builds the image of tasks, and runs packages/engine/test/on-cluster on it. It needs:
  - Linux, root, and control groups; 2 GB for the cluster and 1 GB for images in the work folder
  - MILLRACE_CLUSTER_SCRIPTS: the folder of the scripts that build and start a cluster in namespaces of its own
    (build.sh, image-node.sh, up.sh, in.sh, images.sh, image-build.sh, down.sh)
  - a work folder that build.sh and image-node.sh have filled, once: 13 minutes of processor time
--keep leaves the cluster running; the next call then uses it.
`;
/** The image of tasks, as the pods of the tests name it. */
const IMAGE = 'localhost/millrace-task-node:latest';
const SCRIPTS = ['build.sh', 'image-node.sh', 'up.sh', 'in.sh', 'images.sh', 'image-build.sh', 'down.sh'];

function run(command: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): number {
  const { status, error } = spawnSync(command, words, { stdio: 'inherit', cwd: root, env: { ...process.env, ...environment } });
  if (error) console.error(error.message);
  return status ?? 1;
}

/** What is missing; undefined if the tests can run. */
function lack(work: string | undefined, scripts: string | undefined): string | undefined {
  if (work === undefined) return 'Name the work folder.';
  if (process.getuid?.() !== 0) return 'Only root can start the cluster.';
  if (!scripts) return 'MILLRACE_CLUSTER_SCRIPTS is not set.';
  const missing = SCRIPTS.find((name) => !existsSync(join(scripts, name)));
  if (missing !== undefined) return `MILLRACE_CLUSTER_SCRIPTS has no ${missing}.`;
  if (!existsSync(join(work, 'bin', 'kubelet'))) return `${work} has no cluster: run build.sh ${work} first.`;
  return existsSync(join(work, 'containers')) ? undefined : `${work} has no base image: run image-node.sh ${work} first.`;
}

function test(words: string[]): number {
  const { values, positionals } = parseArgs({ args: words, options: { keep: { type: 'boolean' } }, allowPositionals: true });
  const [named] = positionals;
  const work = named === undefined ? undefined : resolve(named);
  const { MILLRACE_CLUSTER_SCRIPTS: scripts = '' } = process.env;
  const missing = lack(work, scripts);
  if (missing !== undefined || work === undefined) {
    console.error(`${missing}\n\n${NEEDS}`);
    return 2;
  }
  const script = (name: string, ...more: string[]): number => run(join(scripts, name), [work, ...more]);
  const images = join(work, 'millrace-images');
  mkdirSync(images, { recursive: true });
  const archive = join(images, 'task-node.tar');
  const isUp = existsSync(join(work, 'run', 'ready'));
  try {
    if (script('image-build.sh', root, join(root, 'deploy', 'Containerfile.task-node'), IMAGE, archive) !== 0) return 1;
    if (!isUp && script('up.sh') !== 0) return 1;
    if (script('images.sh', archive) !== 0) return 1;
    const tests = join(root, 'packages', 'engine', 'test', 'on-cluster', 'pods.test.ts');
    return run(join(scripts, 'in.sh'), [work, process.execPath, '--test', tests], { MILLRACE_CLUSTER_IMAGE: IMAGE });
  } finally {
    if (!values.keep) script('down.sh');
  }
}

process.exit(test(process.argv.slice(2)));
