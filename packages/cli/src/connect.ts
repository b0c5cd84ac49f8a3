import { isRead, MillraceError, openClient, type MillraceClient, type Route } from '@millrace/client';
import type { Client, ClientOptions } from '@millrace/contract/client';

import { Failure } from './failure.ts';
import { INTERRUPTED } from './shell.ts';
import { oneLine } from './text.ts';
import { version } from './version.ts';

/** Time limits of calls: the server answers reads within seconds; a large promotion may take minutes. `fetch` itself ends a call after five. */
const READ_MS = 60_000;
const CHANGE_MS = 240_000;

type ConnectOptions = {
  /** Ends the calls, as Ctrl-C does. */
  signal?: AbortSignal;
  /** Sends the requests in place of `fetch`. The caller has then chosen the routes. */
  send?: ClientOptions['send'];
  /** Milliseconds that a call may take, in place of `READ_MS` and `CHANGE_MS`; 0: no limit. */
  timeoutMs?: number;
};

type LooseInput = { form?: unknown; signal?: AbortSignal } | undefined;

/**
 * Creates the client of a command. Its calls throw a `Failure` if the signal ends them, if the answer does not come from the Millrace API, or if the
 * server lacks the operation; a `MillraceError` for a refusal and without an answer in time. Uploads of files may take any time.
 */
export function connect(url: string, token: string, { signal, send, timeoutMs }: ConnectOptions = {}): Client {
  async function answered<T>(route: Route, input: LooseInput, call: (client: MillraceClient, signals: object) => Promise<T>): Promise<T> {
    const limitMs = timeoutMs ?? (input?.form ? 0 : isRead(route) ? READ_MS : CHANGE_MS);
    // A command says itself when it tries again.
    const client = openClient({ url, token, userAgent: `millrace-cli/${version}`, timeoutMs: limitMs, maxRetries: 0, send });
    const signals = [signal, input?.signal].filter((one) => one !== undefined);
    try {
      return await call(client, signals.length === 0 ? {} : { signal: AbortSignal.any(signals) });
    } catch (error) {
      if (signal?.aborted) throw new Failure('interrupted', isRead(route) ? INTERRUPTED : interruptionText(route));
      if (!(error instanceof MillraceError)) throw error;
      if (error.code === 'time_limit') throw new MillraceError(route, silenceText(url, route, limitMs), { code: error.code, cause: error });
      if (error.code === 'not_millrace') throw new Failure('refused', `${url} answers, but not as a Millrace server. Check the address.`);
      if (send || !LACKS_OPERATION.has(error.code ?? '')) throw error;
      throw new Failure('refused', await missingOperationText(client, url, route));
    }
  }
  return {
    call: (route, input) =>
      answered(route, input as LooseInput, (client, signals) => client.call(route, { ...input, ...signals } as typeof input)),
    download: (route, input) =>
      answered(route, input as LooseInput, (client, signals) => client.download(route, { ...input, ...signals } as typeof input)),
  };
}

const UNKNOWN_EFFECT = 'The server may still do it, or have done it: look before you repeat the command.';

const interruptionText = (route: string): string => `Interrupted during ${route}. ${UNKNOWN_EFFECT}`;

const silenceText = (url: string, route: string, limitMs: number): string =>
  `No answer from ${url} to ${route} within ${limitMs / 1000} s.${isRead(route) ? '' : ` ${UNKNOWN_EFFECT}`}`;

/** The codes with which a server refuses an operation that it does not have. */
const LACKS_OPERATION: ReadonlySet<string> = new Set(['route_unknown', 'method_not_allowed']);
const VERSION_MS = 5000;

/** The message about a server that lacks an operation of this command line, because it has another version or another address. */
async function missingOperationText(client: Client, url: string, route: string): Promise<string> {
  const health = await client.call('GET /healthz', { signal: AbortSignal.timeout(VERSION_MS) }).catch(() => undefined);
  if (health?.body.version === version)
    return `The server at ${url} is version ${version}, but has no operation ${route} at this address. Check the address: the API may have another port.`;
  const serverVersion = health ? `is version ${oneLine(health.body.version)} and ` : '';
  return `The server at ${url} ${serverVersion}has no operation ${route}, which version ${version} of this command needs. Upgrade the server, or use the command line of its version.`;
}
