import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { LaunchError, explain } from './errors.mjs';

/** Runs a step while no other launcher of this clone runs one: two `npm ci` at once in one folder break each other. Returns what the step returns. */
export async function withLock(root, step) {
  const file = join(root, '.millrace', 'install.lock');
  let waitShown = false;
  while (!tryLock(root, file)) {
    const holder = Number(readIfThere(file));
    if (holder && !isAlive(holder)) removeAbandoned(file, holder);
    else if (!waitShown) {
      process.stderr.write(
        `Waiting for another command that installs or builds here (process ${holder}; if that is not a Millrace command, remove ${file}) ...\n`,
      );
      waitShown = true;
    }
    await sleep(200);
  }
  try {
    return await step();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Tries to take the lock. Writes the process id first and links the file second, so that every lock names its owner. */
function tryLock(root, file) {
  const ownFile = `${file}.${process.pid}`;
  try {
    mkdirSync(join(root, '.millrace'), { recursive: true });
    writeFileSync(ownFile, String(process.pid));
    linkSync(ownFile, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new LaunchError(explain(error.code ?? '', root) ?? error.message);
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/** Removes the lock of an ended process. Two waiting launchers may both try this: the slower one must not remove the new lock of the faster one. */
function removeAbandoned(file, holder) {
  const renamed = `${file}.abandoned-${process.pid}`;
  try {
    renameSync(file, renamed);
    if (Number(readIfThere(renamed)) !== holder) linkSync(renamed, file);
  } catch {
    // The other launcher was faster.
  }
  rmSync(renamed, { force: true });
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
