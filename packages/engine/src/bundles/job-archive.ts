import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { BundleError, JOB_INFO_NAME, parseJobInfo } from '@millrace/contract/bundles';
import { nameOf, withZip } from '@millrace/contract/zip';
import { codeOf, DeployFault } from '../faults.ts';
import { type Command, findProgram } from './command.ts';
import { javaOptions } from './java-options.ts';

const FILE_OPTION = '--context_file=';
/** The kernel takes no single word of a command line above 128 KiB. */
const WORD_BYTES = 100 * 1024;
const SCANNED_BYTES = 64 * 2 ** 20;

/**
 * The command line of a job archive: its own run script in its own folder.
 * Parameters travel in a file, because every user of the machine can read a command line. Jobs built before that option existed ignore it
 * without a word, so it is used only where the classes of the job know it; the others get `--context_param`.
 * @rule bundles.job-archive.parameters
 */
export async function jobArchiveCommand(
  bundle: string,
  claim: Pick<Schema<'ClaimedExecution'>, 'parameters' | 'logLevel' | 'jvmArguments'>,
  options: { path: string; contextFile: string },
): Promise<Command> {
  const job = await jobOf(bundle);
  const folder = join(bundle, job);
  const script = `${job}_run.sh`;
  const text = await readFile(join(folder, script), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    throw new DeployFault('BUNDLE_UNUSABLE', `The job archive has no ${job}/${script}. Build it again with the Unix launcher`, {
      cause: error,
    });
  });
  if (/\bjava\b/.test(text) && !(await findProgram('java', options.path))) {
    throw new DeployFault(
      'JAVA_NOT_FOUND',
      "This engine has no Java runtime: install one on the engine's machine, or set JAVA_HOME for the engine",
    );
  }
  const shell = await findProgram('sh', options.path);
  if (!shell) throw new DeployFault('COMMAND_NOT_FOUND', `This engine has no sh, which runs ${job}/${script}. Looked in ${options.path}`);
  const context = await contextArguments(claim.parameters, folder, options.contextFile);
  const variables = javaOptions(claim.jvmArguments ?? []);
  return { command: shell, arguments: [script, ...context, `--log4jLevel=${claim.logLevel}`], folder, variables, notes: [] };
}

async function contextArguments(parameters: Record<string, string>, folder: string, contextFile: string): Promise<string[]> {
  const entries = Object.entries(parameters);
  const bad = entries.find(([name, value]) => name === '' || /[=\0\r\n]/.test(name) || value.includes('\0'));
  if (bad)
    throw new DeployFault(
      'PARAMETER_UNUSABLE',
      `Parameter ${JSON.stringify(bad[0])} cannot be given to a job: its name or its value holds a character that is not possible there`,
    );
  if (entries.length === 0) return [];
  // The file holds one parameter a line, so a value of several lines cannot be in it.
  const inFile = (await knowsContextFile(folder)) ? entries.filter(([, value]) => !/[\r\n]/.test(value)) : [];
  const words = inFile.length > 0 ? [FILE_OPTION + Buffer.from(contextFile).toString('base64')] : [];
  // Values of the file are taken as they stand.
  if (inFile.length > 0)
    await writeFile(contextFile, inFile.map(([name, value]) => `--context_param ${name}=${value}\n`).join(''), { mode: 0o600, flag: 'wx' });
  for (const [name, value] of entries) {
    // On the command line a job decodes escapes; only backslashes have to be kept from it.
    if (!inFile.some(([one]) => one === name)) words.push('--context_param', wordOf(name, value));
  }
  return words;
}

/** Left out, the job would run as if nothing had come. */
function wordOf(name: string, value: string): string {
  const word = `${name}=${value.replaceAll('\\', '\\\\')}`;
  if (Buffer.byteLength(word) <= WORD_BYTES) return word;
  throw new DeployFault(
    'PARAMETER_UNUSABLE',
    `Parameter ${JSON.stringify(name)} is too large for a command line, and this job cannot read it from a file: build it with a newer Studio, or give it less at once`,
  );
}

async function knowsContextFile(folder: string): Promise<boolean> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.jar'))) {
    if (await holdsText(join(folder, name), '--context_file')) return true;
  }
  return false;
}

async function holdsText(jar: string, text: string): Promise<boolean> {
  let budget = SCANNED_BYTES;
  try {
    return await withZip(jar, async (zip) => {
      for await (const entry of zip.eachEntry()) {
        if (!nameOf(entry).endsWith('.class')) continue;
        budget -= entry.uncompressedSize;
        if (budget < 0) return false;
        const chunks: Buffer[] = [];
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
        if (Buffer.concat(chunks).includes(text)) return true;
      }
      return false;
    });
  } catch {
    // A jar that cannot be read is for Java to complain about.
    return false;
  }
}

async function jobOf(bundle: string): Promise<string> {
  try {
    return parseJobInfo(await readFile(join(bundle, JOB_INFO_NAME), 'utf8')).job ?? '';
  } catch (error) {
    if (error instanceof BundleError)
      throw new DeployFault('BUNDLE_UNUSABLE', `${error.message}. Build the job archive again`, { cause: error });
    if (codeOf(error) === 'ENOENT')
      throw new DeployFault('BUNDLE_UNUSABLE', `The job archive has no ${JOB_INFO_NAME} at its root. Build it again`, { cause: error });
    throw error;
  }
}
