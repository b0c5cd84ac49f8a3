/** Tests tasks as pods and dynamic engines on a real cluster: npm run test:kubernetes -- <work folder> [--keep] [word of a test file …]. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LATEST } from '../packages/server/src/features/processing/dynamic-engines/packages/releases.ts';
import { root } from './house/source-files.ts';

const NEEDS = `npm run test:kubernetes -- <work folder> [--keep] [word of a test file ...]

Starts a cluster of one node, builds the images, and runs packages/engine/test/on-cluster on it; each test of a package gets a fresh cluster.
It needs:
  - Linux, root, and control groups; 2 GB for the cluster and 1 GB for images in the work folder
  - MILLRACE_CLUSTER_SCRIPTS: the folder of the scripts that build and start a cluster in namespaces of its own
    (build.sh, image-node.sh, up.sh, in.sh, images.sh, image-build.sh, down.sh)
  - a work folder that build.sh and image-node.sh have filled, once: 13 minutes of processor time
--keep leaves the cluster running; the next call then uses it, and the images in it.
`;
/** The images, as the packages name them, with their recipes. */
const IMAGES = {
  [`ghcr.io/millrace/millrace-engine:${LATEST}`]: 'Containerfile',
  [`ghcr.io/millrace/millrace-task-node:${LATEST}`]: 'Containerfile.task-node',
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
  const [named, ...wanted] = positionals;
  const work = named === undefined ? undefined : resolve(named);
  const { MILLRACE_CLUSTER_SCRIPTS: scripts = '' } = process.env;
  const missing = lack(work, scripts);
  if (missing !== undefined || work === undefined) {
    console.error(`${missing}\n\n${NEEDS}`);
    return 2;
  }
  const script = (name: string, ...more: string[]): number => run(join(scripts, name), [work, ...more]);
  const isUp = (): boolean => existsSync(join(work, 'run', 'ready'));
  const images = join(work, 'millrace-images');
  mkdirSync(images, { recursive: true });
  const archives = Object.entries(IMAGES).map(([image, recipe]) => ({ image, recipe, file: join(images, `${recipe}.tar`) }));
  const up = (): boolean => isUp() || (script('up.sh') === 0 && script('images.sh', ...archives.map(({ file }) => file)) === 0);

  const folder = join(root, 'packages', 'engine', 'test', 'on-cluster');
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.test.ts') && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
  );
  let worst = 0;
  try {
    if (!(values.keep && isUp()))
      for (const { image, recipe, file } of archives)
        if (script('image-build.sh', root, join(root, 'deploy', recipe), image, file) !== 0) return 1;
    for (const file of files) {
      if (!values.keep && isUp()) script('down.sh');
      if (!up()) return 1;
      const environment = { MILLRACE_CLUSTER_IMAGE: TASK_IMAGE };
      worst = Math.max(worst, run(join(scripts, 'in.sh'), [work, process.execPath, '--test', join(folder, file)], environment));
    }
    return worst;
  } finally {
    if (!values.keep && isUp()) script('down.sh');
  }
}

process.exit(test(process.argv.slice(2)));
