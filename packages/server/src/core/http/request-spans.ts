/** The span of a request. */
import { isForEngines } from '@millrace/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTraceparent, type Span, type Tracing } from '@millrace/wire/tracing';
import { requestedRoute, type ServedRoute } from './request-watch.ts';

type Traced = FastifyRequest & { span?: Span };

/** Makes spans of requests, where tracing is on; for frequent polls only when they belong to a trace. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.on) return;
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
