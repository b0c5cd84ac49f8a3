/** The command of a job archive: the script that starts its job, with its Java and the values of the run. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { BundleError, JOB_INFO_NAME } from '@millrace/wire/bundles';
import { type ArchiveFiles, describeJob, type JobArchive } from '@millrace/wire/job-archive';
import { jobJava, type JobMachine } from '../java/job-java.ts';
import { DeployFault } from '../program/faults.ts';
import { findProgram } from '../program/find-program.ts';
import { windowsJobCommand } from './windows-job.ts';
import type { Command } from './command.ts';
import { type ClassData, withClassArchive } from './java-start.ts';
import { jobContext, type JobClaim, passValues } from './job-values.ts';
import { scriptOf, withArguments, withoutContext } from './run-script.ts';

/**
 * The command of a job archive: its run script, in the folder of the job, with its Java. Writes the values of the run into the parameter file or into the
 * context file of the job, and the script into the bundle if it has changed. Throws a `DeployFault`.
 * @rule bundles.job-archive.context
 */
export async function jobArchiveCommand(
  bundle: string,
  claim: JobClaim,
  options: JobMachine & { parameterFile: string; classData?: ClassData | undefined; platform?: NodeJS.Platform },
): Promise<Command> {
  const files = await filesOf(bundle);
  const archive = await describe(files);
  const folder = join(bundle, archive.job);
  if ((options.platform ?? process.platform) === 'win32') return windowsJobCommand({ bundle, folder, archive, files }, claim, options);
  const name = `${archive.job}_run.sh`;
  const script = scriptOf(archive);
  if (script === undefined)
    throw new DeployFault('BUNDLE_UNUSABLE', `The job archive has no ${archive.job}/${name}. Build it again with the Unix launcher`);
  const { used, ...java } = await jobJava({ bundle, name: archive.job, script }, claim.jvmArguments ?? [], options);
  const shell = await findProgram('sh', options.path);
  if (!shell)
    throw new DeployFault('COMMAND_NOT_FOUND', `This engine has no sh, which runs ${archive.job}/${name}. Looked in ${options.path}`);

  const { chosen, contextName, values, ownSecrets: secrets } = await jobContext(archive, files, claim);
  const passed = await passValues(
    { values, secrets: new Set(claim.secretParameters) },
    { archive, bundle, script, contextName, parameterFile: options.parameterFile },
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
    secrets,
  };
}

/** The files of an unpacked bundle. */
async function filesOf(bundle: string): Promise<ArchiveFiles> {
  const entries = await readdir(bundle, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((one) => one.isFile())
    .map((one) =>
      join(one.parentPath, one.name)
        .slice(bundle.length + 1)
        .replaceAll(sep, '/'),
    );
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
