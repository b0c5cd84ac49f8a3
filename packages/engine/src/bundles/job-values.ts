/**
 * Passes the parameters of a run to a job archive, by files where the job can read them, because every user of the machine can read a command line. Newer
 * jobs read a parameter file (`--context_file`). It cannot hold values of several lines, and older jobs do not support it. Every job reads the file of its
 * context from the class path. Only values that are no secrets may be arguments.
 */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { isSecretParameter } from '@millrace/contract/parameters';
import type { BundleParameter } from '@millrace/wire/bundles';
import { escapedProperty } from '@millrace/wire/java-properties';
import type { ArchiveFiles, JobArchive } from '@millrace/wire/job-archive';
import { jobParameters } from '@millrace/wire/job-parameters';
import { codeOf, DeployFault } from '../program/faults.ts';
import { type RunInputs, TEMPORARY_FOLDER } from './command.ts';
import { namesClassPath, withJobFolderFirst, withoutValues } from './run-script.ts';

/** What a claim says about a job. */
export type JobClaim = Pick<Schema<'ClaimedExecution'>, 'logLevel' | 'jvmArguments' | 'secretParameters' | 'contextName'> & RunInputs;

/** The context of a run: the name that somebody chose, if it is another one than that of the archive, its values, and the secrets of the archive. */
export async function jobContext(
  archive: JobArchive,
  files: ArchiveFiles,
  claim: JobClaim,
): Promise<{ chosen: string | undefined; contextName: string; values: Record<string, string>; ownSecrets: string[] }> {
  const chosen = claim.contextName === archive.contextName ? undefined : claim.contextName;
  const contextName = chosen ?? archive.contextName;
  const variables = await jobParameters(archive, files);
  const declared = new Set(variables.map((variable) => variable.name));
  return {
    chosen,
    contextName,
    values: { ...claim.parameters, ...declaredPaths(claim.paths, declared) },
    ownSecrets: ownSecrets(variables, archive.contexts.get(contextName) ?? new Map()),
  };
}

/**
 * Every job gets the paths of the resources of its task, and only a job that declares it the path of its temporary folder: a job may fail for a variable
 * that it does not know.
 * @rule bundles.job-archive.temporary-folder
 */
const declaredPaths = (
  { [TEMPORARY_FOLDER]: folder, ...paths }: Record<string, string>,
  declared: ReadonlySet<string>,
): Record<string, string> => (folder !== undefined && declared.has(TEMPORARY_FOLDER) ? { ...paths, [TEMPORARY_FOLDER]: folder } : paths);

/** The secrets that the archive itself holds in plain text. */
const ownSecrets = (variables: readonly BundleParameter[], values: ReadonlyMap<string, string>): string[] =>
  variables.flatMap((variable) => {
    const value = values.get(variable.name) ?? '';
    return value !== '' && isSecretParameter(variable, variable.name, value) ? [value] : [];
  });

const FILE_OPTION = '--context_file=';
/** In characters; longer values are never arguments. The operating system limits the length of one argument, and that of all together. */
const LONGEST_ARGUMENT = 16_384;
const LONGEST_ARGUMENTS_TOGETHER = 65_536;

/** The values to pass; `secrets` are the names of those that no argument may hold. */
type ContextValues = { values: Record<string, string>; secrets: ReadonlySet<string> };

/** A run of a job: the folder of the unpacked bundle, the text of its script, its context, and the path of the parameter file. */
type JobRun = { archive: JobArchive; bundle: string; script: string; contextName: string; parameterFile: string };

/**
 * Writes the values into files that the job reads; returns the arguments for its script, the script with what that needs, and whether values are in
 * files of the folder of the job. Throws a `DeployFault` for a parameter that cannot be passed.
 * @rule bundles.job-archive.parameters
 */
