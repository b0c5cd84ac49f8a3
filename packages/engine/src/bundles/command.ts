import { constants } from 'node:fs';
import { access, chmod, stat } from 'node:fs/promises';
import { delimiter, join, relative, resolve } from 'node:path';
import { DeployFault } from '../faults.ts';

/** How the task of a bundle is started. */
export type Command = {
  command: string;
  arguments: string[];
  folder: string;
  /** Variables beside those that every task gets. */
  variables: Record<string, string>;
  /** What people should know, told as SYSTEM lines. */
  notes: string[];
};

/** Finds a program in the folders of a PATH. */
export async function findProgram(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((one) => one !== '')) {
    const program = join(folder, name);
    if (await isProgram(program)) return program;
  }
  return undefined;
}

/** Finds what the first word of `run` names: the engine's own node, a file of the bundle, or a program of the machine. */
export async function resolveCommand(word: string, bundle: string, path: string): Promise<string> {
  if (word === 'node') return process.execPath;
  if (word.includes('/')) return word.startsWith('/') ? machineFile(word) : bundleFile(word, bundle);
  const program = await findProgram(word, path);
  if (program) return program;
  throw new DeployFault(
    'COMMAND_NOT_FOUND',
    `The command ${JSON.stringify(word)} of the bundle is not on this engine: install it on the engine's machine, or correct "run" in millrace.json. Looked in ${path}`,
  );
}

async function bundleFile(word: string, bundle: string): Promise<string> {
  const file = resolve(bundle, word);
  if (relative(bundle, file).split('/')[0] === '..') {
    throw new DeployFault(
      'COMMAND_NOT_FOUND',
      `The command ${JSON.stringify(word)} lies outside the bundle: correct "run" in millrace.json`,
    );
  }
  if (!(await isFile(file))) {
    throw new DeployFault(
      'COMMAND_NOT_FOUND',
      `The command ${JSON.stringify(word)} is not in the bundle: add the file or correct "run" in millrace.json`,
    );
  }
  // Zips packed on Windows carry no mode.
  await chmod(file, 0o700);
  return file;
}

async function machineFile(word: string): Promise<string> {
  if (await isProgram(word)) return word;
  throw new DeployFault(
    'COMMAND_NOT_FOUND',
    `The command ${JSON.stringify(word)} of the bundle is no program on the engine's machine: install it there, or correct "run" in millrace.json`,
  );
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

async function isProgram(path: string): Promise<boolean> {
  if (!(await isFile(path))) return false;
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
