import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { BundleCache } from '../bundles/cache.ts';
import { messageOf } from '../program/own-log.ts';
import { bearerDigest, type OrderServer } from './order-server.ts';

/*
 * Serves the pods of an agent: bundles and resources from its cache, where each token gives access to the content of one run; and orders to waiting
 * pods.
 */

/** The server; `allow` gives the holder of a token some content, until the returned function is called. */
export type ContentServer = {
  port: number;
  allow: (digest: string, hashes: readonly string[]) => () => void;
  /** Until this is called, an unknown token may belong to a run that is not adopted yet. */
  ready: () => void;
  close: () => Promise<void>;
};

const ROUTE = /^\/content\/([0-9a-f]{64})$/;
const ORDER_ROUTE = /^\/orders\/([a-z0-9-]{1,63})$/;

/** Starts to listen. */
export async function openContentServer(
  cache: Pick<BundleCache, 'use'>,
  orders: OrderServer,
  port: number,
  signal: AbortSignal,
): Promise<ContentServer> {
  const allowed = new Map<string, ReadonlySet<string>>();
  let isReady = false;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, text: string): void => void response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    if (request.url === '/healthz') return answer(200, 'ok');
    const podName = ORDER_ROUTE.exec(request.url ?? '')?.[1];
    if (podName !== undefined) return isReady ? orders.serve(podName, request, response) : answer(503, 'The agent is starting');
    const hash = ROUTE.exec(request.url ?? '')?.[1];
    if (request.method !== 'GET' || hash === undefined) return answer(404, 'There is nothing at this address');
    const hashes = allowed.get(bearerDigest(request));
    if (!hashes) return isReady ? answer(401, 'The token is not that of a run') : answer(503, 'The agent is starting');
    if (!hashes.has(hash)) return answer(404, 'The run does not need this content');
    let cached;
    try {
      cached = await cache.use(hash, signal);
    } catch (error) {
      return answer(502, messageOf(error));
    }
    try {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      await pipeline(createReadStream(cached.path), response);
    } catch {
      // The pod has ended, or asks again.
    } finally {
      cached.release();
    }
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  server.listen(port);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    allow(digest, hashes) {
      allowed.set(digest, new Set(hashes));
      return () => void allowed.delete(digest);
    },
    ready: () => void (isReady = true),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