export async function passValues(
  { values, secrets }: ContextValues,
  run: JobRun,
): Promise<{ args: string[]; script: string; usesFolder: boolean }> {
  const entries = Object.entries(values);
  const invalid = entries.find(([name, value]) => name === '' || /[=\0\r\n]/.test(name) || value.includes('\0'));
  if (invalid) throw unusable(invalid[0], 'its name is empty, or its name or its value contains a character that a job cannot receive');
  const { readsContextFile } = run.archive;
  const isListed = ([, value]: [string, string]): boolean => readsContextFile && !/[\r\n]/.test(value);
  const listed = entries.filter(isListed);
  const others = entries.filter((entry) => !isListed(entry));
  const { script, left, obstacle = '' } = await addToContext(others, run);
  const argued = argumentsAmong(left, secrets);
  const lost = left.find((entry) => !argued.includes(entry));
  if (lost) throw unusable(lost[0], reasonOf(lost, secrets, readsContextFile, obstacle));
  const args = argued.flatMap(([name, value]) => ['--context_param', `${name}=${escapedArgument(value)}`]);
  if (listed.length > 0) {
    // The job does not decode escapes in this file.
    await writeFile(run.parameterFile, listed.map(([name, value]) => `--context_param ${name}=${value}\n`).join(''), {
      mode: 0o600,
      flag: 'wx',
    });
    args.push(FILE_OPTION + Buffer.from(run.parameterFile).toString('base64'));
  }
  return { args, script: withoutValues(script, Object.keys(values)), usesFolder: left.length < others.length };
}

/** Those that may be arguments: no secrets, and as many as are not too long. */
function argumentsAmong(entries: readonly [string, string][], secrets: ReadonlySet<string>): [string, string][] {
  let characters = 0;
  return entries.filter(([name, value]) => {
    if (secrets.has(name) || value.length > LONGEST_ARGUMENT) return false;
    characters += name.length + value.length;
    return characters <= LONGEST_ARGUMENTS_TOGETHER;
  });
}

/**
 * Adds values to the context file of the job in its folder. Without such a file it writes one, with the values of the jar. Returns the values that
 * cannot be passed in this way, and the reason as `obstacle`. A job reads the file of its own package only, so that no child job gets them.
 */
async function addToContext(
  entries: [string, string][],
  { archive, bundle, script, contextName }: JobRun,
): Promise<{ script: string; left: [string, string][]; obstacle?: string }> {
  if (entries.length === 0) return { script, left: [] };
  const rest = { script, left: entries };
  if (!namesClassPath(script)) return { ...rest, obstacle: NO_CLASS_PATH };
  if (archive.package === undefined) return { ...rest, obstacle: NO_PACKAGE };
  if (/[/\0]/.test(contextName)) return { ...rest, obstacle: NO_FILE_NAME };
  const folder = join(bundle, archive.job, archive.package, 'contexts');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Without the context that the script names, some jobs read another one.
  const names = new Set([contextName, ...(archive.contexts.has(contextName) ? [] : archive.contexts.keys())]);
  for (const name of names) await addToFile(join(folder, `${name}.properties`), archive.contexts.get(name), entries);
  return { script: withJobFolderFirst(script, archive), left: [] };
}

async function addToFile(
  file: string,
  ofJar: ReadonlyMap<string, string> | undefined,
  entries: readonly [string, string][],
): Promise<void> {
  const isNew = await writeFile(file, propertiesOf(ofJar ?? []), { mode: 0o600, flag: 'wx' }).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
      return false;
    },
  );
  await appendFile(file, `${isNew ? '' : '\n'}${propertiesOf(entries)}`);
}

const propertiesOf = (entries: Iterable<[string, string]>): string =>
  [...entries].map(([name, value]) => `${escapedProperty(name)}=${escapedProperty(value)}\n`).join('');

/** A job decodes these escapes in arguments. */
const escapedArgument = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

const NO_PACKAGE =
  'neither its run script nor a jar names the package of its class, where it would look for its context. Build the job again in Studio';
const NO_CLASS_PATH =
  'its run script names no class path through which the job would find its context. Build the job again, with the run script of Studio';
const NO_FILE_NAME =
  'the name of its context cannot be that of a file. Name the context in Studio without a slash, and build the job again';

/** Says why a value can be passed neither by the file of parameters, nor as an argument, nor by the context of the job. */
function reasonOf([name, value]: [string, string], secrets: ReadonlySet<string>, readsContextFile: boolean, obstacle: string): string {
  const notListed = readsContextFile
    ? 'it has several lines'
    : 'the job does not say that it reads a file of parameters: its Studio is too old, or a jar of the job is damaged';
  const tooLong =
    value.length > LONGEST_ARGUMENT ? 'is too long for an argument' : 'and those of others together are too long for arguments';
  return `${notListed}, its value ${secrets.has(name) ? 'is a secret, which no argument may hold' : tooLong}, and ${obstacle}`;
}

const unusable = (name: string, reason: string): DeployFault =>
  new DeployFault('PARAMETER_UNUSABLE', `Parameter ${JSON.stringify(name)} cannot be given to the job: ${reason}`);
