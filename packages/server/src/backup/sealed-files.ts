/** Files of a backup: compressed, readable only by their owner, and checked by the hash of their bytes. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createMeter } from '../core/blobs/meter.ts';
import { StartError } from '../core/base/start-error.ts';

/** Writes a stream compressed into a new file, and returns the SHA-256 of the file. */
export async function writeSealed(path: string, content: Readable): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const meter = createMeter();
  await pipeline(content, createGzip({ level: 1 }), meter.step, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return meter.read().hash;
}

/** Refuses a file that is missing or changed. */
export async function checkSealed(path: string, sha256: string): Promise<void> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (digest.digest('hex') !== sha256) throw damaged(path);
}

/** Streams the content of a file into a stream. */
export const readSealed = (path: string, into: Writable): Promise<void> => pipeline(createReadStream(path), createGunzip(), into);

/** Opens the content of a file as a stream. */
export function openSealed(path: string): Transform {
  const unzipped = createGunzip();
  createReadStream(path)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped);
  return unzipped;
}

/** Builds the refusal of a file that is missing or changed. */
export const damaged = (path: string): StartError =>
  new StartError(`The backup is damaged: ${path} is missing or was changed. Use another backup.`);
