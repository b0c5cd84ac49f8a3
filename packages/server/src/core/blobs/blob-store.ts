/** Content beside the database: written under a new key, known by its SHA-256, never changed. */
import type { Readable } from 'node:stream';
import { Problem } from '../base/problem.ts';

/** Content that was taken in. */
export type StoredBlob = { key: string; hash: string; size: number };

/** Content in a file of this machine, to be looked at before it is decided what becomes of it. One of the two is called. */
export type StagedBlob = StoredBlob & {
  path: string;
  /** Moves it into the store: from then on it is read under its key. */
  keep(): Promise<void>;
  /** Removes it, wherever it lies by now. */
  discard(): Promise<void>;
};

/** Some bytes of content; what lies beyond its end is left out. */
export type ByteRange = { offset: number; length: number };

/** How content is handed to somebody without a token: under which name, as what, and for how long. */
export type DownloadTerms = { fileName: string; contentType: string; expiresInSeconds: number };

/** Where content lies. What is put or kept is durable when that is answered, and whole or not there at all. */
export type BlobStore = {
  /** Fails where content could not be taken in now; it is answered within moments. */
  check(): Promise<void>;
  /** Takes a stream in, holding little of it in memory; a stream that breaks leaves nothing behind. */
  put(content: Readable): Promise<StoredBlob>;
  /** Takes a stream in for being looked at first; a stream that breaks leaves nothing behind. */
  stage(content: Readable): Promise<StagedBlob>;
  /** Puts content of a backup under the key that it had; a stream that breaks changes nothing. */
  putBack(key: string, content: Readable): Promise<StoredBlob>;
  /** Streams content out; content that is not there is an error of the stream with the code ENOENT. */
  read(key: string, range?: ByteRange): Readable;
  /** How many bytes content has, or undefined where there is none. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Removes content; removing it twice is fine. */
  remove(key: string): Promise<void>;
  /** Keys of content that is older than `seconds`; names that are no keys of ours are passed over. */
  olderThan(seconds: number): AsyncIterable<string>;
  /** Removes what is half-written and older than `seconds`: what a crash may have left. */
  removeUnfinished(seconds: number): Promise<void>;
  /** An address that opens content without a token for some time. */
  downloadUrl(key: string, terms: DownloadTerms): Promise<string>;
};

/** The store cannot be reached, or cannot serve just now: the same call may work in a moment. The cause is for the log. */
export class StoreUnavailable extends Problem {
  constructor(cause: unknown) {
    super(503, 'unavailable', 'The store of files cannot be reached just now; try again in a moment.');
    this.cause = cause;
  }
}

/** What every key looks like: nothing else is ever put into a path. */
const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a name in a store is a key of ours. */
export const isKey = (name: string): boolean => KEY.test(name);

/** Where a key lies below the root of its store, the same in each, so that a folder can be copied into a bucket. */
export function blobPath(key: string): string {
  if (!isKey(key)) throw new Error('A key of content is an id');
  return `${key.slice(-2)}/${key}`;
}

/** A file name that is safe in a header, with its ending. */
export const safeFileName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(-120) || 'download';

/** The header with which a browser saves content and never shows it. */
export const attachment = (fileName: string): string => `attachment; filename="${safeFileName(fileName)}"`;
