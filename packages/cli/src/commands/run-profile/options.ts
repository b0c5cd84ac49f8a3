/** The options of commands that work with run profiles: the owner and the content of a profile. */
import type { Schema } from '@millrace/contract';
import { given } from '../../given.ts';
import { Failure } from '../../failure.ts';
import { readUsedFile } from '../../input.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { repeated } from '../../option-values.ts';
import { readStdin, type Shell } from '../../shell.ts';

/** The options that name the owner of run profiles. */
export const PROFILE_OWNER_OPTIONS = {
  '--engine <name or id>': 'of an engine',
  '--cluster <name or id>': 'of a cluster',
  '--environment <name or id>': 'of the dynamic engines of an environment',
} as const satisfies OptionTable;

/** The values of these options. */
export type OwnerOptions = OptionsOf<typeof PROFILE_OWNER_OPTIONS>;

/** The options that name the content of a run profile. */
export const PROFILE_CONTENT_OPTIONS = {
  '--jvm <argument>': { text: 'an argument of the Java virtual machine, as --jvm=-Xmx4g; may be repeated', parse: repeated },
  '--jvm-file <file>': 'file with one argument on each line, - for stdin; use it for secrets',
  '--description <text>': 'its purpose',
  '--cpu <n>': 'of a dynamic engine: processors of a pod, such as 2 or 500m',
  '--memory <size>': 'of a dynamic engine: memory of a pod, such as 2Gi',
  '--disk <size>': 'of a dynamic engine: disk of a pod, such as 10Gi',
  '--image <name>': 'of a dynamic engine: image of a pod',
} as const satisfies OptionTable;

/** The values of these options. */
type ContentOptions = OptionsOf<typeof PROFILE_CONTENT_OPTIONS>;

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
  const pod = given({ cpu, memory, disk, image });
  return Object.keys(pod).length > 0 ? pod : undefined;
}
