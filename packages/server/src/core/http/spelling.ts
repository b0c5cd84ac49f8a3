/**
 * How answers spell the words that the published product writes in another way (`VENDOR_WORDS`). A caller that uses one spelling gets answers in it. Other
 * callers get each object as it was written.
 */
import type { FastifyRequest } from 'fastify';
import { neutralWord, replaceWords, vendorWord, wordsSentAsTheirs, type WordsSent } from '@millrace/contract';
import type { AnyActor } from '../../identity/actor.ts';
import { bodySchemaOf, findOperation, jsonSchemaOf, resolveReference } from './validation.ts';

type Json = Record<string, unknown>;
type Spell = (word: string) => string;
type SpelledRequest = FastifyRequest & { wordsSent?: Pick<WordsSent, 'asTheirs' | 'asOurs'>; caller?: AnyActor | undefined };

/**
 * Notes how a request spells words, before the check of its body replaces them: in its query, and in the fields of its body that have such words.
 * @rule requests.words.fields
 */
export function noteWords(request: FastifyRequest, route: string): void {
  const asTheirs = wordsSentAsTheirs(request.query);
  const asOurs = new Set<string>();
  spelled(request.body, bodySchemaOf(route), (word) => {
    const own = neutralWord(word);
    (own === word ? asOurs : asTheirs).add(own);
    return word;
  });
  (request as SpelledRequest).wordsSent = { asTheirs, asOurs };
}

/** Returns the words that a request writes. */
export const wordsSentBy = (request: FastifyRequest): WordsSent => {
  const { asTheirs = NONE, asOurs = NONE } = (request as SpelledRequest).wordsSent ?? {};
  return { asTheirs, asOurs, getsOneSpelling: spellingFor(request) !== undefined };
};

const NONE: ReadonlySet<string> = new Set();

const VENDOR_NAME = /^(?:qlik|talend)-|^(?:tqlQuery|talendVersion)$/;
const OUR_NAME = /^service-version$|^(?:serviceQlQuery|serviceVersion)$/;

/**
 * Returns the function that spells words for a caller: by the names of its headers and parameters, by the words of its query, or by the words with
 * which its account was created. Undefined if it uses neither spelling.
 * @rule requests.words.caller
 * @rule requests.words.account
 */
function spellingFor(request: FastifyRequest): Spell | undefined {
  const { caller, headers } = request as SpelledRequest;
  const query = (request.query ?? {}) as Json;
  const names = [...Object.keys(headers), ...Object.keys(query)];
  if (names.some((name) => VENDOR_NAME.test(name)) || wordsSentAsTheirs(query).size > 0) return vendorWord;
  if (names.some((name) => OUR_NAME.test(name))) return neutralWord;
  return caller && 'login' in caller && caller.usesVendorWords ? vendorWord : undefined;
}

/**
 * Finds the texts in quotes within JSON: the positions of their quotes. An apostrophe within a word is no quote. One pass, because a refusal may repeat
 * a long text of its caller.
 */
function* quotedTexts(json: string): Generator<{ start: number; end: number }> {
  let start: number | undefined;
  for (const { 0: mark, index } of json.matchAll(/\\.|["']/g)) {
    if (mark === '"') start = undefined;
    else if (mark !== "'") continue;
    else if (start === undefined) start = /\w/.test(json[index - 1] ?? '') ? undefined : index;
    else if (!/\w/.test(json[index + 1] ?? '')) {
      yield { start, end: index };
      start = undefined;
    }
  }
}

/**
 * Spells the words of a refusal for its caller. A caller that uses neither spelling gets the words of the request as they were sent. A text in quotes
 * may be a name that a user gave: it stays as it is, unless it is a word of the request.
 * @rule requests.words.refusal
 */
export function spellRefusal(request: FastifyRequest, text: string): string {
  const words = (request as SpelledRequest).wordsSent?.asTheirs ?? NONE;
  const spelling = spellingFor(request);
  if (spelling === undefined && words.size === 0) return text;
  const asSent = (word: string): string => (words.has(word) ? vendorWord(word) : word);
  const spell = spelling ?? asSent;
  let from = 0;
  let answer = '';
  for (const { start, end } of quotedTexts(text)) {
    answer += `${replaceWords(text.slice(from, start), spell)}'${asSent(text.slice(start + 1, end))}'`;
    from = end + 1;
  }
  return answer + replaceWords(text.slice(from), spell);
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
  const operation = findOperation(route);
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
    key === '$ref' ? hasWords(resolveReference(value as string), seen) : key === 'x-vendor-words' || hasWords(value, seen),
  );
}

/** Copies a value with its words spelled; its schema marks them by `x-vendor-words`. */
function spelled(value: unknown, schema: Json | undefined, spell: Spell): unknown {
  if (!schema) return value;
  if (typeof schema['$ref'] === 'string') return spelled(value, resolveReference(schema['$ref']) as Json, spell);
  if (Array.isArray(schema['x-vendor-words']) && !schema['x-vendor-words'].includes(patchedField(value))) return value;
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (schema[name] as Json[] | undefined) ?? []);
  const whole = combined.reduce((part, one) => spelled(part, one, spell), value);
  if (typeof whole === 'string') return 'x-vendor-words' in schema ? replaceWords(whole, spell) : whole;
  if (Array.isArray(whole)) return whole.map((item) => spelled(item, schema['items'] as Json | undefined, spell));
  if (typeof whole !== 'object' || whole === null) return whole;
  const { properties = {}, additionalProperties: others } = schema as { properties?: Record<string, Json>; additionalProperties?: unknown };
  const schemaOf = (name: string): Json | undefined => properties[name] ?? (typeof others === 'object' ? (others as Json) : undefined);
  return Object.fromEntries(Object.entries(whole).map(([name, field]) => [name, spelled(field, schemaOf(name), spell)]));
}

/** The field that an operation of JSON Patch changes. Only the values of some fields are words, so the schema of the operation lists these fields. */
const patchedField = (operation: unknown): unknown =>
  String((operation as Json | null)?.['path'])
    .split('/')
    .find(Boolean);

/** Accepts parameters of a query under the names of the published product, too. */
export function acceptVendorNames(query: Json): void {
  for (const name of Object.keys(query)) query[neutralWord(name)] ??= query[name];
}
