import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';

import { makeFolder } from './home.mjs';
import { withLock } from './lock.mjs';
import { withProgress } from './progress.mjs';

/** Builds that are kept: the newest, and earlier ones, which a running server may still serve. */
const MAX_BUILDS = 3;

/**
 * Returns the folder of the built console, and builds it first if its sources have changed; undefined if there is none. The build is kept in the home
 * folder under the hash of the sources, so a start without changes only reads them.
 */
export async function buildConsole({ root, home, node }) {
  const sources = join(root, 'packages', 'console');
  if (!existsSync(join(sources, 'package.json'))) return undefined;
  const builds = makeFolder(home, 'cache', 'console');
  const folder = join(builds, hashOf(root));
  if (isBuilt(folder)) return folder;
  return withLock(root, async () => {
    if (isBuilt(folder)) return folder; // another launcher built it while this one waited
    const output = await withProgress('Building the console (about 10 seconds) ...', () => build({ root, node, folder }));
    if (isBuilt(folder)) {
      removeOld(builds);
      return folder;
    }
    const log = join(makeFolder(home, 'logs'), 'console.log');
    writeFileSync(log, output);
    process.stderr.write(`The console could not be built, so this start does not serve it; the reason is in ${log}\n`);
    return undefined;
  });
}

const isBuilt = (folder) => existsSync(join(folder, 'console.json'));

/** The sources of the console, those of the contract that it uses, and the packages that build it. */
function hashOf(root) {
  const hash = createHash('sha256');
  const folders = ['packages/console/src', 'packages/console/scripts', 'packages/contract/src'];
  const files = [
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .filter((name) => /\.\w+$/.test(name))
        .map((name) => join(folder, name)),
    ),
    'packages/console/index.html',
    'packages/console/package.json',
    'package-lock.json',
  ];
  for (const file of files.sort())
    if (statSync(join(root, file)).isFile())
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
        .update('\0');
  return hash.digest('hex').slice(0, 32);
}

/** Builds into a temporary folder and renames it, so that the folder is complete when it exists. Returns the output of the build. */
async function build({ root, node, folder }) {
  const part = `${folder}.part-${process.pid}`;
  const child = spawn(node, [join(root, 'packages', 'console', 'scripts', 'build.ts'), part], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code === 0) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(part, folder);
  } else rmSync(part, { recursive: true, force: true });
  return output;
}

function removeOld(builds) {
  const byAge = readdirSync(builds)
    .map((name) => ({ name, time: statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of byAge.slice(MAX_BUILDS)) rmSync(join(builds, name), { recursive: true, force: true });
}
