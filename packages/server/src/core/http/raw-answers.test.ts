// run: own server, waiting because it sets MILLRACE_LOG_LEVEL and MILLRACE_SLOW_CALLER_SECONDS
/** Each refusal, also one before any route, has a body of the path's surface, the headers of every answer, and the request id of its log line. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestServer } from '../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_LOG_LEVEL: 'debug', MILLRACE_SLOW_CALLER_SECONDS: '2' });
const { hostname, port } = new URL(server.url);
const workspace = await server.make.workspace();
const { token } = await server.make.user({ rights: { [workspace.id]: ['PUBLISH'] }, permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });

const ACCOUNT = 'POST /account/personal-access-tokens';
const OTHER = 'POST /orchestration/environments';
const HOST = `host: ${hostname}\r\n`;
const SIGNED = `${HOST}authorization: Bearer ${token}\r\n`;
const JSON_TYPE = 'content-type: application/json\r\n';
const MULTIPART = 'content-type: multipart/form-data; boundary=B\r\n';

const sockets = new Set<Socket>();
after(() => sockets.forEach((socket) => socket.destroy()));

type RawAnswer = { status: number; head: string; body: Record<string, unknown> };

/** Sends bytes and returns the first answer whose status is not 100. */
async function send(bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  const chunks: Buffer[] = [];
  let ended = false;
  socket
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('error', () => undefined)
    .on('close', () => (ended = true));
  socket.write(bytes);
  for (let tries = 0; tries < 1000; tries += 1) {
    const answer = parseAnswer(Buffer.concat(chunks).toString());
    if (answer) return answer;
    assert.ok(!ended, `closed without an answer: ${Buffer.concat(chunks).toString()}`);
    await sleep(20);
  }
  assert.fail(`no answer: ${Buffer.concat(chunks).toString()}`);
}

/** The id of the request, from the headers of its answer. */
const idOf = ({ head }: Pick<RawAnswer, 'head'>): string | undefined => /^x-request-id: ([0-9a-f-]{36})\r?$/im.exec(head)?.[1];

/** Returns undefined while the answer is incomplete. */
function parseAnswer(text: string): RawAnswer | undefined {
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const bytes = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? -1);
  if (bytes < 0 ? !/^transfer-encoding: /im.test(head) || !body.endsWith('0\r\n') : Buffer.byteLength(body) < bytes) return undefined;
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: bytes > 0 ? JSON.parse(body) : {} };
}

