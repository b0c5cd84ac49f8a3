/** Calls a bucket by the SDK of Amazon: limits the time of each attempt, and retries after transient failures. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  type $Command,
  GetObjectCommand,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StoreUnavailable } from './blob-store.ts';
import { monotonicMilliseconds, nowMilliseconds } from '../base/clock.ts';
import type { S3Address, S3Settings } from './s3-settings.ts';

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

/** A refusal of the store. Its text has only the code of the store, because a message of the store may repeat secrets. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(operation: string, status: number, code: string) {
    super(`The store of files answered ${operation} with ${status}${code === '' ? '' : ` ${code}`}`);
    this.status = status;
    this.code = code;
  }

  /** Returns whether a retry may succeed: the store is busy or has an internal error, or the request came too slowly. */
  get isTransient(): boolean {
    return [408, 429, 500, 502, 503, 504].includes(this.status) || this.code === 'RequestTimeout';
  }
}

type Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = $Command<
  Input,
  Output,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>;

/** The client of one bucket. */
export class BucketClient {
  readonly bucket: string;
  readonly #client: S3Client;
  /** Only signs addresses; it sends nothing. */
  readonly #publicClient: S3Client;
  readonly #retry: RetryPolicy;

  constructor(settings: S3Settings, retry: RetryPolicy = RETRY_POLICY) {
    this.bucket = settings.bucket;
    this.#client = sdkClient(settings, settings.address);
    this.#publicClient = sdkClient(settings, settings.publicAddress);
    this.#retry = retry;
  }

  /** Sends a command. The caller must read or destroy the body of an object. `limits` replace those of the client. */
  async send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: Command<Input, Output>,
    limits: Partial<RetryPolicy> = {},
  ): Promise<Output> {
    const { attempts, pause, timeout, totalTime } = { ...this.#retry, ...limits };
    const startedAt = monotonicMilliseconds();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#try(command, timeout);
      } catch (error) {
        if (error instanceof S3Refusal && !error.isTransient) throw error;
        if (attempt >= attempts || monotonicMilliseconds() - startedAt > totalTime) throw new StoreUnavailable(error);
      }
      await wait(pause * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /** Sends a command; returns undefined if the store refuses it with one of the statuses. */
  async sendUnless<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    statuses: readonly number[],
    command: Command<Input, Output>,
    limits: Partial<RetryPolicy> = {},
  ): Promise<Output | undefined> {
    try {
      return await this.send(command, limits);
    } catch (error) {
      if (error instanceof S3Refusal && statuses.includes(error.status)) return undefined;
      throw error;
    }
  }

  /** Creates an address that opens an object without credentials and expires. */
  presign(objectKey: string, expiresIn: number, answer: { contentType: string; contentDisposition: string }): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: objectKey,
      ResponseContentType: answer.contentType,
      ResponseContentDisposition: answer.contentDisposition,
    });
    return getSignedUrl(this.#publicClient, command, { expiresIn });
  }

  /** The time by the clock of the store, as far as its last answer tells. */
  get storeMilliseconds(): number {
    return nowMilliseconds() + this.#client.config.systemClockOffset;
  }

  /** Makes one attempt, which includes reading the answer, except for the body of an object. */
  async #try<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: Command<Input, Output>,
    timeout: number,
  ): Promise<Output> {
    const { Body } = command.input as { Body?: unknown };
    const limit = timeout + (Body instanceof Uint8Array ? Body.length : 0) / MIN_BANDWIDTH;
    const abort = new AbortController();
    // The search for credentials does not obey the signal.
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error(`The store of files did not answer within ${Math.round(limit)} ms`));
      abort.abort();
    }, limit);
    try {
      return await Promise.race([this.#client.send(command, { abortSignal: abort.signal }), late.promise]);
    } catch (error) {
      throw refusalOf(command.constructor.name.replace(/Command$/, ''), error) ?? error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Builds a client of the SDK. What is not set here, the SDK may read from the variables and files of the AWS tools. */
function sdkClient({ region, accessKeyId, secretAccessKey, sessionToken }: S3Settings, address: S3Address): S3Client {
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  return new S3Client({
    region,
    endpoint: address.endpoint,
    forcePathStyle: address.isBucketInPath,
    // Without keys, the SDK looks for a role of the cloud.
    ...(hasKeys && { credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) } }),
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    // `send` retries, because the time of all attempts together is limited as well.
    maxAttempts: 1,
    retryMode: 'standard',
    // Other stores do not know these checksums. The hash of each body is signed, so a damaged body is refused without them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store that does not know this header would delay each part by six seconds.
    expectContinueHeader: false,
    // Slow downloads must not delay other requests.
    requestHandler: { httpAgent: { maxSockets: Infinity }, httpsAgent: { maxSockets: Infinity } },
  });
}

/** Returns the refusal of the store; undefined for another error, such as a connection that broke. */
function refusalOf(operation: string, error: unknown): S3Refusal | undefined {
  const { $metadata, Code, code } = error as { $metadata?: { httpStatusCode?: number }; Code?: string; code?: string };
  const status = $metadata?.httpStatusCode;
  // The answer was a success, but its end did not arrive.
  if (status === undefined || (status < 300 && code !== undefined)) return undefined;
  return new S3Refusal(operation, status, /^[A-Za-z]{1,60}$/.test(Code ?? '') ? (Code ?? '') : '');
}
