/** Finds and locks dynamic engines and their environments. Each statement checks the tenant. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { dynamicEngineColumns, reportColumns, type DynamicEngineRow, type ReportRow } from './json.ts';
import { engineState, isFresh } from './states.ts';

/**
 * The permissions for the list and for the versions; one of them is enough.
 * @rule dynamic-engines.list.permission
 */
export const LISTS_DYNAMIC_ENGINES = {
  anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'],
} as const;

/**
 * The permissions for reading a dynamic engine and its status; one of them is enough.
 * @rule dynamic-engines.get.permission
 * @rule dynamic-engines.status.permission
 */
export const READS_DYNAMIC_ENGINE = { anyOf: ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ'] } as const;

/** Selects the dynamic engines of the actor's tenant that meet a condition, ordered by name. */
export const selectDynamicEngines = (tx: Tx, actor: Actor, condition: Sql): Promise<DynamicEngineRow[]> =>
  tx.rows(sql`
    select ${dynamicEngineColumns}
    from dynamic_engine d
    where d.tenant_id = ${actor.tenant}
      and ${condition}
    order by d.name, d.id`);

/** Finds a dynamic engine of the actor's tenant. */
export async function findDynamicEngine(tx: Tx, actor: Actor, id: string): Promise<DynamicEngineRow> {
  const [row] = await selectDynamicEngines(tx, actor, sql`d.id = ${id}`);
  return found(row, 'Dynamic engine', id);
}

/** A locked dynamic engine. `infra` is the status of its services in a report that is not old. */
export type LockedDynamicEngine = {
  id: string;
  tenant_id: string;
  name: string;
  state: Schema<'DynamicEngineState'>;
  fresh: boolean;
  infra: Schema<'DynamicEngineGlobalStatus'> | null;
  version: string;
};

/** Locks a dynamic engine of the actor's tenant for a change. */
export async function lockDynamicEngine(tx: Tx, actor: Actor, id: string): Promise<LockedDynamicEngine> {
  const row = await tx.one<LockedDynamicEngine>(sql`
    select d.id, d.tenant_id, d.name, ${engineState} as state, ${isFresh} as fresh, case when ${isFresh} then d.report ->> 'status' end as infra,
           d.version
    from dynamic_engine d
    where d.id = ${id}
      and d.tenant_id = ${actor.tenant}
    for update`);
  return found(row, 'Dynamic engine', id);
}

/** Finds the last report of the operator about the namespace of a dynamic engine itself. */
export async function findEngineReport(tx: Tx, actor: Actor, id: string): Promise<ReportRow> {
  const row = await tx.one<ReportRow>(sql`
    select ${reportColumns(sql`d.report`)}
    from dynamic_engine d
    where d.id = ${id}
      and d.tenant_id = ${actor.tenant}`);
  return found(row, 'Dynamic engine', id);
}

/**
 * Finds the last report of the operator about an environment that is assigned to its dynamic engine.
 * @rule dynamic-engines.status.environment
 */
export async function findEnvironmentReport(tx: Tx, actor: Actor, id: string, environment: string): Promise<ReportRow> {
  const row = await tx.one<ReportRow>(sql`
    select ${reportColumns(sql`a.report`)}
    from dynamic_engine_assignment a
    join dynamic_engine d on d.id = a.dynamic_engine_id
    where a.environment_id = ${environment}
      and d.id = ${id}
      and d.tenant_id = ${actor.tenant}`);
  return found(row, 'Environment of the dynamic engine', environment);
}
