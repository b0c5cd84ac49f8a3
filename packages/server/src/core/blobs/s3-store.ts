/** Content in a bucket of Amazon S3 or of any store that speaks like it. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { attachment, isKey, blobPath } from './blob-store.ts';
import type { BlobStore, ByteRange, DownloadTerms, StagedBlob, StoredBlob } from './blob-store.ts';
import { nowMilliseconds } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import type { S3Settings } from './s3-settings.ts';
import { createMeter } from './meter.ts';
import { PATIENCE, S3Client, type Patience, type S3Call } from './s3-client.ts';
import { readObject } from './s3-read.ts';
import { elementsOf, elementText } from './s3-texts.ts';
import { abort, PART_BYTES, sendObject } from './s3-upload.ts';
import { Staging } from './staging.ts';

/** The longest time that a presigned address may count for. */
const MOST_SECONDS = 604_800;

/** Who asks whether the store is there wants to know soon, and a store that is busy for a blink is there. */
const PROBING: Patience = { attempts: 2, pause: 50, answer: 1000, overall: 300 };

/** What else a bucket store may be told, mostly by tests. */
export type S3Options = { patience?: Patience; partBytes?: number; pageSize?: number };

/** A bucket; what is to be looked at first waits in a folder of this machine. */
export class S3Store implements BlobStore {
  readonly #client: S3Client;
  readonly #prober: S3Client;
  readonly #prefix: string;
  readonly #staging: Staging;
  readonly #partBytes: number;
  readonly #pageSize: string;

  constructor(settings: S3Settings, stagingFolder: string, { patience, partBytes, pageSize }: S3Options = {}) {
    this.#client = new S3Client(settings, patience ?? PATIENCE);
    this.#prober = new S3Client(settings, PROBING);
    this.#prefix = settings.prefix;
    this.#staging = new Staging(stagingFolder, false);
    this.#partBytes = partBytes ?? PART_BYTES;
    this.#pageSize = String(pageSize ?? 1000);
  }

  async check(): Promise<void> {
    await this.#staging.check();
    const answer = await this.#prober.send(this.#look());
    // That it answers is enough; a body that hangs must not hold up who asks.
    await answer.body?.cancel();
  }

  /** Opens the bucket, and answers whether that was one. */
  async isBucket(): Promise<boolean> {
    const { text } = await this.#client.sendForText(this.#look());
    return /<ListBucketResult[\s>]/.test(text);
  }

  put(content: Readable): Promise<StoredBlob> {
    return this.putBack(newId(), content);
  }

  async putBack(key: string, content: Readable): Promise<StoredBlob> {
    const meter = createMeter();
    // Either one that breaks ends the other; who reads the meter hears of it.
    pipeline(content, meter.step, () => undefined);
    await sendObject(this.#client, this.#place(key), meter.step, { partBytes: this.#partBytes });
    return { key, ...meter.read() };
  }

  async stage(content: Readable): Promise<StagedBlob> {
    const staged = await this.#staging.take(content);
    const { key, path, size } = staged;
    let sent = false;
    return {
      ...staged,
      keep: async () => {
        await sendObject(this.#client, this.#place(key), createReadStream(path, { highWaterMark: 2 ** 20 }), {
          partBytes: this.#partBytes,
          size,
        });
        sent = true;
        await rm(path, { force: true });
      },
      discard: async () => {
        await rm(path, { force: true });
        // A store that went away meanwhile must not hide why it is discarded; the search for leftovers finds it.
        if (sent) await this.remove(key).catch(() => undefined);
      },
    };
  }

  read(key: string, range?: ByteRange): Readable {
    return Readable.from(readObject(this.#client, this.#place(key), range), { objectMode: false });
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const { status, headers } = await this.#client.sendForText({ method: 'HEAD', place: this.#place(key), takes: [404] });
    return status === 404 ? undefined : Number(headers.get('content-length'));
  }

  async remove(key: string): Promise<void> {
    await this.#client.sendForText({ method: 'DELETE', place: this.#place(key), takes: [404] });
  }

  async *olderThan(seconds: number): AsyncGenerator<string> {
    // The first form of this call: all stores know it, and its pages need nothing but the last name.
    for (let marker = '', more = true; more;) {
      const query = { prefix: this.#prefix, marker, 'max-keys': this.#pageSize };
      const { text, headers } = await this.#client.sendForText({ method: 'GET', place: '', query });
      const found = elementsOf(text, 'Contents').map((one) => ({
        place: elementText(one, 'Key') ?? '',
        at: elementText(one, 'LastModified') ?? '',
      }));
      for (const { place, at } of found) {
        const key = this.#keyAt(place);
        if (key !== undefined && isOld(at, seconds, headers)) yield key;
      }
      marker = found.at(-1)?.place ?? '';
      more = elementText(text, 'IsTruncated') === 'true' && marker !== '';
    }
  }

  async removeUnfinished(seconds: number): Promise<void> {
    await this.#staging.removeOlder(seconds);
    for (let after: Record<string, string> | undefined = {}; after;) {
      const query = { uploads: '', prefix: this.#prefix, 'max-uploads': this.#pageSize, ...after };
      // Not every store can list uploads; one that cannot has rules of its own for what is left of them.
      const { status, text, headers } = await this.#client.sendForText({ method: 'GET', place: '', query, takes: [400, 404, 405, 501] });
      if (status !== 200) return;
      for (const one of elementsOf(text, 'Upload')) {
        const [place, id, at] = ['Key', 'UploadId', 'Initiated'].map((name) => elementText(one, name) ?? '') as [string, string, string];
        if (this.#keyAt(place) !== undefined && isOld(at, seconds, headers)) await abort(this.#client, place, id);
      }
      const [key, upload] = [elementText(text, 'NextKeyMarker'), elementText(text, 'NextUploadIdMarker')];
      after = elementText(text, 'IsTruncated') === 'true' && key && upload ? { 'key-marker': key, 'upload-id-marker': upload } : undefined;
    }
  }

  async downloadUrl(key: string, { fileName, contentType, expiresInSeconds }: DownloadTerms): Promise<string> {
    return this.#client.presign(this.#place(key), Math.min(expiresInSeconds, MOST_SECONDS), {
      'response-content-type': contentType,
      'response-content-disposition': attachment(fileName),
    });
  }

  #look(): S3Call {
    return { method: 'GET', place: '', query: { prefix: this.#prefix, 'max-keys': '1' } };
  }

  #place(key: string): string {
    return `${this.#prefix}${blobPath(key)}`;
  }

  /** The key of an object, or undefined when it is none of ours: a bucket may hold other things. */
  #keyAt(place: string): string | undefined {
    const key = place.slice(-36);
    return isKey(key) && place === this.#place(key) ? key : undefined;
  }
}

/** Ages are told by the clock of the store, which also wrote when things came. */
function isOld(at: string, seconds: number, headers: Headers): boolean {
  const now = Date.parse(headers.get('date') ?? '') || nowMilliseconds();
  return Date.parse(at) < now - seconds * 1000;
}
