import { MillraceError, openClient, type Route } from '@millrace/client';
import type { Client, ClientOptions } from '@millrace/contract/client';

import { Failure } from './failure.ts';
import { INTERRUPTED } from './shell.ts';
import { oneLine } from './text.ts';
import { version } from './version.ts';

/**
 * Creates the client of a command: Ctrl-C ends its calls. Its calls throw a `Failure` if they are ended, if the answer does not come from the Millrace
 * API, or if the server lacks the operation.
 */
export function connect(url: string, token: string, signal: AbortSignal, send?: ClientOptions['send']): Client {
  // A command says itself when it tries again, and a long upload is no fault.
  const client = openClient({ url, token, userAgent: `millrace-cli/${version}`, timeoutMs: 0, maxRetries: 0, send });
  const answered = async <T>(call: Promise<T>, route: Route): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (signal.aborted) throw new Failure('interrupted', changesSomething(route) ? interruptionText(route) : INTERRUPTED);
      if (!(error instanceof MillraceError)) throw error;
      if (error.code === 'not_millrace') throw new Failure('refused', `${url} answers, but not as a Millrace server. Check the address.`);
      // A command with its own `send` calls a route that its user has chosen.
      if (send || !LACKS_OPERATION.has(error.code ?? '')) throw error;
      throw new Failure('refused', await missingOperationText(client, url, route));
    }
  };
  return {
    call: (route, input) => answered(client.call(route, { ...input, signal } as typeof input), route),
    download: (route, input) => answered(client.download(route, { ...input, signal } as typeof input), route),
  };
}

const changesSomething = (route: string): boolean => !/^GET |\/search$/.test(route);

const interruptionText = (route: string): string =>
  `Interrupted during ${route}. The server may still do it, or have done it: look before you repeat the command.`;

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
