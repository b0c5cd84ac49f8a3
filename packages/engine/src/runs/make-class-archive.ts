/** Makes a class data archive (`java/class-archives.ts`) in a run of its own: Java reads the jars of the bundle, and runs none of their code. */
import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { chmod, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { nameOf, withZip } from '@millrace/wire/zip-source';
import type { BundleCache } from '../bundles/cache.ts';
import type { Command } from '../bundles/command.ts';
import { unpack } from '../bundles/unpack.ts';
import { giveFolderToUser, makeRunFolder, removeRunFolder, runFolder, type RunFolder, thisProgram } from '../folders/run-folder.ts';
import type { OpenIsolation } from '../isolation/choose-isolation.ts';
import type { MakeArchive, RecordedStart } from '../java/class-archives.ts';
import type { Limiter } from '../limits/task-limits.ts';
import { MARK } from '../program/process-table.ts';
import type { Spawner } from '../processes/spawner.ts';
import type { OwnLog } from '../program/own-log.ts';
import { type EndedProcess, runProcess } from './process.ts';

/** The parts of the engine that this uses. */
type Parts = { isolation: OpenIsolation; spawner: Spawner; cache: BundleCache; limiter: Limiter; log: OwnLog };

const TIMEOUT_MILLISECONDS = 300_000;
const GRACE_MILLISECONDS = 1000;
const LIST_BYTES = 32 * 2 ** 20;
const ARCHIVE_BYTES = 512 * 2 ** 20;
const REASON_CHARACTERS = 400;
/** Without a class to start, Java runs no code of the jars. The second start checks that the archive can be used. */
const SCRIPT = `program=$1 archive=$2 list=$3 path=$4
shift 4
nice -n 10 "$program" "$@" -Xshare:dump "-XX:SharedClassListFile=$list" "-XX:SharedArchiveFile=$archive" -cp "$path" || exit 1
exec "$program" "$@" -Xshare:on "-XX:SharedArchiveFile=$archive" -cp "$path" -version`;

/** Returns the maker of class data archives of an engine. It runs Java in a folder of its own, which it removes, and throws if Java makes no archive. */
export const archiveMaker =
  (parts: Parts): MakeArchive =>
  async (start, list, target, ending) => {
    const run = runFolder(parts.isolation.runs, `class-archive-${randomUUID()}`);
    const boundary = parts.isolation.open(run);
    const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]);
    try {
      await makeRunFolder(run);
      const bundle = await parts.cache.use(start.hash, signal);
      await unpack(bundle.path, run.bundle, signal).finally(() => bundle.release());
      await requireSameFiles(run.bundle, start.job);
      const hidesContexts = await hasContexts(run.bundle);
      await writeFile(run.classList, namesOf(list), { mode: 0o600 });
      await giveFolderToUser(run, boundary.user);
      const ended = await dump(start, run, { ...parts, boundary, signal });
      try {
        signal.throwIfAborted();
        if (ended.exit.code !== 0) throw new Error(`Java made none: ${ended.output}`);
        await copy(run.classArchive, target);
      } finally {
        await ended.clear();
      }
      return { hidesContexts };
    } finally {
      await removeRunFolder(run.path, parts.log);
      boundary.close();
    }
  };

/** Reads what a run has recorded; undefined if it is no file of a usual size. The run may have put anything there. */
export async function readRecording(file: string): Promise<string | undefined> {
  const opened = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined);
  if (!opened) return undefined;
  try {
    const facts = await opened.stat();
    return facts.isFile() && facts.size <= LIST_BYTES ? await opened.readFile('utf8') : undefined;
  } finally {
    await opened.close();
  }
}

/** Only names of classes on the class path: a line with a source names a file. */
const namesOf = (list: string): string =>
  list
    .split('\n')
    .filter((line) => !/source:|[\0\r]/.test(line))
    .join('\n');

/**
 * With an archive, Java searches the jars before the folder of the job. Throws if a file of that folder is also in a jar with other content, because the
 * job would then read another file.
 */
async function requireSameFiles(bundle: string, job: string): Promise<void> {
  const folder = join(bundle, job);
  const own = new Map((await filesBelow(folder)).map((path) => [relative(folder, path), path]));
  await eachJarEntry(bundle, async (name, crc, jar) => {
    const path = own.get(name);
    if (path !== undefined && crc32(await readFile(path)) !== crc)
      throw new Error(`the file ${name} is in the folder of the job, and with another content in ${relative(bundle, jar)}`);
  });
}

/** Returns whether a jar of the bundle has contexts. */
async function hasContexts(bundle: string): Promise<boolean> {
  let found = false;
  await eachJarEntry(bundle, (name) => void (found ||= /\/contexts\/[^/]+\.properties$/.test(name)));
  return found;
}

async function eachJarEntry(bundle: string, read: (name: string, crc: number, jar: string) => Promise<void> | void): Promise<void> {
  for (const jar of (await filesBelow(bundle)).filter((path) => path.endsWith('.jar')))
    await withZip(jar, async (zip) => {
      for await (const entry of zip.eachEntry()) await read(nameOf(entry), entry.crc32, jar);
    });
}

/** The paths of the files of a folder and its subfolders. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

async function dump(
  { job, program, options, jars, variables }: RecordedStart,
  run: RunFolder,
  { isolation, spawner, limiter, boundary, signal }: Parts & { boundary: ReturnType<OpenIsolation['open']>; signal: AbortSignal },
): Promise<EndedProcess & { output: string }> {
  const command: Command = {
    command: '/bin/sh',
    arguments: ['-c', SCRIPT, 'class-archive', program, run.classArchive, run.classList, jars.join(':'), ...options],
    folder: join(run.bundle, job),
    variables,
    notes: [],
  };
  const limits = await limiter(run.mark);
  let output = '';
  try {
    const { user, groups } = boundary;
    const ended = await runProcess({
      command: limits.wrap(boundary.wrap(command), user, groups),
      environment: { PATH: isolation.path, ...variables, HOME: run.home, TMPDIR: run.temporary, [MARK]: run.mark },
      run: { root: run.path, owner: { ...thisProgram(), ...(user !== undefined && { user }) } },
      spawner,
      boundary,
      stop: signal,
      abandon: signal,
      graceMilliseconds: GRACE_MILLISECONDS,
      onStarted: (pid) => limits.started(pid),
      onExited: () => {},
      onOutput: (_, bytes) => void (output = (output + Buffer.from(bytes).toString()).slice(-REASON_CHARACTERS)),
    });
    return { ...ended, output: output.trim() };
  } finally {
    await limits.close();
  }
}

async function copy(from: string, to: string): Promise<void> {
  const file = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > ARCHIVE_BYTES) throw new Error(`it has ${facts.size} bytes, and may have ${ARCHIVE_BYTES}`);
    await pipeline(file.createReadStream({ autoClose: false }), createWriteStream(to, { flags: 'wx', mode: 0o400 }));
    // Runs have users of their own, who must be able to read it. The umask of the engine does not count for this call.
    await chmod(to, 0o444);
  } finally {
    await file.close();
  }
}
