import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { LaunchError, explain } from './errors.mjs';

/** Runs a step while no other launcher of this clone runs one: two `npm ci` in one folder destroy each other's work. */
export async function withLock(root, step) {
  const file = join(root, '.millrace', 'install.lock');
  let told = false;
  while (!take(root, file)) {
    const holder = Number(readIfThere(file));
    if (holder && !isAlive(holder)) removeAbandoned(file, holder);
    else if (!told) {
      process.stderr.write(
        `Waiting for another start that installs packages here (process ${holder}; if it is none of ours, remove ${file}) ...\n`,
      );
      told = true;
    }
    await sleep(200);
  }
  try {
    return await step();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Writes the process id first and links the file second, so that nobody sees a lock without an owner. */
function take(root, file) {
  const own = `${file}.${process.pid}`;
  try {
    mkdirSync(join(root, '.millrace'), { recursive: true });
    writeFileSync(own, String(process.pid));
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new LaunchError(explain(error.code ?? '', root) ?? error.message);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Two that wait may both find the owner dead: the slower one must not remove the lock of the faster one. */
function removeAbandoned(file, holder) {
  const aside = `${file}.abandoned-${process.pid}`;
  try {
    renameSync(file, aside);
    if (Number(readIfThere(aside)) !== holder) linkSync(aside, file);
  } catch {
    // The other one was faster.
  }
  rmSync(aside, { force: true });
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
