import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runNpm } from './npm.mjs';
import { withLock } from './lock.mjs';
import { withProgress } from './progress.mjs';
import { SERVER_COMMANDS } from './server-program.mjs';

/** The commands that run without the packages for development. A test follows their imports; any other command gets all packages. */
export const RUNNING_COMMANDS = [...SERVER_COMMANDS, 'build-examples', 'cli', 'db-reset', 'record', 'replay', 'sbom'];

/** What npm installs for each set. The words are explicit, because the environment (NODE_ENV=production) and the settings of npm change its defaults. */
const WORDS = {
  running: ['--omit=dev', '--include=optional'],
  complete: ['--include=dev', '--include=optional'],
};

/**
 * Installs the packages of package-lock.json, if node_modules is missing, lacks some of the set, or comes from another lock file. The set `running` has the
 * packages that are not only for development; `complete` has all, so it also serves where `running` is asked for.
 */
export async function installPackages({ root, home, node, set = 'complete' }) {
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (isStamped(root, fingerprint, set)) return;
  if (isInstalled(root, set)) return stamp(root, fingerprint, set);
  await withLock(root, async () => {
    if (isStamped(root, fingerprint, set)) return; // another launcher installed them while this one waited
    // `npm ci` deletes node_modules first. A server that runs from this folder needs its packages, so others are added beside them.
    const adds = set === 'complete' && isInstalled(root, 'running');
    const words = adds ? ['install', '--no-save'] : ['ci'];
    const text = adds
      ? 'Installing the packages for tests and checks (about 10 seconds) ...'
      : 'Installing the packages of this repository (about 30 seconds) ...';
    await withProgress(text, () => runNpm([...words, ...WORDS[set]], { home, node, folder: root, target: root }));
    stamp(root, fingerprint, set);
  });
}

const stampFile = (root) => join(root, 'node_modules', '.millrace-lock');

/** The stamp is the fingerprint of the lock file, and for a set that is not complete its name. */
const stampOf = (fingerprint, set) => (set === 'complete' ? fingerprint : `${fingerprint} ${set}`);

function isStamped(root, fingerprint, set) {
  if (!existsSync(stampFile(root))) return false;
  const found = readFileSync(stampFile(root), 'utf8').trim();
  return found === stampOf(fingerprint, 'complete') || found === stampOf(fingerprint, set);
}

function stamp(root, fingerprint, set) {
  try {
    writeFileSync(stampFile(root), `${stampOf(fingerprint, set)}\n`);
  } catch {
    // Another user installed the packages: without a stamp, each start compares them again, which takes milliseconds.
  }
}

/** Returns whether every package of a set that is not optional is in npm's record of node_modules, which npm writes last. */
function isInstalled(root, set) {
  try {
    const locked = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
    const installed = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    // A package with `devOptional` is one for development, and an optional one for others.
    const isLeftOut = ({ dev, optional, devOptional }) => optional || (set === 'running' && (dev || devOptional));
    // The packages of this repository are links, which have no version.
    return locked.every(
      ([path, entry]) =>
        !path.includes('node_modules/') || isLeftOut(entry) || (installed[path] && installed[path].version === entry.version),
    );
  } catch {
    return false;
  }
}
