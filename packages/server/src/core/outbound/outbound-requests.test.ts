import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createWebServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureWebServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createServer as createSecureServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { certificate, certificateKey } from '../../../test/support/certificate.ts';
import { encryptSocket, Outbound } from './outbound.ts';

const LOOPBACK = { private: false, loopback: true, ranges: [] };
const outbound = new Outbound(LOOPBACK);

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}
const webServer = async (listener: RequestListener): Promise<string> => `http://127.0.0.1:${await listen(createWebServer(listener))}`;
const rawServer = async (text: string): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.end(text))))}`;
const failureOf = async (work: Promise<unknown>): Promise<string | undefined> => {
  const error = await work.then(
    () => assert.fail('no failure'),
    (reason: NodeJS.ErrnoException) => reason,
  );
  return error.code ?? error.name;
};
async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

describe('a request', () => {
  test('sends its method, headers and body, and returns the whole answer', async () => {
    const url = await webServer(async (request, response) => {
      response.setHeader('set-cookie', ['one=1', 'two=2']);
      response.statusCode = 418;
      const { host, accept, 'user-agent': agent, 'x-own': own, connection } = request.headers;
      response.end(
        JSON.stringify({ method: request.method, url: request.url, host, accept, agent, own, connection, text: await textOf(request) }),
      );
    });
    const answer = await outbound.fetch(`${url}/a/./b?c=d#e`, {
      method: 'POST',
      headers: new Headers({ 'X-Own': 'x', Host: 'another.example' }),
      body: 'ünï',
    });
    assert.deepEqual([answer.status, answer.headers.getSetCookie()], [418, ['one=1', 'two=2']]);
    assert.deepEqual(await answer.json(), {
      method: 'POST',
      url: '/a/b?c=d',
      host: new URL(url).host,
      accept: '*/*',
      agent: 'millrace',
      own: 'x',
      connection: 'close',
      text: 'ünï',
    });
    const headers = { accept: 'application/json', 'user-agent': 'another' };
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'PUT']) {
      const other = await outbound.fetch(url, { method, headers, body: Buffer.from('x') });
      const { accept, agent, text } = (await other.json()) as Record<string, string>;
      assert.deepEqual([accept, agent, text], ['application/json', 'another', 'x']);
    }
  });

  test('returns an answer without a body, or with a large one', async () => {
    const url = await webServer((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(3_000_000, 'x'));
      else response.writeHead(Number(request.url?.slice(1))).end();
    });
    for (const status of [204, 205, 304]) assert.equal((await outbound.fetch(`${url}/${status}`)).body, null);
    assert.equal(await (await outbound.fetch(`${url}/200`)).text(), '');
    assert.equal(await (await outbound.fetch(`${url}/large`, { method: 'HEAD' })).text(), '');
    assert.equal((await (await outbound.fetch(`${url}/large`)).arrayBuffer()).byteLength, 3_000_000);
    await (await outbound.fetch(`${url}/large`)).body?.cancel();
  });

  test('fails without a server, without HTTP, and if the server closes the connection', async () => {
    const stopped = createServer();
    const url = `http://127.0.0.1:${await listen(stopped)}`;
    stopped.close();
    await once(stopped, 'close');
    assert.equal(await failureOf(outbound.fetch(url)), 'ECONNREFUSED');
    assert.match((await failureOf(outbound.fetch(await rawServer('SSH-2.0-peer\r\n')))) ?? '', /^HPE_/);
    assert.equal(await failureOf(outbound.fetch(await rawServer(''))), 'ECONNRESET');
    assert.equal(
      await failureOf(outbound.fetch(await rawServer('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'))),
      'ECONNRESET',
    );
    assert.equal(await failureOf(outbound.fetch(await rawServer('HTTP/1.1 999 Nonsense\r\n\r\n'))), 'RangeError');
    assert.match((await failureOf(outbound.fetch(await rawServer(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`)))) ?? '', /^HPE_/);
    const half = await outbound.fetch(await rawServer('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'));
    assert.equal(await failureOf(half.text()), 'ECONNRESET');
  });

  test('is refused before anything is sent if a header or the address is invalid', async () => {
    let requests = 0;
    const url = await webServer((_request, response) => void response.end(String((requests += 1))));
    assert.equal(await failureOf(outbound.fetch(url, { headers: { x: 'a\nb: c' } })), 'TypeError');
    assert.equal(await failureOf(outbound.fetch(url.replace('//', '//user:password@'))), 'TypeError');
    assert.equal(await failureOf(outbound.fetch('no address')), 'ERR_INVALID_URL');
    assert.match((await failureOf(outbound.fetch('http://127.0.0.1:0/'))) ?? '', /^E/);
    assert.equal(requests, 0);
  });

  test('is aborted by its signal, before the answer and during the answer', async () => {
    const begun = Promise.withResolvers<Socket>();
    const url = await webServer((request, response) => {
      if (request.url === '/middle') response.write('begun');
      begun.resolve(request.socket);
    });
    const early = new AbortController();
    const failed = failureOf(outbound.fetch(url, { signal: early.signal }));
    const closed = once(await begun.promise, 'close');
    early.abort();
    assert.equal(await failed, 'ABORT_ERR');
    await closed;
    const late = new AbortController();
    const answer = await outbound.fetch(`${url}/middle`, { signal: late.signal });
    late.abort();
    assert.ok(await failureOf(answer.text()));
  });
});

describe('an encrypted connection', () => {
  const keys = { key: certificateKey, cert: certificate };

  test('uses the name of the host, although it connects to an address', async () => {
    const serverNames: string[] = [];
    const record = (serverName: string, done: (error: null) => void): void => {
      serverNames.push(serverName);
      done(null);
    };
    const port = await listen(createSecureServer({ ...keys, SNICallback: record }, (socket) => void socket.on('error', () => undefined)));
    const local = new Outbound(LOOPBACK, () => Promise.resolve([{ address: '127.0.0.1' }]));
    const reach = async (host: string, ca: string[] | undefined) =>
      encryptSocket(await local.connect({ host, port }), host, ca ? { ca } : {});
    (await reach('localhost', [certificate])).destroy();
    assert.equal(await failureOf(reach('another.example', [certificate])), 'ERR_TLS_CERT_ALTNAME_INVALID');
    assert.equal(await failureOf(reach('127.0.0.1', [certificate])), 'ERR_TLS_CERT_ALTNAME_INVALID');
    assert.equal(await failureOf(reach('localhost', undefined)), 'DEPTH_ZERO_SELF_SIGNED_CERT');
    assert.equal(await failureOf(local.fetch(`https://localhost:${port}/`)), 'DEPTH_ZERO_SELF_SIGNED_CERT');
    // An address is not sent as a server name.
    assert.deepEqual(serverNames, ['localhost', 'another.example', 'localhost', 'localhost']);
  });

  test('fails if the server does not answer, closes the connection or does not encrypt', async () => {
    const silent = await listen(createServer((socket) => socket.on('error', () => undefined).resume()));
    const signal = AbortSignal.timeout(100);
    const failed = failureOf(outbound.fetch(`https://localhost:${silent}/`, { signal }));
    assert.match((await failed) ?? '', /^(?:ECONNRESET|ABORT_ERR|TimeoutError)$/);
    const leaving = await listen(createServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.end())));
    assert.equal(await failureOf(outbound.fetch(`https://localhost:${leaving}/`)), 'ECONNRESET');
    const plain = await webServer((_request, response) => void response.end());
    assert.ok(await failureOf(outbound.fetch(plain.replace('http', 'https'))));
  });

  test('carries a request if the machine trusts the certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-authority-'));
    after(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'authority.pem'), certificate);
    const port = await listen(
      createSecureWebServer(keys, (request, response) => void response.end(`${request.headers.host} ${request.httpVersion}`)),
    );
    const module = fileURLToPath(new URL('./outbound.ts', import.meta.url));
    const program = `
      import { Outbound } from ${JSON.stringify(module)};
      const answer = await new Outbound(${JSON.stringify(LOOPBACK)}).fetch('https://localhost:${port}/');
      console.log(answer.status, await answer.text());`;
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
    assert.equal(stdout, `200 localhost:${port} 1.1\n`);
  });
});
