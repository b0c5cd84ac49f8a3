/** Headers of every answer: no cache stores it, because it may be for one caller only, and no browser guesses its type. */
import type { FastifyInstance } from 'fastify';

/** The headers. An operation may replace them where every caller gets the same answer. */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sets the headers on every answer of a server. */
export const guardAnswers = (app: FastifyInstance): void =>
  void app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });
