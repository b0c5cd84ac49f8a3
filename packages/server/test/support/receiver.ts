/** Receivers of webhooks: real HTTPS servers of the test. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** A request that a receiver got. */
export type Received = { path: string; headers: IncomingMessage['headers']; body: string };

/** A running receiver. */
export type Receiver = {
  url: string;
  port: number;
  /** All requests so far. */
  received: Received[];
  /** The same requests, for a test that knows that there is one: `const [request] = receiver.first()`. */
  first(): [Received];
  /** The number of connections so far. */
  connections(): number;
  stop(): Promise<void>;
};

/** Answers a request; its body has been read. */
export type Answering = (response: ServerResponse, request: Received, nth: number) => void;

const withSuccess: Answering = (response) => response.writeHead(204).end();

/** Starts a receiver at `localhost`. It ends with the test file. */
export async function startReceiver(keys: { cert: string; key: string }, answer: Answering = withSuccess): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer({ ...keys, keepAlive: true }, (request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const entry = { path: request.url ?? '', headers: request.headers, body };
      received.push(entry);
      answer(response, entry, received.length);
    });
  });
  server.on('secureConnection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }));
  after(stop);
  return {
    url: `https://localhost:${port}/hook`,
    port,
    received,
    first: () => received as [Received],
    connections: () => connections,
    stop,
  };
}
