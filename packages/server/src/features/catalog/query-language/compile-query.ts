/** Compiles a query to a condition in SQL. Names choose prepared fragments; only literals of the caller become parameters. */
import { RE2JS, RE2JSException } from 're2js';
import type { Tx } from '../../../core/database/db.ts';
import { sql, unnamed, type Sql } from '../../../core/database/sql.ts';
import {
  parseQuery,
  type CompareOperator,
  type QueryCondition,
  type QueryLiteral,
  type QueryNode,
  type QueryTarget,
  type TextOperator,
} from './parse-query.ts';
import { charactersExpression, wordsExpression } from './patterns.ts';
import { refuseQuery, shortenQuery } from './tokens.ts';

/** A field of the rows. With `among` it has many values: a table and a condition that ties it to the row. */
export type QueryField = { type: 'text' | 'number' | 'boolean'; value: Sql; among?: Sql };

/** The rows that queries choose from. */
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
const MOST_STEPS = 2000;
const NUMBER = '^-?[0-9]{1,250}([.][0-9]{0,250})?$';

/**
 * Compiles a query to the condition that a row matches it.
 * @rule datasets.list.query
 * @rule catalog-connections.list.query
 */
export async function compileQuery(tx: Tx, text: string, source: QuerySource): Promise<Sql> {
  return unnamed(await new Compiler(tx, text, source).node(parseQuery(text)));
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
    const holds: Sql[] = [];
    for (const field of this.#fields(target)) holds.push(await this.#holds(field, condition));
    return holds.reduce((all, one) => sql`${all} or ${one}`);
  }

  async #holds(field: QueryField, condition: QueryCondition): Promise<Sql> {
    if (condition.kind === 'compare') return anyOf(field, (value) => compare(field, value, condition.operator, condition.value));
    if (condition.kind === 'between') {
      const { from, to, isFromOpen, isToOpen } = condition;
      return anyOf(
        field,
        (value) => sql`(${compare(field, value, isFromOpen ? '>' : '>=', from)} and ${compare(field, value, isToOpen ? '<' : '<=', to)})`,
      );
    }
    if (condition.kind === 'in') return anyOf(field, (value) => isOneOf(field, value, condition.values));
    if (condition.kind === 'fields') {
      const others = this.#fields(condition.other).map((other) => ({ other, operator: condition.operator }));
      const one = ({ other, operator }: { other: QueryField; operator: CompareOperator }): Sql =>
        anyOf(field, (value) => anyOf(other, (second) => compareFields({ field, value }, operator, { field: other, value: second })));
      return others.map(one).reduce((all, part) => sql`${all} or ${part}`);
    }
    if (condition.kind === 'is') return isWithout(field, condition.state === 'empty');
    if (condition.operator === '~') {
      const matching = await this.#matching(field, condition.pattern, condition.at);
      return anyOf(field, (value) => sql`${value}::text = any (${matching}::text[])`);
    }
    return anyOf(field, (value) => hasText(sql`${value}::text`, condition.operator, condition.pattern));
  }

  /** RE2 takes linear time for any expression, other than the expressions of the database: it reads the values and chooses the matching ones. */
  async #matching({ value, among }: QueryField, pattern: string, at: number): Promise<string[]> {
    const matches = this.#matcher(pattern, at);
    const { from, visible } = this.#source;
    const lateral = among === undefined ? sql`` : sql`from ${among}`;
    const rows = await this.#tx.rows<{ value: string }>(
      unnamed(sql`
        select distinct q.value
        from ${from}
        cross join lateral (select ${value}::text as value ${lateral}) q
        where ${visible}
          and q.value is not null`),
    );
    return rows.map((row) => row.value).filter(matches);
  }

  #matcher(pattern: string, at: number): (text: string) => boolean {
    try {
      const compiled = RE2JS.compile(pattern, RE2JS.DOTALL);
      if (compiled.programSize() <= MOST_STEPS) return (text) => compiled.matches(text);
    } catch (cause) {
      if (!(cause instanceof RE2JSException)) throw cause;
      throw refuseQuery(this.#text, at, `this is no regular expression in RE2 syntax: ${cause.message}`);
    }
    throw refuseQuery(this.#text, at, 'the regular expression repeats too much; use smaller numbers in { }');
  }

  #fields({ name, at }: QueryTarget): readonly QueryField[] {
    const field = this.#source.field(name);
    const fields = name === '*' ? this.#source.all : field ? [field] : [];
    if (fields.length > 0) return fields;
    throw refuseQuery(this.#text, at, `'${shortenQuery(name)}' is no field; expected ${this.#source.names.join(', ')}`);
  }

  #quality({ name, at }: QueryTarget, state: 'valid' | 'invalid'): Sql {
    const counts = this.#source.quality(name, state);
    if (counts) return counts;
    throw refuseQuery(this.#text, at, `'${shortenQuery(name)}' has no quality; 'is ${state}' takes *, columns or columns.<path>`);
  }
}

/** A field with many values fits when any of them does. */
const anyOf = ({ value, among }: QueryField, holds: (value: Sql) => Sql): Sql =>
  among === undefined ? holds(value) : sql`exists (select from ${among} where coalesce(${holds(value)}, false))`;

const isWithout = ({ value, among }: QueryField, orEmpty: boolean): Sql => {
  if (among !== undefined) return sql`not exists (select from ${among})`;
  return orEmpty ? sql`(${value} is null or ${value}::text = '')` : sql`${value} is null`;
};

const asNumber = ({ type }: QueryField, value: Sql): Sql =>
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
function compare(field: QueryField, value: Sql, operator: CompareOperator, literal: QueryLiteral): Sql {
  const number = numberOf(literal);
  if (operator !== '=' && operator !== '!=') return ordered(asNumber(field, value), operator, sql`${number}::double precision`);
  const isEqual =
    field.type === 'number'
      ? sql`${value}::double precision = ${number}::double precision`
      : sql`lower(${value}::text) = lower(${literal.text}::text)`;
  return operator === '=' ? isEqual : sql`not coalesce(${isEqual}, false)`;
}

type Side = { field: QueryField; value: Sql };

function compareFields(left: Side, operator: CompareOperator, right: Side): Sql {
  if (operator !== '=' && operator !== '!=') return ordered(asNumber(left.field, left.value), operator, asNumber(right.field, right.value));
  const isEqual =
    left.field.type === 'number' && right.field.type === 'number'
      ? sql`${left.value}::double precision = ${right.value}::double precision`
      : sql`lower(${left.value}::text) = lower(${right.value}::text)`;
  return operator === '=' ? isEqual : sql`not coalesce(${isEqual}, false)`;
}

function isOneOf(field: QueryField, value: Sql, literals: readonly QueryLiteral[]): Sql {
  if (field.type !== 'number')
    return sql`lower(${value}::text) in (select lower(l) from unnest(${literals.map(({ text }) => text)}::text[]) l)`;
  const numbers = literals.map(numberOf).filter((one) => one !== null);
  return sql`${value}::double precision = any (${numbers}::double precision[])`;
}

function hasText(value: Sql, operator: TextOperator, pattern: string): Sql {
  if (operator === 'contains') return sql`strpos(${value}, ${pattern}::text) > 0`;
  if (operator === 'containsIgnoreCase') return sql`strpos(lower(${value}), lower(${pattern}::text)) > 0`;
  return sql`${value} ~ ${operator === 'complies' ? charactersExpression(pattern) : wordsExpression(pattern)}::text`;
}
