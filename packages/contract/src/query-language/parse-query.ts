/**
 * Parses the query language of the catalogue (`serviceQlQuery`): splits the text into tokens, each with its position, and reads them by recursive
 * descent.
 */
import { QueryError, type QueryExpectation, shortenQuery } from './query-error.ts';

/** A token; `value` is the text of a quoted literal without its quotes. */
type QueryToken = { kind: 'word' | 'integer' | 'decimal' | 'quoted' | 'sign' | 'end'; text: string; value: string; at: number };

const LONGEST = 8000;
const TOKEN =
  /[ \t\r\n\f]*(?:(?<quoted>'(?:\\'|[^'])*')|(?<number>-\d+(?:\.\d*)?)|(?<word>[A-Za-z0-9_.]+)|(?<sign>!=|<=|>=|[=<>~*()[\],]))/y;

/** Reads the tokens of a query; the last one is the end. */
function readTokens(text: string): QueryToken[] {
  if (text.length > LONGEST) throw new QueryError(text, LONGEST, `the text goes on; expected at most ${LONGEST} characters`);
  const tokens: QueryToken[] = [];
  const end = text.replace(/[ \t\r\n\f]+$/, '').length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match?.groups) throw unreadable(text, at);
    tokens.push(tokenOf(match.groups, TOKEN.lastIndex));
  }
  return [...tokens, { kind: 'end', text: '', value: '', at: text.length }];
}

function tokenOf({ quoted, number, word, sign }: Record<string, string | undefined>, end: number): QueryToken {
  const text = quoted ?? number ?? word ?? sign ?? '';
  const token = (kind: QueryToken['kind'], value = text): QueryToken => ({ kind, text, value, at: end - text.length });
  if (quoted !== undefined) return token('quoted', quoted.slice(1, -1).replaceAll(String.raw`\'`, "'"));
  if (sign !== undefined) return token('sign');
  if (/^-?\d+$/.test(text)) return token('integer');
  return token(/^-?\d+\.\d*$/.test(text) ? 'decimal' : 'word');
}

function unreadable(text: string, at: number): QueryError {
  const position = at + text.slice(at).search(/[^ \t\r\n\f]/);
  if (text[position] === "'") return new QueryError(text, position, 'the quote is never closed; expected another one');
  return new QueryError(
    text,
    position,
    `'${String.fromCodePoint(text.codePointAt(position) ?? 0)}' is not part of a query; quote texts by '`,
  );
}

/** A literal: a quoted text, a number as it is written, or a boolean. */
export type QueryLiteral = { kind: 'text' | 'number' | 'boolean'; text: string };

/** The operators that compare with a literal or with another field. */
export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** The operators that are followed by a quoted text. */
export type TextOperator = 'contains' | 'containsIgnoreCase' | '~' | 'complies' | 'wordComplies';

/** The states of a field that `is` tests. */
type StateOperator = 'empty' | 'null' | 'valid' | 'invalid';

/** The field of a condition, or `*` for any field, and the position of its name. */
export type QueryTarget = { name: string; at: number };

/** One condition on a target. */
export type QueryCondition =
  | { kind: 'compare'; target: QueryTarget; operator: CompareOperator; value: QueryLiteral }
  | { kind: 'fields'; target: QueryTarget; operator: CompareOperator; other: QueryTarget }
  | { kind: 'is'; target: QueryTarget; state: StateOperator }
  | { kind: 'text'; target: QueryTarget; operator: TextOperator; pattern: string; at: number }
  | { kind: 'between'; target: QueryTarget; from: QueryLiteral; to: QueryLiteral; isFromOpen: boolean; isToOpen: boolean }
  | { kind: 'in'; target: QueryTarget; values: readonly QueryLiteral[] };

/** A parsed query. */
export type QueryNode = { kind: 'and' | 'or'; parts: readonly QueryNode[] } | { kind: 'not'; part: QueryNode } | QueryCondition;

