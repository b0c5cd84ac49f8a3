/** Compiles filters to SQL, whatever the language in which callers write them. Values of callers are parameters; columns come from the code. */
import { type Sql, sql } from '../database/sql.ts';

/** A filter as the parser of its language reads it: conditions that `and`, `or` and `not` join. `at` is the position in the text, from 0. */
export type FilterTree<Condition extends object> =
  | { kind: 'and'; parts: readonly FilterTree<Condition>[] }
  | { kind: 'or'; parts: readonly FilterTree<Condition>[] }
  | { kind: 'not'; part: FilterTree<Condition>; at?: number }
  | Condition;

/**
 * The kind of the values of a column: `text` is compared in any letter case, `exact` is not. A `word` is a text of which a caller may also write the word
 * of the published product.
 */
export type FilterKind = 'text' | 'word' | 'exact' | 'uuid' | 'boolean' | 'integer' | 'number' | 'time';

/** A column that filters compare. */
export type FilterColumn = { kind: FilterKind; value: Sql };

/** The operators that compare a column with a value. */
type FilterOperator = keyof typeof SIGNS | '!=' | 'in';

/** Builds the condition that a row fits a filter. `toSql` builds an operand of `and`. A condition that is null does not hold, also below `not`. */
export function compileFilter<Condition extends object>(tree: FilterTree<Condition>, toSql: (condition: Condition) => Sql): Sql {
  if ('parts' in tree) {
    const [first = sql`true`, ...rest] = tree.parts.map((part) => compileFilter(part as FilterTree<Condition>, toSql));
    return sql`(${rest.reduce((all, one) => (tree.kind === 'and' ? sql`${all} and ${one}` : sql`${all} or ${one}`), first)})`;
  }
  return 'part' in tree ? isNot(compileFilter(tree.part as FilterTree<Condition>, toSql)) : toSql(tree as Condition);
}

/** Builds the condition that another one does not hold: it is false or null. */
export const isNot = (condition: Sql): Sql => sql`(${condition}) is not true`;

/** Builds the condition that a condition holds for a row of a table, a part of `from`. */
export const isAmong = (table: Sql, condition: Sql): Sql => sql`exists (select from ${table} where ${condition})`;

const TYPES: Readonly<Record<FilterKind, Sql>> = {
  text: sql`text`,
  word: sql`text`,
  exact: sql`text`,
  uuid: sql`uuid`,
  boolean: sql`boolean`,
  integer: sql`bigint`,
  number: sql`double precision`,
  time: sql`timestamptz`,
};

const SIGNS = { '=': sql`=`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=`, like: sql`like` } as const;

/** Builds the comparison of two values of one type. If one is missing, only `!=` holds. */
export const compareValues = (left: Sql, operator: keyof typeof SIGNS | '!=', right: Sql): Sql =>
  operator === '!=' ? isNot(sql`${left} = ${right}`) : sql`${left} ${SIGNS[operator]} ${right}`;

/** Builds the comparison of a column with a value: a pattern for `like`, a list for `in`. */
export function compareColumn({ kind, value }: FilterColumn, operator: FilterOperator, wanted: unknown): Sql {
  const isCaseless = kind === 'text' || kind === 'word';
  const folded = (one: Sql): Sql => (isCaseless ? sql`lower(${one})` : one);
  // Answers show milliseconds and the database stores microseconds: a time from an answer must find its row.
  const column = kind === 'time' ? sql`date_trunc('milliseconds', ${value})` : folded(sql`(${value})`);
  if (operator !== 'in') return compareValues(column, operator, folded(sql`${wanted}::${TYPES[kind]}`));
  const values = sql`${wanted}::${TYPES[kind]}[]`;
  return sql`${column} = any (${isCaseless ? sql`array(select lower(one) from unnest(${values}) one)` : values})`;
}
