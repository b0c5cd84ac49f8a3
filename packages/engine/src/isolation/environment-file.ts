import { writeFile } from 'node:fs/promises';
import type { Command } from '../bundles/command.ts';

/** Reads the variables and becomes the task; the file goes first, since the task is to find what its bundle holds. */
const LOAD = 'file=$1; shift; . "$file"; rm -f "$file"; unset file; exec "$@"';

/**
 * Moves the environment of a task into a file that is read where the task begins. Programs that run before it, outside of its boundary, would take some
 * variables for instructions, and the author of a bundle chooses their names.
 */
export async function environmentByFile(command: Command, environment: Record<string, string>, file: string): Promise<Command> {
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`);
  await writeFile(file, lines.join(''), { mode: 0o600, flag: 'wx' });
  return { ...command, command: '/bin/sh', arguments: ['-c', LOAD, 'millrace-task', file, command.command, ...command.arguments] };
}
