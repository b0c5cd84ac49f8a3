import { chmod, readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, DeployFault } from '../program/faults.ts';
import { findProgram, isFile } from '../program/find-program.ts';
import type { JavaMismatch } from '../java/choose-java.ts';
import type { ClassArchiveOfRun } from '../java/class-archives.ts';

/** The command that starts the task of a bundle, with its folder and variables. */
export type Command = {
  command: string;
  arguments: string[];
  folder: string;
  /** Environment variables in addition to those that every task gets. */
  variables: Record<string, string>;
  /** Warnings for the log of the execution. */
  notes: string[];
  /** Other lines for that log. */
  facts?: string[];
  /** The Java of a job archive, if it is not the one for which the archive was built. */
  mismatch?: JavaMismatch;
  /** Secrets of the bundle itself, which the log must not show. */
  secrets?: string[];
  /** The class data archive that its Java uses, or for which it records its classes. */
  classData?: ClassArchiveOfRun;
  /** Whether the command starts with the rights of the engine and changes to the user of the run itself. */
  dropsRights?: boolean;
};

/** The inputs of a run: its parameters, and as further parameters the paths of its resources and of its temporary folder. */
export type RunInputs = { parameters: Record<string, string>; paths: Record<string, string> };

/** The parameter with the path of the temporary folder of a run. */
export const TEMPORARY_FOLDER = 'resource_flow_temp_folder';

/** The Node program and the PATH of tasks. */
export type Programs = { node: string; path: string };

/** The files of a bundle, unpacked in the folder of its run or still in memory. */
export type BundleView = {
  folder: string;
  /** The content of a file; undefined if it does not exist. */
  read: (name: string) => Promise<Buffer | undefined>;
  /** Makes a file executable; false if it does not exist. */
  makeExecutable: (name: string) => Promise<boolean>;
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
    async makeExecutable(name) {
      const file = join(folder, name);
      if (!(await isFile(file))) return false;
      // Zips from Windows hold no file modes.
      await chmod(file, 0o700);
      return true;
    },
  };
}

/**
 * Finds the program for the first word of `run`: the engine's own node, a file of the bundle, which it makes executable, or a program of the machine.
 * Throws a `DeployFault` if there is none.
 */
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
  if (isAbsolute(name) || name.split(sep)[0] === '..') {
    throw new DeployFault('COMMAND_NOT_FOUND', `The command ${JSON.stringify(word)} is outside the bundle: correct "run" in millrace.json`);
  }
  if (!(await bundle.makeExecutable(name))) {
    throw new DeployFault(
      'COMMAND_NOT_FOUND',
      `The command ${JSON.stringify(word)} is not in the bundle: add the file or correct "run" in millrace.json`,
    );
  }
  return file;
}

async function machineFile(word: string): Promise<string> {
  // With `/` as the PATH, an absolute path uses the same check and cache.
  const program = await findProgram(word, '/');
  if (program) return program;
  throw new DeployFault(
    'COMMAND_NOT_FOUND',
    `The command ${JSON.stringify(word)} of the bundle is not a program on the engine's machine: install the program there, or correct "run" in millrace.json`,
  );
}
