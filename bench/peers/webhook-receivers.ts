/**
 * Receivers of P9: an HTTPS server whose paths are endpoints. `/ok/…` answers at once, `/slow/…` after ten seconds. It records the
 * delay of each request of `/ok/…`, from the time of its event, which the body contains.
 */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificate, certificateKey } from '../../packages/server/test/support/certificate.ts';
import { serve } from './serve.ts';

/** A question to the receivers: their port, to forget all requests, the number of requests, or their delays. */
export type ReceiverQuestion = 'port' | 'forget' | 'count' | 'delays';

const SLOW_MILLISECONDS = 10_000;
const ids = new Set<string>();
const delays: number[] = [];
let last = 0;

const server = createServer({ cert: certificate, key: certificateKey, keepAlive: true }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url?.startsWith('/slow')) return void setTimeout(() => response.writeHead(204).end(), SLOW_MILLISECONDS);
    response.writeHead(204).end();
    const event = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; time: string };
    if (ids.has(event.id)) return;
    ids.add(event.id);
    last = Date.now();
    delays.push(last - Date.parse(event.time));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');

serve<ReceiverQuestion>({
  answer: async (question) => {
    if (question === 'port') return (server.address() as AddressInfo).port;
    if (question === 'count') return { count: delays.length, last };
    if (question === 'delays') return delays.toSorted((a, b) => a - b);
    ids.clear();
    delays.length = 0;
    return 0;
  },
  stop: async () => server.closeAllConnections(),
});
