/** The command of a job archive on Windows. A preview: its authors have tested it with files of Windows, and never on Windows. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveFiles, JobArchive } from '@millrace/wire/job-archive';
import type { Command } from './command.ts';
import { jobContext, type JobClaim, passValues } from './job-values.ts';
import { withoutContext, withoutValues } from './run-script.ts';
import { jobJava, type JobMachine } from '../java/job-java.ts';
import { DeployFault } from '../program/faults.ts';
import { findProgram } from '../program/find-program.ts';
import { batchArguments, javaArguments, windowsLaunch } from './windows-launch.ts';

/** An unpacked archive: its folder, the folder of its job, and what it says about itself. */
type UnpackedJob = { bundle: string; folder: string; archive: JobArchive; files: ArchiveFiles };

/** A class path that has the folder of the job: by it, `passValues` knows that the job finds the files of its context. */
const WITH_FOLDER = '-cp .';

/**
 * Returns the command: Java itself for a launcher of Studio's form or an archive without one, else the command interpreter with the launcher. Writes the
 * values of the run into files as on other systems. Throws a `DeployFault`.
 */
export async function windowsJobCommand(
  { bundle, folder, archive, files }: UnpackedJob,
  claim: JobClaim,
  options: JobMachine & { parameterFile: string },
): Promise<Command> {
  const launch = windowsLaunch(archive, folder);
  const { used: _used, ...java } = await jobJava({ bundle, name: archive.job, script: 'java' }, claim.jvmArguments ?? [], options);
  const { chosen, contextName, values, ownSecrets: secrets } = await jobContext(archive, files, claim);
  const passed = await passValues(
    { values, secrets: new Set(claim.secretParameters) },
    // The class path of an edited launcher cannot be changed safely, so its values cannot be in files of the folder.
    { archive, bundle, script: launch.kind === 'java' ? WITH_FOLDER : '', contextName, parameterFile: options.parameterFile },
  );
  const words = [...(chosen === undefined ? [] : [`--context=${chosen}`]), ...passed.args, `--log4jLevel=${claim.logLevel}`];
  const own = (text: string): string => (chosen === undefined ? (one: string) => one : withoutContext)(withoutValues(text, Object.keys(values))); // prettier-ignore
  const path = java.variables['PATH'] ?? options.path;
  const command = { folder, ...java, secrets };
  if (launch.kind === 'java') {
    const ofLauncher = launch.words.length === 0 ? [] : own(launch.words.join('\n')).split('\n');
    return {
      ...command,
      command: await programOf('java', path),
      arguments: javaArguments(launch, [...ofLauncher, ...words], passed.usesFolder),
      notes: [...java.notes, ...launch.notes],
    };
  }
  const text = own(launch.text);
  if (text !== launch.text) await writeFile(join(folder, launch.name), text, { encoding: 'latin1' });
  return { ...command, command: await programOf('cmd', path), arguments: batchArguments(launch.name, words) };
}

async function programOf(name: string, path: string): Promise<string> {
  const program = await findProgram(name, path, 'win32');
  if (program === undefined) throw new DeployFault('COMMAND_NOT_FOUND', `This engine has no ${name}.exe. Looked in ${path}`);
  return program;
}