const COMPARE: readonly string[] = ['=', '!=', '<', '<=', '>', '>='] satisfies CompareOperator[];
const TEXT: readonly string[] = ['contains', 'containsIgnoreCase', '~', 'complies', 'wordComplies'] satisfies TextOperator[];
const STATES: readonly string[] = ['empty', 'null', 'valid', 'invalid'] satisfies StateOperator[];
const KEYWORDS: ReadonlySet<string> = new Set(['not', 'and', 'or', 'is', ...STATES, ...TEXT, 'between', 'in', 'field', 'true', 'false']);
const OPERATORS = [...COMPARE, 'is', ...TEXT, 'between', 'in'];

/** The tokens that may follow, and their description in error messages. */
type Expected = QueryExpectation & { phrase: string };

const words = (phrase: string, ...expected: string[]): Expected => ({ phrase, words: expected, kinds: [] });
const EXPECTED = {
  conjunction: words("'and', 'or' or the end", 'and', 'or'),
  target: { phrase: 'a field, *, not or a parenthesis', words: ['*', 'not', '('], kinds: ['field'] },
  field: { phrase: 'a field or *', words: ['*'], kinds: ['field'] },
  operator: words(`an operator: ${OPERATORS.join(', ')}`, ...OPERATORS),
  state: words(STATES.join(', '), ...STATES),
  text: { phrase: "a text in '", words: [], kinds: ['text'] },
  value: { phrase: "a text in ', a number, true or false", words: ['true', 'false'], kinds: ['text', 'number'] },
  limit: { phrase: "a text in ' or a number", words: [], kinds: ['text', 'number'] },
} as const satisfies Record<string, Expected>;

/** Each level costs stack here and in the database; each condition costs time in the database. */
const MAX_LEVELS = 50;
const MAX_CONDITIONS = 200;

/** Parses a query. Throws a `QueryError` with the position of the first error. */
export function parseQuery(text: string): QueryNode {
  const parser = new QueryParser(text);
  const node = parser.disjunction();
  parser.requireEnd();
  return node;
}

