import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { watchConnections, watchKept } from './connections.ts';

async function listen(server: Server): Promise<{ port: number; stop(): Promise<void> }> {
  const end = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    await end();
    server.close();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

test('a server stops although a client is connected that has sent no request', { timeout: 5000 }, async () => {
  const server = createServer();
  const { port, stop } = await listen(server);
  const client = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const ended = once(client, 'close');
  await stop();
  await ended;
});

test('a running request is answered before the server stops', { timeout: 5000 }, async () => {
  const answer = Promise.withResolvers<void>();
  const server = createServer((_request, response) => void answer.promise.then(() => response.end('late')));
  const { port, stop } = await listen(server);
  const response = fetch(`http://127.0.0.1:${port}`);
  await once(server, 'request');
  const stopped = stop();
  answer.resolve();
  assert.equal(await (await response).text(), 'late');
  await stopped;
});

test('an answer that its caller still reads is not cut', { timeout: 5000 }, async () => {
  const bytes = 64 * 1024 * 1024;
  const server = createServer((_request, response) => void response.end(Buffer.alloc(bytes)));
  const { port, stop } = await listen(server);
  const agent = new Agent({ keepAlive: true });
  const [answer] = (await once(request({ port, host: '127.0.0.1', agent }).end(), 'response')) as [IncomingMessage];
  const stopped = stop();
  let read = 0;
  for await (const chunk of answer) read += (chunk as Buffer).length;
  assert.equal(read, bytes);
  await stopped;
});

const LONG = 3_600_000;

/** Starts a server whose connections are watched, and a client that keeps one connection. */
async function startKept(listener: RequestListener) {
  const server = createServer(listener);
  const drain = watchKept(server);
  const { port, stop } = await listen(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = async (): Promise<string | undefined> => {
    const [answer] = (await once(request({ port, host: '127.0.0.1', agent }).end(), 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.headers.connection;
  };
  return { server, drain, stop, get, port };
}

describe('requests.stop.drain', () => {
  test('requests.stop.drain: a kept connection gets one more answer, which ends it', { timeout: 5000 }, async () => {
    const { drain, stop, get } = await startKept((_request, response) => void response.end('done'));
    assert.equal(await get(), 'keep-alive');
    const drained = drain(LONG);
    assert.equal(await get(), 'close');
    await drained;
    await stop();
  });

  test('requests.stop.drain: an answer under way says that it ends the connection', { timeout: 5000 }, async () => {
    const answer = Promise.withResolvers<void>();
    const { server, drain, stop, get } = await startKept((_request, response) => void answer.promise.then(() => response.end('late')));
    const connection = get();
    await once(server, 'request');
    await drain(LONG);
    answer.resolve();
    assert.equal(await connection, 'close');
    await stop();
  });

  test('requests.stop.drain: without a kept connection the stop does not wait', { timeout: 5000 }, async () => {
    const { server, drain, stop, port, get } = await startKept(
      (_request, response) => void response.setHeader('connection', 'close').end(),
    );
    assert.equal(await get(), 'close');
    const unused = connect(port, '127.0.0.1');
    await once(server, 'connection');
    await drain(LONG);
    await stop();
    unused.destroy();
  });

  test('requests.stop.drain: a connection that stays idle holds the stop only for the time', { timeout: 5000 }, async () => {
    const { drain, stop, get } = await startKept((_request, response) => void response.end('done'));
    await get();
    await drain(1);
    await stop();
  });
});
