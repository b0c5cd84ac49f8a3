/** What the operator of a dynamic engine reads and reports, and what happens when it is silent. */
import type { Schema } from '@millrace/contract';
import type { Timer } from '../../../core/background/jobs.ts';
import { servedFor } from '../../../core/background/presence.ts';
import { idsOfRows } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import { giveAgentKey } from '../remote-engines/index.ts';
import { endAssignments } from './assignments.ts';
import { namespaceOf } from './packages/values.ts';
import { CREDENTIAL_DAYS, keyOf, newSeed } from './pairing-keys.ts';
import { raiseDesiredRevision, removeDynamicEngines, selectDesiredRevision } from './rows.ts';
import { engineState, environmentStatus, FRESH_SECONDS, isFresh } from './states.ts';

type EngineRow = {
  id: string;
  name: string;
  version: string;
  revision: number;
  removing: boolean;
  state: Schema<'DynamicEngineState'>;
  environments: EnvironmentRow[];
};
type EnvironmentRow = {
  link_id: string;
  id: string;
  name: string;
  removing: boolean;
  log_strategy: Schema<'DEStrategy'>;
  metrics_strategy: Schema<'DEStrategy'>;
  status: Schema<'DEEnvironmentStatus'>;
  agent_id: string;
  agent_name: string;
  /** The seed of a key that was not used, in hexadecimal digits. */
  seed: string | null;
};

/**
 * Reads the desired state of an engine in one statement. One that is marked as deleted is `removing`; undefined when it is removed. An agent that is not
 * paired gets its key.
 * @rule dynamic-engines.desired.agent
 * @rule dynamic-engines.desired.states
 */
export async function selectDesiredState(tx: Tx, tokens: Tokens, engine: string): Promise<Schema<'DesiredState'> | undefined> {
  const row = await tx.one<EngineRow>(sql`
    select d.id, d.name, d.version, d.revision, d.deleted_at is not null as removing, ${engineState} as state, (
             select coalesce(json_agg(o order by o.name, o.id), '[]')
             from (
               select a.id as link_id, e.id, e.name, a.removing_at is not null as removing, x.log_strategy, x.metrics_strategy,
                      ${environmentStatus} as status, g.id as agent_id, g.name as agent_name,
                      case when g.pairing_key_expires_at > now() then encode(a.agent_key_seed, 'hex') end as seed
               from dynamic_engine_assignment a
               join dynamic_engine_environment x on x.environment_id = a.environment_id
               join environment e on e.id = a.environment_id
               join engine g on g.id = a.engine_id
               where a.dynamic_engine_id = d.id) o) as environments
    from dynamic_engine d
    where d.id = ${engine}`);
  if (!row) return undefined;
  const { id: dynamicEngineId, name, version, revision, removing, state } = row;
  const environments = row.environments.map((environment) => toDesired(environment, tokens));
  return { revision, dynamicEngineId, name, version, removing, state, environments };
}

const toDesired = (row: EnvironmentRow, tokens: Tokens): Schema<'DesiredEnvironment'> => ({
  linkId: row.link_id,
  environmentId: row.id,
  name: row.name,
  namespace: namespaceOf(row.id),
  removing: row.removing,
  logStrategy: row.log_strategy,
  metricsStrategy: row.metrics_strategy,
  status: row.status,
  agent: {
    engineId: row.agent_id,
    name: row.agent_name,
    ...(row.seed !== null && { pairingKey: keyOf(tokens, Buffer.from(row.seed, 'hex')) }),
  },
});

type Report = Schema<'ObservedState'>;

/** The statuses that mean that nothing is left in the cluster. */
const GONE: ReadonlySet<string> = new Set(['NOT_DEPLOYED', 'NOT_FOUND']);

/**
 * Stores a report. The removal of an environment ends when the operator reports that it is gone, or leaves it out; that of an engine when the report
 * says that it is gone or that the job that deletes it has succeeded. Returns the number of the desired state.
 * @rule dynamic-engines.status.reported
 * @rule dynamic-engines.delete.accepted
 * @rule dynamic-engine-environments.3.removed
 */
export async function saveReport(tx: Tx, tokens: Tokens, engine: string, report: Report): Promise<number> {
  const row = await saveEngineReport(tx, engine, report);
  await saveEnvironmentReports(tx, engine, report);
  await giveKeys(tx, tokens, engine, report);
  await endAssignments(tx, undefined, sql`a.dynamic_engine_id = ${engine} and a.removing_at is not null and a.status = any (${[...GONE]})`);
  const isGone = GONE.has(report.infra.status) || report.infra.jobDeleteStatus === 'SUCCEEDED';
  if (row.deleted && isGone) await removeDynamicEngines(tx, [engine]);
  return (await selectDesiredRevision(tx, engine)) ?? row.revision;
}

