/** Filters, paths and orders of SCIM (RFC 7644, sections 3.4.2.2 and 3.5.2): their parsers, and what they mean for the columns of resources. */
import { neutralWord } from '@millrace/contract';
import { invalid, type Problem } from '../base/problem.ts';
import { escapeLike, type Sql, sql } from '../database/sql.ts';
import { compareColumn, compileFilter, type FilterColumn, type FilterTree, isAmong } from './filter-sql.ts';

/** An attribute and its sub-attribute in small letters; `schema` is the URN in front of it, if it has one. */
export type AttributePath = { schema?: string; attribute: string; sub?: string };

/** The operators that compare with a value. */
export type ScimOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** A value that a filter compares with. */
export type ScimValue = string | number | boolean | null;

/** A condition on an attribute. `values` are the elements of a list attribute that fit a filter; `at` is the position in the text, from 0. */
type ScimCondition = { path: AttributePath; at: number } & (
  | { kind: 'present' }
  | { kind: 'compare'; operator: ScimOperator; value: ScimValue }
  | { kind: 'values'; filter: ScimFilter }
);

/** A parsed filter. */
export type ScimFilter = FilterTree<ScimCondition>;

/** The target of a PATCH operation: an attribute, or the elements of a list attribute that fit a filter, or a sub-attribute of these. */
export type PatchPath = AttributePath & { filter?: ScimFilter };

type Token = { text: string; at: number };

const OPERATORS: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const TOKEN = /\s*([()[\]]|"(?:[^"\\]|\\[^])*"|[^\s()[\]"]+)/y;
const PATH = /^(?:(urn:.+):)?([a-z$][\w$-]*)(?:\.([a-z$][\w$-]*))?$/;

/** The refusal of a filter; it contains the position, counted from 1. */
export const scimFilterFault = (message: string, at?: number): Problem =>
  invalid('malformed_filter', `The filter cannot be used${at === undefined ? '' : ` at character ${at + 1}`}: ${message}.`);

/** The truth value of a text such as "True", as which some identity providers send it; other values stay. */
export const truthOf = (value: ScimValue): ScimValue =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;

/** Reads a filter, or refuses it with the position of the fault. */
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
 * Reads the path of a PATCH operation, for example `emails[type eq "work"].value`, or refuses it.
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
      if (token === undefined) throw scimFilterFault('a quote is never closed', at);
      this.#tokens.push({ text: token, at: at + whole.length - token.length });
    }
  }

  or(): ScimFilter {
    return this.#joined('or', () => this.#joined('and', () => this.#single()));
  }

  end(): void {
    const rest = this.#tokens[this.#next];
    if (rest) throw scimFilterFault(`'${rest.text}' is not expected here; expected 'and', 'or' or the end`, rest.at);
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
    if (!path) throw scimFilterFault(`'${word.text}' is not the name of an attribute`, word.at);
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
    if (known < 0) throw scimFilterFault(`'${operator.text}' is not an operator; expected pr, ${OPERATORS.join(', ')}`, operator.at);
    return { kind: 'compare', path, operator: OPERATORS[known] as ScimOperator, value: this.#value(), at };
  }

  #within(end: ')' | ']'): ScimFilter {
    this.#level += 1;
    if (this.#level > MAX_LEVELS) throw scimFilterFault(`there are more than ${MAX_LEVELS} parentheses within each other`);
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
    throw scimFilterFault(`'${token.text}' is not a value; expected a text in quotes, a number, true, false or null`, token.at);
  }

  #accept(text: string): boolean {
    if (this.#tokens[this.#next]?.text.toLowerCase() !== text) return false;
    this.#next += 1;
    return true;
  }

  #require(expected: string): Token {
    const token = this.#tokens[this.#next];
    if (!token) throw scimFilterFault(`the text ends; expected ${expected}`, this.#length);
    this.#next += 1;
    return token;
  }

  #expect(text: string): void {
    const token = this.#require(`'${text}'`);
    if (token.text !== text) throw scimFilterFault(`'${token.text}' is not expected here; expected '${text}'`, token.at);
  }
}

/** A list attribute: the table of its elements, a part of `from`, and their sub-attributes. */
export type ScimList = { among: Sql; columns: Readonly<Record<string, FilterColumn>> };

/** The attributes of a resource that filters may name, in small letters, such as `name.familyname`. */
export type ScimColumns = {
  /** The URN of the schema, which may stand in front of an attribute. */
  schema?: string | undefined;
  columns: Readonly<Record<string, FilterColumn>>;
  lists: Readonly<Record<string, ScimList>>;
};

