/** Statements of several steps: `with first as (…), second as (…) select …`. */
import { sql, type Sql } from './sql.ts';

/** A step. One that is materialized runs once and by itself, and later steps read its rows. A step that is undefined is left out. */
type Step = Sql | { readonly materialized: Sql } | undefined;

/** Steps by their names, in their order. Names come only from code. */
export type Steps = Readonly<Record<string, Step>>;

/** Builds a statement of named steps, which ends with the part `last`. */
export function namedSteps(steps: Steps, last: Sql): Sql {
  const named = Object.entries(steps).flatMap(([name, step]) => {
    if (step === undefined) return [];
    return 'materialized' in step ? sql(textsOf(`${name} as materialized (`), step.materialized) : sql(textsOf(`${name} as (`), step);
  });
  const list = named.reduce((all, step) => sql`${all}, ${step}`);
  return sql`with ${list} ${last}`;
}

const known = new Map<string, TemplateStringsArray>();

/** The texts around a step; the same ones for each call, because a statement is recognised by them. */
function textsOf(head: string): TemplateStringsArray {
  let texts = known.get(head);
  if (!texts) known.set(head, (texts = Object.assign([head, ')'], { raw: [head, ')'] })));
  return texts;
}
