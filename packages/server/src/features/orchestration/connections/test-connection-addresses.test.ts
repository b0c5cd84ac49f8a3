// run: waiting, in test:all because it tests each application with each closed address, each in a thread
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createWebServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { startConnectionTesterWith, type ConnectionTestResult } from '../../../../test/support/connection-tester.ts';

const SECRET = 'swordfish-7c1';
const LOOPBACK =
  "Millrace does not connect to loopback addresses and other addresses of its own machine: an operator opens them by the word 'loopback' or their range in MILLRACE_OUTBOUND_ALLOW.";

/** A shared install (several users) with default settings. */
const shared = await startConnectionTesterWith({}, SECRET);
await shared.server.make.user();

let accepted = 0;
async function listen(server: Server, ...address: [number, string] | [string]): Promise<number> {
  server.on('connection', () => (accepted += 1));
  server.listen(...(address as [number, string]));
  await once(server, 'listening');
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}
/** The port of a server that listens on every address of this machine. */
const everywhere = await listen(
  createServer((socket) => socket.on('error', () => undefined).end()),
  0,
  '::',
);
/** A port on which nothing listens. */
const closedServer = createServer();
const unused = await listen(closedServer, 0, '::');
closedServer.close();

const APPS = ['postgresql', 'http', 'mysql', 'sftp', 'smtp', 's3'];
function connectionOf(app: string, host: string, port: number): Record<string, string> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (app === 'http') return { url, token: SECRET };
  if (app === 's3') return { endpoint: url, access_key: SECRET, secret_key: SECRET };
  return { host, port: String(port), database: 'postgres', username: 'me', password: SECRET };
}
/** Tests a connection of each application, each to one of the hosts in turn. */
const tryEach = (hosts: readonly string[], port: number): Promise<(ConnectionTestResult & { host: string })[]> =>
  Promise.all(
    APPS.map(async (app, index) => {
      const host = hosts[index % hosts.length] ?? '';
      return { ...(await shared.tried(app, connectionOf(app, host, port))), host: `${app} ${host}` };
    }),
  );

test('connections.test.address: no application reaches a closed address, and the reason does not show whether a server listens', async () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
  const hosts = [
    'localhost',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f000001',
    '①27.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    ...own,
  ];
  const results = [...(await tryEach(['127.0.0.1'], everywhere)), ...(await tryEach(['127.0.0.1'], unused))];
  for (let from = 0; from < hosts.length; from += 4) results.push(...(await tryEach([...hosts.slice(from), ...hosts], everywhere)));
  for (const { success, reason, host } of results) assert.deepEqual([success, reason], [false, LOOPBACK], host);
  assert.equal(accepted, 0);
});

test('connections.test.address: the reason names the kind of the closed address', async () => {
  const kinds: [RegExp, string[]][] = [
    [/metadata services of clouds/, ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254']],
    [/link-local addresses/, ['169.254.1.1', '0251.0376.1.1', 'fe80::1']],
    [/the shared range/, ['100.64.0.1', '100.127.255.254', '0x64400001']],
    [/multicast addresses/, ['224.0.0.1', 'ff02::1', '239.255.255.255']],
    [/IPv6 addresses that stand for IPv4/, ['64:ff9b::7f00:1', '2002:7f00:1::', '::127.0.0.1']],
    [/reserved addresses/, ['0.0.0.0', '::', '255.255.255.255']],
  ];
  for (let round = 0; round < 3; round += 1) {
    const rotated = [...kinds.slice(2 * round), ...kinds.slice(0, 2 * round)];
    const results = await tryEach(
      rotated.map(([, hosts]) => hosts[round] ?? ''),
      everywhere,
    );
    for (const [index, { success, reason, host }] of results.entries()) {
      assert.equal(success, false, host);
      assert.match(reason, rotated[index]?.[0] ?? /^$/, host);
      assert.match(reason, /^Millrace does not connect to .+: an operator opens them by .+ in MILLRACE_OUTBOUND_ALLOW\.$/);
    }
  }
  assert.equal(accepted, 0);
});

test('connections.test.address: refuses sockets of the file system', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-socket-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await listen(createServer(), join(folder, '.s.PGSQL.5432'));
  for (const app of ['postgresql', 'mysql', 'sftp', 'smtp'])
    for (const host of [folder, '/tmp/nothing-is-here'])
      assert.deepEqual(await shared.tried(app, connectionOf(app, host, 5432)), {
        success: false,
        reason: 'Millrace connects to the name or address of a server, not to a socket in the file system: name a server.',
      });
  assert.equal(accepted, 0);
});

test('connections.test.address: loopback is open while the install has one user', async () => {
  const alone = await startConnectionTesterWith({}, SECRET);
  const web = createWebServer((_request, response) => void response.end());
  const port = await listen(web, 0, '127.0.0.1');
  const isOpen = async (): Promise<boolean> => {
    const { success, reason } = await alone.tried('http', { url: `http://127.0.0.1:${port}/`, token: SECRET });
    if (!success) assert.equal(reason, LOOPBACK);
    return success;
  };
  const { db } = alone.server.platform;
  const activate = (id: string, active: boolean): Promise<unknown> =>
    db.writer.rows(sql`
      update account
      set active = ${active}
      where id = ${id}`);
  const { make } = alone.server;
  assert.equal(await isOpen(), true);
  await make.user({ type: 'SERVICE' });
  const second = await make.user({ active: false });
  assert.equal(await isOpen(), true, 'service accounts and inactive users do not count as a second user');
  await activate(second.id, true);
  const before = accepted;
  assert.equal(await isOpen(), false);
  await activate(second.id, false);
  assert.equal(accepted, before);
  assert.equal(await isOpen(), true);
  await make.user({ tenant: await make.otherTenant() });
  assert.equal(await isOpen(), false, 'a user of another tenant counts');
});

test('connections.test.address: the setting opens the addresses that it names', async () => {
  const web = createWebServer((_request, response) => void response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end());
  const port = await listen(web, 0, '127.0.0.2');
  let closed = 0;
  const beside = createServer(() => (closed += 1));
  beside.listen(port, '127.0.0.1');
  await once(beside, 'listening');
  after(() => beside.close());
  const [closedInstall, openInstall] = await Promise.all([
    startConnectionTesterWith({ MILLRACE_OUTBOUND_ALLOW: 'none' }, SECRET),
    startConnectionTesterWith({ MILLRACE_OUTBOUND_ALLOW: '127.0.0.2/32' }, SECRET),
  ]);
  const toPort = (host: string) => ({ url: `http://${host}:${port}/`, token: SECRET });
  assert.equal((await closedInstall.tried('http', toPort('127.0.0.2'))).reason, LOOPBACK, 'closed also on an install with one user');
  assert.equal((await closedInstall.tried('http', toPort('127.0.0.1'))).reason, LOOPBACK);
  assert.match((await closedInstall.tried('http', toPort('10.0.0.1'))).reason, /private networks: .+ the word 'private'/);
  // The probe does not follow the redirect to the closed address.
  assert.deepEqual(await openInstall.tried('http', toPort('127.0.0.2')), { success: true, reason: 'The server answered 302.' });
  assert.equal((await openInstall.tried('http', toPort('127.0.0.1'))).reason, LOOPBACK);
  assert.match((await openInstall.tried('http', toPort('10.0.0.1'))).reason, /private networks/);
  assert.equal(closed, 0);
});
