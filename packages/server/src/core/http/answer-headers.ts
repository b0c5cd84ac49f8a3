/** Headers of every answer: no cache stores it, because it may be for one caller only, and no browser guesses its type. */
import type { FastifyInstance } from 'fastify';
import { findOperation } from './validation.ts';

/** The headers. An operation may replace them where every caller gets the same answer. */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sets the headers on every answer of a server. */
export const guardAnswers = (app: FastifyInstance): void =>
  void app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });

const JSON_TYPE = 'application/json';
const SCIM_TYPE = 'application/scim+json';

const mediaTypes = new Map<string, string>();

/** Returns the media type of the JSON answers of an operation; without a route, the type of refusals that belong to no operation. */
export function answerType(route: string | undefined): string {
  let known = mediaTypes.get(route ?? '');
  if (known === undefined) {
    const [method = '', path = ''] = route?.split(' ') ?? [];
    const answersScim = route !== undefined && JSON.stringify(findOperation(method, path)['responses']).includes(SCIM_TYPE);
    known = `${answersScim ? SCIM_TYPE : JSON_TYPE}; charset=utf-8`;
    mediaTypes.set(route ?? '', known);
  }
  return known;
}
