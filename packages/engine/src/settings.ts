import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LOG_BOUNDS, type LogBounds } from '@millrace/wire/process-log';
import type { IsolationKind } from './isolation/boundary.ts';
import type { IsolationSettings } from './isolation/choose-isolation.ts';
import { runAsUsersOf, sharedFoldersOf, userRangeOf } from './isolation/run-access.ts';
import type { TaskLimits } from './limits/cgroups.ts';
import { messageOf } from './program/own-log.ts';
import { UsageError } from './program/usage-error.ts';

/** The text of `--help`. */
export const USAGE = `millrace-engine: runs tasks next to the data

  millrace-engine pair URL     exchange a pairing key for the credential of an engine
  millrace-engine run          run tasks until a signal arrives
  millrace-engine operator     watch and remove the environments of a dynamic engine; runs in the cluster of its package
  millrace-engine agent        run the tasks of an environment of a dynamic engine as pods; runs in the cluster of its package
  millrace-engine ask-state    ask the control plane for the state of a dynamic engine or of an environment; used by "helm test"
  millrace-engine pod-run      run the execution of a pod; used by an engine that runs tasks on Kubernetes
  millrace-engine pod-wait     wait in a pod for an execution, and run it; used by the same engine
  millrace-engine status       show the pairing, the running programs and the cache
  millrace-engine try BUNDLE   run a bundle without a control plane; used by "millrace bundle run", which has a readable output
  millrace-engine unpair       revoke the credential and remove it

  --folder FOLDER              where the engine keeps its files (MILLRACE_ENGINE_FOLDER)
  --key-file FILE              pair: file with the pairing key (default: MILLRACE_ENGINE_KEY, else standard input)
  --capacity N                 run: maximum number of tasks at the same time (MILLRACE_ENGINE_CAPACITY; default: 4)
  --drain-seconds N            run: how long running tasks may continue after the first signal (MILLRACE_ENGINE_DRAIN_SECONDS; default: 300)
  --url URL                    pair: same as the argument; run, status: use this address of the control plane instead of the stored one.
                               With a second region: the addresses of both, separated by a comma
  --log-file FILE              run: write the log to this file (MILLRACE_ENGINE_LOG_FILE; default: standard output)
  --with-parent                run: read the settings from the parent process; used by a server that starts its own engine
  --hide FOLDER                run: hide this folder from tasks; can be repeated
  --force                      unpair: remove the credential even if the control plane cannot be reached
  --version, --help

More settings: docs/engines.md
`;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  folder: { type: 'string' },
  capacity: { type: 'string' },
  'drain-seconds': { type: 'string' },
  'log-file': { type: 'string' },
  'with-parent': { type: 'boolean' },
  hide: { type: 'string', multiple: true },
  force: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

/** The input of a command: positional arguments (the first is the name of the command), options and environment. */
export type CommandInput = { positionals: string[]; flags: Flags; environment: NodeJS.ProcessEnv };

/** Parses the command line; throws a `UsageError` for an unknown or malformed option. */
export function parseCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandInput {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    return { positionals, flags: values, environment };
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

/** The folder of the engine's files. The default is `/var/lib/millrace-engine` for root, else `~/.millrace-engine`. */
export function folderOf({ flags, environment }: CommandInput): string {
  const folder = flags.folder || environment['MILLRACE_ENGINE_FOLDER'];
  if (folder) return resolve(folder);
  return process.getuid?.() === 0 ? '/var/lib/millrace-engine' : join(homedir(), '.millrace-engine');
}

/** The address of the control plane, for programs that a package of a dynamic engine starts. Throws a `UsageError`. */
export function controlPlaneUrl({ environment }: CommandInput): string {
  const url = URL.parse(environment['MILLRACE_URL'] ?? '');
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `MILLRACE_URL is ${JSON.stringify(environment['MILLRACE_URL'] ?? '')}: set it to the address of the control plane`,
    );
  return url.href.replace(/\/+$/, '');
}

/** The log file and its limits; undefined if the log goes to standard output. Throws a `UsageError` for malformed limits. */
export function logFileOf({ flags, environment }: CommandInput): ({ path: string } & LogBounds) | undefined {
  const file = flags['log-file'] || environment['MILLRACE_ENGINE_LOG_FILE'];
  if (!file) return undefined;
  const numberOf = (variable: string, min: number): number | undefined => wholeNumber(environment[variable] || undefined, variable, min);
  const bytes = numberOf('MILLRACE_LOG_FILE_BYTES', 2 ** 16) ?? LOG_BOUNDS.bytes;
  return { path: resolve(file), bytes, kept: numberOf('MILLRACE_LOG_FILES', 1) ?? LOG_BOUNDS.kept };
}

