// run: own process because it counts the connections of the process
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createWebServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { embeddedForms, numericForms, urlForms } from '../../../test/support/address-forms.ts';
import type { OutboundRules } from '@millrace/wire/outbound-rules';
import { AddressClosed, Outbound, type LookUp } from './outbound.ts';

const PRIVATE_NETWORKS: OutboundRules = { private: true, loopback: false, ranges: [] };
const NOTHING: OutboundRules = { private: false, loopback: false, ranges: [] };
/** These rules open 127.0.0.2 and close 127.0.0.1. */
const SECOND: OutboundRules = { private: false, loopback: false, ranges: ['127.0.0.2'] };

/** Counts the TCP connections that the process begins; without one, no packet is sent. */
let tcpConnects = 0;
const hook = createHook({ init: (_id, type) => void (type === 'TCPCONNECTWRAP' && (tcpConnects += 1)) }).enable();
after(() => hook.disable());

async function startServer<S extends Server>(server: S, host: string, port = 0): Promise<{ server: S; port: number; hits: () => number }> {
  let hits = 0;
  server.on('connection', () => (hits += 1));
  server.listen(port, host);
  await once(server, 'listening');
  after(() => server.close());
  return { server, port: (server.address() as AddressInfo).port, hits: () => hits };
}

/** A server on every address of this machine, and a port without one. */
const everywhere = await startServer(
  createServer((socket) => socket.on('error', () => undefined).end()),
  '::',
);
const unused = await startServer(createServer(), '::');
unused.server.close();

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'connected',
    (error: unknown) => error,
  );
const isClosed = (outcome: unknown): outcome is AddressClosed => outcome instanceof AddressClosed;

