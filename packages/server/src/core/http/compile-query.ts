/**
 * Compiles a query of the catalogue (`@millrace/contract/query-language`) to a condition in SQL. Names select prepared fragments; only literals of the
 * caller become parameters. A pattern becomes an expression of SQL or of RE2.
 */
import {
  type CompareOperator,
  parseQuery,
  type QueryCondition,
  QueryError,
  type QueryFieldType,
  type QueryLiteral,
  type QueryTarget,
  shortenQuery,
  type TextOperator,
} from '@millrace/contract/query-language';
import { compileRegex } from '../base/linear-regex.ts';
import { invalid } from '../base/problem.ts';
import { escapeLike, type Sql, sql, unnamed, type Tx } from '../database/sql.ts';
import { compareColumn, compareValues, compileFilter, isAmong } from './filter-sql.ts';

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

/** The parts of a regular expression that `like` can express, too: a character, an escaped one, `.`, `.*` and `.+`. */
const SIMPLE = /\\[.*+?^$()|[\]\\{}]|\.[*+]?|[^.*+?^$()|[\]\\{}]/gu;
/** Characters of the longest pattern that is compared by `like`, whose time grows with the wildcards of the pattern. */
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
/** Texts that are compared as numbers; longer ones may not fit into a double. */
const NUMBER = '^-?[0-9]{1,250}([.][0-9]{0,250})?$';

/** The values of fields that a regular expression has to find: `found` is filled before the condition is used. */
type Search = { found: ReadonlyMap<QueryField, string[]>; matches(text: string): boolean };

/** What the conditions of a query share: its text, the kind of rows, and the searches that the condition needs. */
type Query = { text: string; source: QuerySource; searches: Search[] };

/** Compiles a query to the condition that a row matches it. The refusal of a query that is not valid says where the fault is. */
export async function compileQuery(tx: Tx, text: string, source: QuerySource): Promise<Sql> {
  const query: Query = { text, source, searches: [] };
  try {
    const compiled = unnamed(compileFilter<QueryCondition>(parseQuery(text), (condition) => sql`(${conditionOf(query, condition)})`));
    for (const search of query.searches) await fillSearch(tx, source, search);
    return compiled;
  } catch (cause) {
    if (cause instanceof QueryError) throw invalid('malformed_filter', cause.message);
    throw cause;
  }
}

function conditionOf(query: Query, condition: QueryCondition): Sql {
  const { target } = condition;
  if (condition.kind === 'is' && (condition.state === 'valid' || condition.state === 'invalid'))
    return qualityOf(query, target, condition.state);
  const fields = fieldsOf(query, target);
  if (condition.kind === 'is') return or(fields.map((field) => isWithout(field, condition.state === 'empty')));
  const holds = testOf(query, fields, condition);
  return or(byTable(fields).map(([among, group]) => anyOf(among, or(group.map(holds)))));
}

/** Builds the condition for one value of a field. */
function testOf(
  query: Query,
  fields: readonly QueryField[],
  condition: Exclude<QueryCondition, { kind: 'is' }>,
): (field: QueryField) => Sql {
  if (condition.kind === 'compare') return (field) => compare(field, condition.operator, condition.value);
  if (condition.kind === 'between') {
    const { from, to, isFromOpen, isToOpen } = condition;
    return (field) => sql`(${compare(field, isFromOpen ? '>' : '>=', from)} and ${compare(field, isToOpen ? '<' : '<=', to)})`;
  }
  if (condition.kind === 'in') return (field) => isOneOf(field, condition.values);
  if (condition.kind === 'fields') {
    const others = byTable(fieldsOf(query, condition.other));
    return (field) =>
      or(others.map(([among, group]) => anyOf(among, or(group.map((other) => compareFields(field, condition.operator, other))))));
  }
  const { operator, pattern, at } = condition;
  if (operator !== '~') return (field) => hasText(field, operator, pattern);
  const matches = matcher(query, pattern, at);
  const like = likeExpression(pattern);
  if (like !== undefined) return (field) => sql`${asText(field)} like ${like}`;
  const found = new Map<QueryField, string[]>(fields.map((field) => [field, []]));
  query.searches.push({ found, matches });
  return (field) => sql`${asText(field)} = any (${found.get(field)}::text[])`;
}

