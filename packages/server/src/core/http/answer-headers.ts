/** Headers of every answer: no cache stores it, because it may be for one caller only, and no browser guesses its type. */
import type { FastifyInstance } from 'fastify';
import type { Surface } from './feature.ts';
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

/** Returns the media type of the JSON answers of an operation. */
export function answerType(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  const answersScim = JSON.stringify(findOperation(method, path)['responses']).includes(SCIM_TYPE);
  return withCharset(answersScim ? SCIM_TYPE : JSON_TYPE);
}

/** Returns the media type of the refusals of a part of the API, also those that belong to no operation. */
export const refusalType = ({ mediaType = JSON_TYPE }: Surface): string => withCharset(mediaType);

const withCharset = (type: string): string => `${type}; charset=utf-8`;
