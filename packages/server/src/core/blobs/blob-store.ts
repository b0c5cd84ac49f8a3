/** The store of content outside of the database. Content is written under a new key, identified by its SHA-256, and never changed. */
import type { Readable } from 'node:stream';
import { hasIdForm } from '../base/id.ts';
import { Problem } from '../base/problem.ts';

/** Stored content: its key, its SHA-256 and its size in bytes. */
export type StoredBlob = { key: string; hash: string; size: number };

/** Content in a local file, for inspection before it is kept or discarded. The caller calls `keep` or `discard`. */
export type StagedBlob = StoredBlob & {
  path: string;
  /** Moves it into the store, from which it can then be read by its key. */
  keep(): Promise<void>;
  /** Removes it from the local folder and from the store. */
  discard(): Promise<void>;
};

/** A range of bytes; a range beyond the end of the content is cut. */
export type ByteRange = { offset: number; length: number };

/** The terms of a download address: the file name, the media type and the seconds until it expires. */
export type DownloadTerms = { fileName: string; contentType: string; expiresInSeconds: number };

/** A store of content. When `put` or `keep` returns, the content is durable. Content is stored completely or not at all. */
export type BlobStore = {
  /** Checks within moments whether content can be stored; throws if not. */
  check(): Promise<void>;
  /** Stores a stream, with little of it in memory. A stream that fails leaves nothing behind. */
  put(content: Readable): Promise<StoredBlob>;
  /** Writes a stream to a local file for inspection. A stream that fails leaves nothing behind. */
  stage(content: Readable): Promise<StagedBlob>;
  /** Stores content of a backup under its former key. A stream that fails changes nothing. */
  putBack(key: string, content: Readable): Promise<StoredBlob>;
  /** Reads content as a stream; missing content is an error of the stream with the code ENOENT. */
  read(key: string, range?: ByteRange): Readable;
  /** Returns the size of content in bytes; undefined if it is missing. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Removes content; it may be missing already. */
  remove(key: string): Promise<void>;
  /** Lists the keys of content that is older than `seconds`; other names in the store are ignored. */
  olderThan(seconds: number): AsyncIterable<string>;
  /** Removes incomplete content older than `seconds`, which a crash may have left. */
  removeUnfinished(seconds: number): Promise<void>;
  /** Creates a download address, which needs no token and expires. */
  downloadUrl(key: string, terms: DownloadTerms): Promise<string>;
};

/** The store cannot be reached, or cannot answer: the same call may succeed later. The log has the cause. */
export class StoreUnavailable extends Problem {
  constructor(cause: unknown) {
    super(503, 'unavailable', 'The store of files cannot be reached at the moment; try again in a moment.');
    this.cause = cause;
  }
}

/** Returns whether a name in a store is a key of content: an id. No other text may become a part of a path. */
export const isKey = (name: string): boolean => hasIdForm(name);

/**
 * Returns the path of a key below the root of its store, or throws if the text is no key. It is the same in all stores, so that a folder can be copied to
 * a bucket.
 */
export function blobPath(key: string): string {
  if (!isKey(key)) throw new Error('A key of content is an id');
  return `${key.slice(-2)}/${key}`;
}

/** Replaces unsafe characters of a file name for a header, and shortens it to its last 120 characters. */
export const safeFileName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(-120) || 'download';

/** Builds the header that makes a browser save content and not show it. */
export const attachment = (fileName: string): string => `attachment; filename="${safeFileName(fileName)}"`;
