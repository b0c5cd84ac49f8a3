/** Headers that every answer has: no cache keeps what is for one caller only, and no browser guesses at the type of an answer. */
import type { FastifyInstance } from 'fastify';

/** The headers; an operation may set others where an answer is for everybody. */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sets the headers on every answer of a server. */
export const guardAnswers = (app: FastifyInstance): void =>
  void app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });
