/** The entries of a zip that is not trusted. All are checked before one is unpacked, and each must have the size and checksum that the zip states. */
import { crc32, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { BUNDLE_LIMITS, BundleError, bombFault, entryFault, shown, type BundleEntry } from './bundles.ts';
import { nameOf, withZip, type ZipSource } from './zip-source.ts';

/** An entry that may be unpacked. */
export type ListedEntry = {
  entry: Entry;
  name: string;
  /** The path to which it is unpacked, without empty segments and dots; empty for an entry that names the folder itself. */
  path: string;
  isFolder: boolean;
  /**
   * Its unpacked bytes. Throws where they do not have the size and the checksum that the directory of the zip states: a `BundleError`, or for the size
   * of a large entry the error of the library. Errors of the disk and of the decompression are thrown unchanged.
   */
  content(): AsyncGenerator<Buffer>;
};

/** An entry of at most this many bytes, packed and unpacked, is unpacked in one step, because streams would take ten times as long. */
const AT_ONCE_BYTES = 64 * 1024;
const STORED = 0;

/**
 * Opens a zip, in a file or in memory, checks all of its entries, and keeps it open for as long as `work` runs. Throws a `BundleError` where an entry
 * fails a check, and the error of the library or of the disk where the zip cannot be read.
 */
export const withEntries = <T>(zip: string | Buffer, work: (listed: readonly ListedEntry[]) => Promise<T>): Promise<T> =>
  withZip(zip, async (opened, source) => work(await listEntries(opened, source)));

/**
 * Returns the entries. Each has a safe name, a size within the limits, content that can be read, a path of its own in the folder and bytes of its own
 * in the zip. Throws a `BundleError` that says what is wrong.
 * @rule bundles.entries.safe
 * @rule bundles.entries.bomb
 */
async function listEntries(zip: ZipFile, source: ZipSource): Promise<ListedEntry[]> {
  const listed: ListedEntry[] = [];
  const facts: BundleEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const fact = factsOf(entry);
    const { name } = fact;
    facts.push(fact);
    // Checked for each entry, so that a directory of millions of entries is not read to its end.
    const fault = entryFault(fact) ?? (facts.length > BUNDLE_LIMITS.entries ? bombFault(facts) : undefined) ?? packingFault(entry, name);
    if (fault !== undefined) throw new BundleError(fault);
    const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
    listed.push({ entry, name, path: segments.join('/'), isFolder: name.endsWith('/'), content: () => contentOf(zip, source, entry) });
  }
  const fault = bombFault(facts) ?? pathFault(listed) ?? (await overlapFault(zip, listed));
  if (fault !== undefined) throw new BundleError(fault);
  return listed;
}

const factsOf = (entry: Entry): BundleEntry => ({
  name: nameOf(entry),
  packedBytes: entry.compressedSize,
  unpackedBytes: entry.uncompressedSize,
  externalAttributes: entry.externalFileAttributes,
  encrypted: entry.isEncrypted(),
});

const packingFault = (entry: Entry, name: string): string | undefined =>
  entry.canDecodeFileData() ? undefined : `entry ${shown(name)} is packed in a way that cannot be read; use deflate`;

/** Returns why two entries cannot be unpacked together. The slash becomes the lowest character, so that the entries of a folder sort directly after it. */
function pathFault(listed: readonly ListedEntry[]): string | undefined {
  const sorted = listed
    .map(({ path, isFolder }) => ({ key: path.replaceAll('/', '\0'), path, isFolder }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const [index, next] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous === undefined) continue;
    if (previous.key === next.key && !(previous.isFolder && next.isFolder)) return `entry ${shown(next.path)} is there twice`;
    if (!previous.isFolder && next.key.startsWith(`${previous.key}\0`))
      return `entry ${shown(previous.path)} is a file and a folder at once`;
  }
  return undefined;
}

/**
 * Returns which two entries share packed bytes: with such entries a small zip could unpack to far more than its size allows. Throws where an entry is not
 * inside of the zip. So the packed sizes together do not exceed the size of the zip, and `bombFault` can compute its ratio from them.
 */
async function overlapFault(zip: ZipFile, listed: readonly ListedEntry[]): Promise<string | undefined> {
  const sorted = listed.toSorted((a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const [index, { entry, name }] of sorted.entries()) {
    if (entry.relativeOffsetOfLocalHeader < end) return `entries ${shown(sorted[index - 1]?.name ?? '')} and ${shown(name)} overlap`;
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    end = fileDataStart + entry.compressedSize;
  }
  return undefined;
}

async function* contentOf(zip: ZipFile, source: ZipSource, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.compressedSize <= AT_ONCE_BYTES && entry.uncompressedSize <= AT_ONCE_BYTES) {
    const content = await unpackAtOnce(zip, source, entry);
    requireChecksum(entry, crc32(content));
    if (content.length > 0) yield content;
    return;
  }
  let sum = 0;
  // The library checks that the stream has the size that the directory states.
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  requireChecksum(entry, sum);
}

async function unpackAtOnce(zip: ZipFile, source: ZipSource, entry: Entry): Promise<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = await source.bytes(fileDataStart, entry.compressedSize);
  if (entry.compressionMethod === STORED) return packed;
  const size = entry.uncompressedSize;
  let content: Buffer;
  try {
    content = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw cause;
    throw new BundleError(`too many bytes in the stream, expected ${size}`, { cause });
  }
  if (content.length === size) return content;
  throw new BundleError(`${content.length < size ? 'not enough' : 'too many'} bytes in the stream, expected ${size}`);
}

/**
 * Throws a `BundleError` where the content does not have the checksum that the directory states.
 * @rule bundles.entries.checksum
 */
function requireChecksum(entry: Entry, sum: number): void {
  if (sum !== entry.crc32)
    throw new BundleError('its content does not match its checksum, so it was damaged or changed after it was packed');
}
