/** The statements by which lineage is read. Those that find something for a caller check the tenant and the right. */
import type { Schema } from '@millrace/contract';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, inWorkspace } from '../../security/held/index.ts';
import { heldEntities } from '../../sharing/sharing/index.ts';
import { digestOf, type LineageConnection, type LineageName, tableNaming } from './names.ts';

const tasks = inWorkspace({ noun: 'Task', table: sql`task`, alias: sql`t` });

/** Finds a task that the actor may see, and returns its id. */
export const findSeenTask = async (tx: Tx, actor: Actor, id: string): Promise<string> =>
  (await tasks.find<{ id: string }>(tx, actor, id, { columns: sql`t.id` })).id;

/** The columns of `LineageConnection`, for statements with the alias `c` of connection. */
const connectionColumns: Sql = sql`
  c.app, coalesce((
    select json_object_agg(p.name, p.plain_value)
    from connection_parameter p
    where p.connection_id = c.id
      and p.plain_value is not null), '{}') as parameters`;

/** Selects the parts of a connection from which names are built, with the technical name of a dataset. */
export const selectLineageConnection = (tx: Tx, dataset: string): Promise<LineageConnection & { technical_name: string }> =>
  tx.only(sql`
    select d.technical_name, ${connectionColumns}
    from dataset d
    join connection c on c.id = d.connection_id
    where d.id = ${dataset}`);

/** Whether runs have read a dataset (input) or written it (output). */
type Direction = 'input' | 'output';

/** A run that has read or written a dataset. */
export type LineageRunRow = {
  id: string;
  task_id: string;
  task_name: string;
  outcome: Schema<'FinishReport'>['outcome'];
  started_at: Date | null;
  finished_at: Date | null;
};

/**
 * Selects the newest runs that have read or written a name, by the direction, in workspaces that the actor sees.
 * @rule lineage.read.runs
 * @rule lineage.read.visible
 */
export const selectRuns = (tx: Tx, actor: Actor, name: LineageName, direction: Direction): Promise<LineageRunRow[]> =>
  tx.rows(sql`
    select x.id, x.task_id, x.task_name, x.outcome, x.started_at, x.finished_at
    from run_dataset r
    join task_execution x on x.id = r.execution_id
    join workspace w on w.id = x.workspace_id
    where r.tenant_id = ${actor.tenant}
      and r.digest = ${digestOf(name)}
      and r.is_output = ${direction === 'output'}
      and x.outcome is not null
      and ${holdsRight(actor, 'VIEW')}
    order by r.execution_id desc
    limit 100`);

/** The datasets of the runs of a task: a name with the last run. */
export type TouchedRow = LineageName & { is_output: boolean; execution_id: string; finished_at: Date | null };

/**
 * Selects the names that the runs of a task have read or written, by the direction, each once with the last run; at most 1,000.
 * @rule lineage.read.task
 */
export const selectTouchedByTask = (tx: Tx, tenant: string, task: string, direction: Direction): Promise<TouchedRow[]> =>
  tx.rows(sql`
    select last.is_output, last.namespace, last.name, last.execution_id, x.finished_at
    from (
      select distinct on (r.digest) r.is_output, r.namespace, r.name, r.execution_id
      from run_dataset r
      where r.task_id = ${task}
        and r.tenant_id = ${tenant}
        and r.is_output = ${direction === 'output'}
      order by r.digest, r.execution_id desc) last
    join task_execution x on x.id = last.execution_id
    order by last.namespace, last.name
    limit 1000`);

/** Selects the datasets that runs have read and written. */
export const selectTouched = (
  tx: Tx,
  executions: readonly string[],
): Promise<(LineageName & { execution_id: string; is_output: boolean })[]> =>
  tx.rows(sql`
    select execution_id, is_output, namespace, name
    from run_dataset
    where execution_id = any (${[...executions]}::uuid[])
    order by execution_id, is_output, namespace, name`);

/** A dataset of the catalogue with an OpenLineage name. */
export type NamedDataset = { id: string; label: string };

/** Finds the datasets that have names, by the digests of these; with `actor` only those that it can reach. */
export async function selectNamed(
  tx: Tx,
  tenant: string,
  names: readonly LineageName[],
  actor?: Pick<Actor, 'id'>,
): Promise<Map<string, NamedDataset>> {
  if (names.length === 0) return new Map();
  const connections = await tx.rows<LineageConnection & { id: string }>(sql`
    select c.id, ${connectionColumns}
    from catalog_connection cc
    join connection c on c.id = cc.connection_id
    where cc.tenant_id = ${tenant}`);
  const wanted = new Set(names.map(digestOf));
  const canReach = actor === undefined ? sql`true` : sql`d.id in (select held.entity_id from (${heldEntities(actor, 'dataset')}) held)`;
  const namespaces = new Set(names.map(({ namespace }) => namespace));
  const found = new Map<string, NamedDataset>();
  for (const connection of connections) {
    const naming = tableNaming(connection);
    if (!naming || !namespaces.has(naming.namespace)) continue;
    const full = names.filter(({ namespace }) => namespace === naming.namespace).map(({ name }) => name);
    // The database may be left out at the beginning of a stored name.
    const candidates = full.flatMap((name) => [name, name.slice(name.indexOf('.') + 1)]);
    const rows = await tx.rows<NamedDataset & { technical_name: string }>(sql`
      select d.id, d.label, d.technical_name
      from dataset d
      where d.connection_id = ${connection.id}
        and d.technical_name = any (${candidates}::text[])
        and ${canReach}`);
    for (const { technical_name: technicalName, id, label } of rows) {
      const digest = digestOf({ namespace: naming.namespace, name: naming.nameOf(technicalName) });
      if (wanted.has(digest)) found.set(digest, { id, label });
    }
  }
  return found;
}