/** The time of the state (`live_since`) starts again with the first report after a silence, and when a fault begins or ends. */
const saveEngineReport = (tx: Tx, engine: string, report: Report): Promise<{ deleted: boolean; revision: number }> =>
  tx.only(sql`
    update dynamic_engine d
    set live_since = case when ${isFresh} and (d.fault is null) = ${report.fault === undefined} then d.live_since else now() end,
        reported_at = now(),
        credential_expires_at = now() + make_interval(days => ${CREDENTIAL_DAYS}),
        program_version = ${report.version},
        deployment_type = ${report.deploymentType ?? 'unknown'},
        fault = ${report.fault ?? null},
        report = ${json(report.infra)}::jsonb
    where d.id = ${engine}
    returning d.deleted_at is not null as deleted, d.revision`);

/** An environment that is missing in the report is not in the cluster. */
const saveEnvironmentReports = (tx: Tx, engine: string, { environments }: Report): Promise<unknown> =>
  tx.rows(sql`
    with reported as (
      select (s.value ->> 'linkId')::uuid as id, s.value - 'linkId' - 'needsPairingKey' as report
      from jsonb_array_elements(${json(environments)}::jsonb) s
    ), locked as (
      select a.id, reported.report
      from dynamic_engine_assignment a
      left join reported on reported.id = a.id
      where a.dynamic_engine_id = ${engine}
      order by a.id
      for no key update of a
    )
    update dynamic_engine_assignment a
    set report = locked.report,
        status = coalesce(locked.report ->> 'status', 'NOT_DEPLOYED'),
        installed_at = coalesce(a.installed_at, case when locked.report ->> 'status' = 'RUNNING' then now() end)
    from locked
    where a.id = locked.id`);

/**
 * Gives another key to agents that need one, and to those that have not used theirs in time.
 * @rule dynamic-engines.agent.key-again
 */
async function giveKeys(tx: Tx, tokens: Tokens, engine: string, { environments }: Report): Promise<void> {
  const needing = environments.filter(({ needsPairingKey }) => needsPairingKey).map(({ linkId }) => linkId);
  const agents = await tx.rows<{ id: string; engine_id: string }>(sql`
    select a.id, a.engine_id
    from dynamic_engine_assignment a
    join engine g on g.id = a.engine_id
    where a.dynamic_engine_id = ${engine}
      and a.removing_at is null
      and (g.pairing_key_hash is null and a.id = any (${needing}::uuid[]) or g.pairing_key_expires_at <= now())
    order by a.id`);
  for (const agent of agents) {
    const seed = newSeed();
    await giveAgentKey(tx, agent.engine_id, tokens.hash(keyOf(tokens, seed)));
    await tx.rows(sql`
      update dynamic_engine_assignment
      set agent_key_seed = ${seed}
      where id = ${agent.id}`);
  }
  if (agents.length > 0) await raiseDesiredRevision(tx, [engine]);
}

/**
 * Ends the removals of engines whose operators are silent although the API was served long enough for several reports. When such an operator reports
 * again, it removes what is not assigned.
 * @rule dynamic-engines.delete.silent
 */
export const endSilentRemovals: Timer = {
  name: 'end-silent-removals',
  milliseconds: 5000,
  does: 'ends removals of dynamic engines and of their environments when the operator is silent',
  async run({ db, log }) {
    const engines = await db.transaction(endRemovals);
    if (engines.length > 0) log.warn({ engines }, 'the operators of dynamic engines are silent: their removals have ended');
  },
};

async function endRemovals(tx: Tx): Promise<string[]> {
  const silent = await tx.rows<{ id: string; deleted: boolean }>(sql`
    select d.id, d.deleted_at is not null as deleted
    from dynamic_engine d
    where not ${isFresh}
      and ${servedFor(2 * FRESH_SECONDS)}
      and (
        d.deleted_at is not null
        or exists (
          select from dynamic_engine_assignment a
          where a.dynamic_engine_id = d.id
            and a.removing_at is not null))
    order by d.id
    for update skip locked`);
  if (silent.length === 0) return [];
  const ids = idsOfRows(silent);
  await endAssignments(tx, undefined, sql`a.dynamic_engine_id = any (${ids}) and a.removing_at is not null`);
  await removeDynamicEngines(tx, idsOfRows(silent.filter(({ deleted }) => deleted)));
  return ids;
}
