/** An HTTP proxy in this process, which can read the calls. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running proxy. */
export type HttpProxy = { url: string; close(): Promise<void> };

/** Starts a proxy. `forward` forwards each call and answers it; if it fails, the connection is closed. */
export async function openProxy(
  forward: (incoming: IncomingMessage, response: ServerResponse, agent: Agent) => Promise<void>,
): Promise<HttpProxy> {
  const agent = new Agent({ keepAlive: true });
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
