/** Finds the webhook of a call by the secret in its URL, the only credential of the caller. */
import type { Database, Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../../../core/database/statement-batcher.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { PAYLOAD_PARAMETER } from '../../orchestration/triggers/index.ts';
import { type CalledTrigger, unknownUrl } from './rules.ts';

/**
 * Finds the webhook of a URL. An unknown secret takes the same time as a known one: a keyed hash and a look-up.
 * @rule webhook-triggers.call.secret
 */
export async function findCalled(
  batcher: StatementBatcher,
  tokens: Platform['identity']['tokens'],
  secret: string,
): Promise<CalledTrigger> {
  const trigger = await batcher.run(called, tokens.hash(secret));
  if (!trigger) throw unknownUrl();
  return trigger;
}

const called: BatchedStatement<Buffer, CalledTrigger | undefined> = {
  atOnce: 2,
  most: 100,
  run: async ({ reader }: Database, hashes) => {
    const rows = await selectCalled(reader, hashes);
    const found = new Map(rows.map((row) => [row.hash, row]));
    return hashes.map((hash) => found.get(hash.toString('hex')));
  },
};

const selectCalled = (tx: Tx, hashes: readonly Buffer[]): Promise<(CalledTrigger & { hash: string })[]> =>
  tx.rows(sql`
    select encode(h.secret_hash, 'hex') as hash, h.id, h.task_id, h.plan_id, h.trigger_calls, h.trigger_timeout, h.run_as_id, h.set_by_id,
           h.execution_timeout_minutes,
           exists (
             select from task t
             join artifact_version v on v.id = t.artifact_version_id
             join artifact a on a.id = v.artifact_id
             where t.id in (
               select h.task_id
               union all
               select n.task_id
               from plan_step s
               join plan_step_task n on n.step_id = s.id
               where s.plan_id = h.plan_id
                 and s.position = 0
                 and not n.on_failure)
               and v.parameters @> ${json([{ name: PAYLOAD_PARAMETER }])}::jsonb
               and a.type in ('big_data_streaming', 'big_data_batch')) as big_data
    from webhook_trigger h
    where h.secret_hash = any (${[...hashes]}::bytea[])`);
