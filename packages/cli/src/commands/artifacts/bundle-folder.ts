import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { BundleError, JOB_INFO_NAME, MANIFEST_NAME, parseJobInfo, parseManifest } from '@millrace/wire/bundles';

import { Failure } from '../../failure.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';

/** The entries of the zip of a folder; names have forward slashes. */
export type FolderContent = { files: { name: string; path: string }[]; emptyFolders: string[] };

/** Checks the manifest of a folder before it is packed; throws a `Failure` if the folder is not a bundle. */
export async function checkBundleFolder(folder: string, shell: Pick<Shell, 'workingFolder'>): Promise<void> {
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
