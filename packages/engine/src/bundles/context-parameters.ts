/**
 * How the parameters of a run reach a job archive: by a file, because every user of the machine can read a command line. Newer jobs take a file of
 * parameters. All jobs read the file of their context from the class path, where the folder of the job comes first, so the parameters are added to that
 * file in the folder of the run: for jobs that do not know the other file, and for values of several lines, which that other one cannot hold.
 */
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { withEntries } from '@millrace/wire/zip-entries';
import { DeployFault } from '../faults.ts';
import type { Given } from './command.ts';

const FILE_OPTION = '--context_file=';
const SCANNED_BYTES = 64 * 2 ** 20;
/** The folder of the job comes first on the class path of the run script. */
const OWN_FOLDER_FIRST = /(?:-cp|-classpath|--class-path)[\s=]+["']?\.\/?:/;

/** A job in its folder: its name, the text of its run script, and the context that its archive names. */
export type Job = { name: string; folder: string; script: string; contextName: string | undefined };

/**
 * Writes the parameters where the job reads them and answers the arguments by which it finds them. Only places in the folder of the run, which are no
 * secret, may be arguments themselves.
 * @rule bundles.job-archive.parameters
 */
export async function contextArguments({ parameters, places }: Given, job: Job, contextFile: string): Promise<string[]> {
  const entries = Object.entries({ ...parameters, ...places });
  const bad = entries.find(([name, value]) => name === '' || /[=\0\r\n]/.test(name) || value.includes('\0'));
  if (bad) throw unusable(bad[0], 'its name or its value holds a character that is not possible there');
  if (entries.length === 0) return [];
  const knowsFile = await knowsContextFile(job.folder);
  const listed = knowsFile ? entries.filter(([, value]) => !/[\r\n]/.test(value)) : [];
  const others = knowsFile ? entries.filter(([, value]) => /[\r\n]/.test(value)) : entries;
  const words = others.length > 0 ? await addToContext(others, { job, knowsFile, places }) : [];
  if (listed.length === 0) return words;
  // Values of the file are taken as they stand.
  await writeFile(contextFile, listed.map(([name, value]) => `--context_param ${name}=${value}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return [...words, FILE_OPTION + Buffer.from(contextFile).toString('base64')];
}

/** Adds parameters to the file of the job's context, or answers them as arguments where there is none and all of them are places. */
async function addToContext(
  entries: [string, string][],
  { job, knowsFile, places }: { job: Job; knowsFile: boolean; places: Record<string, string> },
): Promise<string[]> {
  const file = await contextOf(job);
  if (file !== undefined) {
    await appendFile(file, `\n${entries.map(([name, value]) => `${escaped(name)}=${escaped(value)}\n`).join('')}`);
    return [];
  }
  const given = entries.find(([name]) => !(name in places));
  if (given) {
    const why = knowsFile ? 'it has several lines' : 'the job was built by a Studio that is too old to read a file of parameters';
    throw unusable(
      given[0],
      `${why}, and its archive has no contexts folder beside the run script. Build the job again with its context scripts`,
    );
  }
  // The job decodes escapes in arguments; only backslashes have to be kept from it.
  return entries.flatMap(([name, value]) => ['--context_param', `${name}=${value.replaceAll('\\', '\\\\')}`]);
}

/** The file of the context that the job runs with, where the job reads it from its folder. */
async function contextOf({ name, folder, script, contextName }: Job): Promise<string | undefined> {
  if (!OWN_FOLDER_FIRST.test(script)) return undefined;
  const context = `${/--context=([\w.-]+)/.exec(script)?.[1] ?? contextName ?? 'Default'}.properties`;
  for (const project of await foldersIn(folder)) {
    for (const job of await foldersIn(join(folder, project))) {
      if (!job.toLowerCase().startsWith(`${name.toLowerCase()}_`)) continue;
      const contexts = join(folder, project, job, 'contexts');
      if ((await readdir(contexts).catch((): string[] => [])).includes(context)) return join(contexts, context);
    }
  }
  return undefined;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((one) => one.isDirectory()).map((one) => one.name);
}

/** As a Java properties file has it. */
const escaped = (text: string): string =>
  text.replaceAll(/[^\u0021-\u007e]|[\\=:#!]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function knowsContextFile(folder: string): Promise<boolean> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.jar'))) {
    if (await holdsText(join(folder, name), '--context_file')) return true;
  }
  return false;
}

async function holdsText(jar: string, text: string): Promise<boolean> {
  let budget = SCANNED_BYTES;
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

const unusable = (name: string, why: string): DeployFault =>
  new DeployFault('PARAMETER_UNUSABLE', `Parameter ${JSON.stringify(name)} cannot be given to the job: ${why}`);
