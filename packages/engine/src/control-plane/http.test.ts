import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, client: createClient({ baseUrl: url, token: 'the token', send }) };
}

const HEARTBEAT = { body: { running: [], capacity: 3 } };

test('sends method, path, headers and body, and returns the answer, the refusal or the stream', async (t) => {
  const { client } = await clientOf(t, async (request, response) => {
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

test('follows a redirect: 308 repeats the body, 303 asks without it, and another host gets no credential', async (t) => {
  const seen: string[] = [];
  const record = async (request: IncomingMessage): Promise<void> => {
    const { method, url, headers } = request;
    seen.push(`${method} ${url} ${headers.authorization} ${headers['content-type']} ${(await text(request)).length}`);
  };
  const target = await clientOf(t, async (request, response) => {
    await record(request);
    response.end('{"stop":[],"lost":["it"]}');
  });
  const answers = [
    [308, '/elsewhere'],
    [303, target.url],
  ] as const;
  const { client } = await clientOf(t, async (request, response) => {
    await record(request);
    const [status, location] = answers[seen.length - 1] ?? [500, ''];
    response.writeHead(status, { location }).end();
  });
  assert.deepEqual((await client.call('POST /engine/v1/beats', HEARTBEAT)).body, { stop: [], lost: ['it'] });
  assert.deepEqual(seen, [
    'POST /engine/v1/beats Bearer the token application/json 27',
    'POST /elsewhere Bearer the token application/json 27',
    'GET / undefined undefined 0',
  ]);
});

test('refuses endless redirects, redirects to an invalid address, and bodies that are not text', async (t) => {
  const { client } = await clientOf(t, (request, response) => void response.writeHead(308, { location: request.url }).end());
  await assert.rejects(client.call('POST /engine/v1/beats', HEARTBEAT), /redirects the call more than 5 times/);
  const nowhere = await clientOf(t, (_request, response) => void response.writeHead(308, { location: 'http://' }).end());
  await assert.rejects(nowhere.client.call('POST /engine/v1/beats', HEARTBEAT), /redirects the call to an invalid address/);
  await assert.rejects(send(nowhere.url, { method: 'POST', body: new FormData() }), /bodies of text only/);
});

test('fails when no server answers, the answer is incomplete, or the call is aborted', async (t) => {
  const stop = new AbortController();
  const { client } = await clientOf(t, (request, response) => {
    request.resume();
    if (request.url === '/engine/v1/beats') response.writeHead(200, { 'content-length': 100 }).write('{"stop"', () => response.destroy());
    else stop.abort(new Error('stopped'));
  });
  await assert.rejects(client.call('POST /engine/v1/beats', HEARTBEAT));
  const waiting = client.call('POST /engine/v1/claims', { body: { free: 1, waitMilliseconds: 20_000 }, signal: stop.signal });
  await assert.rejects(waiting);
  const unreachable = createClient({ baseUrl: 'http://127.0.0.1:9', send });
  await assert.rejects(unreachable.call('POST /engine/v1/beats', HEARTBEAT), UnreachableError);
});
