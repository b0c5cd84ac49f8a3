/** Stores pauses of tasks and plans, and converts them to JSON. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { ExecutableAction } from './events.ts';

/** The columns of the pause of a task or plan. A row that comes as JSON has the time as a text. */
export type PauseColumns = {
  paused_at: Date | string | null;
  paused_by: string | null;
  paused_by_type: Schema<'UserType'> | null;
  pause_context: string | null;
};

/** Builds the columns of `PauseColumns`; `table` is the alias of the table. */
export const pauseColumns = (table: Sql): Sql =>
  sql`${table}.paused_at, ${table}.paused_by, ${table}.paused_by_type, ${table}.pause_context`;

/**
 * Converts a row to the details of the pause under the name `field`; an empty object without a pause.
 * @rule tasks.pause.details
 * @rule plans.pause.details
 */
export const toPauseDetails = <Field extends string>(field: Field, row: PauseColumns): { [name in Field]?: Schema<'PauseDetails'> } =>
  row.paused_at === null ? {} : ({ [field]: detailsOf(row, row.paused_at) } as { [name in Field]: Schema<'PauseDetails'> });

const detailsOf = (row: PauseColumns, since: Date | string): Schema<'PauseDetails'> => ({
  pause: true,
  ...presentFields({ pauseContext: row.pause_context, user: row.paused_by, userType: row.paused_by_type }),
  pauseDate: new Date(since).toISOString(),
});

/** Raises an event of a task or plan. */
type Raise = (tx: Tx, actor: Actor, action: ExecutableAction, ids: readonly string[]) => Promise<unknown>;

const TABLES = { task: sql`task`, plan: sql`plan` } as const;

/**
 * Pauses or resumes a locked task or plan. Answers 202 after a change and 204 if it is already in that state. A change raises an event.
 * @rule tasks.pause.answer
 * @rule plans.pause.answer
 */
export async function changePause(
  tx: Tx,
  actor: Actor,
  { noun, raise }: { noun: keyof typeof TABLES; raise: Raise },
  { id, paused }: { id: string; paused: boolean },
  { pause = false, pauseContext }: Schema<'PauseRequest'>,
): Promise<{ status: 202 } | { status: 204 }> {
  if (paused === pause) return { status: 204 };

  await tx.rows(sql`
    update ${TABLES[noun]}
    set paused_at = case when ${pause} then now() end,
        paused_by = ${pause ? actor.login : null},
        paused_by_type = ${pause ? actor.userType : null},
        pause_context = ${pause ? (pauseContext ?? null) : null}
    where id = ${id}`);
  await raise(tx, actor, pause ? 'paused' : 'resumed', [id]);
  return { status: 202 };
}
