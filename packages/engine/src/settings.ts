import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LOG_BOUNDS, type LogBounds } from '@millrace/wire/process-log';
import type { IsolationKind } from './isolation/boundary.ts';
import type { IsolationSettings } from './isolation/choose-isolation.ts';
import { userRangeOf } from './isolation/run-users.ts';
import type { TaskLimits } from './limits/cgroups.ts';
import { messageOf } from './own-log.ts';
import { UsageError } from './usage-error.ts';

export { UsageError } from './usage-error.ts';

/** How the command is used. */
export const USAGE = `millrace-engine: runs tasks next to the data

  millrace-engine pair URL     exchange a pairing key for the credential of an engine
  millrace-engine run          take work and carry it out until a signal comes
  millrace-engine status       say what is set up in the folder, and what runs
  millrace-engine try BUNDLE   run a bundle here without a control plane; "millrace bundle run" does it for a person
  millrace-engine unpair       give the credential up

  --folder FOLDER              where the engine keeps its files (MILLRACE_ENGINE_FOLDER)
  --key-file FILE              pair: a file with the key, in place of standard input or MILLRACE_ENGINE_KEY
  --capacity N                 run: most tasks at once, 4 by itself (MILLRACE_ENGINE_CAPACITY)
  --drain-seconds N            run: how long running tasks may go on after a signal, 300 by itself (MILLRACE_ENGINE_DRAIN_SECONDS)
  --url URL                    run: another address of the control plane
  --log-file FILE              run: where the log goes, standard output by itself (MILLRACE_ENGINE_LOG_FILE)
  --with-parent                run: for a server that starts its own engine
  --hide FOLDER                run: a folder that tasks must not see; may be given several times
  --force                      unpair: also where the control plane cannot be reached
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

/** What a command is told. */
export type CommandInput = { words: string[]; flags: Flags; environment: NodeJS.ProcessEnv };

/** Reads the command line. */
export function readWords(words: string[], environment: NodeJS.ProcessEnv): CommandInput {
  try {
    const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
    return { words: positionals, flags: values, environment };
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

/** Where the engine keeps its files: the place of a system service for root, else one of the person. */
export function folderOf({ flags, environment }: CommandInput): string {
  const named = flags.folder || environment['MILLRACE_ENGINE_FOLDER'];
  if (named) return resolve(named);
  return process.getuid?.() === 0 ? '/var/lib/millrace-engine' : join(homedir(), '.millrace-engine');
}

/** The file of the log and its bounds; undefined where the log goes to standard output. */
export function logFileOf({ flags, environment }: CommandInput): ({ path: string } & LogBounds) | undefined {
  const named = flags['log-file'] || environment['MILLRACE_ENGINE_LOG_FILE'];
  if (!named) return undefined;
  const bytes = wholeSetting(environment, 'MILLRACE_LOG_FILE_BYTES', 2 ** 16) ?? LOG_BOUNDS.bytes;
  return { path: resolve(named), bytes, kept: wholeSetting(environment, 'MILLRACE_LOG_FILES', 1) ?? LOG_BOUNDS.kept };
}

function wholeSetting(environment: NodeJS.ProcessEnv, variable: string, least: number): number | undefined {
  const text = environment[variable] || undefined;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`${variable} is ${JSON.stringify(text)}: it must be a whole number from ${least} on`);
}

/** A whole number from a flag, else from the environment, else undefined. */
export function wholeOf(
  { flags, environment }: CommandInput,
  flag: 'capacity' | 'drain-seconds',
  variable: string,
  least: number,
): number | undefined {
  const text = flags[flag] ?? (environment[variable] || undefined);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`--${flag} (${variable}) is ${JSON.stringify(text)}: it must be a whole number from ${least} on`);
}

/** What the environment allows each task, and how large the cache of bundles may grow. */
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

const ISOLATIONS: readonly IsolationKind[] = ['user', 'namespace', 'none'];

/** How the settings want tasks to be isolated. */
export function isolationOf({ flags, environment }: CommandInput): IsolationSettings {
  const text = environment['MILLRACE_ENGINE_ISOLATION'] || undefined;
  const kind = ISOLATIONS.find((one) => one === text);
  if (text !== undefined && kind === undefined)
    throw new UsageError(
      `MILLRACE_ENGINE_ISOLATION is ${JSON.stringify(text)}: set it to ${ISOLATIONS.join(', ')}, or leave it empty for the best that works`,
    );
  const users = userRangeOf(environment['MILLRACE_ENGINE_USERS']);
  const share = (environment['MILLRACE_ENGINE_TASK_FOLDERS'] ?? '').split(delimiter).filter((one) => one !== '');
  const wrong = share.find((one) => !isAbsolute(one));
  if (wrong !== undefined)
    throw new UsageError(`MILLRACE_ENGINE_TASK_FOLDERS holds ${JSON.stringify(wrong)}: set it to absolute paths with colons between them`);
  return { ...(kind && { kind }), ...(users && { users }), share, hide: flags.hide ?? [] };
}

function bytesOf(environment: NodeJS.ProcessEnv, variable: string, least: number): number | undefined {
  const text = environment[variable] || undefined;
  if (text === undefined) return undefined;
  const [, digits, unit = ''] = /^(\d{1,15})([KMGT]?)$/.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** ' KMGT'.indexOf(unit || ' ');
  if (bytes >= least && Number.isSafeInteger(bytes)) return bytes;
  throw new UsageError(`${variable} is ${JSON.stringify(text)}: set it to a size such as 512M or 2G`);
}
