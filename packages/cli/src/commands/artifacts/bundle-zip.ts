import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import { absolutePath, orInterruption, temporaryFolder, type Shell } from '../../shell.ts';
import { checkBundleFolder, listBundleFolder } from './bundle-folder.ts';

/** A file to upload, with the name that the server gets. */
export type Zip = { path: string; name: string };
/** The parts of the context of a command that packs. */
export type PackContext = { shell: Pick<Shell, 'env' | 'signal' | 'workingFolder'>; output: Pick<Output, 'progress'> };

/** Calls `use` with a zip: the given one, or a temporary zip of the given folder, which is removed afterwards. */
export async function withBundleZip<T>(path: string, context: PackContext, use: (zip: Zip) => Promise<T>): Promise<T> {
  const fullPath = absolutePath(path, context.shell);
  const found = await stat(fullPath).catch(() => undefined);
  if (!found) throw new Failure('usage', `${path} does not exist or cannot be read.`);
  if (!found.isDirectory()) {
    if (!found.isFile()) throw new Failure('usage', `${path} is neither a zip nor a folder.`);
    await checkZip(path, fullPath);
    return use({ path: fullPath, name: basename(path) });
  }
  await checkBundleFolder(path, context.shell);
  return withPackedFolder(path, context, use);
}

/** Calls `use` with a temporary zip of a folder, which is removed afterwards. */
export async function withPackedFolder<T>(path: string, context: PackContext, use: (zip: Zip) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(temporaryFolder(context.shell), 'millrace-'));
  try {
    const zip = { path: join(folder, 'bundle.zip'), name: `${basename(absolutePath(path, context.shell))}.zip` };
    await packFolder(path, zip.path, context);
    return await use(zip);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packs a folder without `.git` into a zip. Executable files stay executable. */
export async function packFolder(folder: string, target: string, { shell, output }: PackContext): Promise<void> {
  const { files, emptyFolders } = await listBundleFolder(absolutePath(folder, shell));
  output.progress(`Packing ${files.length} files`);
  const zip = new ZipFile();
  // ZipFile emits the error of an unreadable file only here. Without this its output stream would never end.
  zip.on('error', (error: Error) => void (zip.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void }).destroy(error));
  for (const { name, path } of files) zip.addFile(path, name);
  for (const name of emptyFolders) zip.addEmptyDirectory(name);
  zip.end();
  const { signal } = shell;
  const file = createWriteStream(absolutePath(target, shell), { mode: 0o600 });
  await orInterruption(pipeline(zip.outputStream, file, { signal }), signal);
  output.progress('');
}

async function checkZip(path: string, fullPath: string): Promise<void> {
  const file = await open(fullPath).catch((error: { code?: string }) => {
    throw new Failure('usage', `${path} cannot be read: ${error.code}.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead < 4 || buffer.toString('latin1', 0, 2) !== 'PK') throw new Failure('usage', `${path} is neither a zip nor a folder.`);
  } finally {
    await file.close();
  }
}
