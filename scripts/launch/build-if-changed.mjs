import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';

import { makeFolder } from './home.mjs';
import { withLock } from './lock.mjs';
import { withProgress } from './progress.mjs';

/** The number of stored builds: the newest, and earlier ones, which a running server may still serve. */
const MAX_BUILDS = 3;

/**
 * Returns the folder of a built site, and builds it first if its sources have changed; undefined if it could not be built. The build is stored in the
 * home folder under the hash of the sources, so a start without changes only reads the sources. The second argument: its `name`, the `program` that builds
 * it into a folder and writes `<name>.json` there last, the `files` from which it is built, and the `seconds` that the build takes.
 */
export async function buildIfChanged({ root, home, node }, { name, program, files, seconds }) {
  const builds = makeFolder(home, 'cache', name);
  const folder = join(builds, hashOf(root, files));
  const isBuilt = () => existsSync(join(folder, `${name}.json`));
  if (isBuilt()) return folder;
  return withLock(root, async () => {
    if (isBuilt()) return folder; // another launcher built it while this one waited
    const output = await withProgress(`Building the ${name} (about ${seconds} seconds) ...`, () => build({ root, node, program, folder }));
    if (isBuilt()) {
      removeOld(builds);
      return folder;
    }
    const log = join(makeFolder(home, 'logs'), `${name}.log`);
    writeFileSync(log, output);
    process.stderr.write(`The ${name} could not be built, so this start does not serve it; the reason is in ${log}\n`);
    return undefined;
  });
}

/** All files with an extension below folders, by their path from the root. */
export const filesBelow = (root, ...folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => join(folder, name)),
  );

function hashOf(root, files) {
  const hash = createHash('sha256');
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
async function build({ root, node, program, folder }) {
  const part = `${folder}.part-${process.pid}`;
  const child = spawn(node, [join(root, program), part], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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
