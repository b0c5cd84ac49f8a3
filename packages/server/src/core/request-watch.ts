/** What is noted of each request once its answer is out: how long it took, by the route it meant. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { histogram, type Metrics, type Series } from './metrics.ts';

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

/** Notes every request of a server. */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  /** By route and class; made at the first request of its kind, so that noting costs two look-ups. */
  const known = new Map<Endpoint | undefined, (Series | undefined)[]>();
  const seriesOf = (operation: Endpoint | undefined, status: number): Series => {
    let classes = known.get(operation);
    if (!classes) known.set(operation, (classes = []));
    return (classes[status] ??= metrics.series(durations, ...(operation?.route.split(' ') ?? ['', 'other']), CLASSES[status] ?? ''));
  };
  app.addHook('onResponse', (request, reply, done) => {
    seriesOf(operationOf(request), classOf(reply)).observe(reply.elapsedTime / 1000);
    done();
  });
}

const operationOf = (request: FastifyRequest): Endpoint | undefined => (request.routeOptions.config as { operation?: Endpoint }).operation;

const classOf = (reply: FastifyReply): number => (reply.raw.writableFinished ? Math.trunc(reply.statusCode / 100) : 0);
