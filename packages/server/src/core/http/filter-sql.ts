/** Translates filters and orders of SCIM to SQL. Values of callers are parameters; names of columns come from the resources. */
import { neutralWord } from '@millrace/contract';
import { escapeLike, sql, type Sql } from '../database/sql.ts';
import { invalid } from '../base/problem.ts';
import {
  refuseScimFilter,
  readAttributePath,
  truthOf,
  type AttributePath,
  type ScimFilter,
  type ScimOperator,
  type ScimValue,
} from './filter-text.ts';

/**
 * A column that a filter compares: `text` ignores letter case, `exact` does not. A `word` is a text of which a caller may also write the word of the
 * published product.
 */
export type ScimColumn = { kind: 'text' | 'exact' | 'word' | 'boolean' | 'time'; value: Sql };

/** A list attribute: the condition that it has an element for which a condition holds, and the sub-attributes of its elements. */
export type ScimList = { some(where: Sql): Sql; columns: Readonly<Record<string, ScimColumn>> };

/** The attributes of a resource that filters may name, in small letters, such as `name.familyname`. */
export type ScimColumns = {
  schema: string;
  columns: Readonly<Record<string, ScimColumn>>;
  lists: Readonly<Record<string, ScimList>>;
};

/**
 * Builds the condition for the rows that fit a filter. It is true or false, and never null.
 * @rule scim.filter.operators
 * @rule scim.filter.unknown
 */
export function filterCondition(filter: ScimFilter, known: ScimColumns): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [first = sql`true`, ...rest] = filter.parts.map((part) => filterCondition(part, known));
      return sql`(${rest.reduce((all, one) => (filter.kind === 'and' ? sql`${all} and ${one}` : sql`${all} or ${one}`), first)})`;
    }
    case 'not':
      return sql`not ${filterCondition(filter.part, known)}`;
    case 'values': {
      const list = listOf(filter.path, known);
      if (!list || filter.path.sub !== undefined) throw unknownAttribute(filter.path);
      return list.some(filterCondition(filter.filter, { schema: known.schema, columns: list.columns, lists: {} }));
    }
    case 'present':
      return attributeCondition(filter.path, known, ({ kind, value }) =>
        isText(kind) ? sql`coalesce(${value} <> '', false)` : sql`${value} is not null`,
      );
    case 'compare':
      return attributeCondition(filter.path, known, (column) => compare(column, filter.operator, filter.value));
  }
}

/**
 * Builds an order by an attribute, and the same order backwards.
 * @rule scim.list.sort
 */
export function filterOrder(text: string, isDescending: boolean, known: ScimColumns, id: Sql): readonly [forwards: Sql, backwards: Sql] {
  const path = readAttributePath(text);
  const column = path && isOf(path, known) ? known.columns[keyOf(path)] : undefined;
  if (!column) throw invalid('invalid_path', `The resources cannot be sorted by '${text}': name an attribute with one value.`);
  const value = column.kind === 'text' ? sql`lower(${column.value})` : column.value;
  const up = sql`${value} asc nulls first, ${id}`;
  const down = sql`${value} desc nulls last, ${id} desc`;
  return isDescending ? [down, up] : [up, down];
}

function attributeCondition(path: AttributePath, known: ScimColumns, build: (column: ScimColumn) => Sql): Sql {
  const column = isOf(path, known) ? known.columns[keyOf(path)] : undefined;
  if (column) return build(column);
  const list = listOf(path, known);
  const ofList = list?.columns[path.sub ?? 'value'];
  if (!list || !ofList) throw unknownAttribute(path);
  return list.some(build(ofList));
}

function compare({ kind, value: column }: ScimColumn, operator: ScimOperator, value: ScimValue): Sql {
  if (value === null && operator === 'eq') return sql`${column} is null`;
  if (value === null && operator === 'ne') return sql`${column} is not null`;
  const truth = truthOf(value);
  if (kind === 'boolean' && typeof truth === 'boolean') {
    if (operator === 'eq') return sql`${column} is not distinct from ${truth}`;
    if (operator === 'ne') return sql`${column} is distinct from ${truth}`;
  }
  if (kind === 'time' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return ordered(sql`date_trunc('milliseconds', ${column})`, operator, sql`${new Date(Date.parse(value)).toISOString()}::timestamptz`);
  if (isText(kind) && typeof value === 'string') {
    const text = kind === 'word' ? neutralWord(value) : value;
    const fold = (one: Sql): Sql => (kind === 'exact' ? one : sql`lower(${one})`);
    const like = (pattern: string): Sql => sql`coalesce(${fold(column)} like ${fold(sql`${pattern}::text`)}, false)`;
    if (operator === 'co') return like(`%${escapeLike(text)}%`);
    if (operator === 'sw') return like(`${escapeLike(text)}%`);
    if (operator === 'ew') return like(`%${escapeLike(text)}`);
    return ordered(fold(column), operator, fold(sql`${text}::text`));
  }
  throw refuseScimFilter(`the operator ${operator} does not compare such an attribute with ${JSON.stringify(value)}`);
}

const isText = (kind: ScimColumn['kind']): boolean => kind === 'text' || kind === 'exact' || kind === 'word';

function ordered(column: Sql, operator: ScimOperator, value: Sql): Sql {
  if (operator === 'eq') return sql`coalesce(${column} = ${value}, false)`;
  if (operator === 'ne') return sql`${column} is distinct from ${value}`;
  if (operator === 'gt') return sql`coalesce(${column} > ${value}, false)`;
  if (operator === 'ge') return sql`coalesce(${column} >= ${value}, false)`;
  if (operator === 'lt') return sql`coalesce(${column} < ${value}, false)`;
  if (operator === 'le') return sql`coalesce(${column} <= ${value}, false)`;
  throw refuseScimFilter(`the operator ${operator} compares texts only`);
}

const keyOf = ({ attribute, sub }: AttributePath): string => (sub === undefined ? attribute : `${attribute}.${sub}`);

const isOf = ({ schema }: AttributePath, known: ScimColumns): boolean => schema === undefined || schema === known.schema.toLowerCase();

const listOf = (path: AttributePath, known: ScimColumns): ScimList | undefined =>
  isOf(path, known) ? known.lists[path.attribute] : undefined;

const unknownAttribute = (path: AttributePath) => refuseScimFilter(`there is no attribute '${keyOf(path)}' here that can be filtered by`);
