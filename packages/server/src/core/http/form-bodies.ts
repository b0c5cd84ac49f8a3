/** Bodies of forms, for operations whose contract lists them: an object with a text for each field, like a JSON body. */
import type { FastifyInstance } from 'fastify';
import { decodeBody } from './body-text.ts';
import { invalid } from '../base/problem.ts';

/** The media type of forms. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Accepts bodies of forms on the routes of a scope. */
export const acceptForms = (scope: FastifyInstance): void =>
  void scope.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, fieldsOfForm(decodeBody(bytes as Buffer, request.headers)));
    } catch (error) {
      done(error as Error);
    }
  });

/**
 * Reads the fields of a form. An empty field counts as absent, and no field may occur twice (RFC 6749, section 3.2).
 * @rule requests.body.form
 */
function fieldsOfForm(text: string): Record<string, string> {
  const form = new URLSearchParams(text);
  const names = [...form.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid('malformed_request', `The form has the field '${twice.slice(0, 100)}' more than once.`);
  return Object.fromEntries([...form].filter(([, value]) => value !== ''));
}
