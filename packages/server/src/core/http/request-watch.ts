/** What is noted of each request once its answer is out: how long it took, by the route it meant, as a number and as a line of the log. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { newId } from '../base/id.ts';
import { histogram, type Series } from '../observability/metrics.ts';
import type { RequestLog } from '../platform/config.ts';
import type { Platform } from '../platform/platform.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const durations = histogram(
  'millrace_http_request_duration_seconds',
  'How long requests took, by the route of the contract and the class of the status; aborted: the caller left first.',
  SECONDS,
  'method',
  'route',
  'status',
);

/** What is counted of requests. */
export const requestMeasures = [durations];

const CLASSES = ['aborted', '1xx', '2xx', '3xx', '4xx', '5xx'];
/** The least class that counts as failed. */
const REFUSED = 4;
/** Ids of proxies and of other programs: UUIDs, hexadecimal numbers and the like. Nothing that could pass for another field of a line. */
const FOREIGN_ID = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * The id of a request: the one that it brings where that looks like one, so that a call can be followed from the outside in.
 * @rule requests.answer.request-id
 */
export function requestIdOf({ headers }: IncomingMessage): string {
  const brought = headers['x-request-id'];
  return typeof brought === 'string' && FOREIGN_ID.test(brought) ? brought : newId();
}

/** Notes what no hook sees: a request whose path cannot be read, once its answer is out, and a refusal of what is no request. */
export type RequestWatch = { note(request: FastifyRequest, reply: FastifyReply): void; noteRaw(requestId: string, status: number): void };

/** Notes every request of a server, and tells its caller the id under which it is noted. */
export function watchRequests(app: FastifyInstance, platform: Pick<Platform, 'metrics' | 'log'>, log: RequestLog): RequestWatch {
  const { metrics } = platform;
  /** By route and class; made at the first request of its kind, so that noting costs two look-ups. */
  const known = new Map<Endpoint | undefined, (Series | undefined)[]>();
  const seriesOf = (operation: Endpoint | undefined, status: number): Series => {
    let classes = known.get(operation);
    if (!classes) known.set(operation, (classes = []));
    return (classes[status] ??= metrics.series(durations, ...(operation?.route.split(' ') ?? ['', 'other']), CLASSES[status] ?? ''));
  };
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  const note = (request: FastifyRequest, reply: FastifyReply): void => {
    const status = classOf(reply);
    const operation = requestedEndpoint(request);
    const duration = reply.elapsedTime;
    seriesOf(operation, status).observe(duration / 1000);
    if (log === 'all' || (log === 'failed' && status >= REFUSED)) {
      // Never the path: some of them are secrets, and what nobody serves may be anything.
      const route = operation?.route ?? 'other';
      request.log.info(
        { route, status: reply.statusCode, duration: Math.round(duration * 10) / 10, ...(status === 0 && { aborted: true }) },
        'request',
      );
    }
  };
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply);
    done();
  });
  return {
    note,
    noteRaw: (requestId, status) => {
      if (log !== 'none') platform.log.info({ requestId, route: 'other', status }, 'request');
    },
  };
}

/** The operation that a request means. */
export const requestedEndpoint = (request: FastifyRequest): Endpoint | undefined =>
  (request.routeOptions.config as { operation?: Endpoint }).operation;

const classOf = (reply: FastifyReply): number => (reply.raw.writableFinished ? Math.trunc(reply.statusCode / 100) : 0);
