import { hostname } from 'node:os';
import type { Schema } from '@millrace/contract';
import { ApiError, type Client, createClient } from '@millrace/contract/client';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { steadyNow } from '../program/steady-clock.ts';
import { Addresses, addressesIn, isElsewhere } from './addresses.ts';
import type { CredentialKeeper } from './credential.ts';
import { send } from './http.ts';

/** Version of the engine's program, sent at pairing, in heartbeats and as the user agent of every call. */
export const ENGINE_VERSION = '0.2.0';

/** The control plane rejects the credential, and the folder holds no newer one: the engine must end. */
export class EngineCredentialRejected extends Error {
  constructor(expiresAt?: string) {
    const over = expiresAt !== undefined && Date.parse(expiresAt) < Date.now();
    const reason = over ? `it expired on ${expiresAt}` : 'the engine was deleted or unpaired';
    super(`The control plane rejects the credential of this engine (401): ${reason}. Get a new pairing key and pair again`);
    this.name = 'EngineCredentialRejected';
  }
}

/** The call was sent with a credential that has since been replaced. */
class CredentialReplaced extends Error {
  constructor() {
    super('The credential was renewed during the call; the call is repeated with the new one');
    this.name = 'CredentialReplaced';
  }
}

/**
 * The engine discards an answer that was in transit for too long: meanwhile the control plane may have given the executions in it to another engine.
 */
export class AnswerGivenUp extends Error {
  constructor(milliseconds: number) {
    super(
      `The engine discards the answer to a claim, because it may have been in transit for ${(milliseconds / 1000).toFixed(1)} s. It reports ` +
        'this, and the control plane hands the executions out again',
    );
    this.name = 'AnswerGivenUp';
  }
}

/** The time for which a claim waits for work. The engine must notice and report a lost answer before the leases of the executions in it expire. */
export const CLAIM_WAIT_MILLISECONDS = 12_000;
/** The time that an answer may take beyond the time that the control plane is asked to wait. */
const OVERDUE_MILLISECONDS = 10_000;
/** The time without an answer, and then without a byte, after which the download of a bundle is given up. */
const SILENCE_MILLISECONDS = 60_000;

