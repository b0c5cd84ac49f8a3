/**
 * Serves the pods of an agent: bundles and resources from its cache, where each token gives access to the content of one run; and orders to waiting
 * pods.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createServer } from '@millrace/wire/node-http';
import type { BundleCache } from '../bundles/cache.ts';
import { messageOf } from '../program/own-log.ts';
import { HOLD_MILLISECONDS } from './pod-order.ts';
import { tokenDigest } from './run-objects.ts';

/** The server; `allow` gives the holder of a token some content, until the returned function is called. */
export type ContentServer = {
  port: number;
  allow: (digest: string, hashes: readonly string[]) => () => void;
  /** Call it when all runs are adopted. Before, an unknown token may belong to one of them, so the answer is 503 in place of 401. */
  ready: () => void;
  close: () => Promise<void>;
};

const ROUTE = /^\/content\/([0-9a-f]{64})$/;
const ORDER_ROUTE = /^\/orders\/([a-z0-9-]{1,63})$/;

/** Starts to listen: pods fetch the content and the orders that they may have by their tokens. Throws if the port is taken. */
export async function openContentServer(
  cache: Pick<BundleCache, 'use'>,
  orders: OrderServer,
  port: number,
  signal: AbortSignal,
): Promise<ContentServer> {
  const allowed = new Map<string, ReadonlySet<string>>();
  let isReady = false;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, text: string): void => void response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    if (request.url === '/healthz') return say(200, 'ok');
    const podName = ORDER_ROUTE.exec(request.url ?? '')?.[1];
    if (podName !== undefined) return isReady ? orders.serve(podName, request, response) : say(503, 'The agent is starting');
    const hash = ROUTE.exec(request.url ?? '')?.[1];
    if (request.method !== 'GET' || hash === undefined) return say(404, 'There is nothing at this address');
    const hashes = allowed.get(bearerDigest(request));
    if (!hashes) return isReady ? say(401, 'The token is not that of a run') : say(503, 'The agent is starting');
    if (!hashes.has(hash)) return say(404, 'The run does not need this content');
    let cached;
    try {
      cached = await cache.use(hash, signal);
    } catch (error) {
      return say(502, messageOf(error));
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

/** A pod that may ask for its order. `call` is its open call, `order` its encrypted order. */
type PodEntry = { digest: string; asked: (() => void) | undefined; call?: ServerResponse; order?: Buffer };

/** The digest of the token of a request. */
const bearerDigest = ({ headers }: IncomingMessage): string => tokenDigest(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');

/** Gives waiting pods their orders: the part of the content server that they call. */
export class OrderServer {
  readonly #pods = new Map<string, PodEntry>();

  /** Lets the pod whose token has a digest ask for its order, until the returned function is called. `asked` is called at its first call. */
  expect(name: string, digest: string, asked?: () => void): () => void {
    const pod: PodEntry = { digest, asked };
    this.#pods.set(name, pod);
    return () => {
      this.#pods.delete(name);
      answer(pod.call, 410, 'it is not needed any more');
    };
  }

  /** Whether a pod asks now. */
  isAsking(name: string): boolean {
    return this.#pods.get(name)?.call !== undefined;
  }

  /** Gives a pod its order. It gets the same one again if it asks again. */
  give(name: string, order: Buffer): void {
    const pod = this.#pods.get(name);
    if (!pod) return;
    pod.order = order;
    answer(pod.call, 200, order);
  }

  /** Answers a pod with its order, or without one after `HOLD_MILLISECONDS`; then the pod asks again. */
  serve(name: string, request: IncomingMessage, response: ServerResponse): void {
    const pod = this.#pods.get(name);
    if (!pod) return answer(response, 410, 'an earlier program of the agent may have had one');
    if (pod.digest !== bearerDigest(request)) return answer(response, 401, 'the token is not that of the pod');
    if (pod.order) return answer(response, 200, pod.order);
    // A later call takes the place of an earlier one, whose connection the pod has lost.
    pod.call?.destroy();
    pod.call = response;
    pod.asked?.();
    pod.asked = undefined;
    const timer = setTimeout(() => answer(response, 204), HOLD_MILLISECONDS);
    response.on('close', () => {
      clearTimeout(timer);
      if (pod.call === response) delete pod.call;
    });
  }
}

function answer(response: ServerResponse | undefined, status: number, content?: string | Buffer): void {
  if (response && !response.headersSent) response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(content);
}
