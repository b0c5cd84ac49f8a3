import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runNpm } from './npm.mjs';
import { withLock } from './lock.mjs';
import { withProgress } from './progress.mjs';

/** Installs the packages of package-lock.json, if node_modules is missing or comes from another lock file. */
export async function installPackages({ root, home, node }) {
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (isStamped(root, fingerprint)) return;
  if (isInstalled(root)) return stamp(root, fingerprint);
  await withLock(root, async () => {
    if (isStamped(root, fingerprint)) return; // another launcher installed them while this one waited
    // Some environments (NODE_ENV=production) make npm leave out packages that the commands need.
    const completeInstall = ['ci', '--include=dev', '--include=optional'];
    await withProgress('Installing the packages of this repository (about 30 seconds) ...', () =>
      runNpm(completeInstall, { home, node, folder: root, target: root }),
    );
    stamp(root, fingerprint);
  });
}

const stampFile = (root) => join(root, 'node_modules', '.millrace-lock');

function isStamped(root, fingerprint) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8').trim() === fingerprint;
}

function stamp(root, fingerprint) {
  try {
    writeFileSync(stampFile(root), `${fingerprint}\n`);
  } catch {
    // Another user installed the packages: without a stamp, each start compares them again, which takes milliseconds.
  }
}

/** Returns whether every package of the lock file that is not optional is in npm's record of node_modules, which npm writes last. */
function isInstalled(root) {
  try {
    const locked = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
    const installed = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    // The packages of this repository are links, which have no version.
    return locked.every(
      ([path, entry]) =>
        !path.includes('node_modules/') || entry.optional || (installed[path] && installed[path].version === entry.version),
    );
  } catch {
    return false;
  }
}