/** The calls of a paired engine. Each makes one attempt; callers decide on retries. */
export type Protocol = {
  /**
   * Asks for work. Throws `AnswerGivenUp` for work that was in transit for too long, because this process was suspended or the network delayed the
   * answer: its leases may have expired.
   */
  claim(request: Schema<'ClaimRequest'>, signal: AbortSignal): Promise<Schema<'Claims'>>;
  heartbeat(request: Omit<Schema<'Heartbeat'>, 'version'>, signal: AbortSignal): Promise<Schema<'HeartbeatAnswer'>>;
  report(request: Schema<'Report'>, signal: AbortSignal): Promise<Schema<'ReportAnswer'>>;
  /** Downloads a bundle. The stream fails when no byte comes for a minute. */
  fetchBundle(hash: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  renewCredential(signal: AbortSignal): Promise<Schema<'EngineCredential'>>;
  /** Whether the control plane could be reached at the last success or failure; calls that were refused (4xx) do not count. */
  readonly online: boolean;
  /** The address of the control plane that is asked now. */
  readonly url: string;
};

/**
 * Makes the calls of one engine. `url` may have several addresses, separated by commas: when one does not answer, or its database is a standby, the next
 * call goes to the next one. All calls go to the same address. A call throws `CredentialReplaced` or `EngineCredentialRejected` if its credential is
 * refused.
 */
export function openProtocol(options: {
  url: string;
  credentials: CredentialKeeper;
  log: OwnLog;
  overdueMilliseconds?: number | undefined;
  silenceMilliseconds?: number | undefined;
}): Protocol {
  const { credentials, overdueMilliseconds = OVERDUE_MILLISECONDS, silenceMilliseconds = SILENCE_MILLISECONDS } = options;
  let online = true;
  /** The number of changes of `online`. */
  let changes = 0;
  const addresses = new Addresses(options.url);
  /** The address that has answered last. */
  let served: string | undefined;
  let opened: { url: string; token: string; client: Client } | undefined;

  function openedClient(url: string): { token: string; client: Client } {
    const token = credentials.current;
    if (opened?.token !== token || opened.url !== url) opened = { url, token, client: engineClient(url, token) };
    return opened;
  }

  function noteServed(url: string): void {
    if (served !== undefined && served !== url) options.log('info', 'Another control plane serves this engine now', { url });
    served = url;
  }

  async function attempt<T>(
    milliseconds: number,
    outer: AbortSignal,
    call: (client: Client, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { url, left } = addresses.current;
    const { token, client } = openedClient(url);
    const changesBefore = changes;
    // Calls overlap: the outcome of one that began before the last change may be older than that change.
    const setOnline = (isOnline: boolean, logChange: () => void): void => {
      if (isOnline === online || changesBefore !== changes) return;
      online = isOnline;
      changes += 1;
      logChange();
    };
    try {
      const answer = await within(milliseconds, AbortSignal.any([outer, left]), (signal) => call(client, signal));
      noteServed(url);
      setOnline(true, () => options.log('info', 'The control plane answers again'));
      return answer;
    } catch (error) {
      const elsewhere = isElsewhere(error);
      if (error instanceof ApiError && error.status === 401 && !elsewhere)
        throw (await credentials.reloadIfRefused(token)) ? new CredentialReplaced() : new EngineCredentialRejected(credentials.expiresAt);
      const answered = error instanceof ApiError && error.status < 500 && !elsewhere;
      if (elsewhere && !outer.aborted && !left.aborted) addresses.leave(url);
      if (!answered && !outer.aborted) {
        setOnline(false, () =>
          options.log('warn', 'The control plane cannot be reached; the engine keeps trying', { reason: messageOf(error) }),
        );
      }
      throw error;
    }
  }

  async function claim(body: Schema<'ClaimRequest'>, outer: AbortSignal): Promise<Schema<'Claims'>> {
    const { waitMilliseconds } = body;
    const askedAt = performance.now();
    const { body: answer } = await attempt(waitMilliseconds + overdueMilliseconds, outer, (client, signal) =>
      client.call('POST /engine/v1/claims', { body, signal }),
    );
    // An older control plane does not say how long it has waited; then assume the longest wait that was asked for.
    const inTransit = performance.now() - askedAt - (answer.waitedMilliseconds ?? waitMilliseconds);
    if (answer.executions.length > 0 && inTransit > overdueMilliseconds) throw new AnswerGivenUp(inTransit);
    return answer;
  }

  return {
    claim,
    get online() {
      return online;
    },
    get url() {
      return addresses.current.url;
    },
    heartbeat: (body, outer) =>
      attempt(10_000, outer, async (client, signal) => {
        const answer = await client.call('POST /engine/v1/beats', { body: { ...body, version: ENGINE_VERSION }, signal });
        return answer.body;
      }),
    report: (body, outer) =>
      attempt(60_000, outer, async (client, signal) => {
        const traceparent = body.finishes?.find((one) => one.traceparent !== undefined)?.traceparent;
        const answer = await client.call('POST /engine/v1/reports', {
          body: { ...body, sentAt: steadyNow() },
          signal,
          ...(traceparent !== undefined && { headers: { traceparent } }),
        });
        return answer.body;
      }),
    fetchBundle: (hash, outer) =>
      attempt(silenceMilliseconds, outer, async (client, signal) => {
        // `signal` ends with this attempt, which the headers end. `outer` also ends the download of the body.
        const ending = AbortSignal.any([outer, signal]);
        return failingWhenSilent(
          await client.download('GET /engine/v1/bundles/{hash}', { path: { hash }, signal: ending }),
          silenceMilliseconds,
        );
      }),
    renewCredential: (outer) =>
      attempt(30_000, outer, async (client, signal) => {
        const answer = await client.call('POST /engine/v1/credential', { signal });
        return answer.body;
      }),
  };
}

/** Exchanges a pairing key for a credential; the key works once. Throws as a call of the API does. */
export async function pair(urls: string, key: string): Promise<Schema<'Pairing'>> {
  const body = { preAuthorizedKey: key, version: ENGINE_VERSION, host: hostname().slice(0, 255) };
  const answer = await Addresses.first(urls, (url) =>
    engineClient(url).call('POST /engine/v1/pairing', { body, signal: AbortSignal.timeout(30_000) }),
  );
  return answer.body;
}

/** Revokes the credential: the engine is unpaired. Throws as a call of the API does. */
export async function revokeCredential(urls: string, credential: string): Promise<void> {
  await Addresses.first(urls, (url) =>
    engineClient(url, credential).call('DELETE /engine/v1/credential', { signal: AbortSignal.timeout(30_000) }),
  );
}

/** What the control plane at each address says about itself: `ready`, and what is degraded; `not ready`, and the reason; or that none answers. */
export const readiness = (urls: string): Promise<{ url: string; state: string }[]> =>
  Promise.all(addressesIn(urls).map(async (url) => ({ url, state: await readinessAt(url) })));

async function readinessAt(url: string): Promise<string> {
  try {
    const { body } = await engineClient(url).call('GET /readyz', { signal: AbortSignal.timeout(5000) });
    return body.reason === undefined ? 'ready' : `ready, but ${body.status}: ${body.reason}`;
  } catch (error) {
    if (!(error instanceof ApiError)) return 'does not answer';
    // The page of a proxy may have many lines.
    return `not ready (${error.status}): ${error.message.trim().replaceAll(/\s+/g, ' ')}`;
  }
}

/** Opens a client for calls of an engine. */
export function engineClient(url: string, token?: string): Client {
  return createClient({ baseUrl: url, userAgent: `millrace-engine/${ENGINE_VERSION}`, send, ...(token !== undefined && { token }) });
}

/** Passes a body on, and fails when none of its bytes comes for a time. The time in which its reader takes none does not count. */
function failingWhenSilent(body: ReadableStream<Uint8Array>, milliseconds: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const silence = new Error(`no byte within ${milliseconds / 1000} s`);
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const silent = Promise.withResolvers<never>();
      const timer = setTimeout(() => silent.reject(silence), milliseconds);
      try {
        const { done, value } = await Promise.race([reader.read(), silent.promise]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        void reader.cancel(error).catch(() => undefined);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Gives a call a signal that also ends it after a time. */
export async function within<T>(milliseconds: number, outer: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
