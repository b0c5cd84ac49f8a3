/** Stores content in a bucket of Amazon S3 or of a compatible store. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsCommand,
  type ListObjectsCommandOutput,
} from '@aws-sdk/client-s3';
import {
  attachment,
  blobPath,
  type BlobStore,
  type ByteRange,
  type DownloadTerms,
  isKey,
  type StagedBlob,
  type StoredBlob,
} from './blob-store.ts';
import { newId } from '../base/id.ts';
import type { S3Settings } from './s3-settings.ts';
import { createMeter, Staging } from './staging.ts';
import { BucketClient, type RetryPolicy } from './s3-client.ts';
import { abortUpload, PART_BYTES, readObject, sendObject } from './s3-objects.ts';

/** The longest validity of a presigned address in seconds, by the rules of S3. */
const MAX_PRESIGN_SECONDS = 604_800;

/** The policy of `check`: it answers soon, and retries once, because the store may be busy for a moment. */
const CHECK_POLICY: RetryPolicy = { attempts: 2, pause: 50, timeout: 1000, totalTime: 300 };

/** Options, mostly for tests. */
export type S3Options = { retry?: RetryPolicy; check?: RetryPolicy; partBytes?: number; pageSize?: number };

/** A bucket. Staged content is in a local folder. */
export class S3Store implements BlobStore {
  readonly #client: BucketClient;
  readonly #prefix: string;
  readonly #staging: Staging;
  readonly #checkPolicy: RetryPolicy;
  readonly #partBytes: number;
  readonly #pageSize: number;

  constructor(settings: S3Settings, stagingFolder: string, { retry, check, partBytes, pageSize }: S3Options = {}) {
    this.#client = new BucketClient(settings, retry);
    this.#prefix = settings.prefix;
    this.#staging = new Staging(stagingFolder, false);
    this.#checkPolicy = check ?? CHECK_POLICY;
    this.#partBytes = partBytes ?? PART_BYTES;
    this.#pageSize = pageSize ?? 1000;
  }

  async check(): Promise<void> {
    await this.#staging.check();
    await this.#client.send(this.#listOne(), this.#checkPolicy);
  }

  /** Lists one object of the bucket, and returns whether the answer has the form of S3. */
  async isBucket(): Promise<boolean> {
    // A page that is no XML is a refusal with the status 200.
    const list = await this.#client.sendUnless([200], this.#listOne());
    return list?.Name !== undefined;
  }

  put(content: Readable): Promise<StoredBlob> {
    return this.putBack(newId(), content);
  }

  async putBack(key: string, content: Readable): Promise<StoredBlob> {
    const meter = createMeter();
    // An error of one stream ends the other; the reader of the meter gets the error.
    pipeline(content, meter.step, () => undefined);
    await sendObject(this.#client, this.#objectKey(key), meter.step, { partBytes: this.#partBytes });
    return { key, ...meter.read() };
  }

  async stage(content: Readable): Promise<StagedBlob> {
    const staged = await this.#staging.write(content);
    const { key, path, size } = staged;
    let isSent = false;
    return {
      ...staged,
      keep: async () => {
        await sendObject(this.#client, this.#objectKey(key), createReadStream(path, { highWaterMark: 2 ** 20 }), {
          partBytes: this.#partBytes,
          size,
        });
        isSent = true;
        await rm(path, { force: true });
      },
      discard: async () => {
        await rm(path, { force: true });
        // An unavailable store must not hide the reason of the discard; the timer for leftovers removes the object later.
        if (isSent) await this.remove(key).catch(() => undefined);
      },
    };
  }

  read(key: string, range?: ByteRange): Readable {
    return Readable.from(readObject(this.#client, this.#objectKey(key), range), { objectMode: false });
  }

  async sizeOf(key: string): Promise<number | undefined> {
    return (await this.#client.sendUnless([404], new HeadObjectCommand(this.#at(key))))?.ContentLength;
  }

  async remove(key: string): Promise<void> {
    await this.#client.sendUnless([404], new DeleteObjectCommand(this.#at(key)));
  }

  async *olderThan(seconds: number): AsyncGenerator<string> {
    // Version 1 of this request: all stores support it, and its pages need only the last object key.
    const all = { Bucket: this.#client.bucket, Prefix: this.#prefix };
    for (let Marker: string | undefined = '', more = true; more;) {
      const { Contents = [], IsTruncated }: ListObjectsCommandOutput = await this.#client.send(
        new ListObjectsCommand({ ...all, Marker, MaxKeys: this.#pageSize }),
      );
      for (const { Key, LastModified } of Contents) {
        const key = this.#keyAt(Key);
        if (key !== undefined && this.#isOld(LastModified, seconds)) yield key;
      }
      Marker = Contents.at(-1)?.Key;
      more = IsTruncated === true && Marker !== undefined;
    }
  }

  async removeUnfinished(seconds: number): Promise<void> {
    await this.#staging.removeOlder(seconds);
    const Bucket = this.#client.bucket;
    for (let after: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {}; after;) {
      // Some stores cannot list uploads; they have rules of their own that remove incomplete uploads.
      const list: ListMultipartUploadsCommandOutput | undefined = await this.#client.sendUnless(
        [400, 404, 405, 501],
        new ListMultipartUploadsCommand({ Bucket, Prefix: this.#prefix, MaxUploads: this.#pageSize, ...after }),
      );
      for (const { Key = '', UploadId = '', Initiated } of list?.Uploads ?? [])
        if (this.#keyAt(Key) !== undefined && this.#isOld(Initiated, seconds)) await abortUpload(this.#client, { Bucket, Key, UploadId });
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = list ?? {};
      after = list?.IsTruncated && KeyMarker && UploadIdMarker ? { KeyMarker, UploadIdMarker } : undefined;
    }
  }

  async downloadUrl(key: string, { fileName, contentType, expiresInSeconds }: DownloadTerms): Promise<string> {
    return this.#client.presign(this.#objectKey(key), Math.min(expiresInSeconds, MAX_PRESIGN_SECONDS), {
      contentType,
      contentDisposition: attachment(fileName),
    });
  }

  #listOne(): ListObjectsCommand {
    return new ListObjectsCommand({ Bucket: this.#client.bucket, Prefix: this.#prefix, MaxKeys: 1 });
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#client.bucket, Key: this.#objectKey(key) };
  }

  #objectKey(key: string): string {
    return `${this.#prefix}${blobPath(key)}`;
  }

  /** Returns the key of an object, or undefined for other objects of the bucket. */
  #keyAt(objectKey = ''): string | undefined {
    const key = objectKey.slice(-36);
    return isKey(key) && objectKey === this.#objectKey(key) ? key : undefined;
  }

  /** Compares ages by the clock of the store, which also wrote the time. */
  #isOld(time: Date | undefined, seconds: number): boolean {
    return time !== undefined && time.getTime() < this.#client.storeMilliseconds - seconds * 1000;
  }
}
