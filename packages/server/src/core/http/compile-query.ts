/**
 * Compiles a query to a condition in SQL. Names select prepared fragments; only literals of the caller become parameters. A pattern becomes an
 * expression of SQL or of RE2.
 */
import {
  type CompareOperator,
  parseQuery,
  type QueryCondition,
  QueryError,
  type QueryFieldType,
  type QueryLiteral,
  type QueryNode,
  type QueryTarget,
  shortenQuery,
  type TextOperator,
} from '@millrace/contract/query-language';
import { compileRegex } from '../base/linear-regex.ts';
import { invalid } from '../base/problem.ts';
import type { Tx } from '../database/db.ts';
import { escapeLike, type Sql, sql, unnamed } from '../database/sql.ts';

const DIGIT = '0-9０-９';
const LOWER = 'a-zß-öø-ÿａ-ｚ';
const UPPER = 'A-ZÀ-ÖØ-ÞＡ-Ｚ';
const HIRAGANA = 'ぁ-ゖゝ-ゟ';
const HALF_KATAKANA = 'ｦ-ﾟ';
const KATAKANA = 'ァ-ヺー-ヿ';
const KANJI = '㐀-䶿一-鿿豈-﫿';
const HANGUL = '가-힣ᄀ-ᇿ㄰-㆏';

/** The letters of `complies`. */
const LETTERS: Readonly<Record<string, string>> = {
  9: DIGIT,
  a: LOWER,
  A: UPPER,
  H: HIRAGANA,
  k: HALF_KATAKANA,
  K: KATAKANA,
  C: KANJI,
  G: HANGUL,
};

/** The words of `wordComplies`. */
const WORDS: Readonly<Record<string, string>> = {
  '[word]': `[${LOWER}]{2,}`,
  '[Word]': `[${UPPER}][${LOWER}]+`,
  '[WORD]': `[${UPPER}]{2,}`,
  '[char]': `[${LOWER}]`,
  '[Char]': `[${UPPER}]`,
  '[digit]': `[${DIGIT}]`,
  '[number]': `[${DIGIT}]{2,}`,
  '[alnum]': `[${LOWER}${UPPER}${DIGIT}]{2,}`,
  '[Ideogram]': `[${KANJI}]`,
  '[IdeogramSeq]': `[${KANJI}]{2,}`,
  '[hangul]': `[${HANGUL}]`,
  '[hangulSeq]': `[${HANGUL}]{2,}`,
  '[hira]': `[${HIRAGANA}]`,
  '[hiraSeq]': `[${HIRAGANA}]{2,}`,
  '[kata]': `[${HALF_KATAKANA}${KATAKANA}]`,
  '[kataSeq]': `[${HALF_KATAKANA}${KATAKANA}]{2,}`,
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\{}]/g, String.raw`\$&`);

/** The expression of a pattern of `complies`, for the whole value. */
const charactersExpression = (pattern: string): string =>
  `^${Array.from(pattern, (one) => (LETTERS[one] === undefined ? escaped(one) : `[${LETTERS[one]}]`)).join('')}$`;

/** The expression of a pattern of `wordComplies`, for the whole value. */
const wordsExpression = (pattern: string): string =>
  `^${pattern
    .split(/(\[[A-Za-z]+\])/)
    .map((part) => WORDS[part] ?? escaped(part))
    .join('')}$`;

const SIMPLE = /\\[.*+?^$()|[\]\\{}]|\.[*+]?|[^.*+?^$()|[\]\\{}]/gu;
const LONGEST_SIMPLE = 200;
const WILDCARDS: Readonly<Record<string, string>> = { '.': '_', '.*': '%', '.+': '_%' };

/** The pattern of `like` for a regular expression of texts, `.`, `.*` and `.+`, so that the database itself can compare; undefined for any other. */
function likeExpression(pattern: string): string | undefined {
  if (pattern.length > LONGEST_SIMPLE) return undefined;
  const parts = pattern.match(SIMPLE) ?? [];
  if (parts.join('') !== pattern) return undefined;
  return parts.map((part) => WILDCARDS[part] ?? escapeLike(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)).join('');
}

/** A field of the rows. With `among` it has many values: a table and a condition that ties it to the row. */
export type QueryField = { type: QueryFieldType; value: Sql; among?: Sql };

/** The kind of rows that queries select. */
export type QuerySource = {
  /** The table with its alias, and the condition of the rows that the caller sees. */
  from: Sql;
  visible: Sql;
  /** Finds a field by its name in the answers. */
  field(name: string): QueryField | undefined;
  /** The fields that `*` stands for. */
  all: readonly QueryField[];
  /** The number of valid or invalid values of a field; undefined where the field has no quality. */
  quality(name: string, state: 'valid' | 'invalid'): Sql | undefined;
  /** The names of the fields, for messages. */
  names: readonly string[];
};

