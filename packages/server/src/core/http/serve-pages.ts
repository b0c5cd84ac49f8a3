/** Serves pages beside the operations: with the same log, metrics, limits and classification of errors, but with HTML in place of JSON. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { FORM_TYPE } from './bodies.ts';
import { clientOf } from './client-address.ts';
import type { PageAnswer, PageCall, WebPages } from './page.ts';
import { prepareRefusal } from './refuse.ts';
import { headerOf } from './request-call.ts';
import type { ServedRoute } from './request-watch.ts';

/** Forms have a few short fields. */
const FORM_BYTES = 16 * 1024;

/** Adds the pages of a feature to a server. */
export function servePages(app: FastifyInstance, platform: Platform, { routes, refuse }: WebPages): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) => done(null, body));
    // Any other body counts as an empty form.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, _body, done) => done(null, ''));
    for (const { route, run } of routes) {
      const [method = '', url = ''] = route.split(' ');
      const operation: ServedRoute = { route, allow: 'public', transaction: 'none' };
      scope.route({
        method,
        url,
        // A page may store something for its form.
        exposeHeadRoute: false,
        config: { operation },
        errorHandler: (error, request, reply) =>
          send(reply, refuse(prepareRefusal(error, {}, request, reply), request.id, headerOf(request))),
        handler: async (request, reply) => send(reply, await run(callOf(platform, request))),
      });
    }
  });
}

const callOf = (platform: Platform, request: FastifyRequest): PageCall => ({
  ...platform,
  // Log lines of the page contain the id of the request.
  log: request.log as unknown as PageCall['log'],
  now: now(),
  query: new URLSearchParams(request.url.replace(/^[^?]*\??/, '')),
  form: new URLSearchParams((request.body as string | undefined) ?? ''),
  header: headerOf(request),
  client: clientOf(request),
  requestId: request.id,
});

function send(reply: FastifyReply, { status, html, headers = {} }: PageAnswer): FastifyReply {
  reply.code(status).headers(headers);
  return html === undefined ? reply.send() : reply.type('text/html; charset=utf-8').send(html);
}
