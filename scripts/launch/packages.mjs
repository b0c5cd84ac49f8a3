import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runNpm } from './npm.mjs';
import { withLock } from './lock.mjs';
import { withProgress } from './progress.mjs';

/** Brings node_modules in line with package-lock.json, when it is missing or was made from another one. */
export async function installPackages({ root, home, node }) {
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (isStamped(root, fingerprint)) return;
  if (isInstalled(root)) return stamp(root, fingerprint);
  await withLock(root, async () => {
    if (isStamped(root, fingerprint)) return; // another launcher did it while this one waited
    // Some environments (NODE_ENV=production) leave parts out, and the commands here need all of them.
    const whole = ['ci', '--include=dev', '--include=optional'];
    await withProgress('Installing the packages of this repository (about 30 seconds) ...', () =>
      runNpm(whole, { home, node, folder: root, place: root }),
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
    // Installed by another user: then it is compared again at each start, which costs milliseconds.
  }
}

/** Whether npm's own record of node_modules, which it writes last, holds every package of the lock file that is not optional. */
function isInstalled(root) {
  try {
    const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
    const present = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return wanted.every(([path, entry]) => !path.includes('node_modules/') || entry.optional || present[path]?.version === entry.version);
  } catch {
    return false;
  }
}
