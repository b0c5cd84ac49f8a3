/** Invalid zips: every number in them can be wrong. */
import { crc32, deflateRawSync } from 'node:zlib';

/** An entry. Missing fields have the correct values. */
export type RawEntry = {
  name: string | Buffer;
  content?: string | Buffer;
  /** Unix mode with file type. */
  mode?: number;
  method?: number;
  flags?: number;
  packedBytes?: number;
  unpackedBytes?: number;
  /** The stated offset of the entry. */
  offset?: number;
  checksum?: number;
  /** The entry is only in the directory; its content is that of another entry. */
  listedOnly?: true;
};

const UTF8_NAME = 0x800;
const DEFLATE = 8;
const MADE_ON_UNIX = 0x031e;

/** Returns a zip with the entries, their directory and its end. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const content = Buffer.from((entry.content ?? '') as string);
    const method = entry.method ?? DEFLATE;
    const packed = method === DEFLATE ? deflateRawSync(content) : content;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(entry.flags ?? UTF8_NAME, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(entry.checksum ?? crc32(content), 10);
    facts.writeUInt32LE(entry.packedBytes ?? packed.length, 14);
    facts.writeUInt32LE(entry.unpackedBytes ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const location = Buffer.alloc(14);
    location.writeUInt32LE((entry.mode ?? 0o100644) * 2 ** 16, 6);
    location.writeUInt32LE(entry.offset ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), shorts(MADE_ON_UNIX), facts, location, name);
    if (entry.listedOnly) continue;
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(16);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06'), end, shorts(0)]);
}

/** Returns a zip64 file whose stated directory offset is beyond the end of the file. */
export function boundlessZip(): Buffer {
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(2n ** 60n, 4);
  locator.writeUInt32LE(1, 12);
  return Buffer.concat([
    Buffer.alloc(100),
    Buffer.from('PK\x06\x07'),
    locator,
    Buffer.from('PK\x05\x06'),
    Buffer.alloc(4),
    Buffer.alloc(12, 0xff),
    shorts(0),
  ]);
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}
