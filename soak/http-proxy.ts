/** An HTTP proxy in this process, which can read the calls. */
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/**
 * Milliseconds after which an unused connection to the server is closed. They are fewer than a stopping server waits for kept connections (row 28): at the
 * end of that time it closes them, perhaps just as a call is sent on one.
 */
const IDLE_LIMIT = 1000;

/** A running proxy. */
export type HttpProxy = { url: string; close(): Promise<void> };

/**
 * Sends a call on to the server at `target`, and waits for the head of its answer. When the caller closes its connection, the call to the server ends.
 * Returns the answer, whose body is not read yet, and the body of the call.
 */
export async function forwardCall(
  target: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
): Promise<{ answer: IncomingMessage; body: Buffer }> {
  const body = await buffer(incoming);
  const { method, url = '/', headers } = incoming;
  const outgoing = request(target + url, { method, headers, agent });
  response.once('close', () => outgoing.destroy());
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { answer, body };
}

/** Passes the answer of a server on to the caller. */
export async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  await pipeline(answer, response);
}

/** Starts a proxy. `forward` forwards each call and answers it; if it fails, the connection is closed. */
export async function openProxy(
  forward: (incoming: IncomingMessage, response: ServerResponse, agent: Agent) => Promise<void>,
): Promise<HttpProxy> {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_LIMIT });
  const server = createServer((incoming, response) => {
    void forward(incoming, response, agent).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
