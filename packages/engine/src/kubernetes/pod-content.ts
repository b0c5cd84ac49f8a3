/** Fetches bundles and resources from the cache of the agent, over HTTP within the cluster. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { BundleCache } from '../bundles/cache.ts';
import { send } from '../control-plane/http.ts';
import { DeployFault } from '../program/faults.ts';
import { messageOf } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { bearerDigest, type OrderServer } from './order-server.ts';
import type { PodOrder } from './pod-order.ts';

/** The time for which a pod tries to reach the agent: longer than an agent needs to start again. */
const GIVE_UP_MILLISECONDS = 60_000;
/** Once connected, the agent may first download the content itself. */
const ANSWER_MILLISECONDS = 600_000;

/** Fetches content by its SHA-256. Rejects with a `DeployFault` when the agent refuses it, or cannot be reached for a minute. */
export async function fetchContent(
  { url, token }: PodOrder['content'],
  hash: string,
  signal: AbortSignal,
  giveUpMilliseconds = GIVE_UP_MILLISECONDS,
): Promise<ReadableStream<Uint8Array>> {
  const until = performance.now() + giveUpMilliseconds;
  const backoff = new Backoff();
  for (;;) {
    const answer = await ask(`${url}/content/${hash}`, token, signal);
    if (typeof answer !== 'string' && answer.ok && answer.body) return answer.body;
    signal.throwIfAborted();
    const reason = typeof answer === 'string' ? answer : await reasonOf(answer);
    // An agent that was started again knows the token only after it has adopted its runs.
    const isFinal = typeof answer !== 'string' && answer.status !== 503 && answer.status !== 401;
    if (isFinal || performance.now() > until)
      throw new DeployFault('BUNDLE_UNAVAILABLE', `The pod could not fetch content from the agent of its environment at ${url}: ${reason}`);
    await sleepUnlessAborted(backoff.next(), signal);
  }
}

/** Returns the answer, or the reason why there is none. */
async function ask(address: string, token: string, signal: AbortSignal): Promise<Awaited<ReturnType<typeof send>> | string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]);
  try {
    return await send(address, { headers: { authorization: `Bearer ${token}` }, signal: limit });
  } catch (error) {
    return messageOf(error);
  }
}

async function reasonOf(answer: Pick<Response, 'status' | 'text'>): Promise<string> {
  const text = await answer.text().catch(() => '');
  return `it answered ${answer.status}${text === '' ? '' : `, ${text.trim().slice(0, 1000)}`}`;
}

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
