/**
 * Passes the parameters of a run to a job archive by files, because every user of the machine can read a command line. Newer jobs read a parameter file
 * (`--context_file`). It cannot hold values of several lines, and older jobs do not support it. In these cases the parameters are appended to the context
 * file of the job, which every job reads from the class path; the folder of the job comes first there.
 */
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { withEntries } from '@millrace/wire/zip-entries';
import { DeployFault } from '../faults.ts';
import type { RunInputs } from './command.ts';

const FILE_OPTION = '--context_file=';
const MAX_SCANNED_BYTES = 64 * 2 ** 20;
/** The folder of the job comes first on the class path of the run script. */
const JOB_FOLDER_FIRST = /(?:-cp|-classpath|--class-path)[\s=]+["']?\.\/?:/;

/** A job: its name, its folder, the text of its run script, and the default context of its archive. */
export type ContextJob = { name: string; folder: string; script: string; contextName: string | undefined };

/**
 * Writes the parameters into files that the job reads, and returns the arguments for its run script. Only `paths`, which are not secret, may be passed as
 * arguments themselves. Throws a `DeployFault` for a parameter that cannot be passed.
 * @rule bundles.job-archive.parameters
 */
export async function contextArguments({ parameters, paths }: RunInputs, job: ContextJob, contextFile: string): Promise<string[]> {
  const entries = Object.entries({ ...parameters, ...paths });
  const invalid = entries.find(([name, value]) => name === '' || /[=\0\r\n]/.test(name) || value.includes('\0'));
  if (invalid) throw unusable(invalid[0], 'its name is empty, or its name or its value contains a character that a job cannot receive');
  if (entries.length === 0) return [];
  const supportsFile = await supportsContextFile(job.folder);
  const listed = supportsFile ? entries.filter(([, value]) => !/[\r\n]/.test(value)) : [];
  const others = supportsFile ? entries.filter(([, value]) => /[\r\n]/.test(value)) : entries;
  const args = others.length > 0 ? await addToContext(others, { job, supportsFile, paths }) : [];
  if (listed.length === 0) return args;
  // The job does not decode escapes in this file.
  await writeFile(contextFile, listed.map(([name, value]) => `--context_param ${name}=${value}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return [...args, FILE_OPTION + Buffer.from(contextFile).toString('base64')];
}

/** Appends parameters to the context file of the job. If there is none and all of them are `paths`, returns them as arguments. */
async function addToContext(
  entries: [string, string][],
  { job, supportsFile, paths }: { job: ContextJob; supportsFile: boolean; paths: Record<string, string> },
): Promise<string[]> {
  const file = await contextOf(job);
  if (file !== undefined) {
    await appendFile(file, `\n${entries.map(([name, value]) => `${escaped(name)}=${escaped(value)}\n`).join('')}`);
    return [];
  }
  const parameter = entries.find(([name]) => !(name in paths));
  if (parameter) {
    const reason = supportsFile
      ? 'it has several lines'
      : 'the job does not say that it reads a file of parameters: its Studio is too old, or a jar of the job is damaged';
    throw unusable(
      parameter[0],
      `${reason}, and its archive has no contexts folder beside the run script. Build the job again with its context scripts`,
    );
  }
  // The job decodes escapes in arguments, so backslashes are escaped.
  return entries.flatMap(([name, value]) => ['--context_param', `${name}=${value.replaceAll('\\', '\\\\')}`]);
}

/** The path of the context file that the job uses; undefined if the job does not read it from its folder. */
async function contextOf({ name, folder, script, contextName }: ContextJob): Promise<string | undefined> {
  if (!JOB_FOLDER_FIRST.test(script)) return undefined;
  const fileName = `${/--context=([\w.-]+)/.exec(script)?.[1] ?? contextName ?? 'Default'}.properties`;
  for (const project of await foldersIn(folder)) {
    for (const job of await foldersIn(join(folder, project))) {
      if (!job.toLowerCase().startsWith(`${name.toLowerCase()}_`)) continue;
      const contexts = join(folder, project, job, 'contexts');
      if ((await readdir(contexts).catch((): string[] => [])).includes(fileName)) return join(contexts, fileName);
    }
  }
  return undefined;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((one) => one.isDirectory()).map((one) => one.name);
}

/** Escapes a text for a Java properties file. */
const escaped = (text: string): string =>
  text.replaceAll(/[^\u0021-\u007e]|[\\=:#!]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function supportsContextFile(folder: string): Promise<boolean> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.jar'))) {
    if (await containsText(join(folder, name), '--context_file')) return true;
  }
  return false;
}

async function containsText(jar: string, text: string): Promise<boolean> {
  let budget = MAX_SCANNED_BYTES;
  try {
    return await withEntries(jar, async (listed) => {
      for (const { entry, name, content } of listed) {
        if (!name.endsWith('.class')) continue;
        budget -= entry.uncompressedSize;
        if (budget < 0) return false;
        if ((await buffer(content())).includes(text)) return true;
      }
      return false;
    });
  } catch {
    // A jar that fails a check or cannot be read counts as one without the text. Java reports what it cannot read when the job starts.
    return false;
  }
}

const unusable = (name: string, reason: string): DeployFault =>
  new DeployFault('PARAMETER_UNUSABLE', `Parameter ${JSON.stringify(name)} cannot be given to the job: ${reason}`);
