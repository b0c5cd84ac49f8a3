import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { Command } from '../bundles/command.ts';
import { MARK } from '../program/process-table.ts';
import { windowsVariables } from './windows-variables.ts';

/** The variables that a task gets from the engine's own environment, beside PATH and LANG. */
const INHERITED = ['LC_ALL', 'TZ', 'JAVA_HOME'] as const;
/** The name of the user of a run, for which the machine has no account. */
export const USER_NAME = 'millrace-task';
/**
 * The shell of that user, unless a parameter of the bundle has this name. Without the variable, bash asks the machine for the account of its user, and
 * the answer that there is none takes it half a millisecond, a quarter of its start.
 */
export const USER_SHELL = { SHELL: '/bin/sh' } as const;
/** The locale of tasks if the engine has none. */
export const DEFAULT_LOCALE = 'C.UTF-8';
/** The output of a task is a terminal whose text goes to a log, so programs must not use colours or a pager. */
const TERMINAL = { TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat' } as const;
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The PATH of tasks: the folder of their Node program first, then the engine's PATH, then its Java. */
export function taskPath(engine: NodeJS.ProcessEnv, node: string): string {
  const java = engine['JAVA_HOME'] ? [join(engine['JAVA_HOME'], 'bin')] : [];
  return [dirname(node), engine['PATH'] || DEFAULT_PATH, ...java].join(delimiter);
}

/**
 * The environment of a task, before its parameters.
 * @rule bundles.run.environment
 * @rule bundles.millrace.context
 * @rule bundles.run.address
 */
export function taskEnvironment(
  engine: NodeJS.ProcessEnv,
  task: {
    mark: string;
    executionId: string;
    taskId: string;
    taskName: string;
    logLevel: string;
    home: string;
    temporary: string;
    context: string;
    report: string;
    path: string;
    /** The name of the run's user, if it is not that of the engine. */
    userName?: string | undefined;
    /** The address by which the engine reaches the control plane; a run without a control plane has none. */
    url?: string | undefined;
    traceparent?: string | undefined;
  },
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const environment: Record<string, string> = { LANG: engine['LANG'] || DEFAULT_LOCALE };
  for (const name of INHERITED) {
    const value = engine[name];
    if (value) environment[name] = value;
  }
  return {
    ...environment,
    ...TERMINAL,
    PATH: task.path,
    HOME: task.home,
    // Programs that find no account for their user id read these variables.
    ...(task.userName !== undefined && { USER: task.userName, LOGNAME: task.userName }),
    TMPDIR: task.temporary,
    ...(platform === 'win32' && windowsVariables(engine, task)),
    [MARK]: task.mark,
    MILLRACE_EXECUTION_ID: task.executionId,
    MILLRACE_TASK_ID: task.taskId,
    // A task name may contain NUL, a variable may not.
    MILLRACE_TASK_NAME: task.taskName.replaceAll('\0', ''),
    MILLRACE_CONTEXT: task.context,
    MILLRACE_REPORT: task.report,
    MILLRACE_LOG_LEVEL: task.logLevel,
    ...(task.url !== undefined && { MILLRACE_URL: task.url }),
    // The name that OpenTelemetry uses for the trace context in the environment.
    ...(task.traceparent !== undefined && { TRACEPARENT: task.traceparent }),
  };
}

/** Reads the variables, removes the file, and executes the task. The file is removed first, so that the task does not find it. */
const LOAD_SCRIPT = 'file=$1; shift; . "$file"; rm -f "$file"; unset file; exec "$@"';

/**
 * Moves the environment of a task into a file that is read when the task begins. Programs that run before it outside of its boundary must not get these
 * variables: the author of a bundle chooses their names, and some variables, such as LD_PRELOAD, control programs.
 */
export async function environmentByFile(command: Command, environment: Record<string, string>, file: string): Promise<Command> {
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`);
  await writeFile(file, lines.join(''), { mode: 0o600, flag: 'wx' });
  return { ...command, command: '/bin/sh', arguments: ['-c', LOAD_SCRIPT, 'millrace-task', file, command.command, ...command.arguments] };
}
