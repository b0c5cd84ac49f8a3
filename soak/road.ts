/** A road on which HTTP calls pass through this process, which may look at them. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A road that is open. */
export type Road = { url: string; close(): Promise<void> };

/** Opens a road; `carry` takes each call over and answers it, and its failure breaks the connection. */
export async function openRoad(carry: (incoming: IncomingMessage, response: ServerResponse, agent: Agent) => Promise<void>): Promise<Road> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    void carry(incoming, response, agent).catch(() => response.destroy());
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
