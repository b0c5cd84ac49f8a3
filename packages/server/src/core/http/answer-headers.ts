/** Headers of every answer: no cache stores it, because it may be for one caller only, and no browser guesses its type. */
import type { FastifyInstance } from 'fastify';
import { requestedRoute } from './request-watch.ts';
import { findOperation } from './validation.ts';

/** The headers. An operation may replace them where every caller gets the same answer. */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sets the headers on every answer of a server, and the media type of answers whose contract has another JSON than `application/json`. */
export function guardAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const served = requestedRoute(request);
    const type = String(reply.getHeader('content-type') ?? '');
    if (served && type.startsWith('application/json') && answersScim(served.route))
      reply.header('content-type', type.replace('application/json', SCIM_JSON));
    done();
  });
}

const SCIM_JSON = 'application/scim+json';
const scimRoutes = new Map<string, boolean>();

function answersScim(route: string): boolean {
  let known = scimRoutes.get(route);
  if (known === undefined) {
    const [method = '', path = ''] = route.split(' ');
    known = JSON.stringify(findOperation(method, path)['responses']).includes(SCIM_JSON);
    scimRoutes.set(route, known);
  }
  return known;
}
