// run: own process because it counts the TCP connections that the process begins
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { embeddedForms, numericForms, urlForms } from '../../../test/support/address-forms.ts';
import { TestAuthority } from '../../../test/support/authority.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { OutboundPool, type OutboundPoolOptions } from './outbound-pool.ts';

let tcpConnects = 0;
const hook = createHook({ init: (_id, type) => void (type === 'TCPCONNECTWRAP' && (tcpConnects += 1)) }).enable();
after(() => hook.disable());

const everywhere = createServer((socket) => socket.on('error', () => undefined).end()).listen(0, '::');
await once(everywhere, 'listening');
after(() => everywhere.close());
const { port } = everywhere.address() as AddressInfo;

const authority = await TestAuthority.make();
const keys = await authority.certify();
const NOTHING = { private: false, loopback: false, ranges: [] };
const request = { headers: {}, body: Buffer.from('{}'), milliseconds: 5000, answerBytes: 100 };

function openPool(options: Partial<OutboundPoolOptions>): OutboundPool {
  const pool = new OutboundPool({ rules: async () => NOTHING, authorities: authority.cert, connectMilliseconds: 5000, ...options });
  after(() => pool.close());
  return pool;
}

const refusal = (work: () => Promise<unknown>): Promise<unknown> =>
  (async () => work())().then(
    (answer) => assert.fail(`answered ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );

test('no form of a closed address is connected to', async () => {
  const pool = openPool({});
  const before = tcpConnects;
  const addresses = ['127.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '10.0.0.1', '224.0.0.1'];
  const hosts = [
    ...addresses.flatMap((address) => [...numericForms(address), ...embeddedForms(address)]),
    '::1',
    'fe80::1%lo',
    'localhost',
  ];
  const urls = hosts.flatMap((host) => urlForms(host, port)).map((url) => url.replace(/^(\s*)http:/i, '$1https:'));
  assert.ok(urls.length > 1000, String(urls.length));
  for (const url of urls) assert.ok((await refusal(() => pool.send(url, request))) instanceof Error, url);
  assert.equal(tcpConnects - before, 0);
});

test('a name is resolved and compared again for each connection', async () => {
  const receiver = await startReceiver(keys, (response) => response.writeHead(204, { connection: 'close' }).end());
  const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1'];
  let lookUps = 0;
  const pool = openPool({
    rules: async () => ({ ...NOTHING, loopback: true }),
    lookUp: async () => [{ address: answers[lookUps++ % answers.length] as string }],
  });
  const statuses: unknown[] = [];
  for (let round = 0; round < 3; round += 1)
    statuses.push(
      await pool.send(receiver.url, request).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    );
  assert.deepEqual([statuses, lookUps], [[204, 'Error', 204], 3]);
});

test('connections that open at the same time share a look-up', async () => {
  const receiver = await startReceiver(keys);
  let lookUps = 0;
  const [begun, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pool = openPool({
    rules: async () => ({ ...NOTHING, loopback: true }),
    lookUp: async () => {
      lookUps += 1;
      begun.resolve();
      await mayAnswer.promise;
      return [{ address: '127.0.0.1' }];
    },
  });
  const sent = Promise.all(Array.from({ length: 8 }, () => pool.send(receiver.url, request)));
  await begun.promise;
  mayAnswer.resolve();
  const answers = await sent;
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
  // The pool may open a connection later than the others.
  assert.ok(lookUps <= 2, `${lookUps} look-ups`);
});

test('an address or a header that cannot be sent is a failure', async () => {
  const pool = openPool({});
  assert.ok((await refusal(() => pool.send('no address', request))) instanceof TypeError);
  assert.ok((await refusal(() => pool.send('https://localhost/', { ...request, headers: { 'x-bad': 'a\nb' } }))) instanceof Error);
});

test('each new connection is checked against the current rules', async () => {
  const receiver = await startReceiver(keys, (response) => response.writeHead(204, { connection: 'close' }).end());
  let loopback = true;
  const pool = openPool({ rules: async () => ({ ...NOTHING, loopback }) });
  assert.equal((await pool.send(receiver.url, request)).status, 204);
  loopback = false;
  assert.match(String(await refusal(() => pool.send(receiver.url, request))), /does not connect to loopback/);
  assert.equal(receiver.received.length, 1);
});

test('a user in the address and other protocols are refused', async () => {
  const pool = openPool({ rules: async () => ({ ...NOTHING, loopback: true }) });
  for (const url of [
    `https://user@localhost:${port}/`,
    `https://:secret@localhost:${port}/`,
    `http://localhost:${port}/`,
    'file:///etc/passwd',
  ])
    assert.ok((await refusal(() => pool.send(url, request))) instanceof TypeError, url);
});

test('a receiver that does not answer causes a timeout, also before the connection is encrypted', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  after(() => silent.close());
  const rules = async () => ({ ...NOTHING, loopback: true });
  const pool = openPool({ rules, connectMilliseconds: 300 });
  const silentUrl = `https://localhost:${(silent.address() as AddressInfo).port}/`;
  assert.equal(((await refusal(() => pool.send(silentUrl, request))) as { code: string }).code, 'NO_ANSWER_IN_TIME');
  const quiet = await startReceiver(keys, () => undefined);
  assert.equal(
    ((await refusal(() => pool.send(quiet.url, { ...request, milliseconds: 300 }))) as { code: string }).code,
    'NO_ANSWER_IN_TIME',
  );
  assert.equal(quiet.received.length, 1);
});
