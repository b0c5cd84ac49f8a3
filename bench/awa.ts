/** awa, a queue on PostgreSQL in Rust with bindings for Python. It is installed into a virtual environment of this folder, if Python is here. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const AWA_VERSION = '0.6.9';
const run = promisify(execFile);

/** The name of awa in the results. */
export const AWA = `awa ${AWA_VERSION}`;

/** The Python of awa's environment, or what is missing on this machine, as a sentence. */
export type Awa = { python: string } | { missing: string };

/** Installs awa at its first use, into `bench/.peers`, and returns the Python that can import it. Never throws: without awa, the others are measured. */
export async function findAwa(): Promise<Awa> {
  const folder = join(import.meta.dirname, '.peers', `awa-${AWA_VERSION}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return { python };
  // Several benchmarks may install it at the same time: each builds a folder of its own, and the first one that is complete gets the name.
  const building = `${folder}.${process.pid}`;
  try {
    await run('python3', ['-m', 'venv', building]);
    await run(join(building, 'bin', 'python'), [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-deps',
      '--only-binary',
      ':all:',
      `awa-pg==${AWA_VERSION}`,
    ]);
    await rename(building, folder).catch((error: unknown) => (existsSync(python) ? undefined : Promise.reject(error)));
    return { python };
  } catch (error) {
    return { missing: reasonOf(error) };
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'this machine has no python3 (Debian: apt-get install python3-venv)';
  const { stderr = '', stdout = '', message } = error as { stderr?: string; stdout?: string; message: string };
  const lastLine = (stderr.trim() || stdout.trim() || message).split('\n').at(-1);
  return `awa-pg ${AWA_VERSION} could not be installed for Python: ${lastLine}`;
}