const CLOSED = {
  loopback: ['127.0.0.1', '127.0.0.2', '127.255.255.254'],
  metadata: ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  'link-local': ['169.254.0.1'],
  shared: ['100.64.0.1', '100.127.255.254'],
  reserved: ['0.0.0.0', '0.0.0.1', '192.0.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1'],
};
const own = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .map(({ address }) => address);
const OTHERS = [
  '::1',
  '0:0:0:0:0:0:0:1',
  '::1%lo',
  '::01',
  '::',
  '::%lo',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
  'ff02::1%lo',
  '100::1',
];
OTHERS.push(
  'fd00:ec2::254',
  'FD00:EC2:0::0254',
  'fd00:ec2::254%lo',
  'fd20:ce::254',
  'fd12::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '2001:2::1',
);
OTHERS.push('localhost', 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ', '127.1', '127.0.1', '0', '0x0', '00');
const forms = [
  ...Object.values(CLOSED)
    .flat()
    .flatMap((address) => [...numericForms(address), ...embeddedForms(address)]),
  ...own.flatMap((address) =>
    address.includes(':') ? [address, `${address}%lo`, address.toUpperCase()] : [...numericForms(address), ...embeddedForms(address)],
  ),
  ...OTHERS,
];
/** Texts that are not addresses: the name service gets them unchanged. */
const NAMES = [
  '127.0.0.1.',
  'user@127.0.0.1',
  '127.0.0.1:80',
  '[::1]',
  '%31%32%37.0.0.1',
  '127.0.0.1 public.example',
  '127.0.0.1#public.example',
];
NAMES.push('127.0.0.1\0public.example', '127.0.0.1%lo', '::ffff:0x7f000001', '::ffff:0177.0.0.1', '1:2:3', ' ', '.', '*', '127.0.0.1\n');

describe('a closed address in any form', () => {
  test('is refused before a TCP connection, with the same error on a port with a server and without', async () => {
    assert.ok(forms.length > 1000, String(forms.length));
    const outbound = new Outbound(NOTHING);
    const before = tcpConnects;
    for (const host of forms) {
      const open = await outcomeOf(outbound.connect({ host, port: everywhere.port }));
      const none = await outcomeOf(outbound.connect({ host, port: unused.port }));
      assert.ok(open instanceof Error && none instanceof Error, `${host}: ${String(open)}`);
      assert.deepEqual([open.name, open.message], [none.name, none.message], host);
      assert.ok(isClosed(open), `${host}: ${open.message}`);
    }
    assert.deepEqual([tcpConnects - before, everywhere.hits()], [0, 0]);
  });

  test('is refused if the name service returns it, whatever the name is', async () => {
    const before = tcpConnects;
    for (const host of NAMES) {
      const { lookUp, lookUps } = resolver(['127.0.0.1']);
      assert.ok(isClosed(await outcomeOf(new Outbound(NOTHING, lookUp).connect({ host, port: everywhere.port }))), host);
      assert.equal(lookUps(), 1, host);
    }
    assert.equal(tcpConnects - before, 0);
  });

  test('is refused in the URL of a request, with and without misleading parts', async () => {
    const outbound = new Outbound(NOTHING);
    const before = tcpConnects;
    for (const host of forms)
      for (const url of urlForms(host, everywhere.port)) {
        const outcome = await outcomeOf(outbound.fetch(url));
        assert.ok(outcome instanceof Error, `${url}: ${String(outcome)}`);
      }
    assert.deepEqual([tcpConnects - before, everywhere.hits()], [0, 0]);
  });

  test('stays closed if private networks are open, unless it is in one', async () => {
    const outbound = new Outbound(PRIVATE_NETWORKS);
    for (const [kind, addresses] of Object.entries(CLOSED).filter(([name]) => name !== 'private'))
      for (const host of addresses) {
        const outcome = await outcomeOf(outbound.connect({ host, port: everywhere.port }));
        assert.deepEqual([isClosed(outcome), (outcome as AddressClosed).kind], [true, kind], host);
      }
    assert.equal(everywhere.hits(), 0);
  });

  test('is refused with its kind and the setting that opens it, but without the name and the address', async () => {
    const outbound = new Outbound(NOTHING, () => Promise.resolve([{ address: '10.11.12.13' }]));
    const outcome = await outcomeOf(outbound.connect({ host: 'database.inside.example', port: 5432 }));
    assert.equal(
      String(outcome),
      "Error: Millrace does not connect to addresses of private networks: an operator opens them by the word 'private' or their range in MILLRACE_OUTBOUND_ALLOW.",
    );
  });

  test('reaches the server if it is open, so the counters of the other tests work', async () => {
    const outbound = new Outbound({ private: false, loopback: true, ranges: [] });
    const before = [tcpConnects, everywhere.hits()] as const;
    const hosts = ['127.0.0.1', '0177.0.0.1', '0x7f000001', '::ffff:127.0.0.1', '::ffff:7f00:1%lo', '①27.0.0.1', 'localhost'];
    for (const host of hosts) (await outbound.connect({ host, port: everywhere.port })).destroy();
    for (const host of hosts.slice(0, 4))
      await outcomeOf(outbound.fetch(`http://${host.includes(':') ? `[${host}]` : host}:${everywhere.port}`));
    (await outbound.connect({ host: '127.0.0.1', port: everywhere.port })).destroy();
    assert.ok(tcpConnects - before[0] >= 12 && everywhere.hits() - before[1] >= 11, `${tcpConnects} ${everywhere.hits()}`);
  });
});

/** A resolver that returns one answer after the other, and counts its calls. */
function resolver(...results: string[][]): { lookUp: LookUp; lookUps: () => number } {
  let lookUps = 0;
  const lookUp: LookUp = () => {
    const result = results[lookUps % results.length] ?? [];
    lookUps += 1;
    return Promise.resolve(result.map((address) => ({ address })));
  };
  return { lookUp, lookUps: () => lookUps };
}

describe('a name', () => {
  const echo: RequestListener = (request, response) => void response.end(`${request.headers.host} ${request.url}`);

  test('that gets another address at the next lookup is looked up once and leads to the first address', async () => {
    const good = await startServer(createWebServer(echo), '127.0.0.2');
    const bad = await startServer(createWebServer(echo), '127.0.0.1', good.port);
    for (const [first, second] of [
      ['127.0.0.2', '127.0.0.1'],
      ['127.0.0.2', '::ffff:127.0.0.1'],
      ['127.0.0.2', '64:ff9b::7f00:1'],
    ] as const) {
      const { lookUp, lookUps } = resolver([first], [second]);
      const outbound = new Outbound(SECOND, lookUp);
      const url = `http://rebinding.example:${good.port}/path?query`;
      assert.equal(await (await outbound.fetch(url)).text(), `rebinding.example:${good.port} /path?query`);
      assert.equal(lookUps(), 1);
      assert.ok(isClosed(await outcomeOf(outbound.fetch(url))));
      (await outbound.connect({ host: 'rebinding.example', port: good.port })).destroy();
      assert.ok(isClosed(await outcomeOf(outbound.connect({ host: 'rebinding.example', port: good.port }))));
      assert.equal(lookUps(), 4);
    }
    assert.equal(bad.hits(), 0);
  });

  test('with open and closed addresses leads only to the open ones, whether a server is there or not', async () => {
    const good = await startServer(createWebServer(echo), '127.0.0.2');
    const bad = await startServer(createWebServer(echo), '127.0.0.1', good.port);
    const lonely = await startServer(createWebServer(echo), '127.0.0.1');
    for (const addresses of [
      ['127.0.0.1', '127.0.0.2'],
      ['::1', '127.0.0.1', '127.0.0.2', '0.0.0.0'],
    ]) {
      const outbound = new Outbound(SECOND, resolver(addresses).lookUp);
      assert.equal((await outbound.fetch(`http://both.example:${good.port}/`)).status, 200);
      const outcome = await outcomeOf(outbound.fetch(`http://both.example:${lonely.port}/`));
      assert.equal((outcome as NodeJS.ErrnoException).code, 'ECONNREFUSED');
    }
    assert.deepEqual([bad.hits(), lonely.hits()], [0, 0]);
  });

  test('with several open addresses leads to one that answers', async () => {
    const good = await startServer(createWebServer(echo), '127.0.0.2');
    const outbound = new Outbound({ ...SECOND, ranges: ['127.0.0.2', '127.0.0.3'] }, resolver(['127.0.0.3', '127.0.0.2']).lookUp);
    assert.equal((await outbound.fetch(`http://several.example:${good.port}/`)).status, 200);
  });

  test('without an address is not found', async () => {
    const outbound = new Outbound(SECOND, resolver([]).lookUp);
    assert.equal(((await outcomeOf(outbound.connect({ host: 'none.example', port: 1 }))) as NodeJS.ErrnoException).code, 'ENOTFOUND');
  });

  test('whose lookup does not end is aborted by the signal', async () => {
    const outbound = new Outbound(SECOND, () => new Promise(() => undefined));
    const outcome = await outcomeOf(outbound.fetch('http://slow.example/', { signal: AbortSignal.timeout(20) }));
    assert.equal((outcome as Error).name, 'TimeoutError');
    const aborted = await outcomeOf(outbound.connect({ host: 'slow.example', port: 1 }, AbortSignal.abort()));
    assert.equal((aborted as Error).name, 'AbortError');
  });
});

test('a redirect is returned as an answer, and a request to its location is checked again', async () => {
  const bad = await startServer(createServer(), '127.0.0.1');
  const moved: RequestListener = (request, response) => {
    const status = Number(request.url?.slice(1));
    response.writeHead(status, { location: `http://127.0.0.1:${bad.port}/`, refresh: `0; url=http://127.0.0.1:${bad.port}/` }).end();
  };
  const good = await startServer(createWebServer(moved), '127.0.0.2');
  const outbound = new Outbound(SECOND);
  for (const status of [200, 300, 301, 302, 303, 304, 307, 308]) {
    const answer = await outbound.fetch(`http://127.0.0.2:${good.port}/${status}`);
    assert.equal(answer.status, status);
    assert.ok(isClosed(await outcomeOf(outbound.fetch(answer.headers.get('location') ?? ''))));
  }
  assert.equal(bad.hits(), 0);
});

test('a socket in the file system cannot be reached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-socket-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, '.s.PGSQL.5432');
  const local = createServer();
  let hits = 0;
  local.on('connection', () => (hits += 1));
  local.listen(path);
  await once(local, 'listening');
  after(() => local.close());
  const outbound = new Outbound({ private: true, loopback: true, ranges: ['0.0.0.0/0', '::/0'] });
  for (const host of [
    folder,
    path,
    `/${path}`,
    `./${path}`,
    `localhost${path}`,
    '\\\\.\\pipe\\name',
    `file://${path}`,
    encodeURIComponent(path),
    path.replaceAll('/', '%2f'),
  ]) {
    const outcome = await outcomeOf(outbound.connect({ host, port: 5432 }));
    assert.deepEqual([isClosed(outcome), (outcome as AddressClosed).kind], [true, 'path'], host);
  }
  for (const url of [`unix:${path}`, `http+unix://${encodeURIComponent(path)}/`, `file://${path}`, `ftp://127.0.0.1/`, 'data:,x'])
    assert.ok((await outcomeOf(outbound.fetch(url))) instanceof TypeError, url);
  assert.ok((await outcomeOf(outbound.fetch(`http://unix:${path}:/`))) instanceof Error);
  assert.equal(hits, 0);
});
