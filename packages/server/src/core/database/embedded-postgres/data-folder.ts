import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Binaries } from './binaries.ts';
import { explainFailure } from './failures.ts';
import { writeOwned } from './ownership.ts';
import { commandAs, plainEnvironment } from './run-as.ts';
import type { RunAs } from './run-as.ts';

/** The user and the database that a new data folder gets; the user owns everything. */
export const databaseOwner = 'millrace';

/** Reads the password of the owner of the database; undefined for a new folder. */
export async function readPassword(folder: string): Promise<string | undefined> {
  return existsSync(join(folder, 'data')) ? readFile(join(folder, 'password'), 'utf8') : undefined;
}

/** Creates an empty database. The folder gets its final name when it is complete, so that a folder left by a crash is never used. */
export async function createDataFolder(options: { folder: string; binaries: Binaries; runAs: RunAs; durable: boolean }): Promise<string> {
  const { folder, binaries, runAs, durable } = options;
  const partial = join(folder, 'data.new');
  await rm(partial, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  await writeOwned(runAs.owner, join(folder, 'password'), password);

  const target = ['-D', partial, '-U', databaseOwner, `--pwfile=${join(folder, 'password')}`];
  // The built-in locale C.UTF-8 of PostgreSQL sorts equally on every machine; locales of the C library differ.
  const content = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--auth=scram-sha-256', '--no-instructions'];
  await run(options, [join(binaries.folder, 'bin/initdb'), ...target, ...content, ...(durable ? [] : ['--no-sync'])]);
  await run(
    options,
    [join(binaries.folder, 'bin/postgres'), '--single', '-D', partial, '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres'],
    `create database ${databaseOwner};\n`,
  );
  await rename(partial, join(folder, 'data'));
  return password;
}

async function run({ folder, runAs }: { folder: string; runAs: RunAs }, command: readonly string[], input = ''): Promise<void> {
  const { file, args, options } = commandAs(runAs, command);
  const running = promisify(execFile)(file, args, { ...options, env: plainEnvironment, cwd: '/' });
  running.child.stdin?.end(input);
  try {
    await running;
  } catch (error) {
    await rm(join(folder, 'data.new'), { recursive: true, force: true });
    const message = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw explainFailure(message, folder);
  }
}
