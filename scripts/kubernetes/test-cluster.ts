/** A real cluster of one node for tests and benchmarks. Scripts outside of this repository start it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LATEST } from '../../packages/server/src/features/processing/dynamic-engines/packages/releases.ts';
import { root } from '../house/source-files.ts';

/** The scripts that build, start and stop a cluster, in namespaces of its own. */
const SCRIPTS = ['build.sh', 'image-node.sh', 'up.sh', 'in.sh', 'images.sh', 'image-build.sh', 'down.sh'];

/** The requirements of a cluster, for error messages. */
export const CLUSTER_NEEDS = `It needs:
  - Linux, root, and control groups; 2 GB for the cluster and 2 GB for images in the work folder
  - MILLRACE_CLUSTER_SCRIPTS: the folder of the scripts that build and start a cluster in namespaces of its own
    (${SCRIPTS.join(', ')})
  - a work folder that build.sh and image-node.sh have filled, once: 13 minutes of processor time
`;

/** The image from which the recipes start. */
const NODE_IMAGE = 'docker.io/library/node:24-bookworm-slim';
/** The image of tasks under the name that the recipe for Java builds on. */
const TASK_IMAGE_AS_BUILT = 'localhost/millrace-task-node:latest';
/** The images, as the packages and the tests name them, with their recipes. */
const IMAGES: readonly { image: string; recipe: string }[] = [
  { image: `ghcr.io/millrace/millrace-engine:${LATEST}`, recipe: 'Containerfile' },
  { image: TASK_IMAGE_AS_BUILT, recipe: 'Containerfile.task-node' },
  { image: `ghcr.io/millrace/millrace-task-java:${LATEST}`, recipe: 'Containerfile.task-java' },
  { image: `localhost/millrace:${LATEST}`, recipe: 'Containerfile.control-plane' },
];
/** The image of tasks, as the packages name it. */
export const TASK_IMAGE = `ghcr.io/millrace/millrace-task-node:${LATEST}`;

/** Whether the image store of a work folder has an image. build.sh makes the store, image-node.sh the image. */
function hasImage(work: string, image: string): boolean {
  const index = join(work, 'containers', 'overlay-images', 'images.json');
  return existsSync(index) && readFileSync(index, 'utf8').includes(image);
}

/** Runs a program from the root of the repository, with the output of this one; returns its exit code. */
export function runProgram(command: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): number {
  const { status, error } = spawnSync(command, words, { stdio: 'inherit', cwd: root, env: { ...process.env, ...environment } });
  if (error) console.error(error.message);
  return status ?? 1;
}

/** A cluster in a work folder. `buildImages` and `up` return whether they have succeeded. */
export class TestCluster {
  readonly #work: string;
  readonly #scripts: string;

  private constructor(work: string, scripts: string) {
    this.#work = work;
    this.#scripts = scripts;
  }

  /** Returns the cluster of a work folder, or the message that says what is missing. */
  static of(workFolder: string | undefined, scripts: string | undefined): TestCluster | string {
    if (workFolder === undefined) return 'Name the work folder.';
    const work = resolve(workFolder);
    if (process.getuid?.() !== 0) return 'Only root can start the cluster.';
    if (!scripts) return 'MILLRACE_CLUSTER_SCRIPTS is not set.';
    const missing = SCRIPTS.find((name) => !existsSync(join(scripts, name)));
    if (missing !== undefined) return `MILLRACE_CLUSTER_SCRIPTS has no ${missing}.`;
    if (!existsSync(join(work, 'bin', 'kubelet'))) return `${work} has no cluster: run build.sh ${work} first.`;
    if (!hasImage(work, NODE_IMAGE)) return `${work} has no base image: run image-node.sh ${work} first.`;
    return new TestCluster(realpathSync(work), scripts);
  }

  /** Whether the cluster was ready once, and its first process still runs. */
  get isUp(): boolean {
    return existsSync(this.#state('ready')) && this.#hasProcess;
  }

  /** Whether the first process of the cluster runs. The files of a cluster remain when the machine is started again, but its processes do not. */
  get #hasProcess(): boolean {
    try {
      const pid = readFileSync(this.#state('pid'), 'utf8').trim();
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.#work);
    } catch {
      return false;
    }
  }

  /** Builds all images, and stores each as an archive in the work folder. */
  buildImages(): boolean {
    const folder = join(this.#work, 'millrace-images');
    mkdirSync(folder, { recursive: true });
    const build = (from: string, recipe: string, image: string): boolean =>
      this.#script('image-build.sh', from, recipe, image, this.#archive(image)) === 0;
    const areBuilt = IMAGES.every(({ image, recipe }) => build(root, join(root, 'deploy', recipe), image));
    // The packages use another name for the same image.
    const alias = join(folder, 'Containerfile');
    writeFileSync(alias, `FROM ${TASK_IMAGE_AS_BUILT}\n`);
    return areBuilt && build(folder, alias, TASK_IMAGE);
  }

  /** Starts the cluster with the images, unless it is running. */
  up(): boolean {
    if (this.isUp) return true;
    this.down();
    return (
      this.#script('up.sh') === 0 &&
      this.#script('images.sh', ...[...IMAGES.map(({ image }) => image), TASK_IMAGE].map((image) => this.#archive(image))) === 0
    );
  }

  /** Stops the cluster, if it was ready once. */
  down(): void {
    if (!existsSync(this.#state('ready'))) return;
    // The id of a process that has ended may be that of another one now.
    if (!this.#hasProcess) rmSync(this.#state('pid'), { force: true });
    this.#script('down.sh');
  }

  /** Runs a program of this repository in the network of the cluster; returns its exit code. */
  run(words: readonly string[], environment: NodeJS.ProcessEnv = {}): number {
    const variables = { MILLRACE_CLUSTER_IMAGE: TASK_IMAGE, ...environment };
    return runProgram(join(this.#scripts, 'in.sh'), [this.#work, process.execPath, ...words], variables);
  }

  readonly #state = (name: string): string => join(this.#work, 'run', name);

  #script(name: string, ...more: string[]): number {
    return runProgram(join(this.#scripts, name), [this.#work, ...more]);
  }

  readonly #archive = (image: string): string => join(this.#work, 'millrace-images', `${image.replaceAll(/[/:]/g, '-')}.tar`);
}
