/** Stores content in a bucket of Amazon S3 or of a compatible store. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
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
import { nowMilliseconds } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import type { S3Settings } from './s3-settings.ts';
import { createMeter, Staging } from './staging.ts';
import { RETRY_POLICY, S3Client, type RetryPolicy, type S3Call } from './s3-client.ts';
import { readObject, elementsOf, elementText, abort, PART_BYTES, sendObject } from './s3-objects.ts';

/** The longest validity of a presigned address in seconds, by the rules of S3. */
const MAX_PRESIGN_SECONDS = 604_800;

/** The policy of `check`: it answers soon, and retries once, because the store may be busy for a moment. */
const CHECK_POLICY: RetryPolicy = { attempts: 2, pause: 50, timeout: 1000, totalTime: 300 };

/** Options, mostly for tests. */
export type S3Options = { retry?: RetryPolicy; partBytes?: number; pageSize?: number };

/** A bucket. Staged content is in a local folder. */
export class S3Store implements BlobStore {
  readonly #client: S3Client;
  readonly #checkClient: S3Client;
  readonly #prefix: string;
  readonly #staging: Staging;
  readonly #partBytes: number;
  readonly #pageSize: string;

  constructor(settings: S3Settings, stagingFolder: string, { retry, partBytes, pageSize }: S3Options = {}) {
    this.#client = new S3Client(settings, retry ?? RETRY_POLICY);
    this.#checkClient = new S3Client(settings, CHECK_POLICY);
    this.#prefix = settings.prefix;
    this.#staging = new Staging(stagingFolder, false);
    this.#partBytes = partBytes ?? PART_BYTES;
    this.#pageSize = String(pageSize ?? 1000);
  }

  async check(): Promise<void> {
    await this.#staging.check();
    const answer = await this.#checkClient.send(this.#listRequest());
    // The status is enough; waiting for the body could delay the caller.
    await answer.body?.cancel();
  }

  /** Lists one object of the bucket, and returns whether the answer has the form of S3. */
  async isBucket(): Promise<boolean> {
    const { text } = await this.#client.sendForText(this.#listRequest());
    return /<ListBucketResult[\s>]/.test(text);
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
    const { status, headers } = await this.#client.sendForText({ method: 'HEAD', objectKey: this.#objectKey(key), accepts: [404] });
    return status === 404 ? undefined : Number(headers.get('content-length'));
  }

  async remove(key: string): Promise<void> {
    await this.#client.sendForText({ method: 'DELETE', objectKey: this.#objectKey(key), accepts: [404] });
  }

  async *olderThan(seconds: number): AsyncGenerator<string> {
    // Version 1 of this request: all stores support it, and its pages need only the last object key.
    for (let marker = '', more = true; more;) {
      const query = { prefix: this.#prefix, marker, 'max-keys': this.#pageSize };
      const { text, headers } = await this.#client.sendForText({ method: 'GET', objectKey: '', query });
      const found = elementsOf(text, 'Contents').map((object) => ({
        objectKey: elementText(object, 'Key') ?? '',
        modifiedAt: elementText(object, 'LastModified') ?? '',
      }));
      for (const { objectKey, modifiedAt } of found) {
        const key = this.#keyAt(objectKey);
        if (key !== undefined && isOld(modifiedAt, seconds, headers)) yield key;
      }
      marker = found.at(-1)?.objectKey ?? '';
      more = elementText(text, 'IsTruncated') === 'true' && marker !== '';
    }
  }

  async removeUnfinished(seconds: number): Promise<void> {
    await this.#staging.removeOlder(seconds);
    for (let after: Record<string, string> | undefined = {}; after;) {
      const query = { uploads: '', prefix: this.#prefix, 'max-uploads': this.#pageSize, ...after };
      // Some stores cannot list uploads; they have rules of their own that remove incomplete uploads.
      const { status, text, headers } = await this.#client.sendForText({
        method: 'GET',
        objectKey: '',
        query,
        accepts: [400, 404, 405, 501],
      });
      if (status !== 200) return;
      for (const upload of elementsOf(text, 'Upload')) {
        const [objectKey, id, at] = ['Key', 'UploadId', 'Initiated'].map((name) => elementText(upload, name) ?? '') as [
          string,
          string,
          string,
        ];
        if (this.#keyAt(objectKey) !== undefined && isOld(at, seconds, headers)) await abort(this.#client, objectKey, id);
      }
      const [nextKey, nextUpload] = [elementText(text, 'NextKeyMarker'), elementText(text, 'NextUploadIdMarker')];
      const hasNext = elementText(text, 'IsTruncated') === 'true' && nextKey && nextUpload;
      after = hasNext ? { 'key-marker': nextKey, 'upload-id-marker': nextUpload } : undefined;
    }
  }

  async downloadUrl(key: string, { fileName, contentType, expiresInSeconds }: DownloadTerms): Promise<string> {
    return this.#client.presign(this.#objectKey(key), Math.min(expiresInSeconds, MAX_PRESIGN_SECONDS), {
      'response-content-type': contentType,
      'response-content-disposition': attachment(fileName),
    });
  }

  #listRequest(): S3Call {
    return { method: 'GET', objectKey: '', query: { prefix: this.#prefix, 'max-keys': '1' } };
  }

  #objectKey(key: string): string {
    return `${this.#prefix}${blobPath(key)}`;
  }

  /** Returns the key of an object, or undefined for other objects of the bucket. */
  #keyAt(objectKey: string): string | undefined {
    const key = objectKey.slice(-36);
    return isKey(key) && objectKey === this.#objectKey(key) ? key : undefined;
  }
}

/** Compares ages by the clock of the store, which also wrote the time. */
function isOld(time: string, seconds: number, headers: Headers): boolean {
  const now = Date.parse(headers.get('date') ?? '') || nowMilliseconds();
  return Date.parse(time) < now - seconds * 1000;
}
