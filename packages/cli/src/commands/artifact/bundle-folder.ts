import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BundleError, JOB_INFO_NAME, MANIFEST_NAME, parseJobInfo, parseManifest } from '@millrace/wire/bundles';
import { ZipFile } from 'yazl';
import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import { absolutePath, orInterruption, type Shell, temporaryFolder } from '../../shell.ts';
import { oneLine } from '../../text.ts';

/** The entries of the zip of a folder; names have forward slashes. */
type FolderContent = { files: { name: string; path: string }[]; emptyFolders: string[] };

/** Checks the manifest of a folder before it is packed; throws a `Failure` if the folder is not a bundle. */
export async function requireBundleFolder(folder: string, shell: Pick<Shell, 'workingFolder'>): Promise<void> {
  const manifest = await readIfThere(join(folder, MANIFEST_NAME), shell);
  const jobInfo = manifest === undefined ? await readIfThere(join(folder, JOB_INFO_NAME), shell) : undefined;
  try {
    if (manifest !== undefined) parseManifest(manifest, { isNew: true });
    else if (jobInfo !== undefined) parseJobInfo(jobInfo);
    else throw new Failure('usage', `${folder} is not a bundle: it holds neither ${MANIFEST_NAME} nor ${JOB_INFO_NAME}.`);
  } catch (error) {
    if (error instanceof BundleError) throw new Failure('usage', `${folder} is not a usable bundle: ${error.message}.`);
    throw error;
  }
}

/** Lists everything in a folder but `.git`, in a fixed order. Throws a `Failure` for entries that a zip cannot hold. */
export async function listBundleFolder(folder: string): Promise<FolderContent> {
  const root = await realpath(folder);
  const content: FolderContent = { files: [], emptyFolders: [] };
  await addFolder(root, '', content);
  return content;
}

async function addFolder(root: string, inside: string, content: FolderContent): Promise<void> {
  const names = (await readdir(join(root, inside))).filter((name) => name !== '.git').sort();
  if (names.length === 0 && inside !== '') content.emptyFolders.push(inside);
  for (const name of names) {
    const entry = inside === '' ? name : `${inside}/${name}`;
    const path = join(root, entry);
    const found = await lstat(path);
    if (found.isDirectory()) await addFolder(root, entry, content);
    else if (found.isFile() || (found.isSymbolicLink() && (await leadsToFileInside(root, path)))) content.files.push({ name: entry, path });
    else {
      const kind = found.isSymbolicLink() ? 'a link that leads to a folder, out of the bundle, or nowhere' : 'no regular file';
      throw new Failure('usage', `${oneLine(entry)} is ${kind}. Replace it by a regular file, or remove it.`);
    }
  }
}

/** A link to a file of the bundle is packed as a copy of that file: zips with links are refused. */
async function leadsToFileInside(root: string, path: string): Promise<boolean> {
  try {
    const target = relative(root, await realpath(path));
    return !target.startsWith(`..${sep}`) && (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function readIfThere(path: string, shell: Pick<Shell, 'workingFolder'>): Promise<string | undefined> {
  try {
    return await readFile(absolutePath(path, shell), 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT') return undefined;
    throw new Failure('usage', `${path} cannot be read: ${code ?? String(error)}.`);
  }
}

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
    await requireZip(path, fullPath);
    return use({ path: fullPath, name: basename(path) });
  }
  await requireBundleFolder(path, context.shell);
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

async function requireZip(path: string, fullPath: string): Promise<void> {
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
