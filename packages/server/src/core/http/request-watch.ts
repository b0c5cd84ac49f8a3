/** Metrics, log lines and spans of requests: after each answer, its duration by route. */
import type { IncomingMessage } from 'node:http';
import { isForEngines } from '@millrace/contract';
import { readTraceparent, type Span, type Tracing } from '@millrace/wire/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../base/id.ts';
import { histogram, type Series } from '../observability/metrics.ts';
import type { Platform } from '../platform/platform.ts';
import type { Endpoint } from './endpoint.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const durations = histogram(
  'millrace_http_request_duration_seconds',
  'Duration of requests, by the route of the contract and the class of the status; aborted: the caller disconnected first.',
  SECONDS,
  'method',
  'route',
  'status',
);

/** The metrics of requests. */
export const requestMetrics = [durations];

const CLASSES = ['aborted', '1xx', '2xx', '3xx', '4xx', '5xx'];
/** The lowest class of statuses that counts as failed. */
const REFUSED = 4;
/** Ids of proxies and other programs: UUIDs, hexadecimal numbers and the like. A character that could look like another field of a log line is refused. */
const FOREIGN_ID = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * The id of a request: the valid one that it contains, so that a call can be followed from its origin, or else a new one.
 * @rule requests.answer.request-id
 */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && FOREIGN_ID.test(sent) ? sent : newId();
}

/** The operation or page of a request, as far as it is known. */
export type ServedRoute = Pick<Endpoint, 'allow' | 'transaction'> & { route: string };

/** Records the cases for which no hook runs: an answered request whose path is malformed, and the refusal of bytes that are no request. */
type RequestWatch = { note(request: FastifyRequest, reply: FastifyReply): void; noteRaw(requestId: string, status: number): void };

/** Records every request of a server, and returns its id to the caller. */
export function watchRequests(app: FastifyInstance, platform: Pick<Platform, 'metrics' | 'log'>, log: RequestLog): RequestWatch {
  const { metrics } = platform;
  /** By route and status class; created at the first request of its kind, so that recording costs two look-ups. */
  const known = new Map<ServedRoute | undefined, (Series | undefined)[]>();
  const seriesOf = (operation: ServedRoute | undefined, status: number): Series => {
    let classes = known.get(operation);
    if (!classes) known.set(operation, (classes = []));
    return (classes[status] ??= metrics.series(durations, ...(operation?.route.split(' ') ?? ['', 'other']), CLASSES[status] ?? ''));
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  const note = (request: FastifyRequest, reply: FastifyReply): void => {
    const status = classOf(reply);
    const operation = requestedRoute(request);
    const duration = reply.elapsedTime;
    seriesOf(operation, status).observe(duration / 1000);
    if (log === 'all' || (log === 'failed' && status >= REFUSED)) {
      // Never the path: some paths contain secrets, and an unknown path may contain anything.
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

/** The operation or page of a request; undefined for an unknown route. */
export const requestedRoute = (request: FastifyRequest): ServedRoute | undefined =>
  (request.routeOptions.config as { operation?: ServedRoute }).operation;

/** The class of the status of an answer, from 1 to 5; 0 if the caller disconnected first. */
const classOf = (reply: FastifyReply): number => (reply.raw.writableFinished ? Math.trunc(reply.statusCode / 100) : 0);

type Traced = FastifyRequest & { span?: Span };

/** Makes spans of requests, where tracing is on; for frequent polls only when they belong to a trace. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = requestedRoute(request);
    const parent = readTraceparent(request.headers['traceparent']);
    if (operation && (parent !== undefined || !isFrequentPoll(operation))) {
      const [method = '', route = ''] = operation.route.split(' ');
      const attributes = { 'http.request.method': method, 'http.route': route, 'millrace.request_id': request.id };
      (request as Traced).span = tracing.span(operation.route, { parent, kind: 'server', attributes });
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request as Traced;
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? 'failed' : undefined);
    done();
  });
}

/** Frequent polls: of engines, and of monitoring. */
const isFrequentPoll = ({ allow, route }: ServedRoute): boolean => isForEngines(allow) || (allow === 'public' && route.startsWith('GET '));

/** The trace context for work that a request causes: its own span, or the context that it contains. */
export const traceparentOf = (request: FastifyRequest): string | undefined =>
  (request as Traced).span?.traceparent ?? readTraceparent(request.headers['traceparent']);

/** The requests that get a line in the log: all, those that were refused or failed, or none. */
export type RequestLog = 'all' | 'failed' | 'none';
