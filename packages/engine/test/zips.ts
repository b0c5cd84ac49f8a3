import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Files of a zip: text or bytes by name; `mode` defaults to that of a plain file. */
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

/** Changes the bytes of a name within a finished zip, to make what no honest packer makes; both names must be equally long. */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error('The names must be equally long');
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf(from); at !== -1; at = copy.indexOf(from, at + 1)) copy.write(to, at);
  return copy;
}

/** The bytes with which each entry begins in the directory of a zip. */
const LISTED = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
/** Where that directory says which checksum and unpacked size an entry has, and where in the zip it begins. */
const PLACES = { checksum: 16, size: 24, offset: 42 } as const;

/** Changes what the directory of a finished zip says of an entry. */
export function relisted(zip: Buffer, index: number, what: keyof typeof PLACES, value: number): Buffer {
  const copy = Buffer.from(zip);
  let at = copy.indexOf(LISTED);
  for (let count = 0; count < index; count += 1) at = copy.indexOf(LISTED, at + 1);
  copy.writeUInt32LE(value, at + PLACES[what]);
  return copy;
}
