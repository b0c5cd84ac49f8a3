// run: in test:all because each of its many cases starts a thread
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { certificate } from '../../../../../test/support/certificate.ts';
import { listen, startConnectionTester } from '../../../../../test/support/connection-tester.ts';
import { createMysqlPeer, mysqlError, mysqlPacket } from '../../../../../test/support/mysql-peer.ts';

const SECRET = 'swordfish-7c1';
const { tried, fail } = await startConnectionTester(SECRET);

const peer = { user: 'me', password: SECRET, database: 'shop', encrypts: true };
const port = String(await listen(createMysqlPeer(peer)));
const plainPort = String(await listen(createMysqlPeer({ ...peer, encrypts: false })));
const good = { host: '127.0.0.1', port, username: 'me', password: SECRET, database: 'shop' };

test('connections.test.reason: MySQL, by each name of the application', async () => {
  for (const app of ['MySQL', 'mariadb', 'Aurora'])
    assert.deepEqual(await tried(app, good), { success: true, reason: 'The database was opened.' });
  assert.deepEqual(await tried('mysql', { ...good, database: '' }), { success: true, reason: 'The server let the user in.' });
  await fail('mysql', [
    [{ ...good, password: `${SECRET}x` }, /refused the user or the password/],
    [{ ...good, username: 'you' }, /refused the user or the password/],
    [{ ...good, database: 'no_such_database' }, /no such database: check 'database'/],
    [{ ...good, port: '1' }, /Nothing listens/],
    [{ ...good, host: 'no-such-host.invalid' }, /name of the server is not known|name service does not answer/],
    [{ ...good, host: '' }, /'host' is missing/],
    [{ ...good, username: '' }, /'username' is missing/],
    [{ ...good, port: '70000' }, /'port' is not a number/],
  ]);
});

test('connections.test.reason: MySQL over an encrypted connection', async () => {
  const named = { ...good, host: 'localhost', ssl: 'true', ca: certificate };
  assert.equal((await tried('mysql', named)).success, true);
  assert.equal((await tried('mysql', { ...named, host: '127.0.0.1' })).success, true);
  assert.equal((await tried('aurora', { ...named, ssl: '', jdbc_parameters: '?sslMode=VERIFY_CA&connectTimeout=5' })).success, true);
  await fail('mysql', [
    [{ ...named, ca: '' }, /is self-signed/],
    [{ ...named, ca: SECRET }, /'ca' is not a certificate/],
    [{ ...named, password: 'x' }, /refused the user or the password/],
    [{ ...named, port: plainPort }, /offers no encryption/],
  ]);
});

test('connections.test.reason: a MySQL server that refuses and repeats the secret', async () => {
  const refusing = async (first: Buffer): Promise<Record<string, string>> => {
    const server = createServer((socket) => void socket.on('error', () => undefined).end(first));
    return { ...good, port: String(await listen(server)) };
  };
  await fail('mysql', [
    [await refusing(mysqlPacket(0, mysqlError(1040, `not by ${SECRET}`))), /too many connections/],
    [await refusing(mysqlPacket(0, mysqlError(1129, `not by ${SECRET}`))), /has blocked the machine/],
    [await refusing(mysqlPacket(0, mysqlError(4151, `not by ${SECRET}`))), /is locked/],
    [await refusing(mysqlPacket(0, mysqlError(3159, `not by ${SECRET}`))), /set 'ssl' to true/],
    [await refusing(mysqlPacket(0, mysqlError(65_000, `not by ${SECRET}`))), /could not be opened/],
    [await refusing(mysqlPacket(0, Buffer.from([10, 1]))), /could not be opened|cannot be understood|closed the connection/],
    [await refusing(Buffer.from([0xff, 0xff])), /closed the connection|could not be opened/],
    [await refusing(Buffer.alloc(0)), /closed the connection/],
  ]);
});
