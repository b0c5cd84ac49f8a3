import { ApiError, createClient, UnreachableError, type Client, type ClientOptions } from '@millrace/contract/client';

import { Failure } from './failure.ts';
import { orInterruption } from './shell.ts';
import { version } from './version.ts';

/** Creates the client of a command: Ctrl-C ends its calls, and an answer that does not come from the Millrace API is reported as such. */
export function connect(url: string, token: string, signal: AbortSignal, send?: ClientOptions['send']): Client {
  const client = createClient({ baseUrl: url, token, userAgent: `millrace-cli/${version}`, ...(send && { send }) });
  return {
    call: (route, input) => settle(client.call(route, { ...input, signal } as typeof input), url, signal),
    download: (route, input) => settle(client.download(route, { ...input, signal } as typeof input), url, signal),
  };
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
