/** JSON bodies: all bodies except those of operations that accept text or multipart. */
import type { FastifyInstance } from 'fastify';
import { decodeBody } from './body-text.ts';
import { invalid, malformedJson, type Problem } from '../base/problem.ts';

/**
 * Accepts JSON bodies on all routes. An empty body counts as no body, also with a content type.
 * @rule requests.body.empty
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/([\w.-]+\+)?json/, { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decodeBody(bytes as Buffer, request.headers);
    } catch (error) {
      return done(error as Error);
    }
    void parse(request, text, (error, value) => done(error && refuseJson(text), value));
  });
}

function refuseJson(text: string): Problem {
  try {
    JSON.parse(text);
  } catch (cause) {
    return malformedJson('The body', cause);
  }
  return invalid('malformed_request', 'The body has a field __proto__ or constructor.prototype, which no body may have.');
}
