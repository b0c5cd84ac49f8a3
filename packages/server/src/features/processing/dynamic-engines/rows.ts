/** The statements about dynamic engines. Each one that finds or locks a dynamic engine checks the tenant. */
import type { Schema } from '@millrace/contract';
import { timesFollowClock } from '../../../core/background/database-clock.ts';
import { requireFound } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';
import { LATEST } from './packages/releases.ts';
import { engineState, isFresh, stateSince } from './states.ts';

/** The row of a dynamic engine. */
export type DynamicEngineRow = {
  id: string;
  name: string;
  description: string | null;
  state: Schema<'DynamicEngineState'>;
  state_since: Date;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
};

/** The columns of `DynamicEngineRow` of an engine `d`. */
const dynamicEngineColumns: Sql = sql`
  d.id, d.name, d.description, ${engineState} as state, ${stateSince} as state_since, d.created_by, d.created_at, d.updated_by, d.updated_at`;

const guard = inTenant({ noun: 'Dynamic engine', table: sql`dynamic_engine`, alias: sql`d` });

/** Selects the dynamic engines of the actor's tenant that meet a condition, ordered by name. */
export const selectDynamicEngines = (tx: Tx, actor: Actor, condition: Sql): Promise<DynamicEngineRow[]> =>
  tx.rows(sql`
    select ${dynamicEngineColumns}
    from dynamic_engine d
    where ${guard.visible(actor)}
      and ${condition}
    order by d.name, d.id`);

/** Finds a dynamic engine of the actor's tenant. */
export const findDynamicEngine = (tx: Tx, actor: Actor, id: string): Promise<DynamicEngineRow> =>
  guard.find(tx, actor, id, { columns: dynamicEngineColumns });

/** A locked dynamic engine. `infra` is the status of its services in a report that is not old. */
export type LockedDynamicEngine = {
  id: string;
  tenant_id: string;
  name: string;
  state: Schema<'DynamicEngineState'>;
  fresh: boolean;
  infra: Schema<'DynamicEngineGlobalStatus'> | null;
};

/** Locks a dynamic engine of the actor's tenant for a change. */
export const lockDynamicEngine = (tx: Tx, actor: Actor, id: string): Promise<LockedDynamicEngine> =>
  guard.lock(tx, actor, id, {
    columns: sql`
      d.id, d.tenant_id, d.name, ${engineState} as state, ${isFresh} as fresh, case when ${isFresh} then d.report ->> 'status' end as infra`,
  });

/** The report of an operator about its own namespace, or about an environment. */
export type ReportRow = {
  report: Schema<'ObservedServices'> | null;
  reported_at: Date | null;
  fresh: boolean;
  fault: string | null;
  program_version: string | null;
  deployment_type: Schema<'DeploymentType'> | null;
};

/** The columns of `ReportRow` of an engine `d`; `report` is the column with the part of the report. */
const reportColumns = (report: Sql): Sql => sql`
  ${report} as report, d.reported_at, ${isFresh} as fresh, d.fault, d.program_version, d.deployment_type`;

/** Finds the last report of the operator about the namespace of a dynamic engine itself. */
export const findEngineReport = (tx: Tx, actor: Actor, id: string): Promise<ReportRow> =>
  guard.find(tx, actor, id, { columns: reportColumns(sql`d.report`) });

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
      and ${guard.visible(actor)}`);
  return requireFound(row, 'Environment of the dynamic engine', environment);
}

/** Adds a dynamic engine that waits for its operator. */
export const insertDynamicEngine = (tx: Tx, actor: Actor, id: string, sent: Schema<'CreateDynamicEngineRequest'>): Promise<unknown> =>
  tx.rows(sql`
    insert into dynamic_engine (id, tenant_id, name, description, created_by, updated_by, version)
    values (${id}, ${actor.tenant}, ${sent.name.trim()}, ${sent.description ?? null}, ${actor.login}, ${actor.login}, ${LATEST})`);

/** Replaces the name and the description. */
export const updateDynamicEngine = (tx: Tx, actor: Actor, id: string, sent: Schema<'UpdateDynamicEngineRequest'>): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set name = ${sent.name.trim()},
        description = ${sent.description || null},
        updated_by = ${actor.login},
        updated_at = now(),
        revision = revision + 1
    where id = ${id}`);

/** Sets the version that the operator should run. */
export const changeVersion = (tx: Tx, id: string, version: string): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set version = ${version},
        revision = revision + 1
    where id = ${id}
      and version <> ${version}`);

/** Raises the number of the desired state of engines, so that their operators read it again. */
export const raiseDesiredRevision = (tx: Tx, engines: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set revision = revision + 1
    where id = any (${[...engines]})`);

/** Reads the number of the desired state, also of an engine that is marked as deleted; undefined when it is removed. */
export const selectDesiredRevision = async (tx: Tx, engine: string): Promise<number | undefined> =>
  (
    await tx.one<{ revision: number }>(sql`
      select revision
      from dynamic_engine
      where id = ${engine}`)
  )?.revision;

/** Marks a dynamic engine as deleted. Its operator removes it from the cluster; an unused key cannot pair another operator. */
export const markEngineDeleted = (tx: Tx, actor: Actor, id: string): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set deleted_at = now(),
        pairing_key_seed = null,
        pairing_key_hash = null,
        pairing_key_expires_at = null,
        updated_by = ${actor.login},
        updated_at = now(),
        revision = revision + 1
    where id = ${id}`);

/** Deletes dynamic engines, and their credentials with them. */
export const removeDynamicEngines = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    delete from dynamic_engine
    where id = any (${[...ids]})`);

/**
 * Report times in the future would make a silent operator look connected.
 * @rule dynamic-engines.state.set-back
 */
export const reportsFollowClock = timesFollowClock(sql`dynamic_engine`, sql`reported_at`);
