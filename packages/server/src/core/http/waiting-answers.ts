/** The answers of a process whose start waits because its database is a standby: it lives, it is not ready, and it refuses every call. */
import { resolveAlias } from '@millrace/contract';
import { createServer } from '@millrace/wire/node-http';
import { Problem } from '../base/problem.ts';
import { METRICS_TYPE } from '../observability/metrics.ts';
import { listen, type ListenAddress } from './connections.ts';
import type { Feature, Surface } from './feature.ts';
import { pathSurfaces } from './paths.ts';
import { ANSWER_HEADERS, refusalType, refusedPath } from './refuse.ts';
import { requestIdOf } from './request-watch.ts';

/** Seconds after which a refused call may be tried again. */
const RETRY_SECONDS = 2;

/** The reason of the wait: a sentence with its full stop, and the part of readiness that fails. */
export type WaitReason = { part: string; sentence: string };

/**
 * The features by whose paths the form of a refusal is chosen, the form for other paths, the answer to the liveness probe, and, where they are served, the
 * metrics.
 */
type WaitingAnswers = {
  features: readonly Feature[];
  fallbackSurface: Surface;
  alive(): unknown;
  metrics?: (() => Promise<string>) | undefined;
};

/** Listens at an address and answers until it is closed; `reason` is asked at each call. Only metrics need a database; no body is read. */
export async function answerWhileWaiting(
  address: ListenAddress,
  { features, fallbackSurface, alive, metrics }: WaitingAnswers,
  reason: () => WaitReason,
): Promise<{ close(): Promise<void> }> {
  const surfaceAt = pathSurfaces(features, fallbackSurface);
  const server = createServer(async (request, response) => {
    const url = resolveAlias(request.method ?? '', request.url ?? '');
    const path = refusedPath(url).path.replace(/(?<=.)\/$/, '');
    const isProbe = path === '/healthz';
    const text = path === '/metrics' ? await metrics?.() : undefined;
    const surface = surfaceAt(path);
    const requestId = requestIdOf(request);
    const { part, sentence } = reason();
    const message = path === '/readyz' ? sentence : `${sentence} Nothing was changed by this call.`;
    const body = isProbe ? alive() : surface(new Problem(503, 'unavailable', message, part), requestId, refusedPath(path));
    const isServed = isProbe || text !== undefined;
    // The rest of a body is discarded, so that a caller that sends everything first gets the answer.
    request.resume();
    response.writeHead(isServed ? 200 : 503, {
      ...ANSWER_HEADERS,
      'content-type': text === undefined ? refusalType(surface) : METRICS_TYPE,
      'x-request-id': requestId,
      // The next call may find the server itself.
      connection: 'close',
      ...(!isServed && { 'retry-after': String(RETRY_SECONDS) }),
    });
    response.end(text ?? JSON.stringify(body));
  });
  const opened = ({ host, port }: { host: string; port: number }): Promise<string> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve(host)));
  await listen({ listen: opened }, address);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