class QueryParser {
  readonly #text: string;
  readonly #tokens: readonly QueryToken[];
  #next = 0;
  #level = 0;
  #conditions = 0;
  #field: string | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = readTokens(text);
  }

  /** Reads parts that `or` joins; `and` binds closer. */
  disjunction(): QueryNode {
    return this.#joined('or', () => this.#joined('and', () => this.#atom()));
  }

  requireEnd(): void {
    if (this.#here.kind !== 'end') throw this.#unexpected(EXPECTED.conjunction);
  }

  #joined(kind: 'and' | 'or', read: () => QueryNode): QueryNode {
    const first = read();
    const parts = [first];
    while (this.#readIf(kind)) parts.push(read());
    return parts.length === 1 ? first : { kind, parts };
  }

  #atom(): QueryNode {
    if (this.#readIf('not')) {
      if (!this.#readIf('(')) throw this.#unexpected(words("'(' after not", '('));
      return { kind: 'not', part: this.#parenthesis() };
    }
    if (this.#readIf('(')) return this.#parenthesis();
    this.#conditions += 1;
    if (this.#conditions > MAX_CONDITIONS)
      throw new QueryError(this.#text, this.#here.at, `there are more than ${MAX_CONDITIONS} conditions`);
    return this.#condition(this.#target(EXPECTED.target));
  }

  /** Reads what follows an opening parenthesis, to the closing one. */
  #parenthesis(): QueryNode {
    this.#level += 1;
    if (this.#level > MAX_LEVELS)
      throw new QueryError(this.#text, this.#here.at, `there are more than ${MAX_LEVELS} parentheses within each other`);
    const node = this.disjunction();
    this.#expect(')', ...EXPECTED.conjunction.words);
    this.#level -= 1;
    return node;
  }

  #target(expected: Expected): QueryTarget {
    const token = this.#here;
    const isField = token.kind === 'word' && !KEYWORDS.has(token.text);
    if (!isField && token.text !== '*') throw this.#unexpected(expected);
    this.#next += 1;
    this.#field = token.text;
    return { name: token.text, at: token.at };
  }

  #condition(target: QueryTarget): QueryCondition {
    const { text, kind } = this.#here;
    if (kind === 'quoted' || !OPERATORS.includes(text)) throw this.#unexpected(EXPECTED.operator);
    this.#next += 1;
    if (text === 'is') return { kind: 'is', target, state: this.#state() };
    if (text === 'between') return this.#between(target);
    if (text === 'in') return { kind: 'in', target, values: this.#list() };
    if (TEXT.includes(text)) {
      const { value, at } = this.#here;
      if (this.#here.kind !== 'quoted') throw this.#unexpected(EXPECTED.text);
      this.#next += 1;
      return { kind: 'text', target, operator: text as TextOperator, pattern: value, at };
    }
    const operator = text as CompareOperator;
    if (this.#readIf('field')) {
      this.#expect('(');
      const other = this.#target(EXPECTED.field);
      this.#expect(')');
      return { kind: 'fields', target, operator, other };
    }
    return { kind: 'compare', target, operator, value: this.#literal(operator === '=' || operator === '!=', 'field(') };
  }

  #state(): StateOperator {
    const { text } = this.#here;
    if (!STATES.includes(text)) throw this.#unexpected(EXPECTED.state);
    this.#next += 1;
    return text as StateOperator;
  }

  #between(target: QueryTarget): QueryCondition {
    const isFromOpen = this.#bracket(']');
    const from = this.#literal(false);
    this.#expect(',');
    const to = this.#literal(false);
    return { kind: 'between', target, from, to, isFromOpen, isToOpen: this.#bracket('[') };
  }

  /** Reads a bracket, and returns whether it is the one that excludes the limit. */
  #bracket(open: '[' | ']'): boolean {
    if (this.#readIf(open)) return true;
    if (this.#readIf(open === '[' ? ']' : '[')) return false;
    throw this.#unexpected(words("'[' or ']'", '[', ']'));
  }

  #list(): QueryLiteral[] {
    this.#expect('[');
    const values = [this.#literal(true)];
    while (this.#readIf(',')) values.push(this.#literal(true));
    this.#expect(']', ',');
    return values;
  }

  /** Reads a literal; `others` are words that may follow instead. */
  #literal(mayBeBoolean: boolean, ...others: string[]): QueryLiteral {
    const { kind, text, value } = this.#here;
    const isBoolean = mayBeBoolean && kind === 'word' && (text === 'true' || text === 'false');
    if (!isBoolean && kind !== 'quoted' && kind !== 'integer' && kind !== 'decimal') {
      const expected = mayBeBoolean ? EXPECTED.value : EXPECTED.limit;
      throw this.#unexpected({ ...expected, words: [...expected.words, ...others] });
    }
    this.#next += 1;
    return { kind: isBoolean ? 'boolean' : kind === 'quoted' ? 'text' : 'number', text: value };
  }

  get #here(): QueryToken {
    return this.#tokens[this.#next] as QueryToken;
  }

  /** Reads a token if it is the given one; returns whether it was. */
  #readIf(text: string): boolean {
    const { kind, text: found } = this.#here;
    if (found !== text || kind === 'quoted' || kind === 'end') return false;
    this.#next += 1;
    return true;
  }

  /** Reads a sign; `others` are words that may follow instead. */
  #expect(text: string, ...others: string[]): void {
    if (!this.#readIf(text)) throw this.#unexpected(words(`'${text}'`, text, ...others));
  }

  #unexpected({ phrase, ...expected }: Expected): QueryError {
    const { kind, text, at } = this.#here;
    const found =
      kind === 'end' ? 'the text ends' : `${kind === 'quoted' ? shortenQuery(text) : `'${shortenQuery(text)}'`} is not expected here`;
    return new QueryError(this.#text, at, `${found}; expected ${phrase}`, expected, this.#field);
  }
}
