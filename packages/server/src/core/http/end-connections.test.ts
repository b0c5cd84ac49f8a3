import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { watchConnections } from './end-connections.ts';

async function listen(server: Server): Promise<{ port: number; stop(): Promise<unknown> }> {
  const end = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): Promise<unknown> => {
    end();
    server.close();
    return once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

test('a server stops although a client is connected that has sent no request', { timeout: 5000 }, async () => {
  const server = createServer();
  const { port, stop } = await listen(server);
  const client = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const ended = once(client, 'close');
  await stop();
  await ended;
});

test('a running request is answered before the server stops', { timeout: 5000 }, async () => {
  const answer = Promise.withResolvers<void>();
  const server = createServer((_request, response) => void answer.promise.then(() => response.end('late')));
  const { port, stop } = await listen(server);
  const response = fetch(`http://127.0.0.1:${port}`);
  await once(server, 'request');
  const stopped = stop();
  answer.resolve();
  assert.equal(await (await response).text(), 'late');
  await stopped;
});
