/** FIQL: parses the filter text of a list, and turns it into a condition of the database. */
import { parse } from '@rsql/parser';
import { invalid, type Problem } from '../base/problem.ts';
import { escapeLike, type Sql, sql, unnamed } from '../database/sql.ts';
import { compareColumn, compileFilter, type FilterKind, type FilterTree, isNot } from './filter-sql.ts';

/** The selectors of a filter, each with its column and the kind of its values. */
export type Selectors = Readonly<Record<string, { readonly column: Sql; readonly type: KindName }>>;

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['==', '='],
  ['!=', '!='],
  ['=lt=', '<'],
  ['<', '<'],
  ['=le=', '<='],
  ['<=', '<='],
  ['=gt=', '>'],
  ['>', '>'],
  ['=ge=', '>='],
  ['>=', '>='],
  ['=in=', 'in'],
  ['=out=', 'out'],
]);

/**
 * Compiles a filter, or refuses it with the position of the fault; without a text, the condition is true. Equality is exact. `*` stands for any characters
 * in `==` and `!=` on text, quoted or not, and for itself in `=in=` and `=out=`. A missing value differs from every value.
 * @rule filters.query.grammar
 */
export function compileFiql(text: string | undefined, selectors: Selectors): Sql {
  if (text === undefined || text.trim() === '') return sql`true`;
  return unnamed(compileFilter(readFilter(text), (comparison) => compare(text, comparison, selectors)));
}

function compare(text: string, comparison: Comparison, selectors: Selectors): Sql {
  const { selector, values, isList, at } = comparison;
  const target = Object.hasOwn(selectors, selector) ? selectors[selector] : undefined;
  if (!target)
    throw filterFault(text, at.selector, `unknown selector '${shorten(selector)}'; expected one of ${Object.keys(selectors).join(', ')}`);
  const kind = KINDS[target.type];
  const operator = operatorOf(text, comparison, kind);
  const wrong = values.find((value) => !kind.fits(value));
  if (wrong !== undefined) throw filterFault(text, at.value, `'${shorten(wrong)}' is no value of '${selector}'; expected ${kind.expected}`);
  if (isList && operator !== 'in' && operator !== 'out')
    throw filterFault(text, at.value, `'${comparison.operator}' accepts no list; expected one value`);
  return condition(kind, target.column, operator, kind.toParameter ? values.map(kind.toParameter) : values);
}

function operatorOf(text: string, { selector, operator, at }: Comparison, kind: FiqlKind): Operator {
  const known = OPERATORS.get(operator);
  if (known && kind.operators.includes(known)) return known;
  const accepted = [...OPERATORS].filter(([, operator]) => kind.operators.includes(operator)).map(([spelling]) => spelling);
  throw filterFault(text, at.operator, `'${shorten(operator)}' cannot be used with '${selector}'; expected one of ${accepted.join(' ')}`);
}

function condition({ kind, hasWildcards }: FiqlKind, value: Sql, operator: Operator, values: readonly string[]): Sql {
  const column = { kind, value };
  if (operator === 'in') return compareColumn(column, 'in', values);
  if (operator === 'out') return isNot(compareColumn(column, 'in', values));
  const [wanted = ''] = values;
  if (!hasWildcards || !wanted.includes('*') || (operator !== '=' && operator !== '!=')) return compareColumn(column, operator, wanted);
  const fits = compareColumn(column, 'like', escapeLike(wanted).replaceAll(/\*+/g, '%'));
  return operator === '=' ? fits : isNot(fits);
}

/** A selector, an operator and one value or a list, with the positions in the text at which they begin. */
type Comparison = {
  selector: string;
  operator: string;
  values: readonly string[];
  isList: boolean;
  at: { selector: number; operator: number; value: number };
};

/** A parsed filter. */
type FiqlFilter = FilterTree<Comparison>;

type Node = ReturnType<typeof parse>;

/** Characters of the longest filter. It bounds the depth of the condition: the stack of the database overflows at some tens of thousands. */
const LONGEST = 2000;
/** Characters of a part of the filter that a message shows. */
const MAX_SHOWN = 40;

const QUOTED = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'/g;
const QUOTED_OR_OPERATOR = new RegExp(`${QUOTED.source}|[=!]=|[<>]=?|=[a-z]*=`, 'g');

/** Reads a filter that is not blank. */
function readFilter(text: string): FiqlFilter {
  if (text.length > LONGEST) throw filterFault(text, LONGEST, `the text goes on; expected at most ${LONGEST} characters`);
  const operators = operatorPositions(text);
  return withPositions(text, parsed(text), operators);
}

/**
 * The refusal of a filter; it contains the position in characters, counted from 1.
 * @rule filters.query.broken
 */
function filterFault(text: string, index: number, message: string): Problem {
  return invalid('malformed_filter', `The filter cannot be used at character ${Array.from(text.slice(0, index)).length + 1}: ${message}.`);
}

/** A part of the text, short enough for a message. */
const shorten = (part: string): string => (part.length > MAX_SHOWN ? `${part.slice(0, MAX_SHOWN)}…` : part);

function parsed(text: string): Node {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw brokenText(text, error.message);
  }
}