/** Regular expressions of the database take more than linear time. So one statement reads the values of all fields, and this process compares them. */
async function fillSearch(tx: Tx, { from, visible }: QuerySource, { found, matches }: Search): Promise<void> {
  const fields = [...found.keys()];
  const values = byTable(fields).map(([among, group]) => {
    const each = group.map((field) => sql`(${fields.indexOf(field)}::integer, ${field.value}::text)`);
    const list = each.reduce((all, one) => sql`${all}, ${one}`);
    return among === undefined
      ? sql`select f.number, f.value from (values ${list}) f (number, value)`
      : sql`select f.number, f.value from ${among} cross join lateral (values ${list}) f (number, value)`;
  });
  const rows = await tx.rows<{ number: number; value: string }>(
    unnamed(sql`
      select distinct q.number, q.value
      from ${from}
      cross join lateral (${values.reduce((all, one) => sql`${all} union all ${one}`)}) q
      where ${visible}
        and q.value is not null`),
  );
  for (const { number, value } of rows) {
    const field = fields[number];
    if (field && matches(value)) found.get(field)?.push(value);
  }
}

function matcher({ text }: Query, pattern: string, at: number): (value: string) => boolean {
  return compileRegex(pattern, { matches: 'whole', mostSteps: MAX_STEPS }, (fault) => {
    if (fault.is === 'malformed') return new QueryError(text, at, `this is no regular expression in RE2 syntax: ${fault.message}`);
    return new QueryError(text, at, 'the regular expression repeats too much; use smaller numbers in { }');
  });
}

function fieldsOf({ text, source }: Query, { name, at }: QueryTarget): readonly QueryField[] {
  const field = source.field(name);
  const fields = name === '*' ? source.all : field ? [field] : [];
  if (fields.length > 0) return fields;
  throw new QueryError(text, at, `'${shortenQuery(name)}' is no field; expected ${source.names.join(', ')}`);
}

function qualityOf({ text, source }: Query, { name, at }: QueryTarget, state: 'valid' | 'invalid'): Sql {
  const counts = source.quality(name, state);
  if (counts) return counts;
  throw new QueryError(text, at, `'${shortenQuery(name)}' has no quality; 'is ${state}' accepts *, columns or columns.<path>`);
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
const anyOf = (among: Sql | undefined, holds: Sql): Sql => (among === undefined ? sql`(${holds})` : isAmong(among, holds));

/** Builds the condition that a field has no value; an empty text counts as none if `orEmpty`. */
const isWithout = ({ value, among }: QueryField, orEmpty: boolean): Sql => {
  if (among !== undefined) return sql`not exists (select from ${among})`;
  return orEmpty ? sql`(${value} is null or ${value}::text = '')` : sql`${value} is null`;
};

const asText = ({ value }: QueryField): Sql => sql`${value}::text`;

const asNumber = ({ type, value }: QueryField): Sql =>
  type === 'number' ? sql`${value}::double precision` : sql`case when ${value}::text ~ ${NUMBER} then ${value}::text::double precision end`;

/** A literal as a number; null if it is none. */
function numberOf({ kind, text }: QueryLiteral): number | null {
  const value = kind === 'boolean' || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Numbers are compared as numbers, other values as texts without letter case; an order always compares numbers. */
function compare(field: QueryField, operator: CompareOperator, literal: QueryLiteral): Sql {
  const isEquality = operator === '=' || operator === '!=';
  if (field.type === 'number' || !isEquality) return compareColumn({ kind: 'number', value: asNumber(field) }, operator, numberOf(literal));
  return compareColumn({ kind: 'text', value: asText(field) }, operator, literal.text);
}

function compareFields(left: QueryField, operator: CompareOperator, right: QueryField): Sql {
  const isEquality = operator === '=' || operator === '!=';
  if ((left.type === 'number' && right.type === 'number') || !isEquality) return compareValues(asNumber(left), operator, asNumber(right));
  return compareValues(sql`lower(${asText(left)})`, operator, sql`lower(${asText(right)})`);
}

function isOneOf(field: QueryField, literals: readonly QueryLiteral[]): Sql {
  const numbers = literals.map(numberOf).filter((one) => one !== null);
  const texts = literals.map(({ text }) => text);
  if (field.type === 'number') return compareColumn({ kind: 'number', value: asNumber(field) }, 'in', numbers);
  return compareColumn({ kind: 'text', value: asText(field) }, 'in', texts);
}

function hasText(field: QueryField, operator: TextOperator, pattern: string): Sql {
  const value = asText(field);
  if (operator === 'contains' || operator === 'containsIgnoreCase')
    return compareColumn({ kind: operator === 'contains' ? 'exact' : 'text', value }, 'like', `%${escapeLike(pattern)}%`);
  return sql`${value} ~ ${operator === 'complies' ? charactersExpression(pattern) : wordsExpression(pattern)}::text`;
}
