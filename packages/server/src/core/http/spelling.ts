/**
 * How answers spell the words that the published product writes in another way (`VENDOR_WORDS`). A caller that uses one spelling hears it. To other
 * callers, each object answers as it was written.
 */
import type { FastifyRequest } from 'fastify';
import { neutralWord, replaceWords, vendorWord, vendorWordsIn } from '@millrace/contract';
import type { AnyActor } from '../../identity/actor.ts';
import { at, findOperation, jsonSchemaOf } from './validation.ts';

type Json = Record<string, unknown>;
type Spell = (word: string) => string;
type Heard = FastifyRequest & { vendorWords?: ReadonlySet<string>; caller?: AnyActor | undefined };

/** Notes which words of a request have the spelling of the published product, before the check of its body replaces them. */
export const noteVendorWords = (request: FastifyRequest): void => {
  (request as Heard).vendorWords = vendorWordsIn([request.query, request.body]);
};

const NONE: ReadonlySet<string> = new Set();

/** Returns the words of a request, in our spelling, that it has in that of the published product. */
export const vendorWordsOf = (request: FastifyRequest): ReadonlySet<string> => (request as Heard).vendorWords ?? NONE;

const VENDOR_NAME = /^(?:qlik|talend)-|^(?:tqlQuery|talendVersion)$/;
const OUR_NAME = /^service-version$|^(?:serviceQlQuery|serviceVersion)$/;

/**
 * Returns the function that spells words for a caller: by the names of its headers and parameters, by the words of its query, or by the words with
 * which its account was created. Undefined if it uses neither spelling.
 * @rule requests.words.caller
 * @rule requests.words.account
 */
function spellingFor(request: FastifyRequest): Spell | undefined {
  const { caller, headers } = request as Heard;
  const query = (request.query ?? {}) as Json;
  const names = [...Object.keys(headers), ...Object.keys(query)];
  if (names.some((name) => VENDOR_NAME.test(name)) || vendorWordsIn(query).size > 0) return vendorWord;
  if (names.some((name) => OUR_NAME.test(name))) return neutralWord;
  return caller && 'login' in caller && caller.usesVendorWords ? vendorWord : undefined;
}

/**
 * Spells the words of a refusal for its caller, who also hears those of its body again.
 * @rule requests.words.refusal
 */
export function spellRefusal(request: FastifyRequest, text: string): string {
  const words = vendorWordsOf(request);
  const spell = spellingFor(request) ?? (words.size > 0 ? (word: string) => (words.has(word) ? vendorWord(word) : word) : undefined);
  return spell ? replaceWords(text, spell) : text;
}

/** Spells the words of an answer for its caller. */
type AnswerSpelling = (request: FastifyRequest, status: number, body: unknown) => unknown;

const spellings = new Map<string, AnswerSpelling | undefined>();

/**
 * Returns the function that spells the words of the answers of an operation for its caller; undefined if the operation knows no such words. Made at the
 * first use, as the checks of requests.
 */
export function answerSpelling(route: string): AnswerSpelling | undefined {
  if (!spellings.has(route)) spellings.set(route, makeSpelling(route));
  return spellings.get(route);
}

function makeSpelling(route: string): AnswerSpelling | undefined {
  const [method = '', path = ''] = route.split(' ');
  const operation = findOperation(method, path);
  if (!hasWords(operation)) return undefined;
  const responses = operation['responses'] as Record<string, Json>;
  return (request, status, body) => {
    const spell = spellingFor(request);
    return spell ? spelled(body, jsonSchemaOf(responses[status] ?? {}), spell) : body;
  };
}

/** Returns whether a part of the contract has words with two spellings. */
function hasWords(part: unknown, seen = new Set<unknown>()): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false;
  seen.add(part);
  return Object.entries(part).some(([key, value]) =>
    key === '$ref' ? hasWords(at(value as string), seen) : key === 'x-vendor-words' || hasWords(value, seen),
  );
}

/** Copies a value with its words spelled; its schema marks them by `x-vendor-words`. */
function spelled(value: unknown, schema: Json | undefined, spell: Spell): unknown {
  if (!schema) return value;
  if (typeof schema['$ref'] === 'string') return spelled(value, at(schema['$ref']) as Json, spell);
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (schema[name] as Json[] | undefined) ?? []);
  const whole = combined.reduce((part, one) => spelled(part, one, spell), value);
  if (typeof whole === 'string') return 'x-vendor-words' in schema ? replaceWords(whole, spell) : whole;
  if (Array.isArray(whole)) return whole.map((item) => spelled(item, schema['items'] as Json | undefined, spell));
  if (typeof whole !== 'object' || whole === null) return whole;
  const { properties = {}, additionalProperties: others } = schema as { properties?: Record<string, Json>; additionalProperties?: unknown };
  const schemaOf = (name: string): Json | undefined => properties[name] ?? (typeof others === 'object' ? (others as Json) : undefined);
  return Object.fromEntries(Object.entries(whole).map(([name, field]) => [name, spelled(field, schemaOf(name), spell)]));
}

/** Accepts parameters of a query under the names of the published product, too. */
export function acceptVendorNames(query: Json): void {
  for (const name of Object.keys(query)) query[neutralWord(name)] ??= query[name];
}
