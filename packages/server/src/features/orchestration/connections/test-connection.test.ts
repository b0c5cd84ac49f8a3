import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { listen, startConnectionTester } from '../../../../test/support/connection-tester.ts';
import { testServerUrl } from '../../../../test/support/database.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';

const ROUTE = 'POST /orchestration/connections/{connectionId}/test';
const SECRET = 'swordfish-7c1';
const { server, workspace, create, tried, fail } = await startConnectionTester(SECRET);
const { call } = server;

const database = new URL(testServerUrl());
const own = {
  host: database.hostname,
  port: database.port || '5432',
  database: database.pathname.slice(1),
  username: decodeURIComponent(database.username),
  password: decodeURIComponent(database.password) || SECRET,
};

/** Answers 200 to known credentials and 401 to others, and repeats the credentials, as a hostile server would. */
const web = createServer((request, response) => {
  const known = [`Bearer ${SECRET}`, `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`].includes(
    request.headers.authorization ?? '',
  );
  if (request.url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1:1/' });
  else if (request.url === '/nothing') response.statusCode = 404;
  else response.statusCode = known ? 200 : 401;
  response.end(`you said ${request.headers.authorization}`);
});
const webPort = await listen(web);
const url = `http://127.0.0.1:${webPort}/`;

/** Starts a TCP server that calls `begin` with each new socket. */
async function startPeer(begin: (socket: Socket) => unknown): Promise<{ port: string; peer: Server; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const peer = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
    begin(socket);
  });
  return { port: String(await listen(peer)), peer, sockets };
}

test('connections.test.reason: PostgreSQL', async () => {
  assert.deepEqual(await tried('PostgreSQL', own), { success: true, reason: 'The database was opened.' });
  await fail('postgresql', [
    [{ ...own, database: 'no_such_database' }, /no such database: check 'database'/],
    [{ ...own, host: '127.0.0.1', port: '1' }, /Nothing listens/],
    [{ ...own, host: '' }, /'host' is missing/],
    [{ ...own, database: '' }, /'database' is missing/],
    [{ ...own, username: '' }, /'username' is missing/],
    [{ ...own, port: 'http' }, /'port' is not a number/],
    [{ ...own, port: String(webPort), host: '127.0.0.1' }, /could not be opened|closed the connection/],
    [{ ...own, host: 'no-such-host.invalid' }, /name of the server is not known|name service does not answer/],
    [{ ...own, ssl: 'true', ca: SECRET }, /'ca' is not a certificate/],
  ]);
});

test('connections.test.reason: a web address', async () => {
  assert.equal((await tried('HTTP', { url, token: SECRET })).success, true);
  assert.equal((await tried('http', { url, username: 'me', password: SECRET })).success, true);
  assert.deepEqual(await tried('http', { url: `${url}moved`, token: SECRET }), { success: true, reason: 'The server answered 302.' });
  await fail('http', [
    [{ url, token: `${SECRET}x` }, /answered 401: check 'username'/],
    [{ url }, /answered 401/],
    [{ url: `${url}nothing`, token: SECRET }, /answered 404: check the address/],
    [{ url: 'http://127.0.0.1:1/', token: SECRET }, /Nothing listens|could not be opened/],
    [{ url: `http://me:${SECRET}@127.0.0.1/` }, /holds a user or a password/],
    [{ url: 'file:///etc/passwd' }, /begins with http/],
    [{ url: SECRET }, /begins with http/],
    [{}, /'url' is missing/],
    [{ url, token: `a\n${SECRET}` }, /could not be opened/],
  ]);
});

test('connections.test.reason: a database that refuses and repeats the secret', async () => {
  for (const [code, reason] of [
    ['28P01', /refused the user or the password/],
    ['28000', /does not let this user in/],
    ['XX000', /could not be opened \(XX000\)/],
    [`X_${SECRET.replace('-', '_').toUpperCase()}`, /could not be opened/],
  ] as const) {
    const fields = Buffer.from(`SFATAL\0C${code}\0Mnot by ${SECRET}\0\0`);
    const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
    const { port } = await startPeer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, fields]))));
    await fail('postgres', [[{ ...own, host: '127.0.0.1', port, password: SECRET.replace('-', '_') }, reason]]);
  }
});

test('connections.test.busy', async () => {
  const { port, peer, sockets } = await startPeer(() => undefined);
  const mysql = { host: '127.0.0.1', port, username: 'me', password: SECRET };
  const first = Array.from({ length: 8 }, () => tried('mysql', mysql));
  while (sockets.size < 8) await once(peer, 'connection');
  assert.deepEqual(await tried('http', { url, token: SECRET }), {
    success: false,
    reason: 'The server is testing 8 connections, which is the limit: try again in a few seconds.',
  });
  for (const socket of sockets) socket.destroy();
  for (const result of await Promise.all(first)) assert.match(result.reason, /closed the connection/);
  assert.equal((await tried('http', { url, token: SECRET })).success, true);
});

test('connections.test.reason: a caller that disconnects ends the test', async () => {
  const { port, peer } = await startPeer(() => undefined);
  const connectionId = await create('sftp', { host: '127.0.0.1', port, username: 'me', password: SECRET });
  const leave = new AbortController();
  const target = `${server.url}/orchestration/connections/${connectionId}/test`;
  const headers = { authorization: `Bearer ${await server.make.administratorToken()}` };
  const answer = fetch(target, { method: 'POST', headers, signal: leave.signal }).catch((error: Error) => error.name);
  const [socket] = (await once(peer, 'connection')) as [Socket];
  const closed = once(socket.resume(), 'close');
  leave.abort();
  assert.equal(await answer, 'AbortError');
  await closed;
});

test('connections.test.app', async () => {
  for (const app of ['Custom', 'ftp', 'constructor']) {
    const answer = await call(ROUTE, { path: { connectionId: await create(app, { password: SECRET }) } });
    assertRefused(answer, 400, 'app_not_supported');
    assert.match(answer.body.message, /postgresql, postgres, mysql, mariadb, aurora, http, https, sftp, awss3, s3, smtp/);
  }
});

test('connections.create.permission: testing requires the same permission and right as writing', async () => {
  const connectionId = await create('http', { url, token: SECRET });
  const needs = { workspace, permission: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'], right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { connectionId } }), 200);
  assertRefused(await call(ROUTE, { path: { connectionId: newId() } }), 404, 'not_found');
});

test('connections.replace.destination: a test sends no kept secret to another address', async () => {
  const received: (string | undefined)[] = [];
  const other = createServer((request, response) => void response.end(String(received.push(request.headers.authorization))));
  const moved = `http://127.0.0.1:${await listen(other)}/`;
  const connectionId = await create('http', { url, token: SECRET });
  const test = async () => (await call(ROUTE, { path: { connectionId } })).body.success;
  assert.equal(await test(), true);
  const parameters = [{ name: 'url', value: moved }, { name: 'token' }];
  await call('PUT /orchestration/connections/{connectionId}', { path: { connectionId }, body: { parameters } });
  assert.equal(await test(), true);
  assert.deepEqual(received, [undefined]);
});
