// run: waiting, in test:all because it waits for servers that do not answer, and each of its cases starts a thread
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { listen, startConnectionTester } from '../../../../test/support/connection-tester.ts';

const SECRET = 'swordfish-7c1';
const { server, tried } = await startConnectionTester(SECRET);

/** Starts a TCP server that calls `begin` with each new socket. */
async function startPeer(begin: (socket: Socket) => unknown): Promise<{ port: string; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const peer = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
    begin(socket);
  });
  return { port: String(await listen(peer)), sockets };
}

/** Builds the values of a connection of each application to one port. */
const connectionsTo = (port: string): [string, Record<string, string>][] => [
  ['postgresql', { host: '127.0.0.1', port, database: 'postgres', username: 'me', password: SECRET }],
  ['http', { url: `http://127.0.0.1:${port}/`, token: SECRET }],
  ['mysql', { host: '127.0.0.1', port, username: 'me', password: SECRET }],
  ['sftp', { host: '127.0.0.1', port, username: 'me', password: SECRET }],
  ['smtp', { host: '127.0.0.1', port, username: 'me', password: SECRET }],
  ['s3', { endpoint: `http://127.0.0.1:${port}`, access_key: SECRET, secret_key: SECRET }],
];

test('connections.test.reason: a server that never answers', async () => {
  const { port, sockets } = await startPeer((socket) => socket.resume());
  const results = await Promise.all(connectionsTo(port).map(([app, values]) => tried(app, values)));
  for (const result of results)
    assert.deepEqual([result.success, /did not answer in time/.test(result.reason)], [false, true], result.reason);
  await Promise.all([...sockets].map((socket) => once(socket, 'close')));
});

test('connections.test.reason: servers that send nonsense without end', async () => {
  const noise = Buffer.from(Array.from({ length: 65_536 }, (_, index) => (index * 31 + (index >> 5)) % 256));
  for (const chunk of [Buffer.alloc(65_536, 0xff), noise, Buffer.from('220-more\r\n'.repeat(6000)), Buffer.alloc(65_536, 'x')]) {
    const pour = (socket: Socket): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    const { port } = await startPeer((socket) => pour(socket.on('drain', () => pour(socket))));
    const results = await Promise.all(connectionsTo(port).map(([app, values]) => tried(app, values)));
    for (const result of results) assert.equal(result.success, false, result.reason);
  }
  assert.equal((await server.call('GET /account/me')).status, 200);
});
