/** Bodies of text. A body that is not JSON is read only when the operation needs it, so that a refused call costs no reading. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { invalid, Problem } from '../base/problem.ts';

/** The limits of a body of text. */
export type TextTerms = { types: readonly string[]; maxBytes: number };
/** A body of text with its media type, without parameters; an empty body needs no type. */
export type BodyText = { type: string | undefined; text: string; bytes: number };

/** Reads the text of a body, or refuses its type, its size or its characters. */
export async function bodyText(request: FastifyRequest, { types, maxBytes }: TextTerms): Promise<BodyText> {
  const { type } = mediaType(request.headers['content-type']);
  if (type !== undefined && !types.includes(type)) throw wrongType(types);
  // If the caller states a size that is too large, refuse before the first byte is read.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const bytes = await readAll(request, maxBytes);
  if (bytes.length > 0 && type === undefined) throw wrongType(types);
  return { type, text: decodeBody(bytes, request.headers), bytes: bytes.length };
}

async function readAll({ raw }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  try {
    return await readUpTo(raw.iterator({ destroyOnReturn: false }), maxBytes, () => tooLarge(maxBytes));
  } catch (error) {
    throw error instanceof Problem ? error : invalid('malformed_request', 'The body was cut off.');
  } finally {
    // The rest must be read: a client that sends its whole body before it reads the answer would wait for ever.
    raw.resume();
  }
}

/** Reads all chunks. Fails with the refusal if they have too many bytes. */
export async function readUpTo(chunks: AsyncIterable<Buffer>, maxBytes: number, refusal: () => Error): Promise<Buffer> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw refusal();
    read.push(chunk);
  }
  return Buffer.concat(read, size);
}

/** Decodes a body in the charset of its headers; refuses invalid bytes and compressed bodies. */
export function decodeBody(bytes: Buffer, headers: IncomingHttpHeaders): string {
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw invalid('unsupported_media_type', 'The body is compressed: send it as it is, without the header Content-Encoding.');
  const { charset } = mediaType(headers['content-type']);
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw invalid('unsupported_media_type', 'The charset of the content type is unknown: send UTF-8.');
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid('malformed_request', `The body is no text in ${decoder.encoding}: name its charset in the content type, or send UTF-8.`);
  }
}

function mediaType(header: string | undefined): { type: string | undefined; charset: string } {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((one) => one !== undefined);
  return { type: type.trim().toLowerCase() || undefined, charset: charset ?? 'utf-8' };
}

const wrongType = (types: readonly string[]): Problem =>
  invalid('unsupported_media_type', `The content type of the body must be one of ${types.join(', ')}.`);

const tooLarge = (maxBytes: number): Problem => new Problem(413, 'too_large', `The body is larger than ${maxBytes} bytes.`);

/** The texts and the punctuation of JSON; numbers and words between them need no token. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** An open object with its names so far, or an open list. `expectsName` says whether the next text is a name. */
type Open = { names: Set<string> | undefined; expectsName: boolean };

/**
 * Returns the first name that an object of a valid JSON text has twice; undefined if there is none. Parsers keep only the last value of such a name, so a
 * check after them cannot find it.
 */
export function repeatedName(text: string): string | undefined {
  const open: Open[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), expectsName: true });
    else if (token === '[') open.push({ names: undefined, expectsName: false });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (inner) inner.expectsName = inner.names !== undefined;
    } else if (token === ':') {
      if (inner) inner.expectsName = false;
    } else if (inner?.names && inner.expectsName) {
      const name = JSON.parse(token) as string;
      if (inner.names.has(name)) return name;
      inner.names.add(name);
    }
  }
  return undefined;
}
