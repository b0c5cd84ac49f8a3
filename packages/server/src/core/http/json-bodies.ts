/** JSON bodies: all bodies except those of operations that accept text or multipart. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeBody } from './body-text.ts';
import { invalid, malformedJson, type Problem } from '../base/problem.ts';
import type { Endpoint } from './endpoint.ts';
import { repeatedName } from './repeated-names.ts';

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
    void parse(request, text, (error, value) => done(error ? refuseJson(text) : refuseRepeated(request, text), value));
  });
}

/** Refuses a body that has a name twice, for operations that demand unique names. */
function refuseRepeated({ routeOptions }: FastifyRequest, text: string): Problem | null {
  const { operation } = routeOptions.config as { operation?: Endpoint };
  const name = operation?.uniqueNames ? repeatedName(text) : undefined;
  if (name === undefined) return null;
  return invalid('malformed_request', `The body has the name ${JSON.stringify(name)} twice in one object: send each name once.`);
}

function refuseJson(text: string): Problem {
  try {
    JSON.parse(text);
  } catch (cause) {
    return malformedJson('The body', cause);
  }
  return invalid('malformed_request', 'The body has a field __proto__ or constructor.prototype, which no body may have.');
}
