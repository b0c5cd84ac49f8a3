/** Files of a built site in the compressed forms that the server sends (`sites/built-files.ts`). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes the compressed forms of files beside them. `quality` is that of Brotli, 0 to 11. Pictures and fonts are compressed already. */
export async function writeCompressedForms(folder: string, names: readonly string[], quality = 11): Promise<void> {
  const texts = names.filter((name) => !/\.(?:png|woff2)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      await writeFile(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }),
  );
}
