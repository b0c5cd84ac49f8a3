/** Stores the reports of operators, and acts on them. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import { giveAgentKey } from '../remote-engines/index.ts';
import { endAssignments } from './assignment-queries.ts';
import { CREDENTIAL_DAYS, keyOf, newSeed } from './pairing-keys.ts';
import { changeDesiredState, removeDynamicEngines, selectDesiredRevision } from './queries.ts';
import { isFresh } from './states.ts';

type Report = Schema<'ObservedState'>;

/** The statuses that mean that nothing is left in the cluster. */
const GONE: ReadonlySet<string> = new Set(['NOT_DEPLOYED', 'NOT_FOUND']);

/**
 * Stores a report. The removal of an environment ends when the operator does not report it any more, and that of an engine likewise. Returns the
 * number of the desired state.
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
  if (agents.length > 0) await changeDesiredState(tx, [engine]);
}
