/** The kinds of values that a filter compares: their operators, and their form in SQL. */
import { sql, type Sql } from '../database/sql.ts';

/** A comparison operator, independent of its spelling. */
export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '=in=' | '=out=';

/** The names of the kinds. */
export type KindName = 'text' | 'uuid' | 'boolean' | 'integer' | 'timestamp';

/** A kind of values. */
export type FiqlKind = {
  operators: readonly Operator[];
  /** The end of the message "expected …". */
  expected: string;
  fits(value: string): boolean;
  wildcards: boolean;
  column(column: Sql): Sql;
  one(value: string): Sql;
  many(values: readonly string[]): Sql;
};

const EQUALITY = ['==', '!='] as const;
const MEMBERSHIP = [...EQUALITY, '=in=', '=out='] as const;
const ORDER = [...MEMBERSHIP, '<', '<=', '>', '>='] as const;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INTEGER = /^[+-]?\d{1,18}$/;
// Two limits of the database: no year 0, no offset beyond 15 hours.
const TIME =
  /^(?!0000)(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;
const DAY = 86_400_000;

const asIs = (column: Sql): Sql => sql`(${column})`;

/** Every kind by name. */
export const KINDS: Readonly<Record<KindName, FiqlKind>> = {
  text: {
    operators: ORDER,
    expected: 'text without the character U+0000',
    fits: (value) => !value.includes('\0'),
    wildcards: true,
    column: asIs,
    one: (value) => sql`${value}::text`,
    many: (values) => sql`${values}::text[]`,
  },
  uuid: {
    operators: MEMBERSHIP,
    expected: 'an id',
    fits: (value) => UUID.test(value),
    wildcards: false,
    column: asIs,
    one: (value) => sql`${value}::uuid`,
    many: (values) => sql`${values}::uuid[]`,
  },
  boolean: {
    operators: EQUALITY,
    expected: 'true or false',
    fits: (value) => value === 'true' || value === 'false',
    wildcards: false,
    column: asIs,
    one: (value) => sql`${value}::boolean`,
    many: (values) => sql`${values}::boolean[]`,
  },
  integer: {
    operators: ORDER,
    expected: 'a whole number of at most 18 digits',
    fits: (value) => INTEGER.test(value),
    wildcards: false,
    column: asIs,
    one: (value) => sql`${value}::bigint`,
    many: (values) => sql`${values}::bigint[]`,
  },
  timestamp: {
    operators: ORDER,
    expected: 'a time such as 2026-01-31T12:00:00.000Z, or a day in UTC',
    fits: isTime,
    wildcards: false,
    // Answers show milliseconds and the database stores microseconds: a time from an answer must find its row.
    column: (column) => sql`date_trunc('milliseconds', ${column})`,
    one: (value) => sql`${instant(value)}::timestamptz`,
    many: (values) => sql`${values.map(instant)}::timestamptz[]`,
  },
};

function isTime(value: string): boolean {
  const [, year, month, day] = (TIME.exec(value) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  // Shifted by 400 years, the period of the calendar, because `Date.UTC` reads years below 100 as 1900 and later.
  const daysOfMonth = (Date.UTC(year + 400, month, 1) - Date.UTC(year + 400, month - 1, 1)) / DAY;
  return day <= daysOfMonth;
}

const instant = (value: string): string => (value.includes('T') ? value : `${value}T00:00:00Z`);
