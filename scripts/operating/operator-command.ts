/** Commands for operators. An error that an operator can correct is printed as one line. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from '../../packages/server/src/core/base/start-error.ts';
import { StoreUnavailable } from '../../packages/server/src/core/blobs/blob-store.ts';
import { DatabaseUnavailable } from '../../packages/server/src/core/database/db.ts';
import { findEmbeddedPostgres, keepEmbeddedPostgres } from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import type { Config } from '../../packages/server/src/settings/config.ts';
import { takeHomeLock } from '../../packages/server/src/core/platform/home.ts';
import { operatorCommandText } from '../../packages/server/src/core/base/operator-command-text.ts';

/** Prints a line of progress. */
export const say = (line: string): void => console.log(line);

/** Asks a question and returns whether the user types `yes`. Returns false if stdin is no terminal. */
export async function confirms(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes to continue: `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

/** Runs a command; `work` returns the exit code. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof DatabaseUnavailable) && !(error instanceof StoreUnavailable)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Reads the arguments of a command. For wrong arguments, throws a StartError that contains `usage`. */
export function readArguments<Options extends ParseArgsConfig>(options: Options, usage: string): ReturnType<typeof parseArgs<Options>> {
  try {
    return parseArgs(options);
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. To specify')[0]}. Use ${usage}.`);
  }
}

/** Reads the arguments of a command that writes into a folder, which the caller may name. Returns the folder as an absolute path. */
export function readFolderArgument(standard: string, usage: string): string {
  const { positionals } = readArguments({ allowPositionals: true }, usage);
  if (positionals.length > 1) throw new StartError(`Name one folder. Use ${usage}.`);
  return resolve(positionals[0] ?? standard);
}

/** Reads the arguments of backup and restore: the folder of the backup as an absolute path, and whether content is included. */
export function readBackupArguments(command: 'backup' | 'restore'): { folder: string; withContent: boolean } {
  const usage = `${operatorCommandText(command, '<folder>')}, or ${operatorCommandText(command, '<folder>', '--without-content')}`;
  const options = { 'without-content': { type: 'boolean', default: false } } as const;
  const { values, positionals } = readArguments({ options, allowPositionals: true }, usage);
  const [folder, ...excess] = positionals;
  if (folder === undefined || excess.length > 0) throw new StartError(`Name the folder of the backup. Use ${usage}.`);
  return { folder: resolve(folder), withContent: !values['without-content'] };
}

/** Throws a `StartError` where neither the settings nor the home folder have a key. A command must not create one, because no server would use it. */
export function requireInstallKey({ home, key }: Config): void {
  if (key !== undefined || existsSync(join(home, 'key'))) return;
  throw new StartError(
    existsSync(home)
      ? `${home} holds no key: set MILLRACE_KEY to the key of the server, or MILLRACE_HOME to its home folder.`
      : `There is no folder ${home}: set MILLRACE_HOME to the home folder of the server, or MILLRACE_KEY to its key.`,
  );
}

/** Whether the settings name the content. Else it is in the home folder. */
const namesContent = ({ home, s3, blobFolder }: Config): boolean => s3 !== undefined || blobFolder !== join(home, 'blobs');

/** Whether a command can run without the home folder, because database, key and content are all stored elsewhere. */
const needsNoHome = (config: Config): boolean => config.databaseUrl !== undefined && config.key !== undefined && namesContent(config);

/** Throws a StartError unless the settings or the home folder of an install name the content, and its folder is there. A bucket is not asked. */
export function requireContent(config: Config): void {
  const { home, s3, blobFolder } = config;
  if (!namesContent(config) && !isInstall(home))
    throw new StartError(
      `The settings do not name the content, and there is no install in ${home}: set MILLRACE_BLOB_STORE, MILLRACE_BLOB_FOLDER or MILLRACE_HOME as the servers have it.`,
    );
  if (s3 === undefined && !existsSync(blobFolder))
    throw new StartError(`There is no folder of content ${blobFolder}: mount it, or create it if there is no content.`);
}

const isInstall = (home: string): boolean => existsSync(join(home, 'home.json'));

/** Throws a StartError unless the home folder is that of an install. */
export function requireInstall(home: string): void {
  if (!isInstall(home)) throw new StartError(`There is no install in ${home}: set MILLRACE_HOME to the home folder of the server.`);
}

/** Runs `work` with the database of the install: the external one, or the embedded one, which is started if no server runs it. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const { home, databaseUrl } = config;
  if (databaseUrl !== undefined && needsNoHome(config)) return work(databaseUrl);
  requireInstall(home);
  if (databaseUrl !== undefined) return work(databaseUrl);
  const folder = join(home, 'postgres');
  if (!existsSync(join(folder, 'data')))
    throw new StartError(`${home} has no embedded database: set DATABASE_URL to the database of the server.`);
  let lock: ReturnType<typeof takeHomeLock>;
  try {
    lock = takeHomeLock({ path: home });
  } catch (error) {
    const running = await findEmbeddedPostgres(folder);
    if (!running) throw error;
    return work(running.url);
  }
  try {
    const postgres = await keepEmbeddedPostgres({ folder, log: say }, say);
    return await work(postgres.url).finally(() => postgres.stop());
  } finally {
    lock.release();
  }
}
