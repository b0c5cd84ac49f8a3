import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { BundleError, type BundleManifest, JOB_INFO_NAME, parseJobInfo } from '@millrace/wire/bundles';
import { codeOf, DeployFault } from '../faults.ts';
import { findProgram } from '../find-program.ts';
import type { Command, RunInputs } from './command.ts';
import { type JobMachine, jobJava } from '../java/job-java.ts';
import { contextArguments } from './context-parameters.ts';

/** The command of a job archive: its run script, in the folder of the job, with its Java. Throws a `DeployFault`. */
export async function jobArchiveCommand(
  bundle: string,
  claim: Pick<Schema<'ClaimedExecution'>, 'logLevel' | 'jvmArguments'> & RunInputs,
  options: JobMachine & { contextFile: string },
): Promise<Command> {
  const { job = '', contextName } = await jobOf(bundle);
  const folder = join(bundle, job);
  const script = `${job}_run.sh`;
  const text = await readFile(join(folder, script), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    throw new DeployFault('BUNDLE_UNUSABLE', `The job archive has no ${job}/${script}. Build it again with the Unix launcher`, {
      cause: error,
    });
  });
  const java = await jobJava({ bundle, name: job, script: text }, claim.jvmArguments ?? [], options);
  const shell = await findProgram('sh', options.path);
  if (!shell) throw new DeployFault('COMMAND_NOT_FOUND', `This engine has no sh, which runs ${job}/${script}. Looked in ${options.path}`);
  const context = await contextArguments(claim, { name: job, folder, script: text, contextName }, options.contextFile);
  return { command: shell, arguments: [script, ...context, `--log4jLevel=${claim.logLevel}`], folder, ...java };
}

async function jobOf(bundle: string): Promise<BundleManifest> {
  try {
    return parseJobInfo(await readFile(join(bundle, JOB_INFO_NAME), 'utf8'));
  } catch (error) {
    if (error instanceof BundleError)
      throw new DeployFault('BUNDLE_UNUSABLE', `${error.message}. Build the job archive again`, { cause: error });
    if (codeOf(error) === 'ENOENT')
      throw new DeployFault('BUNDLE_UNUSABLE', `The job archive has no ${JOB_INFO_NAME} at its root. Build it again`, { cause: error });
    throw error;
  }
}
