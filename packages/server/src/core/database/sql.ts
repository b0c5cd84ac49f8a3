/** SQL text with its values beside it: the text of a statement never contains data of a caller. */
import { createHash } from 'node:crypto';

const FRAGMENT = Symbol('sql');

/** A statement or a part of one. */
export type Sql = {
  readonly [FRAGMENT]: true;
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly unnamed?: boolean;
};

/** Builds SQL: values become parameters, other fragments are inserted. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  if (!values.some(isSql)) return { [FRAGMENT]: true, strings, values };
  const texts: string[] = [strings[0] ?? ''];
  const flat: unknown[] = [];
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? '';
    if (isSql(value)) {
      append(texts, value.strings[0] ?? '');
      value.values.forEach((inner, at) => {
        flat.push(inner);
        texts.push(value.strings[at + 1] ?? '');
      });
      append(texts, after);
    } else {
      flat.push(value);
      texts.push(after);
    }
  });
  return { [FRAGMENT]: true, strings: texts, values: flat, unnamed: values.some((value) => isSql(value) && value.unnamed === true) };
}

/**
 * A fragment whose statements are not prepared: because a caller determines the text, and every new text would stay in the memory of each connection, or
 * because the plan for these values may be wrong for others.
 */
export const unnamed = (fragment: Sql): Sql => ({ ...fragment, unnamed: true });

/** Text that becomes a part of a statement where the database allows no parameter; never text of a caller. */
export const verbatim = (text: string): Sql => ({ [FRAGMENT]: true, strings: [text], values: [], unnamed: true });

/** The name of a table or column that the code chooses at run time. */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`'${name}' is not a valid name of a table or column`);
  return verbatim(`"${name}"`);
}

/** Joins conditions with `and`; without conditions the result is true. */
export function and(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : conditions.reduce((all, condition) => sql`${all} and ${condition}`);
}

/** A JSON value; without this, an array would become an array of the database. */
export const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

/** A statement for the driver: text with `$n`, values, and the name of its plan. */
export type Statement = { text: string; values: unknown[]; name?: string };

const names = new Map<string, string>();

/** Turns a fragment into a named statement; texts come only from code, so the number of names is limited. */
export function statement({ strings, values, unnamed: nameless }: Sql): Statement {
  let text = strings[0] ?? '';
  for (let index = 1; index < strings.length; index += 1) text += `$${index}${strings[index]}`;
  if (nameless) return { text, values: [...values] };
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return { text, values: [...values], name };
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && FRAGMENT in value;
}

function append(texts: string[], text: string): void {
  texts[texts.length - 1] += text;
}

/** The condition for texts that begin with `prefix`, in any letter case. */
export const startsWith = (column: Sql, prefix: string): Sql => sql`lower(${column}) like lower(${`${escapeLike(prefix)}%`})`;

/** The condition for texts that contain `part`, in any letter case; an index on `lower(…)` can serve it. */
export const contains = (column: Sql, part: string): Sql => sql`lower(${column}) like lower(${`%${escapeLike(part)}%`})`;

/** Escapes the wildcards of `like` in a text. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Text that the database can store: without NUL and without halves of surrogate pairs. */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
