// run: own server, waiting because it sets MILLRACE_LOG_LEVEL and MILLRACE_SLOW_CALLER_SECONDS
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FILE_HEAD, END, BOUNDARY, jsonPart } from '../../../test/support/raw-multipart.ts';
import { zip } from '../../../test/support/bundles.ts';
import { standInEngine } from '../../../test/support/engine.ts';
import { startTestServer } from '../../../test/support/server.ts';

/** Milliseconds within which the server must close a connection: much longer than its timeout, because a test machine may be slow. */
const SOON = 20_000;
const server = await startTestServer({ MILLRACE_SLOW_CALLER_SECONDS: '2', MILLRACE_LOG_LEVEL: 'info' });
const { make, count, files } = server;
const { hostname, port } = new URL(server.url);
const workspace = await make.workspace();
const { token } = await make.user({ rights: { [workspace.id]: ['PUBLISH'] } });

const open = new Set<Socket>();
after(() => open.forEach((socket) => socket.destroy()));

/** Opens a connection, and collects the text that arrives on it. */
function openConnection() {
  const socket = connect(Number(port), hostname);
  open.add(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk)).on('error', () => undefined);
  // A connection that is reset is closed as well.
  const closed = new Promise<true>((resolve) => void socket.once('close', () => resolve(true)));
  return {
    socket,
    get text() {
      return text;
    },
    isClosed: () => Promise.race([closed, sleep(SOON, false, { ref: false })]),
    async answered(status: number): Promise<void> {
      for (let tries = 0; !text.includes(`HTTP/1.1 ${status} `); tries += 1) {
        assert.ok(tries < SOON / 20, `no answer ${status}: ${text}`);
        await sleep(20);
      }
    },
  };
}

/** Sends a byte ten times a second, and returns whether the server closes the connection. */
async function drip(connection: ReturnType<typeof openConnection>, byte = 'x'): Promise<boolean> {
  const interval = setInterval(() => connection.socket.write(byte), 100);
  try {
    return await connection.isClosed();
  } finally {
    clearInterval(interval);
  }
}

