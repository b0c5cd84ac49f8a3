import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The files of a zip: text or bytes by name; by default with the mode of a plain file. */
export type ZipEntries = Record<string, string | Buffer | { content: string | Buffer; mode?: number; compress?: boolean }>;

/** Packs a zip. */
export async function zipOf(entries: ZipEntries): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, entry] of Object.entries(entries)) {
    const { content, mode = 0o100644, compress = true } = typeof entry === 'string' || Buffer.isBuffer(entry) ? { content: entry } : entry;
    zip.addBuffer(Buffer.from(content), name, { mode, compress });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Packs a millrace bundle that runs one shell script; `environment` names the parameters that it gets as variables. */
export function shellBundle(script: string, more: ZipEntries = {}, environment: string[] = []): Promise<Buffer> {
  return zipOf({ 'millrace.json': manifest(['sh', 'task.sh'], environment), 'task.sh': script, ...more });
}

/** Packs a millrace bundle that runs one Node program; `environment` names the parameters that it gets as variables. */
export function nodeBundle(program: string, more: ZipEntries = {}, environment: string[] = []): Promise<Buffer> {
  return zipOf({ 'millrace.json': manifest(['node', 'main.mjs'], environment), 'main.mjs': program, ...more });
}

const manifest = (run: string[], environment: string[]): string => JSON.stringify({ name: 'sample', run, environment });

/** Replaces a name in a finished zip, to build a zip that no packer writes. Both names must have the same number of bytes. */
export function withNameReplaced(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error('The names must be equally long');
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf(from); at !== -1; at = copy.indexOf(from, at + 1)) copy.write(to, at);
  return copy;
}

/** The signature of an entry in the central directory of a zip. */
const ENTRY_SIGNATURE = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
/** The offsets of fields in such an entry: checksum, unpacked size and the offset of the file in the zip. */
const FIELD_OFFSETS = { checksum: 16, size: 24, offset: 42 } as const;

/** Overwrites a field of the central directory of a finished zip, for the entry with the index. */
export function withField(zip: Buffer, index: number, field: keyof typeof FIELD_OFFSETS, value: number): Buffer {
  const copy = Buffer.from(zip);
  let at = copy.indexOf(ENTRY_SIGNATURE);
  for (let count = 0; count < index; count += 1) at = copy.indexOf(ENTRY_SIGNATURE, at + 1);
  copy.writeUInt32LE(value, at + FIELD_OFFSETS[field]);
  return copy;
}
