/** Runs the tests that need a real cluster: npm run test:kubernetes -- <work folder> [--keep] [<word of their path>…]. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LATEST } from '../packages/server/src/features/processing/dynamic-engines/packages/releases.ts';
import { findPaths, root } from './house/source-files.ts';

const NEEDS = `npm run test:kubernetes -- <work folder> [--keep] [<word of a path>…]

Builds the examples and the images, and runs the tests in folders "on-cluster": all, or those whose paths contain a word.
Each file has a fresh cluster of one node.
It needs:
  - Linux, root, and control groups; 2 GB for the cluster and 2 GB for images in the work folder
  - MILLRACE_CLUSTER_SCRIPTS: the folder of the scripts that build and start a cluster in namespaces of its own
    (build.sh, image-node.sh, up.sh, in.sh, images.sh, image-build.sh, down.sh)
  - a work folder that build.sh and image-node.sh have filled, once: 13 minutes of processor time
--keep leaves the cluster running; the next call then uses it, and the images in it.
`;
/** The images, as the packages and the tests name them, with their recipes. */
const IMAGES = {
  [`ghcr.io/millrace/millrace-engine:${LATEST}`]: 'Containerfile',
  [`ghcr.io/millrace/millrace-task-node:${LATEST}`]: 'Containerfile.task-node',
  [`localhost/millrace:${LATEST}`]: 'Containerfile.control-plane',
};
const TASK_IMAGE = `ghcr.io/millrace/millrace-task-node:${LATEST}`;
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
  const [named, ...selecting] = positionals;
  const work = named === undefined ? undefined : resolve(named);
  const { MILLRACE_CLUSTER_SCRIPTS: scripts = '' } = process.env;
  const missing = lack(work, scripts);
  if (missing !== undefined || work === undefined) {
    console.error(`${missing}\n\n${NEEDS}`);
    return 2;
  }
  const script = (name: string, ...more: string[]): number => run(join(scripts, name), [work, ...more]);
  const tests = findPaths('{packages/engine,deploy}/test/on-cluster/*.test.ts').filter(
    (path) => selecting.length === 0 || selecting.some((word) => path.includes(word)),
  );
  if (tests.length === 0) {
    console.error(`No path of a test on a cluster contains ${selecting.join(' or ')}.`);
    return 2;
  }
  const isUp = (): boolean => existsSync(join(work, 'run', 'ready'));
  const images = join(work, 'millrace-images');
  mkdirSync(images, { recursive: true });
  const archives = Object.entries(IMAGES).map(([image, recipe]) => ({ image, recipe, file: join(images, `${recipe}.tar`) }));
  const up = (): boolean => isUp() || (script('up.sh') === 0 && script('images.sh', ...archives.map(({ file }) => file)) === 0);
  let worst = 0;
  try {
    if (run(process.execPath, [join(root, 'scripts', 'build-examples.ts')]) !== 0) return 1;
    if (!(values.keep && isUp()))
      for (const { image, recipe, file } of archives)
        if (script('image-build.sh', root, join(root, 'deploy', recipe), image, file) !== 0) return 1;
    for (const path of tests) {
      if (!values.keep && isUp()) script('down.sh');
      if (!up()) return 1;
      const environment = { MILLRACE_CLUSTER_IMAGE: TASK_IMAGE };
      worst = Math.max(worst, run(join(scripts, 'in.sh'), [work, process.execPath, '--test', join(root, path)], environment));
    }
    return worst;
  } finally {
    if (!values.keep && isUp()) script('down.sh');
  }
}

process.exit(test(process.argv.slice(2)));