/** The largest compiled regular expression, in steps. */
const MAX_STEPS = 2000;
const NUMBER = '^-?[0-9]{1,250}([.][0-9]{0,250})?$';

/** Compiles a query to the condition that a row matches it. The refusal of a query that is not valid says where the fault is. */
export async function compileQuery(tx: Tx, text: string, source: QuerySource): Promise<Sql> {
  try {
    return unnamed(await new Compiler(tx, text, source).node(parseQuery(text)));
  } catch (cause) {
    if (cause instanceof QueryError) throw invalid('malformed_filter', cause.message);
    throw cause;
  }
}

class Compiler {
  readonly #tx: Tx;
  readonly #text: string;
  readonly #source: QuerySource;

  constructor(tx: Tx, text: string, source: QuerySource) {
    this.#tx = tx;
    this.#text = text;
    this.#source = source;
  }

  async node(node: QueryNode): Promise<Sql> {
    if (node.kind === 'not') return sql`not ${await this.node(node.part)}`;
    if (!('parts' in node)) return sql`coalesce(${await this.#condition(node)}, false)`;
    const parts: Sql[] = [];
    for (const part of node.parts) parts.push(await this.node(part));
    return parts.reduce((all, one) => (node.kind === 'and' ? sql`(${all} and ${one})` : sql`(${all} or ${one})`));
  }

  async #condition(condition: QueryCondition): Promise<Sql> {
    const { target } = condition;
    if (condition.kind === 'is' && (condition.state === 'valid' || condition.state === 'invalid'))
      return this.#quality(target, condition.state);
    const fields = this.#fields(target);
    if (condition.kind === 'is') return or(fields.map((field) => isWithout(field, condition.state === 'empty')));
    const holds = await this.#test(fields, condition);
    return or(byTable(fields).map(([among, group]) => anyOf(among, or(group.map(holds)))));
  }

  /** Builds the condition for one value of a field. */
  async #test(fields: readonly QueryField[], condition: Exclude<QueryCondition, { kind: 'is' }>): Promise<(field: QueryField) => Sql> {
    if (condition.kind === 'compare') return (field) => compare(field, condition.operator, condition.value);
    if (condition.kind === 'between') {
      const { from, to, isFromOpen, isToOpen } = condition;
      return (field) => sql`(${compare(field, isFromOpen ? '>' : '>=', from)} and ${compare(field, isToOpen ? '<' : '<=', to)})`;
    }
    if (condition.kind === 'in') return (field) => isOneOf(field, condition.values);
    if (condition.kind === 'fields') {
      const others = byTable(this.#fields(condition.other));
      return (field) =>
        or(others.map(([among, group]) => anyOf(among, or(group.map((other) => compareFields(field, condition.operator, other))))));
    }
    const { operator, pattern, at } = condition;
    if (operator !== '~') return ({ value }) => hasText(sql`${value}::text`, operator, pattern);
    const matches = this.#matcher(pattern, at);
    const like = likeExpression(pattern);
    if (like !== undefined) return ({ value }) => sql`${value}::text like ${like}`;
    const matching = await this.#matching(fields, matches);
    return (field) => sql`${field.value}::text = any (${matching.get(field) ?? []}::text[])`;
  }

  /**
   * The database has no expressions of linear time. So one statement reads the values of all fields, and this process finds the matching ones.
   */
  async #matching(fields: readonly QueryField[], matches: (text: string) => boolean): Promise<Map<QueryField, string[]>> {
    const { from, visible } = this.#source;
    const values = byTable(fields).map(([among, group]) => {
      const each = group.map((field) => sql`(${fields.indexOf(field)}::integer, ${field.value}::text)`);
      const list = each.reduce((all, one) => sql`${all}, ${one}`);
      return among === undefined
        ? sql`select f.number, f.value from (values ${list}) f (number, value)`
        : sql`select f.number, f.value from ${among} cross join lateral (values ${list}) f (number, value)`;
    });
    const rows = await this.#tx.rows<{ number: number; value: string }>(
      unnamed(sql`
        select distinct q.number, q.value
        from ${from}
        cross join lateral (${values.reduce((all, one) => sql`${all} union all ${one}`)}) q
        where ${visible}
          and q.value is not null`),
    );
    const matching = new Map<QueryField, string[]>(fields.map((field) => [field, []]));
    for (const { number, value } of rows) {
      const field = fields[number];
      if (field && matches(value)) matching.get(field)?.push(value);
    }
    return matching;
  }

  #matcher(pattern: string, at: number): (text: string) => boolean {
    return compileRegex(pattern, { matches: 'whole', mostSteps: MAX_STEPS }, (fault) => {
      if (fault.is === 'malformed') return new QueryError(this.#text, at, `this is no regular expression in RE2 syntax: ${fault.message}`);
      return new QueryError(this.#text, at, 'the regular expression repeats too much; use smaller numbers in { }');
    });
  }

  #fields({ name, at }: QueryTarget): readonly QueryField[] {
    const field = this.#source.field(name);
    const fields = name === '*' ? this.#source.all : field ? [field] : [];
    if (fields.length > 0) return fields;
    throw new QueryError(this.#text, at, `'${shortenQuery(name)}' is no field; expected ${this.#source.names.join(', ')}`);
  }

  #quality({ name, at }: QueryTarget, state: 'valid' | 'invalid'): Sql {
    const counts = this.#source.quality(name, state);
    if (counts) return counts;
    throw new QueryError(this.#text, at, `'${shortenQuery(name)}' has no quality; 'is ${state}' accepts *, columns or columns.<path>`);
  }
}