const log = async () =>
  (await readFile(join(server.home, 'server.log'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const withBody = (route: string, headers: string, body: string | Buffer, length = Buffer.byteLength(body)): Buffer =>
  Buffer.concat([Buffer.from(`${route} HTTP/1.1\r\n${SIGNED}${headers}content-length: ${length}\r\n\r\n`), Buffer.from(body)]);
const withHead = (route: string, headers: string): string => `${route} HTTP/1.1\r\n${headers}\r\n`;
const part = (name: string): string => `--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nv\r\n`;
const parts = (count: number): string => `${Array.from({ length: count }, (_, index) => part(`f${index}`)).join('')}--B--\r\n`;

type Case = [title: string, bytes: string | Uint8Array, status: number, code: string, surface?: 'accounts'];
const cases: Case[] = [
  ['a header that is too large', withHead('GET /account/me', `${HOST}x: ${'x'.repeat(200_000)}\r\n`), 431, 'too_large'],
  ['too many headers', withHead('GET /account/me', HOST + 'a: 1\r\n'.repeat(40_000)), 431, 'too_large'],
  ['a very long URL', withHead(`GET /orchestration/environments?query=${'x'.repeat(200_000)}`, SIGNED), 431, 'too_large'],
  ['no request line', 'nonsense\r\n\r\n', 400, 'malformed_request'],
  ['a request line without a version', 'GET /account/me\r\n\r\n', 400, 'malformed_request', 'accounts'],
  ['a version that does not exist', 'GET /account/me HTTP/3.7\r\n\r\n', 400, 'malformed_request'],
  ['the version of another protocol', `GET /account/me HTTP/2.0\r\n${HOST}\r\n`, 400, 'malformed_request', 'accounts'],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
  ['the beginning of TLS', Buffer.from('16030100a5010000a10303', 'hex'), 400, 'malformed_request'],
  ['no Host header', withHead('GET /account/me', ''), 400, 'malformed_request', 'accounts'],
  ['an unknown method', withHead('BREW /account/me', HOST), 400, 'malformed_request'],
  ['TRACE', withHead('TRACE /account/me', HOST), 405, 'method_not_allowed', 'accounts'],
  ['TRACE of an unknown path', withHead('TRACE /nothing', HOST), 404, 'route_unknown'],
  ['OPTIONS *', withHead('OPTIONS *', HOST), 404, 'route_unknown'],
  ['CONNECT', withHead('CONNECT example.com:443', 'host: example.com:443\r\n'), 404, 'route_unknown'],
  ['an unknown method of a known path', withHead('PATCH /account/me', SIGNED), 405, 'method_not_allowed', 'accounts'],
  ['an unknown expectation', withHead(ACCOUNT, `${HOST}expect: 200-maybe\r\n`), 401, 'not_signed_in', 'accounts'],
  [
    'an expected 100',
    withHead(ACCOUNT, `${HOST}${JSON_TYPE}expect: 100-continue\r\ncontent-length: 2\r\n`),
    401,
    'not_signed_in',
    'accounts',
  ],
  ['two lengths', withHead(OTHER, `${SIGNED}content-length: 1\r\ncontent-length: 2\r\n`), 400, 'malformed_request'],
  ['a length and chunks', withHead(OTHER, `${SIGNED}content-length: 5\r\ntransfer-encoding: chunked\r\n`), 400, 'malformed_request'],
  ['a negative length', withHead(OTHER, `${SIGNED}content-length: -1\r\n`), 400, 'malformed_request'],
  ['an unknown transfer coding', withHead(OTHER, `${SIGNED}transfer-encoding: gzip\r\n`), 400, 'malformed_request'],
  ['a length that is too short', withBody(ACCOUNT, JSON_TYPE, '{"name":"a"}', 3), 400, 'malformed_request', 'accounts'],
  [
    'a broken chunk',
    withHead(ACCOUNT, `${SIGNED}${JSON_TYPE}transfer-encoding: chunked\r\n`) + 'ZZ\r\n',
    400,
    'malformed_request',
    'accounts',
  ],
  ['a percent sign alone', withHead('DELETE /account/personal-access-tokens/%ZZ', SIGNED), 400, 'malformed_request', 'accounts'],
  ['bytes that are no text, escaped', withHead('DELETE /orchestration/environments/%ff', SIGNED), 400, 'malformed_request'],
  ['a very long id', withHead(`DELETE /account/personal-access-tokens/${'a'.repeat(600)}`, SIGNED), 400, 'malformed_request', 'accounts'],
  ['a character that a path may not have', withHead('GET /account/é', SIGNED), 400, 'malformed_request'],
  [
    'an unknown charset',
    withBody(ACCOUNT, 'content-type: application/json; charset=bogus\r\n', '{}'),
    400,
    'unsupported_media_type',
    'accounts',
  ],
  ['a body that is not in its charset', withBody(OTHER, JSON_TYPE, Buffer.from('{"name":"é"}', 'latin1')), 400, 'malformed_request'],
  ['a compressed body', withBody(ACCOUNT, `${JSON_TYPE}content-encoding: gzip\r\n`, 'x'), 400, 'unsupported_media_type', 'accounts'],
  ['a body without a type', withBody(ACCOUNT, '', '{}'), 400, 'unsupported_media_type', 'accounts'],
  ['a body that is too large', withBody(ACCOUNT, JSON_TYPE, '{', 9_000_000), 413, 'too_large', 'accounts'],
  ['too many parts', withBody('POST /orchestration/artifacts', MULTIPART, parts(30)), 400, 'malformed_request'],
  [
    'a part with a forbidden name',
    withBody('POST /orchestration/artifacts', MULTIPART, `${part('__proto__')}--B--\r\n`),
    400,
    'malformed_request',
  ],
  [
    'parts without a boundary',
    withBody('POST /orchestration/artifacts', 'content-type: multipart/form-data\r\n', 'x'),
    400,
    'malformed_request',
  ],
  ['headers that stop arriving', 'GET /account/me HTTP/1.1\r\nx-slow: ', 408, 'too_slow'],
  ['a body that stops arriving', withBody(ACCOUNT, JSON_TYPE, '{', 1000), 408, 'too_slow', 'accounts'],
];

describe('requests.answer.request-id: below the routes:', { concurrency: 8 }, () => {
  for (const [title, bytes, status, code, surface] of cases)
    test(title, async () => {
      const { status: actual, head, body } = await send(bytes);
      assert.equal(actual, status, head);
      const { requestId, ...fields } = body;
      if (surface) assert.deepEqual([Object.keys(fields), fields['status'], fields['code']], [['status', 'detail', 'code'], status, code]);
      else assert.deepEqual([Object.keys(fields), fields['status'], fields['detail']], [['status', 'message', 'detail'], status, code]);
      const id = idOf({ head });
      assert.ok(id !== undefined && id === requestId, head);
      for (const header of ['content-type: application/json; charset=utf-8', 'cache-control: no-store', 'x-content-type-options: nosniff'])
        assert.ok(head.toLowerCase().includes(header), `${header} is missing: ${head}`);
      const lines = async () => (await log()).filter((line) => line['requestId'] === id && line['message'] === 'request');
      for (let tries = 0; tries < 200 && (await lines()).length === 0; tries += 1) await sleep(20);
      const [line] = await lines();
      assert.equal(line?.['status'], status, 'the log does not have the id');
    });
});

test('mistakes of callers cause no warning or error in the log, and a broken connection is not watched', async () => {
  const broken = await send(withHead(ACCOUNT, `${SIGNED}${JSON_TYPE}transfer-encoding: chunked\r\n`) + 'ZZ\r\n');
  // Later bodies come too slowly meanwhile.
  for (let round = 0; round < 2; round += 1) assert.equal((await send(withBody(ACCOUNT, JSON_TYPE, '{', 1000))).status, 408);
  const lines = await log();
  assert.ok(lines.length > 10);
  assert.deepEqual(
    // On a busy machine a timer may fail, which no caller has caused.
    lines.filter(({ level, timer }) => level !== 'debug' && level !== 'info' && timer === undefined),
    [],
  );
  const slow = lines.filter(({ message }) => /came too slowly/.test(String(message))).map(({ requestId }) => requestId);
  assert.ok(slow.length >= 2 && !slow.includes(idOf(broken)), slow.join());
});

test('a refusal is not appended to an answer that has begun', async () => {
  const { body } = await server.call('POST /processing/executions', { body: { executable: (await server.make.task()).id } });
  const token = await server.make.administratorToken();
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk)).on('error', () => undefined);
  socket.write(`GET /monitoring/executions/${body.executionId}/logs/stream HTTP/1.1\r\n${HOST}authorization: Bearer ${token}\r\n\r\n`);
  for (let tries = 0; tries < 500 && !/\r\n\r\n/.test(text); tries += 1) await sleep(20);
  assert.match(text, /^HTTP\/1\.1 200 /);
  socket.write('nonsense\r\n\r\n');
  for (let tries = 0; tries < 500 && !socket.closed; tries += 1) await sleep(20);
  assert.ok(socket.closed);
  assert.doesNotMatch(text, /malformed_request/);
});

test('a JSON body is read in the charset of its content type', async () => {
  const body = Buffer.from('{"name":"é"}', 'latin1');
  const answer = await send(withBody(ACCOUNT, 'content-type: application/json; charset=iso-8859-1\r\n', body));
  assert.deepEqual([answer.status, answer.body['name']], [201, 'é']);
});
