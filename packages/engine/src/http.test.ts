import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { ApiError, createClient, UnreachableError } from '@millrace/contract/client';
import { send } from './http.ts';

async function clientOf(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'the token', send });
}

const HEARTBEAT = { body: { running: [], capacity: 3 } };

test('sends method, path, headers and body, and returns the answer, the refusal or the stream', async (t) => {
  const client = await clientOf(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    if (url === '/engine/v1/bundles/ab') return void response.end('x'.repeat(300_000));
    if (url === '/engine/v1/credential') return void response.writeHead(409, { 'x-request-id': 'r1' }).end('{"message":"No"}');
    const received = {
      method,
      url,
      type: headers['content-type'],
      token: headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    response.end(JSON.stringify(received));
  });
  assert.deepEqual((await client.call('POST /engine/v1/beats', HEARTBEAT)).body, {
    method: 'POST',
    url: '/engine/v1/beats',
    type: 'application/json',
    token: 'Bearer the token',
    body: HEARTBEAT.body,
  });
  await assert.rejects(
    client.call('POST /engine/v1/credential'),
    (error) => error instanceof ApiError && error.status === 409 && error.requestId === 'r1',
  );
  const stream = await client.download('GET /engine/v1/bundles/{hash}', { path: { hash: 'ab' } });
  assert.equal((await new Response(stream).text()).length, 300_000);
});

test('follows a redirect', async (t) => {
  const client = await clientOf(t, (request, response) => {
    if (request.url === '/elsewhere') return void response.end('{"stop":[],"lost":["it"]}');
    response.writeHead(308, { location: '/elsewhere' }).end();
  });
  assert.deepEqual((await client.call('POST /engine/v1/beats', HEARTBEAT)).body, { stop: [], lost: ['it'] });
});

test('fails when no server answers, the answer is incomplete, or the call is aborted', async (t) => {
  const client = await clientOf(t, (request, response) => {
    request.resume();
    if (request.url === '/engine/v1/beats') response.writeHead(200, { 'content-length': 100 }).write('{"stop"', () => response.destroy());
  });
  await assert.rejects(client.call('POST /engine/v1/beats', HEARTBEAT));
  const stop = new AbortController();
  const waiting = client.call('POST /engine/v1/claims', { body: { free: 1, waitMilliseconds: 20_000 }, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 50);
  await assert.rejects(waiting);
  const unreachable = createClient({ baseUrl: 'http://127.0.0.1:9', send });
  await assert.rejects(unreachable.call('POST /engine/v1/beats', HEARTBEAT), UnreachableError);
});
