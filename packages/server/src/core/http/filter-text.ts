/** Parses filters and paths of SCIM (RFC 7644, sections 3.4.2.2 and 3.5.2). */
import { invalid, type Problem } from '../base/problem.ts';

/** An attribute and its sub-attribute in small letters; `schema` is the URN in front of it, if it has one. */
export type AttributePath = { schema?: string; attribute: string; sub?: string };

/** The operators that compare with a value. */
export type ScimOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** A value that a filter compares with. */
export type ScimValue = string | number | boolean | null;

/** A parsed filter. `values` are the elements of a list attribute that fit a filter; `at` is the position of the attribute in the text, from 0. */
export type ScimFilter =
  | { kind: 'and'; parts: readonly ScimFilter[] }
  | { kind: 'or'; parts: readonly ScimFilter[] }
  | { kind: 'not'; part: ScimFilter; at: number }
  | { kind: 'present'; path: AttributePath; at: number }
  | { kind: 'compare'; path: AttributePath; operator: ScimOperator; value: ScimValue; at: number }
  | { kind: 'values'; path: AttributePath; filter: ScimFilter; at: number };

/** The target of a PATCH operation: an attribute, or the elements of a list attribute that fit a filter, or a sub-attribute of these. */
export type PatchPath = AttributePath & { filter?: ScimFilter };

type Token = { text: string; at: number };

const OPERATORS: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const TOKEN = /\s*([()[\]]|"(?:[^"\\]|\\[^])*"|[^\s()[\]"]+)/y;
const PATH = /^(?:(urn:.+):)?([a-z$][\w$-]*)(?:\.([a-z$][\w$-]*))?$/;

/** The refusal of a filter; it contains the position, counted from 1. */
export const refuseScimFilter = (message: string, at?: number): Problem =>
  invalid('malformed_filter', `The filter cannot be used${at === undefined ? '' : ` at character ${at + 1}`}: ${message}.`);

/** The truth value of a text such as "True", as which some identity providers send it; other values stay. */
export const truthOf = (value: ScimValue): ScimValue =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;

/** Reads a filter. */
export function readScimFilter(text: string): ScimFilter {
  const parser = new Parser(text);
  const filter = parser.or();
  parser.end();
  return filter;
}

/** Reads the path of an attribute; undefined if the text is none. */
export function readAttributePath(text: string): AttributePath | undefined {
  const [, schema, attribute, sub] = PATH.exec(text.trim().toLowerCase()) ?? [];
  if (attribute === undefined) return undefined;
  return { ...(schema !== undefined && { schema }), attribute, ...(sub !== undefined && { sub }) };
}

/**
 * Reads the path of a PATCH operation, for example `emails[type eq "work"].value`.
 * @rule scim.patch.path
 */
export function readPatchPath(text: string): PatchPath {
  const [, list, filter, sub] = /^([^[\]]+)\[(.*)\](?:\.([\w$-]+))?$/s.exec(text.trim()) ?? [];
  const path = readAttributePath(list ?? text);
  if (!path || (list !== undefined && path.sub !== undefined))
    throw invalid('invalid_path', `The path '${text}' is not the path of an attribute.`);
  if (filter === undefined) return path;
  return { ...path, filter: readScimFilter(filter), ...(sub !== undefined && { sub: sub.toLowerCase() }) };
}

/** The maximum depth of nested parentheses and brackets. Each level costs stack here and in the database. */
const MAX_LEVELS = 50;

class Parser {
  readonly #tokens: Token[] = [];
  #next = 0;
  readonly #length: number;
  #level = 0;

  constructor(text: string) {
    this.#length = text.length;
    TOKEN.lastIndex = 0;
    for (let at = 0; at < text.trimEnd().length; at = TOKEN.lastIndex) {
      TOKEN.lastIndex = at;
      const [whole = '', token] = TOKEN.exec(text) ?? [];
      if (token === undefined) throw refuseScimFilter('a quote is never closed', at);
      this.#tokens.push({ text: token, at: at + whole.length - token.length });
    }
  }

  or(): ScimFilter {
    return this.#joined('or', () => this.#joined('and', () => this.#single()));
  }

  end(): void {
    const rest = this.#tokens[this.#next];
    if (rest) throw refuseScimFilter(`'${rest.text}' is not expected here; expected 'and', 'or' or the end`, rest.at);
  }

  #joined(kind: 'and' | 'or', read: () => ScimFilter): ScimFilter {
    const parts = [read()];
    while (this.#accept(kind)) parts.push(read());
    return parts.length === 1 && parts[0] ? parts[0] : { kind, parts };
  }

  #single(): ScimFilter {
    const at = this.#tokens[this.#next]?.at ?? this.#length;
    const isNegated = this.#accept('not');
    if (this.#accept('(')) {
      const part = this.#within(')');
      return isNegated ? { kind: 'not', part, at } : part;
    }
    if (isNegated) this.#expect('(');
    const word = this.#require('the name of an attribute');
    const path = readAttributePath(word.text);
    if (!path) throw refuseScimFilter(`'${word.text}' is not the name of an attribute`, word.at);
    if (!this.#accept('[')) return this.#comparison(path, at);
    const filter = this.#within(']');
    // Identity providers also send the form of paths, such as emails[type eq "work"].value eq "a@example.com".
    const [, sub] = /^\.([a-z$][\w$-]*)$/.exec(this.#tokens[this.#next]?.text.toLowerCase() ?? '') ?? [];
    if (sub === undefined) return { kind: 'values', path, filter, at };
    this.#next += 1;
    return { kind: 'values', path, filter: { kind: 'and', parts: [filter, this.#comparison({ attribute: sub }, at)] }, at };
  }

  #comparison(path: AttributePath, at: number): ScimFilter {
    if (this.#accept('pr')) return { kind: 'present', path, at };
    const operator = this.#require('an operator');
    const known = OPERATORS.indexOf(operator.text.toLowerCase());
    if (known < 0) throw refuseScimFilter(`'${operator.text}' is not an operator; expected pr, ${OPERATORS.join(', ')}`, operator.at);
    return { kind: 'compare', path, operator: OPERATORS[known] as ScimOperator, value: this.#value(), at };
  }

  #within(end: ')' | ']'): ScimFilter {
    this.#level += 1;
    if (this.#level > MAX_LEVELS) throw refuseScimFilter(`there are more than ${MAX_LEVELS} parentheses within each other`);
    const filter = this.or();
    this.#expect(end);
    this.#level -= 1;
    return filter;
  }

  #value(): ScimValue {
    const token = this.#require('a value');
    try {
      const value: unknown = JSON.parse(token.text);
      if (value === null || typeof value !== 'object') return value as ScimValue;
    } catch {
      // The next lines refuse it.
    }
    throw refuseScimFilter(`'${token.text}' is not a value; expected a text in quotes, a number, true, false or null`, token.at);
  }

  #accept(text: string): boolean {
    if (this.#tokens[this.#next]?.text.toLowerCase() !== text) return false;
    this.#next += 1;
    return true;
  }

  #require(expected: string): Token {
    const token = this.#tokens[this.#next];
    if (!token) throw refuseScimFilter(`the text ends; expected ${expected}`, this.#length);
    this.#next += 1;
    return token;
  }

  #expect(text: string): void {
    const token = this.#require(`'${text}'`);
    if (token.text !== text) throw refuseScimFilter(`'${token.text}' is not expected here; expected '${text}'`, token.at);
  }
}
