/** Calls an S3 store: signs requests, limits their time, and retries after transient failures. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
// The fetch of Node 24.21 ends the process when a store closes a connection whose answer a slow reader has not taken yet (undici issue 5360).
import { fetch } from 'undici';
import { StoreUnavailable } from './blob-store.ts';
import { monotonicMilliseconds } from '../base/clock.ts';
import type { S3Settings } from './s3-settings.ts';

/** A request for an object, or for the bucket if `objectKey` is empty. */
export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  objectKey: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  /** Statuses that count as success in addition to 2xx. */
  accepts?: readonly number[];
  /** Do not retry: for cleaning up after a failure. */
  once?: boolean;
};

/** The limits of retries; all times are in milliseconds. */
export type RetryPolicy = {
  /** The largest number of attempts of one request. */
  attempts: number;
  /** The pause before the second attempt; it doubles with each further attempt. */
  pause: number;
  /** The time until an answer begins, and until a text is complete, in addition to the time that a body needs. */
  timeout: number;
  /** After this time, no further attempt begins. */
  totalTime: number;
};

/** The default policy: for a store in the same country, while a caller waits. */
export const RETRY_POLICY: RetryPolicy = { attempts: 5, pause: 100, timeout: 20_000, totalTime: 30_000 };

/** The lowest expected bandwidth in bytes per millisecond: a body that takes longer counts as failed. */
const MIN_BANDWIDTH = 64;
const MAX_REASON_BYTES = 4096;
const EMPTY = new Uint8Array(0);

/** A refusal of the store. Its text has only the code of the store, because a message of the store may repeat secrets. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(method: string, status: number, code: string) {
    super(`The store of files answered ${method} with ${status}${code === '' ? '' : ` ${code}`}`);
    this.status = status;
    this.code = code;
  }

  /** Returns whether a retry may succeed: the store is busy or has an internal error, or the request came too slowly. */
  get isTransient(): boolean {
    return [408, 429, 500, 502, 503, 504].includes(this.status) || this.code === 'RequestTimeout';
  }
}

/** The client of one bucket. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #retry: RetryPolicy;
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(settings: S3Settings, retry: RetryPolicy = RETRY_POLICY) {
    this.#settings = settings;
    this.#retry = retry;
  }

  /** Sends a request; the caller must read or cancel the body of the answer. */
  send(call: S3Call): Promise<Response> {
    return this.#repeat(call, (response) => Promise.resolve(response));
  }

  /** Sends a request whose answer is a text or empty. */
  sendForText(call: S3Call): Promise<{ headers: Headers; status: number; text: string }> {
    return this.#repeat(call, async (response) => ({ headers: response.headers, status: response.status, text: await response.text() }));
  }

  async #repeat<T>(call: S3Call, read: (response: Response) => Promise<T>): Promise<T> {
    const { attempts, pause, totalTime } = this.#retry;
    const startedAt = monotonicMilliseconds();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#try(call, read);
      } catch (error) {
        if (error instanceof S3Refusal && !error.isTransient) throw error;
        if (call.once || attempt >= attempts || monotonicMilliseconds() - startedAt > totalTime) throw new StoreUnavailable(error);
      }
      await wait(pause * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /** Creates an address that opens an object without credentials and expires. */
  async presign(objectKey: string, expiresInSeconds: number, overrides: Readonly<Record<string, string>>): Promise<string> {
    const url = withQuery(`${this.#settings.publicUrl}/${objectKey}`, { 'X-Amz-Expires': String(expiresInSeconds), ...overrides });
    const signed = await this.#signer({ method: 'GET', url, signQuery: true }).sign();
    return encoded(signed.url);
  }

  /** Makes one attempt, which includes `read`. */
  async #try<T>(call: S3Call, read: (response: Response) => Promise<T>): Promise<T> {
    const { method, objectKey, query = {}, headers = {}, body, accepts = [] } = call;
    const url = withQuery(objectKey === '' ? this.#settings.url : `${this.#settings.url}/${objectKey}`, query);
    // The store compares the body with this hash, and refuses a body that was damaged on the way.
    const hash = createHash('sha256')
      .update(body ?? EMPTY)
      .digest('hex');
    const signed = await this.#signer({ method, url, headers: { ...headers, 'x-amz-content-sha256': hash } }).sign();
    const abort = new AbortController();
    const limit = this.#retry.timeout + (body?.length ?? 0) / MIN_BANDWIDTH;
    const timer = setTimeout(() => abort.abort(new Error(`The store of files did not answer within ${Math.round(limit)} ms`)), limit);
    try {
      // Do not follow a redirect: the signature is not valid for another region or host.
      const sent = {
        method,
        headers: Object.fromEntries(signed.headers),
        redirect: 'manual',
        signal: abort.signal,
        ...(body && { body }),
      } as const;
      const response = (await fetch(encoded(signed.url), sent)) as unknown as Response;
      if (response.ok || accepts.includes(response.status)) return await read(response);
      throw new S3Refusal(method, response.status, await codeOf(response));
    } finally {
      clearTimeout(timer);
    }
  }

  #signer(request: { method: string; url: string; headers?: Record<string, string>; signQuery?: boolean }): AwsV4Signer {
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#settings;
    return new AwsV4Signer({
      ...request,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache: this.#keys,
      ...(sessionToken !== undefined && { sessionToken }),
    });
  }
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Encodes spaces as %20, because not all stores decode a plus sign to a space. */
const encoded = (url: URL): string => url.href.replaceAll('+', '%20');

/** Reads the code in the body of a refusal; empty if the body has none. */
async function codeOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_REASON_BYTES) break;
    }
  } catch {
    // Without its body, the refusal has no code, only a status.
  }
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
}
