/** A proxy in front of a real server that causes network failures: it refuses calls, and drops calls or answers. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** The fault of a call: an answer of the proxy, no answer although the server got the call, or no answer on a connection that stays open. */
export type Fault = { status: number; retryAfter?: string } | 'answer dropped' | 'never answered';

/** The proxy: its address, the calls that arrived as `METHOD /path`, and the faults of the next calls, in order. */
export type FaultyProxy = { url: string; calls: string[]; faults: Fault[] };

/** Starts the proxy. It ends with the test file. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { url: '', calls: [], faults: [] };
  const server = createServer((request, response) => void pass(target, proxy, request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function pass(target: string, proxy: FaultyProxy, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  proxy.calls.push(`${method} ${url}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const fault = proxy.faults.shift();
  if (typeof fault === 'object') {
    response.writeHead(fault.status, fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }).end('Busy');
    return;
  }
  if (fault === 'never answered') return;
  const type = request.headers['content-type'];
  const answer = await fetch(target + url, {
    method,
    headers: { authorization: request.headers.authorization ?? '', ...(type !== undefined && { 'content-type': type }) },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  if (fault === 'answer dropped') response.destroy();
  else response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(body);
}