/** Joins conditions of which one is enough. */
const or = (conditions: readonly Sql[]): Sql => conditions.reduce((all, one) => sql`${all} or ${one}`);

/** Groups fields by the table that has their values; each field with one value is a group of its own. So `*` reads each table once for each row. */
function byTable(fields: readonly QueryField[]): [among: Sql | undefined, group: QueryField[]][] {
  const tables = new Map<Sql, QueryField[]>();
  const groups: [Sql | undefined, QueryField[]][] = [];
  for (const field of fields) {
    const known = field.among && tables.get(field.among);
    if (known) known.push(field);
    else {
      const group = [field];
      if (field.among) tables.set(field.among, group);
      groups.push([field.among, group]);
    }
  }
  return groups;
}

/** A field with many values matches if one of them does. */
const anyOf = (among: Sql | undefined, holds: Sql): Sql =>
  among === undefined ? sql`(${holds})` : sql`exists (select from ${among} where coalesce(${holds}, false))`;

const isWithout = ({ value, among }: QueryField, orEmpty: boolean): Sql => {
  if (among !== undefined) return sql`not exists (select from ${among})`;
  return orEmpty ? sql`(${value} is null or ${value}::text = '')` : sql`${value} is null`;
};

const asNumber = ({ type, value }: QueryField): Sql =>
  type === 'number' ? sql`${value}::double precision` : sql`case when ${value}::text ~ ${NUMBER} then ${value}::text::double precision end`;

/** A literal as a number; null if it is none. */
function numberOf({ kind, text }: QueryLiteral): number | null {
  const value = kind === 'boolean' || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

const ordered = (left: Sql, operator: CompareOperator, right: Sql): Sql => {
  if (operator === '<') return sql`${left} < ${right}`;
  if (operator === '<=') return sql`${left} <= ${right}`;
  return operator === '>' ? sql`${left} > ${right}` : sql`${left} >= ${right}`;
};

/** Numbers are compared as numbers, other values as texts without letter case; an order always compares numbers. */
function compare(field: QueryField, operator: CompareOperator, literal: QueryLiteral): Sql {
  const { value } = field;
  const number = numberOf(literal);
  if (operator !== '=' && operator !== '!=') return ordered(asNumber(field), operator, sql`${number}::double precision`);
  const isEqual =
    field.type === 'number'
      ? sql`${value}::double precision = ${number}::double precision`
      : sql`lower(${value}::text) = lower(${literal.text}::text)`;
  return operator === '=' ? isEqual : sql`not coalesce(${isEqual}, false)`;
}

function compareFields(left: QueryField, operator: CompareOperator, right: QueryField): Sql {
  if (operator !== '=' && operator !== '!=') return ordered(asNumber(left), operator, asNumber(right));
  const isEqual =
    left.type === 'number' && right.type === 'number'
      ? sql`${left.value}::double precision = ${right.value}::double precision`
      : sql`lower(${left.value}::text) = lower(${right.value}::text)`;
  return operator === '=' ? isEqual : sql`not coalesce(${isEqual}, false)`;
}

function isOneOf({ type, value }: QueryField, literals: readonly QueryLiteral[]): Sql {
  if (type !== 'number') return sql`lower(${value}::text) in (select lower(l) from unnest(${literals.map(({ text }) => text)}::text[]) l)`;
  const numbers = literals.map(numberOf).filter((one) => one !== null);
  return sql`${value}::double precision = any (${numbers}::double precision[])`;
}

function hasText(value: Sql, operator: TextOperator, pattern: string): Sql {
  if (operator === 'contains') return sql`strpos(${value}, ${pattern}::text) > 0`;
  if (operator === 'containsIgnoreCase') return sql`strpos(lower(${value}), lower(${pattern}::text)) > 0`;
  return sql`${value} ~ ${operator === 'complies' ? charactersExpression(pattern) : wordsExpression(pattern)}::text`;
}
