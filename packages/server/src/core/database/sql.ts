/** SQL text with its values beside it, and the interface that runs it: the text of a statement never contains data of a caller. */
import { createHash } from 'node:crypto';

const FRAGMENT = Symbol('sql');

/** A statement or a part of one: `strings` are the texts around the values, some of which are fragments themselves. */
export type Sql = {
  readonly [FRAGMENT]: true;
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly unnamed: boolean;
};

/** Builds SQL: values become parameters, other fragments are inserted. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => ({
  [FRAGMENT]: true,
  strings,
  values,
  unnamed: values.some((value) => isSql(value) && value.unnamed),
});

/**
 * A fragment whose statements are not prepared: because a caller determines the text, and every new text would stay in the memory of each connection, or
 * because the plan for these values may be wrong for others.
 */
export const unnamed = (fragment: Sql): Sql => ({ ...fragment, unnamed: true });

/** Text that becomes a part of a statement where the database allows no parameter; never text of a caller. Statements with it are not prepared. */
export const verbatim = (text: string): Sql => ({ [FRAGMENT]: true, strings: [text], values: [], unnamed: true });

/** The name of a table or column that the code chooses at run time, as `verbatim`. Throws for a text that is no plain name, because it becomes SQL. */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`'${name}' is not a valid name of a table or column`);
  return verbatim(`"${name}"`);
}

/** Joins conditions with `and`; without conditions the result is true. */
export function and(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : conditions.reduce((all, condition) => sql`${all} and ${condition}`);
}

/** Returns the text of a JSON value, null for undefined. The driver would turn an array itself into an array of the database. */
export const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

/** A statement for the driver: text with `$n`, values, and the name of its plan. */
export type Statement = { text: string; values: unknown[]; name?: string };

/** A step on the way to a statement: the texts of one of its fragments, or a value. */
type Step = readonly string[] | typeof VALUE;

/** A place on the way to statements, and the statement that ends here, if any. */
type Place = { named?: { text: string; name: string }; readonly next: Map<Step, Place> };

const VALUE = Symbol('value');
/** The tree of all named statements. With it, a repeated statement is found without building its text, which takes as long as sending a small one. */
const start: Place = { next: new Map() };

/** Turns a fragment into a named statement; texts come only from code, so the number of names is limited. */
export function statement(fragment: Sql): Statement {
  const values: unknown[] = [];
  if (fragment.unnamed) return { text: toText(fragment, values), values };
  const place = follow(fragment, start, values);
  const { text, name } = (place.named ??= named(toText(fragment, [])));
  return { text, values, name };
}

const named = (text: string) => ({ text, name: createHash('sha256').update(text).digest('base64url').slice(0, 32) });

/** Builds the text of a fragment, and adds its values to `values`. */
function toText(fragment: Sql, values: unknown[]): string {
  let text = fragment.strings[0] ?? '';
  fragment.values.forEach((value, index) => {
    text += (isSql(value) ? toText(value, values) : `$${values.push(value)}`) + (fragment.strings[index + 1] ?? '');
  });
  return text;
}

/** Returns the place to which a fragment leads from another place, and adds its values to `values`. */
function follow(fragment: Sql, from: Place, values: unknown[]): Place {
  let place = take(from, fragment.strings);
  for (const value of fragment.values) {
    if (isSql(value)) place = follow(value, place, values);
    else {
      values.push(value);
      place = take(place, VALUE);
    }
  }
  return place;
}

function take({ next }: Place, step: Step): Place {
  let place = next.get(step);
  if (!place) next.set(step, (place = { next: new Map() }));
  return place;
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && FRAGMENT in value;
}

/** The condition for texts that begin with `prefix`, in any letter case. */
export const startsWith = (column: Sql, prefix: string): Sql => sql`lower(${column}) like lower(${`${escapeLike(prefix)}%`})`;

/** The condition for texts that contain `part`, in any letter case; an index on `lower(…)` can serve it. */
export const contains = (column: Sql, part: string): Sql => sql`lower(${column}) like lower(${`%${escapeLike(part)}%`})`;

/** Escapes the wildcards of `like` in a text. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Text that the database can store: without NUL and without halves of surrogate pairs. */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();

/** Runs statements. A function with a `Tx` parameter takes part in the transaction of its caller. */
export type Tx = {
  rows<Row>(query: Sql): Promise<Row[]>;
  one<Row>(query: Sql): Promise<Row | undefined>;
  /** Returns the row of a statement that always has one. */
  only<Row>(query: Sql): Promise<Row>;
  /** Returns whether a statement returns a row. */
  any(query: Sql): Promise<boolean>;
};

/** Makes a `Tx` from a function that sends statements. */
export function createTx(query: (text: Statement) => Promise<{ rows: unknown[] }>): Tx {
  const rows = async <Row>(fragment: Sql): Promise<Row[]> => (await query(statement(fragment))).rows as Row[];
  const one = async <Row>(fragment: Sql): Promise<Row | undefined> => (await rows<Row>(fragment))[0];
  const only = async <Row>(fragment: Sql): Promise<Row> => {
    const row = await one<Row>(fragment);
    if (row === undefined) throw new Error('A statement that always has a row had none');
    return row;
  };
  const any = async (fragment: Sql): Promise<boolean> => (await one(fragment)) !== undefined;
  return { rows, one, only, any };
}

/** Takes a lock until the transaction ends; false if another transaction has it. */
export const takeLock = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.only<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`)).taken;

/** A new UUID of version 7, as `newId` makes them: its time is the clock of the database. */
export const newIdSql: Sql = sql`(
  select overlay(overlay(gen_random_uuid()::text placing substr(h, 1, 8) || '-' || substr(h, 9) from 1) placing '7' from 15)::uuid
  from lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as h)`;
