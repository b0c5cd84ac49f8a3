/** Reads the bodies of requests: JSON, forms, and the parts of a multipart body, which are streamed. */
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, malformedJson, Problem } from '../base/problem.ts';
import { decodeBody, readUpTo, repeatedName } from './body-text.ts';
import type { BodyPart, Endpoint } from './endpoint.ts';

/** More parts than any operation reads. */
const MAX_PARTS = 20;

/** Yields the parts. A malformed or incomplete body is refused; it is no fault of the server. */
export async function* bodyParts(request: FastifyRequest, limits: { fileBytes: number; textBytes: number }): AsyncGenerator<BodyPart> {
  try {
    const parts = request.parts({ isPartAFile, limits: { fileSize: limits.fileBytes, fieldSize: limits.textBytes, parts: MAX_PARTS } });
    for await (const part of parts) {
      if (part.type === 'file') yield { name: part.fieldname, file: contentOf(part, limits.fileBytes), fileName: part.filename };
      else if (part.valueTruncated) throw tooLarge(part.fieldname, limits.textBytes);
      else yield { name: part.fieldname, text: String(part.value) };
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    // The rest must be read: a client that sends its whole body before it reads the answer would wait for ever.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** The text of a part, whether it was sent as a field or, as many clients send JSON, as a file. Refuses a longer one. */
export async function readPartText(part: BodyPart, maxBytes: number): Promise<string> {
  if ('text' in part) return part.text;
  return (await readUpTo(part.file, maxBytes, () => tooLarge(part.name, maxBytes))).toString('utf8');
}

/** JSON counts as a file: the library would parse a JSON field and report its errors only after the whole body. */
const isPartAFile = (_name: string | undefined, contentType: string | undefined, fileName: string | undefined): boolean =>
  fileName !== undefined || contentType === 'application/octet-stream' || contentType === 'application/json';

/** The content of a file part. It ends with a refusal at the limit, and at any other error of the body. */
function contentOf({ fieldname, file }: MultipartFile, maxBytes: number): Readable {
  file.once('limit', () => file.destroy(tooLarge(fieldname, maxBytes)));
  return Readable.from(refusing({ fieldname, file }, maxBytes), { objectMode: false });
}

async function* refusing({ fieldname, file }: Pick<MultipartFile, 'fieldname' | 'file'>, maxBytes: number): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
    // A small file can reach its limit before the listener exists.
    if (file.truncated) throw tooLarge(fieldname, maxBytes);
  } catch (error) {
    throw error instanceof Problem ? error : cutOff(error);
  }
}

const tooLarge = (name: string, bytes: number): Problem =>
  new Problem(413, 'too_large', `The part '${name}' is larger than ${bytes} bytes.`);

const cutOff = (error: unknown): Problem =>
  invalid('malformed_request', `The multipart body is broken or was cut off: ${(error as Error).message}`);

function refusalOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const broken = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || (statusCode ?? 500) < 500;
  return broken || /multipart|unexpected end|part/i.test(error.message) ? cutOff(error) : error;
}

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
    void parse(request, text, (error, value) => done(error ? jsonFault(text) : repeatedNameFault(request, text), value));
  });
}

/** Returns the refusal of a body that has a name twice, for operations that demand unique names; null for other bodies. */
function repeatedNameFault({ routeOptions }: FastifyRequest, text: string): Problem | null {
  const { operation } = routeOptions.config as { operation?: Endpoint };
  const name = operation?.uniqueNames ? repeatedName(text) : undefined;
  if (name === undefined) return null;
  return invalid('malformed_request', `The body has the name ${JSON.stringify(name)} twice in one object: send each name once.`);
}

/** Returns the refusal of a body that the parser did not accept. */
function jsonFault(text: string): Problem {
  try {
    JSON.parse(text);
  } catch (cause) {
    return malformedJson('The body', cause);
  }
  return invalid('malformed_request', 'The body has a field __proto__ or constructor.prototype, which no body may have.');
}