/**
 * Builds the condition for the rows that fit a filter. Refuses unknown attributes, and operators that do not fit.
 * @rule scim.filter.operators
 * @rule scim.filter.unknown
 */
export const compileScimFilter = (filter: ScimFilter, known: ScimColumns): Sql =>
  compileFilter(filter, (condition) => {
    const { path } = condition;
    const list = hasSchemaOf(path, known) ? ownValue(known.lists, path.attribute) : undefined;
    if (condition.kind === 'values') {
      if (!list || path.sub !== undefined) throw unknownAttribute(path);
      return isAmong(list.among, compileScimFilter(condition.filter, { schema: known.schema, columns: list.columns, lists: {} }));
    }
    const test = (column: FilterColumn): Sql =>
      condition.kind === 'compare' ? compare(column, condition.operator, condition.value) : isPresent(column);
    const column = columnOf(path, known);
    if (column) return test(column);
    const ofList = list && ownValue(list.columns, path.sub ?? 'value');
    if (!list || !ofList) throw unknownAttribute(path);
    return isAmong(list.among, test(ofList));
  });

/**
 * Builds an order by an attribute, and the same order backwards. Refuses an attribute that is unknown or has several values.
 * @rule scim.list.sort
 */
export function compileScimOrder(
  text: string,
  isDescending: boolean,
  known: ScimColumns,
  id: Sql,
): readonly [forwards: Sql, backwards: Sql] {
  const path = readAttributePath(text);
  const column = path && columnOf(path, known);
  if (!column) throw invalid('invalid_path', `The resources cannot be sorted by '${text}': name an attribute with one value.`);
  const value = column.kind === 'text' ? sql`lower(${column.value})` : column.value;
  const up = sql`${value} asc nulls first, ${id}`;
  const down = sql`${value} desc nulls last, ${id} desc`;
  return isDescending ? [down, up] : [up, down];
}

const COMPARISONS = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const PATTERNS = { co: ['%', '%'], sw: ['', '%'], ew: ['%', ''] } as const;

function compare(column: FilterColumn, operator: ScimOperator, value: ScimValue): Sql {
  const { kind } = column;
  if (value === null && operator === 'eq') return sql`${column.value} is null`;
  if (value === null && operator === 'ne') return sql`${column.value} is not null`;
  const truth = truthOf(value);
  if (kind === 'boolean' && typeof truth === 'boolean' && (operator === 'eq' || operator === 'ne'))
    return compareColumn(column, COMPARISONS[operator], truth);
  if (kind === 'time' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) {
    if (!(operator in COMPARISONS)) throw scimFilterFault(`the operator ${operator} compares texts only`);
    return compareColumn(column, COMPARISONS[operator as keyof typeof COMPARISONS], new Date(Date.parse(value)).toISOString());
  }
  if (isText(kind) && typeof value === 'string') {
    const text = kind === 'word' ? neutralWord(value) : value;
    if (operator !== 'co' && operator !== 'sw' && operator !== 'ew') return compareColumn(column, COMPARISONS[operator], text);
    const [before, after] = PATTERNS[operator];
    return compareColumn(column, 'like', `${before}${escapeLike(text)}${after}`);
  }
  throw scimFilterFault(`the operator ${operator} does not compare such an attribute with ${JSON.stringify(value)}`);
}

const isPresent = ({ kind, value }: FilterColumn): Sql => (isText(kind) ? sql`${value} <> ''` : sql`${value} is not null`);

const isText = (kind: FilterColumn['kind']): boolean => kind === 'text' || kind === 'exact' || kind === 'word';

const keyOf = ({ attribute, sub }: AttributePath): string => (sub === undefined ? attribute : `${attribute}.${sub}`);

/** The value of a table for a key of the caller. `constructor` is none, although every object has it. */
const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const hasSchemaOf = ({ schema }: AttributePath, known: ScimColumns): boolean =>
  schema === undefined || schema === known.schema?.toLowerCase();

const columnOf = (path: AttributePath, known: ScimColumns): FilterColumn | undefined =>
  hasSchemaOf(path, known) ? ownValue(known.columns, keyOf(path)) : undefined;

const unknownAttribute = (path: AttributePath) => scimFilterFault(`there is no attribute '${keyOf(path)}' here that can be filtered by`);
