import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { isSecretParameter } from '@millrace/contract/parameters';
import { BundleError, type BundleParameter, JOB_INFO_NAME } from '@millrace/wire/bundles';
import { type ArchiveFiles, describeJob, type JobArchive } from '@millrace/wire/job-archive';
import { jobParameters } from '@millrace/wire/job-parameters';
import { DeployFault } from '../program/faults.ts';
import { findProgram } from '../program/find-program.ts';
import { type JobMachine, jobJava } from '../java/job-java.ts';
import { type ClassData, withClassArchive } from './java-start.ts';
import { type Command, type RunInputs, TEMPORARY_FOLDER } from './command.ts';
import { passValues } from './context-parameters.ts';
import { scriptOf, withArguments, withoutContext } from './run-script.ts';

type JobClaim = Pick<Schema<'ClaimedExecution'>, 'logLevel' | 'jvmArguments' | 'secretParameters' | 'contextName'> & RunInputs;

/**
 * The command of a job archive: its run script, in the folder of the job, with its Java. Throws a `DeployFault`.
 * @rule bundles.job-archive.context
 */
export async function jobArchiveCommand(
  bundle: string,
  claim: JobClaim,
  options: JobMachine & { contextFile: string; classData?: ClassData | undefined },
): Promise<Command> {
  const files = await filesOf(bundle);
  const archive = await describe(files);
  const folder = join(bundle, archive.job);
  const name = `${archive.job}_run.sh`;
  const script = scriptOf(archive);
  if (script === undefined)
    throw new DeployFault('BUNDLE_UNUSABLE', `The job archive has no ${archive.job}/${name}. Build it again with the Unix launcher`);
  const { used, ...java } = await jobJava({ bundle, name: archive.job, script }, claim.jvmArguments ?? [], options);
  const shell = await findProgram('sh', options.path);
  if (!shell)
    throw new DeployFault('COMMAND_NOT_FOUND', `This engine has no sh, which runs ${archive.job}/${name}. Looked in ${options.path}`);

  const chosen = claim.contextName === archive.contextName ? undefined : claim.contextName;
  const contextName = chosen ?? archive.contextName;
  const variables = await jobParameters(archive, files);
  const declared = new Set(variables.map((variable) => variable.name));
  const values = { ...claim.parameters, ...declaredPaths(claim.paths, declared) };
  const passed = await passValues(
    { values, secrets: new Set(claim.secretParameters) },
    { archive, bundle, script, contextName, contextFile: options.contextFile },
  );
  const { script: started, ...archived } = await withClassArchive(
    { script: chosen === undefined ? passed.script : withoutContext(passed.script), job: archive.job, usesFolder: passed.usesFolder },
    { java: used, data: options.classData },
  );
  const context = chosen === undefined ? [] : [`--context=${chosen}`];
  const { script: text, words } = withArguments(started, [...context, ...passed.args, `--log4jLevel=${claim.logLevel}`]);
  if (text !== archive.script?.text) await writeFile(join(folder, name), text, { mode: 0o700, encoding: 'latin1' });
  return {
    command: shell,
    arguments: [name, ...words],
    folder,
    ...java,
    ...archived,
    facts: [...java.facts, ...archived.facts],
    secrets: ownSecrets(variables, archive.contexts.get(contextName) ?? new Map()),
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

/** The files of an unpacked bundle. */
async function filesOf(bundle: string): Promise<ArchiveFiles> {
  const entries = await readdir(bundle, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(bundle.length + 1));
  return {
    paths,
    read: async (path, maxBytes) => ((await stat(join(bundle, path))).size <= maxBytes ? readFile(join(bundle, path)) : undefined),
  };
}

async function describe(files: ArchiveFiles): Promise<JobArchive> {
  if (!files.paths.includes(JOB_INFO_NAME))
    throw new DeployFault('BUNDLE_UNUSABLE', `The job archive has no ${JOB_INFO_NAME} at its root. Build it again`);
  try {
    return await describeJob(files);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    throw new DeployFault('BUNDLE_UNUSABLE', `${error.message}. Build the job archive again`, { cause: error });
  }
}
