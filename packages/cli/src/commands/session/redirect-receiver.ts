import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../../failure.ts';
import { orInterruption } from '../../shell.ts';

/** The answer of the sign-in, which the browser sends to the redirect address. */
type RedirectAnswer = { code: string; issuer: string | null };

/** A port of this process to which the browser comes back after the sign-in. */
export type RedirectReceiver = {
  redirectUri: string;
  /** Waits for the browser. Throws a `Failure` if the sign-in was refused, or on Ctrl-C. */
  answer(signal: AbortSignal): Promise<RedirectAnswer>;
  close(): void;
};

const PATH = '/callback';

/** Starts to listen. Requests without the state do not belong to this sign-in, and get the answer 400. */
export async function startReceiver(state: string): Promise<RedirectReceiver> {
  const { promise, resolve, reject } = Promise.withResolvers<RedirectAnswer>();
  // The caller may have given up before the browser comes back.
  promise.catch(() => undefined);
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '', 'http://127.0.0.1');
    if (request.method !== 'GET' || address?.pathname !== PATH) return show(response, 404, 'There is no page at this address.');
    const { searchParams: query } = address;
    if (query.get('state') !== state)
      return show(response, 400, 'This address does not belong to the sign-in that the command line waits for.');
    const code = query.get('code');
    if (code !== null) {
      show(response, 200, 'You can close this window and go back to the command line.');
      return resolve({ code, issuer: query.get('iss') });
    }
    show(response, 200, 'The sign-in was refused. You can close this window.');
    return reject(new Failure('refused', refusalIn(query)));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    answer: (signal) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      return orInterruption(promise, signal);
    },
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function refusalIn(query: URLSearchParams): string {
  if (query.get('error') === 'access_denied') return 'The sign-in was refused in the browser.';
  const reason = query.get('error_description') ?? query.get('error_detail') ?? query.get('error') ?? 'no reason';
  return `The server refused the sign-in: ${reason}`;
}

function show(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' });
  response.end(`${text}\n`);
}
