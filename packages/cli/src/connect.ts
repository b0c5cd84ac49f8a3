import { ApiError, createClient, UnreachableError, type Client, type ClientOptions } from '@millrace/contract/client';

import { Failure, isInterruption } from './failure.ts';
import { orInterruption } from './shell.ts';
import { oneLine } from './text.ts';
import { version } from './version.ts';

/** Creates the client of a command: Ctrl-C ends its calls, and an answer that does not come from the Millrace API is reported as such. */
export function connect(url: string, token: string, signal: AbortSignal, send?: ClientOptions['send']): Client {
  const client = createClient({ baseUrl: url, token, userAgent: `millrace-cli/${version}`, ...(send && { send }) });
  const answered = async <T>(call: Promise<T>, route: string): Promise<T> => {
    try {
      return await settle(call, url, signal);
    } catch (error) {
      if (isInterruption(error) && changesSomething(route)) throw new Failure('interrupted', interruptionText(route));
      // A command with its own `send` calls a route that its user has chosen.
      if (send || !(error instanceof ApiError && LACKS_OPERATION.has(error.code ?? ''))) throw error;
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

async function settle<T>(call: Promise<T>, url: string, signal: AbortSignal): Promise<T> {
  try {
    return await orInterruption(call, signal);
  } catch (error) {
    if (error instanceof Failure || error instanceof ApiError || error instanceof UnreachableError) throw error;
    if (error instanceof SyntaxError) throw new Failure('refused', `${url} answers, but not as a Millrace server. Check the address.`);
    // The connection broke in the middle of an answer.
    throw new UnreachableError(url, error);
  }
}
