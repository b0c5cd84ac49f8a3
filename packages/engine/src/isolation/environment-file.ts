import { writeFile } from 'node:fs/promises';
import type { Command } from '../bundles/command.ts';

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
