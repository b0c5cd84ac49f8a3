import { hostname } from 'node:os';
import type { Schema } from '@millrace/contract';
import { ApiError, type Client, createClient } from '@millrace/contract/client';
import { messageOf, type OwnLog } from './own-log.ts';

/** Version of the engine's program, told at pairing and in every call. */
export const ENGINE_VERSION = '0.1.0';

/** The credential is no longer accepted: the engine was deleted, so there is nothing left to do here. */
export class EngineDeleted extends Error {
  constructor() {
    super('The control plane does not know this engine any more (401): it was deleted. Create an engine and pair again');
    this.name = 'EngineDeleted';
  }
}

/** The calls of a paired engine. Each makes one attempt; callers decide how often. */
export type Protocol = {
  claim(request: Schema<'ClaimRequest'>, signal: AbortSignal): Promise<Schema<'Claims'>>;
  beat(request: Schema<'Beat'>, signal: AbortSignal): Promise<Schema<'BeatAnswer'>>;
  report(request: Schema<'Report'>, signal: AbortSignal): Promise<Schema<'ReportAnswer'>>;
  fetchBundle(hash: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Whether the last call was answered. */
  readonly online: boolean;
};

/** Opens the calls of one engine. */
export function openProtocol(options: { url: string; credential: string; log: OwnLog }): Protocol {
  const client = clientFor(options.url, options.credential);
  let online = true;

  async function attempt<T>(milliseconds: number, outer: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      const answer = await within(milliseconds, outer, call);
      if (!online) options.log('info', 'The control plane answers again');
      online = true;
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw new EngineDeleted();
      const answered = error instanceof ApiError && error.status < 500;
      if (!answered && !outer.aborted) {
        if (online) options.log('warn', 'The control plane is away; trying until it is back', { reason: messageOf(error) });
        online = false;
      }
      throw error;
    }
  }

  return {
    get online() {
      return online;
    },
    claim: (body, outer) =>
      attempt(body.waitMilliseconds + 15_000, outer, async (signal) => {
        const answer = await client.call('POST /engine/v1/claims', { body, signal });
        return answer.body;
      }),
    beat: (body, outer) =>
      attempt(10_000, outer, async (signal) => {
        const answer = await client.call('POST /engine/v1/beats', { body, signal });
        return answer.body;
      }),
    report: (body, outer) =>
      attempt(60_000, outer, async (signal) => {
        const answer = await client.call('POST /engine/v1/reports', { body, signal });
        return answer.body;
      }),
    // The wait covers the headers only; the reader of the stream gives its own.
    fetchBundle: (hash, outer) =>
      attempt(60_000, outer, () => client.download('GET /engine/v1/bundles/{hash}', { path: { hash }, signal: outer })),
  };
}

/** Exchanges a pairing key for a credential; the key works once. */
export async function pair(url: string, key: string): Promise<Schema<'Pairing'>> {
  const body = { preAuthorizedKey: key, version: ENGINE_VERSION, host: hostname().slice(0, 255) };
  const answer = await clientFor(url).call('POST /engine/v1/pairing', { body, signal: AbortSignal.timeout(30_000) });
  return answer.body;
}

function clientFor(url: string, token?: string): Client {
  return createClient({ baseUrl: url, userAgent: `millrace-engine/${ENGINE_VERSION}`, ...(token !== undefined && { token }) });
}

async function within<T>(milliseconds: number, outer: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const inner = new AbortController();
  const timer = setTimeout(() => inner.abort(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  const forward = () => inner.abort(outer.reason);
  if (outer.aborted) forward();
  outer.addEventListener('abort', forward, { once: true });
  try {
    return await call(inner.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', forward);
  }
}
