/** FIQL: turns the filter text of a list into a condition of the database. */
import { readFilter, refuseFilter, shorten, type Comparison, type FiqlFilter } from './fiql-text.ts';
import { KINDS, type FiqlKind, type KindName, type Operator } from './fiql-kinds.ts';
import { escapeLike, sql, unnamed, type Sql } from '../database/sql.ts';

/** The selectors of a filter, each with its column and the kind of its values. */
export type Selectors = Readonly<Record<string, { readonly column: Sql; readonly type: KindName }>>;

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['==', '=='],
  ['!=', '!='],
  ['=lt=', '<'],
  ['<', '<'],
  ['=le=', '<='],
  ['<=', '<='],
  ['=gt=', '>'],
  ['>', '>'],
  ['=ge=', '>='],
  ['>=', '>='],
  ['=in=', '=in='],
  ['=out=', '=out='],
]);

/**
 * Compiles a filter; without a text, the condition is true. Equality is exact. `*` stands for any characters in `==` and `!=` on text, quoted or not,
 * and for itself in `=in=` and `=out=`. A missing value differs from every value.
 * @rule filters.query.grammar
 */
export function fiql(text: string | undefined, selectors: Selectors): Sql {
  return text === undefined || text.trim() === '' ? sql`true` : unnamed(compile(text, readFilter(text), selectors));
}

function compile(text: string, filter: FiqlFilter, selectors: Selectors): Sql {
  if ('selector' in filter) return compare(text, filter, selectors);
  const left = compile(text, filter.left, selectors);
  const right = compile(text, filter.right, selectors);
  return filter.join === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`;
}

function compare(text: string, comparison: Comparison, selectors: Selectors): Sql {
  const { selector, values, isList, at } = comparison;
  const target = Object.hasOwn(selectors, selector) ? selectors[selector] : undefined;
  if (!target)
    throw refuseFilter(text, at.selector, `unknown selector '${shorten(selector)}'; expected one of ${Object.keys(selectors).join(', ')}`);
  const kind = KINDS[target.type];
  const operator = operatorOf(text, comparison, kind);
  const wrong = values.find((value) => !kind.fits(value));
  if (wrong !== undefined)
    throw refuseFilter(text, at.value, `'${shorten(wrong)}' is no value of '${selector}'; expected ${kind.expected}`);
  const [value = ''] = values;
  if (isList && operator !== '=in=' && operator !== '=out=')
    throw refuseFilter(text, at.value, `'${comparison.operator}' accepts no list; expected one value`);
  return condition(kind, target.column, operator, value, values);
}

function operatorOf(text: string, { selector, operator, at }: Comparison, kind: FiqlKind): Operator {
  const known = OPERATORS.get(operator);
  if (known && kind.operators.includes(known)) return known;
  const accepted = [...OPERATORS].filter(([, operator]) => kind.operators.includes(operator)).map(([spelling]) => spelling);
  throw refuseFilter(text, at.operator, `'${shorten(operator)}' cannot be used with '${selector}'; expected one of ${accepted.join(' ')}`);
}

function condition(kind: FiqlKind, name: Sql, operator: Operator, value: string, values: readonly string[]): Sql {
  const column = kind.column(name);
  const pattern = kind.wildcards && value.includes('*') ? escapeLike(value).replaceAll(/\*+/g, '%') : undefined;
  switch (operator) {
    case '==':
      return pattern === undefined ? sql`${column} = ${kind.one(value)}` : sql`${column} like ${pattern}`;
    case '!=':
      return pattern === undefined ? sql`${column} is distinct from ${kind.one(value)}` : sql`(${column} like ${pattern}) is not true`;
    case '<':
      return sql`${column} < ${kind.one(value)}`;
    case '<=':
      return sql`${column} <= ${kind.one(value)}`;
    case '>':
      return sql`${column} > ${kind.one(value)}`;
    case '>=':
      return sql`${column} >= ${kind.one(value)}`;
    case '=in=':
      return sql`${column} = any(${kind.many(values)})`;
    case '=out=':
      return sql`(${column} = any(${kind.many(values)})) is not true`;
  }
}