/** Returns a request without its body. */
const head = (route: string, headers: Record<string, string>): string =>
  `${route} HTTP/1.1\r\nhost: ${hostname}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const JSON_TYPE = { 'content-type': 'application/json' };
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const LONG = { 'content-length': '1000000' };
const CHUNKED = { 'transfer-encoding': 'chunked' };
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const log = async () => (await readFile(join(server.home, 'server.log'), 'utf8')).split('\n');

test('a body that arrives too slowly is refused and leaves nothing behind', async () => {
  const content = async () => ({ ...(await count('artifact', 'blob', 'environment')), files: (await files()).toSorted() });
  const before = await content();
  const slow = [
    [head('POST /account/personal-access-tokens', { ...JSON_TYPE, ...LONG, ...bearer(token) }), '{'],
    [
      head('POST /orchestration/artifacts', { ...MULTIPART, ...LONG, ...bearer(token) }),
      jsonPart({ workspaceId: workspace.id }) + FILE_HEAD,
    ],
  ];
  await Promise.all(
    slow.map(async ([request = '', body = '']) => {
      const connection = openConnection();
      connection.socket.write(request + body);
      assert.equal(await drip(connection, ' '), true, 'the connection is still open');
      assert.match(connection.text, /^HTTP\/1\.1 408 /);
      assert.match(connection.text, /"(?:code|detail)":"too_slow"/);
      assert.match(connection.text, /^cache-control: no-store\r$/m);
    }),
  );
  assert.ok((await log()).some((line) => line.includes('a body came too slowly')));
  for (let tries = 0; tries < 100 && JSON.stringify(await content()) !== JSON.stringify(before); tries += 1) await sleep(50);
  assert.deepEqual(await content(), before);
});

test('a server starts with the longest timeout for slow callers', async () => {
  const patient = await startTestServer({ MILLRACE_SLOW_CALLER_SECONDS: '3600', MILLRACE_ROLE: 'api' });
  assert.equal((await patient.call('GET /account/me')).status, 200);
  await patient.stop();
});

describe('the rest of a refused body does not keep its connection open:', { concurrency: true }, () => {
  const refused: [string, string, number][] = [
    ['without a token', head('POST /orchestration/environments', { ...JSON_TYPE, ...LONG }), 401],
    ['in chunks', head('POST /orchestration/environments', { ...JSON_TYPE, ...CHUNKED }), 401],
    ['of many parts', head('POST /orchestration/artifacts', { ...MULTIPART, ...LONG }), 401],
    ['of a caller that closes', head('POST /orchestration/artifacts', { ...MULTIPART, ...LONG, connection: 'close' }), 401],
    ['to no operation', head('POST /nothing', { ...JSON_TYPE, ...LONG, ...bearer(token) }), 404],
    ['to a path that cannot be read', head('POST /orchestration/environments/%ZZ', { ...JSON_TYPE, ...LONG }), 400],
    ['of an operation without a body', head('GET /account/me', { ...LONG, ...bearer(token) }), 200],
    [
      'that is too large',
      head('POST /account/personal-access-tokens', { ...JSON_TYPE, 'content-length': '9000000', ...bearer(token) }),
      413,
    ],
  ];
  for (const [title, request, status] of refused) {
    test(title, async () => {
      const connection = openConnection();
      connection.socket.write(request);
      await connection.answered(status);
      assert.equal(await drip(connection, request.includes('chunked') ? '1\r\nx\r\n' : 'x'), true, 'the connection is still open');
    });
  }

  test('of an upload that is refused while it arrives', async () => {
    const connection = openConnection();
    const stranger = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
    connection.socket.write(head('POST /orchestration/artifacts', { ...MULTIPART, ...LONG, ...bearer(stranger.token) }));
    connection.socket.write(jsonPart({ workspaceId: workspace.id }) + FILE_HEAD);
    await connection.answered(403);
    assert.equal(await drip(connection), true, 'the connection is still open');
  });
});

describe('concurrently:', { concurrency: true }, () => {
  test('a caller that sends all of a refused body before it reads gets the answer', { timeout: SOON }, async () => {
    for (const connection of ['keep-alive', 'close']) {
      const { socket, answered } = openConnection();
      socket.pause();
      socket.write(head('POST /orchestration/artifacts', { ...MULTIPART, 'content-length': '8000000', connection }));
      for (let sent = 0; sent < 8; sent += 1) {
        await new Promise((resolve) => socket.write(Buffer.alloc(1_000_000), resolve));
      }
      socket.resume();
      await answered(401);
    }
  });

  test('the connection of a refused body that arrives completely serves the next request', { timeout: 2 * SOON }, async () => {
    const { socket, answered } = openConnection();
    socket.write(head('POST /orchestration/environments', { ...JSON_TYPE, 'content-length': '10' }));
    await answered(401);
    socket.write('0123456789');
    // The connection of a body that began later, and does not arrive, is closed meanwhile.
    const other = openConnection();
    other.socket.write(head('POST /orchestration/environments', { ...JSON_TYPE, 'content-length': '10' }));
    assert.equal(await other.isClosed(), true, 'the other connection is still open');
    socket.write(head('GET /account/me', bearer(token)));
    await answered(200);
  });

  test('a body may take long while it makes progress', { timeout: 2 * SOON }, async () => {
    const { socket, answered } = openConnection();
    const bundle = await zip({ 'millrace.json': JSON.stringify({ name: 'slow', run: ['sh'] }), data: randomBytes(600_000) });
    const parts = [Buffer.from(jsonPart({ workspaceId: workspace.id }) + FILE_HEAD), bundle, Buffer.from(END)];
    const body = Buffer.concat(parts);
    socket.write(head('POST /orchestration/artifacts', { ...MULTIPART, 'content-length': String(body.length), ...bearer(token) }));
    for (let at = 0; at < body.length; at += 40_000) {
      socket.write(body.subarray(at, at + 40_000));
      await sleep(400);
    }
    await answered(201);
  });

  test('headers that do not arrive, are malformed or too large are refused, and the connection is closed', async () => {
    const [slow, broken, large] = [openConnection(), openConnection(), openConnection()];
    slow.socket.write('GET /account/me HTTP/1.1\r\nx-slow: ');
    broken.socket.write('nonsense\r\n\r\n');
    large.socket.write(`GET /account/me HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(200_000)}\r\n\r\n`);
    for (const [connection, status, detail] of [
      [slow, 408, 'too_slow'],
      [broken, 400, 'malformed_request'],
      [large, 431, 'too_large'],
    ] as const) {
      assert.equal(await (connection === slow ? drip(slow) : connection.isClosed()), true, 'the connection is still open');
      assert.match(connection.text, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(connection.text, new RegExp(`"detail":"${detail}"`));
      assert.match(connection.text, /^x-content-type-options: nosniff\r$/m);
      assert.match(connection.text, /^x-request-id: [0-9a-f-]{36}\r$/m);
    }
  });

  test('the connection of a caller that does not read its answer is closed, and the log says so', { timeout: 2 * SOON }, async () => {
    const task = await make.task();
    const engine = await standInEngine(server, task.environment);
    await server.call('POST /processing/executions', { body: { executable: task.id } });
    const lease = await engine.claimOne();
    for (let index = 0; index < 40; index += 1)
      await engine.log(
        lease,
        Array.from({ length: 20 }, () => 'x'.repeat(30_000)),
        index * 20,
      );
    const reader = (await make.user({ rights: { [task.workspace]: ['VIEW'] } })).token;
    const { socket, isClosed } = openConnection();
    socket.pause();
    socket.write(head(`GET /monitoring/executions/${lease.executionId}/logs/stream`, bearer(reader)));
    const isLogged = async () => (await log()).some((line) => line.includes('an answer was not read'));
    while (!(await isLogged())) await sleep(50);
    socket.resume();
    assert.equal(await isClosed(), true, 'the connection is still open');
    await engine.finish(lease);
  });
});
