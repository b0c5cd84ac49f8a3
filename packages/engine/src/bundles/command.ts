import { constants } from 'node:fs';
import { access, chmod, readFile, stat } from 'node:fs/promises';
import { delimiter, join, relative, resolve } from 'node:path';
import { codeOf, DeployFault } from '../faults.ts';

/** How the task of a bundle is started. */
export type Command = {
  command: string;
  arguments: string[];
  folder: string;
  /** Variables beside those that every task gets. */
  variables: Record<string, string>;
  /** What people should know, told as SYSTEM lines. */
  notes: string[];
  /** Whether the command starts with the rights of the engine and itself goes over to the user of the run. */
  dropsRights?: boolean;
};

/** What a run is given: the parameters of its task and start, and by name the places in its folder that the engine has made for it. */
export type Given = { parameters: Record<string, string>; places: Record<string, string> };

/** Where the programs of tasks are: the Node program that they use, and the PATH. */
export type Programs = { node: string; path: string };

/** A bundle in the folder of its run, or on its way there. */
export type BundleView = {
  folder: string;
  /** The bytes of one of its files. */
  read: (name: string) => Promise<Buffer | undefined>;
  /** Sees to it that one of its files can be executed; false where there is none of the name. */
  makeProgram: (name: string) => Promise<boolean>;
};

/** A bundle that has been unpacked. */
export function unpackedBundle(folder: string): BundleView {
  return {
    folder,
    read: (name) =>
      readFile(join(folder, name)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }),
    async makeProgram(name) {
      const file = join(folder, name);
      if (!(await isFile(file))) return false;
      // Zips packed on Windows carry no mode.
      await chmod(file, 0o700);
      return true;
    },
  };
}

/** Programs of the machine that were found a moment ago: one that goes meanwhile cannot be started, and that is told too. */
const found = new Map<string, { program: string; at: number }>();
const FOUND_MILLISECONDS = 5000;
const MAX_FOUND = 1000;

/** Finds a program in the folders of a PATH. */
export async function findProgram(name: string, path: string): Promise<string | undefined> {
  const key = `${name}\0${path}`;
  const last = found.get(key);
  if (last && performance.now() - last.at < FOUND_MILLISECONDS) return last.program;
  found.delete(key);
  for (const folder of path.split(delimiter).filter((one) => one !== '')) {
    const program = join(folder, name);
    if (!(await isProgram(program))) continue;
    if (found.size >= MAX_FOUND) found.clear();
    found.set(key, { program, at: performance.now() });
    return program;
  }
  return undefined;
}

/** Finds what the first word of `run` names: the engine's own node, a file of the bundle, or a program of the machine. */
export async function resolveCommand(word: string, bundle: BundleView, { node, path }: Programs): Promise<string> {
  if (word === 'node') return node;
  if (word.includes('/')) return word.startsWith('/') ? machineFile(word) : bundleFile(word, bundle);
  const program = await findProgram(word, path);
  if (program) return program;
  throw new DeployFault(
    'COMMAND_NOT_FOUND',
    `The command ${JSON.stringify(word)} of the bundle is not on this engine: install it on the engine's machine, or correct "run" in millrace.json. Looked in ${path}`,
  );
}

async function bundleFile(word: string, bundle: BundleView): Promise<string> {
  const file = resolve(bundle.folder, word);
  const name = relative(bundle.folder, file);
  if (name.split('/')[0] === '..') {
    throw new DeployFault(
      'COMMAND_NOT_FOUND',
      `The command ${JSON.stringify(word)} lies outside the bundle: correct "run" in millrace.json`,
    );
  }
  if (!(await bundle.makeProgram(name))) {
    throw new DeployFault(
      'COMMAND_NOT_FOUND',
      `The command ${JSON.stringify(word)} is not in the bundle: add the file or correct "run" in millrace.json`,
    );
  }
  return file;
}

async function machineFile(word: string): Promise<string> {
  // As a name from the root it is found as any other.
  const program = await findProgram(word, '/');
  if (program) return program;
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
