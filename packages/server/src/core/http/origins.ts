/** Calls by pages of other origins (CORS): a browser lets a page read an answer only if the answer names the origin of the page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Headers of answers that programs read, beside those that every page may read. */
const EXPOSED =
  'content-disposition, location, retry-after, www-authenticate, x-log-next-request-end-time, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'authorization, content-type, accept, traceparent, x-request-id, service-confirm-delete, qlik-confirm-delete, service-version, talend-version, qlik-api-version';
const PREFLIGHT_SECONDS = '600';

/**
 * Answers pages of allowed origins. Such a page sends a token, and never the cookies of a person: no answer allows credentials.
 * Added before the hooks that refuse, so that a page can read refusals, too.
 */
export function answerOrigins(app: FastifyInstance, isAllowed: (origin: string) => Promise<boolean>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || isForOwnPages(request)) return done();
    void isAllowed(origin).then((allowed) => {
      if (!allowed) return done();
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
      return isPreflight(request) ? void answerPreflight(reply) : done();
    }, done);
  });
}

const isForOwnPages = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { operation?: { ownPagesOnly?: boolean } }).operation?.ownPagesOnly === true;

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const answerPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send();
