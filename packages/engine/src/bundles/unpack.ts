import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BUNDLE_LIMITS, bombFault, type BundleEntry, entryFault } from '@millrace/contract/bundles';
import { factsOf, withZip } from '@millrace/contract/zip';
import type { Entry, ZipFile } from 'yauzl';
import { DeployFault, storageFault } from '../faults.ts';
import { messageOf } from '../own-log.ts';

/** An entry of a bundle that may be unpacked, and where to. */
export type Listed = { entry: Entry; name: string; path: string; folder: boolean };

/** Unpacks a bundle into a new folder; refuses whatever could reach beyond it or fill the disk. */
export function unpack(zipPath: string, folder: string, signal: AbortSignal): Promise<void> {
  return openBundle(zipPath, signal, async (zip, listed) => {
    await mkdir(folder, { mode: 0o700 });
    await extract(zip, listed, folder, signal);
  });
}

/** Opens a bundle for as long as `work` runs, after a look at all of its entries. */
export async function openBundle<T>(
  zipPath: string,
  signal: AbortSignal,
  work: (zip: ZipFile, listed: readonly Listed[]) => Promise<T>,
): Promise<T> {
  try {
    return await withZip(zipPath, async (zip) => work(zip, await list(zip)));
  } catch (error) {
    if (signal.aborted || error instanceof DeployFault) throw error;
    throw storageFault(error) ?? unusable(messageOf(error), error);
  }
}

/** Whether an entry is marked as a program. */
export const isProgramEntry = (entry: Entry): boolean => ((entry.externalFileAttributes >>> 16) & 0o111) !== 0;

function unusable(reason: string, cause?: unknown): DeployFault {
  return new DeployFault('BUNDLE_UNUSABLE', `The bundle cannot be unpacked: ${reason}. Publish a corrected version`, { cause });
}

/** A bundle with an entry that cannot be read. */
export const unusableEntry = (name: string, cause: unknown): DeployFault =>
  unusable(`entry ${JSON.stringify(name.slice(0, 80))}: ${messageOf(cause)}`, cause);

async function list(zip: ZipFile): Promise<Listed[]> {
  const listed: Listed[] = [];
  const facts: BundleEntry[] = [];
  const seen = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const fact = factsOf(entry);
    const { name } = fact;
    facts.push(fact);
    const fault = entryFault(fact) ?? (facts.length > BUNDLE_LIMITS.entries ? bombFault(facts) : undefined);
    if (fault) throw unusable(fault);
    const path = name
      .split('/')
      .filter((word) => word !== '' && word !== '.')
      .join('/');
    const folder = name.endsWith('/');
    if (seen.has(path) && !folder) throw unusable(`entry ${JSON.stringify(name.slice(0, 80))} is there twice`);
    seen.add(path);
    listed.push({ entry, name, path, folder });
  }
  const fault = bombFault(facts);
  if (fault) throw unusable(fault);
  return listed;
}

async function extract(zip: ZipFile, listed: readonly Listed[], root: string, signal: AbortSignal): Promise<void> {
  let total = 0;
  const made = new Set<string>();
  const makeFolder = async (path: string) => {
    if (!made.has(path)) await mkdir(join(root, path), { recursive: true, mode: 0o700 });
    made.add(path);
  };
  for (const { entry, name, path, folder } of listed) {
    if (folder) {
      await makeFolder(path);
      continue;
    }
    await makeFolder(dirname(path));
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        total += chunk.length;
        // What the directory of the zip says of sizes is a claim; the library holds each entry to it, this the whole to the limit.
        done(total > BUNDLE_LIMITS.totalBytes ? unusable(`it unpacks to more than ${BUNDLE_LIMITS.totalBytes} bytes`) : null, chunk);
      },
    });
    try {
      const packed = await zip.openReadStreamPromise(entry);
      await pipeline(packed, counted, createWriteStream(join(root, path), { flags: 'wx', mode: isProgramEntry(entry) ? 0o700 : 0o600 }), {
        signal,
      });
    } catch (error) {
      if (signal.aborted || error instanceof DeployFault) throw error;
      throw storageFault(error) ?? unusableEntry(name, error);
    }
  }
}
