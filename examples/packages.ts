import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, Unavailable, digest, exists, removeFolder } from './pack.ts';

const airportsFolder = join(import.meta.dirname, 'load-airports');

/** The two files that pin every package of the examples. */
export const packageFiles = [join(airportsFolder, 'package.json'), join(airportsFolder, 'package-lock.json')];

/** The path of the airports in the folder of the packages. */
export const airportsFile = 'node_modules/vega-datasets/data/airports.csv';

/** Downloads the packages of the lock file, once for each content of it. Returns the folder that contains `node_modules`. */
export async function fetchPackages(log: Log): Promise<string> {
  const build = join(airportsFolder, 'build');
  const name = `packages-${(await digest(packageFiles)).slice(0, 12)}`;
  const folder = join(build, name);
  if (await exists(folder)) return folder;

  log('downloading the packages of the airport examples (about 6 MB, once)');
  const unfinished = `${folder}.${process.pid}.part`;
  await mkdir(unfinished, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(airportsFolder, file), join(unfinished, file));
    await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'], unfinished);
    // Another build may have finished first; its folder has the same content.
    if (!(await exists(folder))) await rename(unfinished, folder);
  } finally {
    await removeFolder(unfinished);
  }
  for (const old of await readdir(build)) {
    if (/^packages-[0-9a-f]{12}$/.test(old) && old !== name) await removeFolder(join(build, old));
  }
  return folder;
}

async function runNpm(words: readonly string[], folder: string): Promise<void> {
  // If npm started this process, this variable names the program of npm, which also works without npm on the path.
  const program = process.env['npm_execpath'];
  const child = program?.endsWith('.js')
    ? spawn(process.execPath, [program, ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    : spawn('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', () => reject(new Unavailable('npm could not be started: install npm, or start this command with npm')));
    child.on('close', resolve);
  });
  if (code !== 0) {
    const cause = errors.split('\n').find((line) => line.startsWith('npm error')) ?? `exit code ${code}`;
    throw new Unavailable(`npm ci in ${airportsFolder} failed: ${cause}. Check that the package registry can be reached`);
  }
}
