/** The options of commands that work with run profiles: the owner and the content of a profile. */
import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';
import { Failure } from '../../failure.ts';
import { readUsedFile } from '../../input.ts';
import { readStdin, type Shell } from '../../shell.ts';

/** The options that name the owner of run profiles. */
export type OwnerOptions = { engine?: string; cluster?: string; environment?: string };

/** Adds the options. */
export const withOwner = (command: Command): Command =>
  command
    .option('--engine <name or id>', 'of an engine')
    .option('--cluster <name or id>', 'of a cluster')
    .option('--environment <name or id>', 'of the dynamic engines of an environment');

/** The options that name the content of a run profile. */
export type ContentOptions = {
  jvm?: string[];
  jvmFile?: string;
  description?: string;
  cpu?: string;
  memory?: string;
  disk?: string;
  image?: string;
};

/** Adds the options. */
export const withProfileContent = (command: Command): Command =>
  command
    .option(
      '--jvm <argument>',
      'an argument of the Java virtual machine, as --jvm=-Xmx4g; may be repeated',
      (argument, before: string[] = []) => [...before, argument],
    )
    .option('--jvm-file <file>', 'file with one argument on each line, - for stdin; use it for secrets')
    .option('--description <text>', 'its purpose')
    .option('--cpu <n>', 'of a dynamic engine: processors of a pod, such as 2 or 500m')
    .option('--memory <size>', 'of a dynamic engine: memory of a pod, such as 2Gi')
    .option('--disk <size>', 'of a dynamic engine: disk of a pod, such as 10Gi')
    .option('--image <name>', 'of a dynamic engine: image of a pod');

/** Reads the JVM arguments; undefined if no option names any. */
export async function readJvmArguments({ jvm, jvmFile }: ContentOptions, shell: Shell): Promise<string[] | undefined> {
  if (jvm && jvmFile !== undefined) throw new Failure('usage', 'Give either --jvm or --jvm-file.');
  if (jvmFile === undefined) return jvm;
  const content = jvmFile === '-' ? await readStdin(shell) : await readUsedFile(jvmFile, shell);
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The fields of a pod that the options name; undefined if they name none. */
export function podOf({ cpu, memory, disk, image }: ContentOptions): Schema<'RunProfilePod'> | undefined {
  const pod = {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(disk !== undefined && { disk }),
    ...(image !== undefined && { image }),
  };
  return Object.keys(pod).length > 0 ? pod : undefined;
}