function wholeNumber(text: string | undefined, name: string, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new UsageError(`${name} is ${JSON.stringify(text)}: set it to a whole number of at least ${min}`);
}

/** A whole number from a flag, else from the environment, else undefined. Throws a `UsageError` if it is malformed or below `min`. */
export function wholeNumberSetting(
  { flags, environment }: CommandInput,
  flag: 'capacity' | 'drain-seconds',
  variable: string,
  min: number,
): number | undefined {
  return wholeNumber(flags[flag] ?? (environment[variable] || undefined), `--${flag} (${variable})`, min);
}

/** The memory and CPU limits of each task, and the size limit of the bundle cache, from the environment. Throws a `UsageError`. */
export function limitsOf({ environment }: CommandInput): { limits: TaskLimits; cacheBytes?: number } {
  const memoryBytes = bytesOf(environment, 'MILLRACE_ENGINE_TASK_MEMORY', 2 ** 24);
  const cacheBytes = bytesOf(environment, 'MILLRACE_ENGINE_CACHE', 0);
  const text = environment['MILLRACE_ENGINE_TASK_CPU'] || undefined;
  const cpus = text === undefined ? undefined : Number(text);
  if (cpus !== undefined && !(cpus >= 0.01 && cpus <= 10_000))
    throw new UsageError(`MILLRACE_ENGINE_TASK_CPU is ${JSON.stringify(text)}: set it to a number of processors such as 0.5 or 2`);
  return {
    limits: { ...(memoryBytes !== undefined && { memoryBytes }), ...(cpus !== undefined && { cpus }) },
    ...(cacheBytes !== undefined && { cacheBytes }),
  };
}

/** The runner of the tasks: they run as processes of the machine, or as pods of a cluster. Throws a `UsageError`. */
export function runnerOf({ environment }: CommandInput): 'process' | 'kubernetes' {
  const text = environment['MILLRACE_ENGINE_RUNNER'] || 'process';
  if (text === 'process' || text === 'kubernetes') return text;
  throw new UsageError(`MILLRACE_ENGINE_RUNNER is ${JSON.stringify(text)}: set it to process or kubernetes`);
}

const ISOLATIONS: readonly IsolationKind[] = ['user', 'namespace', 'none'];

/** The isolation settings from options and environment. Throws a `UsageError`. */
export function isolationOf({ flags, environment }: CommandInput): IsolationSettings {
  const text = environment['MILLRACE_ENGINE_ISOLATION'] || undefined;
  const kind = ISOLATIONS.find((one) => one === text);
  if (text !== undefined && kind === undefined)
    throw new UsageError(
      `MILLRACE_ENGINE_ISOLATION is ${JSON.stringify(text)}: set it to ${ISOLATIONS.join(', ')}, or leave it empty for the best kind that works on this machine`,
    );
  const users = userRangeOf(environment['MILLRACE_ENGINE_USERS']);
  const taskFolders = (environment['MILLRACE_ENGINE_TASK_FOLDERS'] ?? '').split(delimiter).filter((one) => one !== '');
  const invalid = taskFolders.find((one) => !isAbsolute(one));
  if (invalid !== undefined)
    throw new UsageError(
      `MILLRACE_ENGINE_TASK_FOLDERS holds ${JSON.stringify(invalid)}: set it to absolute paths with colons between them`,
    );
  const [sharedFolders, runAs] = [sharedFoldersOf(environment), runAsUsersOf(environment)];
  return { ...(kind && { kind }), ...(users && { users }), taskFolders, sharedFolders, runAs, hide: flags.hide ?? [] };
}

function bytesOf(environment: NodeJS.ProcessEnv, variable: string, min: number): number | undefined {
  const text = environment[variable] || undefined;
  if (text === undefined) return undefined;
  const [, digits, unit = ''] = /^(\d{1,15})([KMGT]?)$/.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** ' KMGT'.indexOf(unit || ' ');
  if (bytes >= min && Number.isSafeInteger(bytes)) return bytes;
  throw new UsageError(`${variable} is ${JSON.stringify(text)}: set it to a size such as 512M or 2G`);
}
