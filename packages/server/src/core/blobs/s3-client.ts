/** Calls to a store that speaks S3: signed, limited in time, and repeated where that may help. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StoreUnavailable } from './blob-store.ts';
import { monotonicMilliseconds } from '../base/clock.ts';
import type { S3Settings } from './s3-settings.ts';

/** A call: `place` lies below the bucket, or is empty for the bucket itself. */
export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  place: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  /** Statuses beside the good ones that are an answer and no failure. */
  takes?: readonly number[];
  /** A call that is worth one try only: tidying up behind a failure. */
  once?: boolean;
};

/** How patient a client is. */
export type Patience = {
  /** Tries of one call. */
  attempts: number;
  /** Milliseconds before the second try; twice as many before each further one. */
  pause: number;
  /** Milliseconds until an answer begins, and until one that is a text is there, beside what a body takes. */
  answer: number;
  /** Milliseconds after whose passing no further try begins. */
  overall: number;
};

/** What suits stores in the same country and callers who wait. */
export const PATIENCE: Patience = { attempts: 5, pause: 100, answer: 20_000, overall: 30_000 };

/** Bytes that a line carries at least in a millisecond: a body that takes longer has been given up by the network. */
const SLOWEST_LINE = 64;
const MOST_REASON_BYTES = 4096;
const EMPTY = new Uint8Array(0);

/** What the store said against a call; the text is from its code, never from its message, which may repeat what it was told. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(method: string, status: number, code: string) {
    super(`The store of files answered ${method} with ${status}${code === '' ? '' : ` ${code}`}`);
    this.status = status;
    this.code = code;
  }

  /** Whether it may be over in a moment: the store is busy or ill, or has not got everything in time. */
  get isPassing(): boolean {
    return [408, 429, 500, 502, 503, 504].includes(this.status) || this.code === 'RequestTimeout';
  }
}

/** Speaks to one bucket. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #patience: Patience;
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(settings: S3Settings, patience: Patience = PATIENCE) {
    this.#settings = settings;
    this.#patience = patience;
  }

  /** Makes a call; who gets the answer reads its body or cancels it. */
  send(call: S3Call): Promise<Response> {
    return this.#repeat(call, (response) => Promise.resolve(response));
  }

  /** Makes a call whose answer is a text, or has none. */
  sendForText(call: S3Call): Promise<{ headers: Headers; status: number; text: string }> {
    return this.#repeat(call, async (response) => ({ headers: response.headers, status: response.status, text: await response.text() }));
  }

  async #repeat<T>(call: S3Call, read: (response: Response) => Promise<T>): Promise<T> {
    const { attempts, pause, overall } = this.#patience;
    const begun = monotonicMilliseconds();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#try(call, read);
      } catch (error) {
        if (error instanceof S3Refusal && !error.isPassing) throw error;
        if (call.once || attempt >= attempts || monotonicMilliseconds() - begun > overall) throw new StoreUnavailable(error);
      }
      await wait(pause * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /** An address with which anybody may get an object for some time. */
  async presign(place: string, expiresInSeconds: number, overrides: Readonly<Record<string, string>>): Promise<string> {
    const url = withQuery(`${this.#settings.publicUrl}/${place}`, { 'X-Amz-Expires': String(expiresInSeconds), ...overrides });
    const signed = await this.#signer({ method: 'GET', url, signQuery: true }).sign();
    return written(signed.url);
  }

  /** One try; what `read` waits for counts as a part of it. */
  async #try<T>(call: S3Call, read: (response: Response) => Promise<T>): Promise<T> {
    const { method, place, query = {}, headers = {}, body, takes = [] } = call;
    const url = withQuery(place === '' ? this.#settings.url : `${this.#settings.url}/${place}`, query);
    // The store compares the content with this hash, so that what was damaged on the way is refused.
    const hash = createHash('sha256')
      .update(body ?? EMPTY)
      .digest('hex');
    const signed = await this.#signer({ method, url, headers: { ...headers, 'x-amz-content-sha256': hash } }).sign();
    const giveUp = new AbortController();
    const limit = this.#patience.answer + (body?.length ?? 0) / SLOWEST_LINE;
    const timer = setTimeout(() => giveUp.abort(new Error(`The store of files did not answer within ${Math.round(limit)} ms`)), limit);
    try {
      // A redirect leads to another region or host, for which the signature does not count.
      const sent = { method, headers: signed.headers, redirect: 'manual', signal: giveUp.signal, ...(body && { body }) } as const;
      const response = await fetch(written(signed.url), sent);
      if (response.ok || takes.includes(response.status)) return await read(response);
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

/** A blank as all stores read it: not all take a plus for one. */
const written = (url: URL): string => url.href.replaceAll('+', '%20');

/** The code in the body of a refusal; of anything else there is none. */
async function codeOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_REASON_BYTES) break;
    }
  } catch {
    // The status alone tells enough.
  }
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
}