/** The message of the parser contains the position: after a quoted part of the text, and before the whole quoted text. */
function brokenText(text: string, message: string): Problem {
  const tail = ` in "${text}".`;
  const position = message.endsWith(tail) ? /at position (\d+)$/.exec(message.slice(0, -tail.length))?.[1] : undefined;
  const index = position === undefined ? text.length : Number(position) - 1;
  if (message.startsWith('Unclosed quote'))
    return filterFault(text, index, `the quote ${text[index]} is never closed; expected another one`);
  if (message.includes('forget to close parenthesis')) return filterFault(text, index, "the text ends; expected ')'");
  const found =
    position === undefined ? 'the text ends' : `'${shorten(String.fromCodePoint(text.codePointAt(index) ?? 0))}' is not expected here`;
  return filterFault(text, index, `${found}; expected ${expectedAfter(text.slice(0, index))}`);
}

function expectedAfter(before: string): string {
  const plain = before.replaceAll(QUOTED, 'q').trimEnd();
  if (/(?:[=!]=|[<>]=?|=[a-z]+=)$/.test(plain) || /=[a-z]+=\s*\((?:[^()]*,)?$/.test(plain)) return 'a value';
  if (/=[a-z]+=\s*\([^()]*$/.test(plain)) return "',' or ')'";
  if (/(?:^|[;,(]|\s(?:and|or))$/.test(plain)) return 'a comparison such as name==Dev*';
  if (/(?:^|[;,(\s])[^\s;,()=!<>~'"]+$/.test(plain) && !/[=<>]\s*[^\s;,()]+$/.test(plain)) return 'an operator such as ==';
  return "';', ',' or the end (quote a value that holds spaces or any of ;,()=!<>~)";
}

/** The positions of the comparison operators, in order. Outside of quotes, a well-formed filter contains nothing else that looks like one. */
function* operatorPositions(text: string): Generator<number, undefined> {
  for (const { 0: piece, index } of text.matchAll(QUOTED_OR_OPERATOR)) if (!/^["']/.test(piece)) yield index;
}

/** The parser returns no positions, but its tree has the comparisons in the order of the text. */
function withPositions(text: string, node: Node, operators: Iterator<number, undefined>): FiqlFilter {
  if (node.type === 'LOGIC') {
    const left = withPositions(text, node.left, operators);
    const right = withPositions(text, node.right, operators);
    return { kind: node.operator === ';' || node.operator === 'and' ? 'and' : 'or', parts: [left, right] };
  }
  const { selector } = node.left;
  const { value } = node.right;
  const operator = operators.next().value ?? text.length;
  const afterOperator = operator + node.operator.length;
  return {
    selector,
    operator: node.operator,
    values: [value].flat(),
    isList: typeof value !== 'string',
    at: {
      selector: text.lastIndexOf(selector, operator - 1),
      operator,
      value: afterOperator + text.slice(afterOperator).search(/\S/),
    },
  };
}

/** A comparison operator, independent of its spelling. */
type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'out';

/** The names of the kinds. */
type KindName = 'text' | 'uuid' | 'boolean' | 'integer' | 'timestamp';

/** A kind of values. */
type FiqlKind = {
  kind: FilterKind;
  operators: readonly Operator[];
  /** The end of the message "expected …". */
  expected: string;
  fits(value: string): boolean;
  hasWildcards?: boolean;
  toParameter?(value: string): string;
};

const EQUALITY = ['=', '!='] as const;
const MEMBERSHIP = [...EQUALITY, 'in', 'out'] as const;
const ORDER = [...MEMBERSHIP, '<', '<=', '>', '>='] as const;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INTEGER = /^[+-]?\d{1,18}$/;
// Two limits of the database: no year 0, no offset beyond 15 hours.
const TIME =
  /^(?!0000)(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;
const DAY = 86_400_000;

const instant = (value: string): string => (value.includes('T') ? value : `${value}T00:00:00Z`);

/** Every kind by name. */
const KINDS: Readonly<Record<KindName, FiqlKind>> = {
  text: {
    kind: 'exact',
    operators: ORDER,
    expected: 'text without the character U+0000',
    fits: (value) => !value.includes('\0'),
    hasWildcards: true,
  },
  uuid: { kind: 'uuid', operators: MEMBERSHIP, expected: 'an id', fits: (value) => UUID.test(value) },
  boolean: { kind: 'boolean', operators: EQUALITY, expected: 'true or false', fits: (value) => value === 'true' || value === 'false' },
  integer: { kind: 'integer', operators: ORDER, expected: 'a whole number of at most 18 digits', fits: (value) => INTEGER.test(value) },
  timestamp: {
    kind: 'time',
    operators: ORDER,
    expected: 'a time such as 2026-01-31T12:00:00.000Z, or a day in UTC',
    fits: isTime,
    toParameter: instant,
  },
};

function isTime(value: string): boolean {
  const [, year, month, day] = (TIME.exec(value) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  // Shifted by 400 years, the period of the calendar, because `Date.UTC` reads years below 100 as 1900 and later.
  const daysOfMonth = (Date.UTC(year + 400, month, 1) - Date.UTC(year + 400, month - 1, 1)) / DAY;
  return day <= daysOfMonth;
}
