import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { absolutePath } from '../../shell.ts';
import { withPackedFolder, type Zip } from '../artifacts/bundle-zip.ts';
import { showUpload } from '../artifacts/show-upload.ts';
import { UploadFile } from '../artifacts/upload-file.ts';

/** Calls `send` with the content of a resource: a file, or a zip of a folder. `isFile` is true for a file. */
export async function withContent<T>(
  { output, shell }: Pick<Context, 'output' | 'shell'>,
  path: string,
  send: (file: UploadFile, isFile: boolean) => Promise<T>,
): Promise<T> {
  const fullPath = absolutePath(path, shell);
  const found = await stat(fullPath).catch(() => undefined);
  if (!found) throw new Failure('usage', `${path} does not exist or cannot be read.`);
  if (!found.isDirectory() && !found.isFile()) throw new Failure('usage', `${path} is neither a file nor a folder.`);
  const upload = async (content: Zip): Promise<T> => {
    const blob = await openAsBlob(content.path).catch(() => {
      throw new Failure('usage', `${path} cannot be read.`);
    });
    try {
      return await send(new UploadFile(blob, content.name, showUpload(content.name, output)), found.isFile());
    } finally {
      output.progress('');
    }
  };
  if (found.isFile()) return upload({ path: fullPath, name: basename(path) });
  return withPackedFolder(path, { shell, output }, upload);
}
