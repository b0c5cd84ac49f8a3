/** The statements about webhooks, windows and their calls. A webhook is found by the secret in its URL, the only credential of the caller. */
import type { Database } from '../../../core/database/db.ts';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../../../core/database/statement-batcher.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Owner } from '../../orchestration/schedules/index.ts';
import { PAYLOAD_PARAMETER } from '../../orchestration/triggers/index.ts';
import { type CalledTrigger, openFor, type Start, unknownUrl } from './rules.ts';

/**
 * Finds the webhook of a URL, or refuses. An unknown secret takes the same time as a known one: a keyed hash and a look-up.
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

/** A webhook that is locked against changes. */
export type LockedTrigger = Omit<CalledTrigger, 'big_data'>;

/** A window that a batch of calls has changed. */
export type TouchedWindow = { id: string; trigger: LockedTrigger; calls: number; bytes: number; open: boolean; isNew: boolean };

/** Locks the tasks and plans of webhooks against deletion. They are locked before the webhooks, as a change of a webhook does. */
const holdOwners = (tx: Tx, triggers: readonly string[]): Promise<unknown> =>
  Promise.all(
    ([sql`task`, sql`plan`] as const).map((owner) =>
      tx.rows(sql`
        select o.id
        from ${owner} o
        where o.id in (select h.${owner}_id from webhook_trigger h where h.id = any (${[...triggers]}))
        order by o.id
        for key share`),
    ),
  );

/** Locks the webhooks of calls, by id; deleted ones are missing in the result. */
export async function lockTriggers(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedTrigger>> {
  await holdOwners(tx, ids);
  const rows = await tx.rows<LockedTrigger>(sql`
    select h.id, h.task_id, h.plan_id, h.trigger_calls, h.trigger_timeout, h.run_as_id, h.set_by_id, h.execution_timeout_minutes
    from webhook_trigger h
    where h.id = any (${[...ids]})
    order by h.id
    for no key update`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks the open windows of webhooks. */
export const lockOpenWindows = (
  tx: Tx,
  triggers: readonly string[],
): Promise<{ id: string; trigger_id: string; calls: number; bytes: number; due: boolean }[]> =>
  tx.rows(sql`
    select o.id, o.webhook_trigger_id as trigger_id, o.calls, o.bytes, o.closes_at <= clock_timestamp() as due
    from webhook_window o
    where o.webhook_trigger_id = any (${[...triggers]})
    order by o.id
    for update`);

/** Stores the new size of windows; a full one is due now. */
export const updateWindows = (tx: Tx, windows: readonly TouchedWindow[]): Promise<unknown> =>
  tx.rows(sql`
    update webhook_window o
    set calls = n.calls,
        bytes = n.bytes,
        webhook_trigger_id = case when n.open then o.webhook_trigger_id end,
        closes_at = case when n.open then o.closes_at else least(o.closes_at, now()) end
    from json_to_recordset(${json(windows.map(({ id, calls, bytes, open }) => ({ id, calls, bytes, open })))}::json) as n (
      id uuid, calls integer, bytes bigint, open boolean)
    where o.id = n.id`);

/**
 * Adds windows with the data of the trigger that their executions need.
 * @rule webhook-triggers.group.timeout
 */
export const insertWindows = (tx: Tx, windows: readonly TouchedWindow[]): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook_window (
      id, webhook_trigger_id, task_id, plan_id, run_as_id, set_by_id, execution_timeout_minutes, calls, bytes, opened_at, closes_at)
    select n.id, case when n.open then n.trigger_id end, n.task_id, n.plan_id, n.run_as_id, n.set_by_id, n.execution_timeout_minutes, n.calls, n.bytes, c.at,
           case when n.open then c.at + make_interval(secs => n.open_for / 1000) else now() end
    from json_to_recordset(${json(windows.map(toColumns))}::json) as n (
      id uuid, open boolean, trigger_id uuid, task_id uuid, plan_id uuid, run_as_id uuid, set_by_id uuid, execution_timeout_minutes integer, calls integer,
      bytes bigint, open_for double precision)
    cross join (select clock_timestamp() as at) c`);

const toColumns = ({ id, open, calls, bytes, trigger }: TouchedWindow) => ({
  ...trigger,
  id,
  open,
  calls,
  bytes,
  trigger_id: trigger.id,
  open_for: openFor(trigger),
});

/** A call with its position in the window, from 1. */
export type PlacedCall = { window: string; position: number; item: string };

/** Adds calls. */
export const insertCalls = (tx: Tx, calls: readonly PlacedCall[]): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook_call (window_id, position, item)
    select n.window, n.position, n.item
    from json_to_recordset(${json(calls)}::json) as n ("window" uuid, position integer, item text)`);

/** Which windows to lock, at most `most`: those that are due, the one with the id if it is due, or all of a task or plan. */
export type WindowPoll = { most: number; id?: string; owner?: Owner };

/** A window that has closed. */
type DueWindow = Omit<Start, 'payload'>;

/** Lists the plans that windows start. They are locked first, because a deletion locks a plan before its windows. */
export const selectPlansOf = (tx: Tx, poll: WindowPoll): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select o.plan_id as id
    from webhook_window o
    where ${isInPoll(poll)}
      and o.plan_id is not null
    order by o.closes_at, o.id
    limit ${poll.most}`);

/**
 * Locks windows: those whose time is over, the longest due first and without those that another process has locked, or all of a task or plan.
 * Their calls are read by a later statement, which includes calls that were stored before the lock.
 * @rule webhook-triggers.group.once
 */
export const lockWindows = (tx: Tx, poll: WindowPoll): Promise<DueWindow[]> =>
  tx.rows(sql`
    select o.id, o.task_id, o.plan_id, o.run_as_id, o.set_by_id, o.execution_timeout_minutes
    from webhook_window o
    where ${isInPoll(poll)}
    order by o.closes_at, o.id
    limit ${poll.most}
    for update ${poll.owner ? sql`` : sql`skip locked`}`);

function isInPoll({ id, owner }: WindowPoll): Sql {
  if (owner) return owner.taskId === undefined ? sql`o.plan_id = ${owner.planId}` : sql`o.task_id = ${owner.taskId}`;
  return id === undefined ? sql`o.closes_at <= now()` : sql`o.id = ${id} and o.closes_at <= now()`;
}

/** The payloads of windows: a JSON array each, of their calls in the order of arrival. */
export const selectPayloads = (tx: Tx, windows: readonly string[]): Promise<{ id: string; payload: string }[]> =>
  tx.rows(sql`
    select window_id as id, '[' || string_agg(item, ',' order by position) || ']' as payload
    from webhook_call
    where window_id = any (${[...windows]})
    group by window_id`);

/** Removes windows with their calls, in the transaction that starts their executions. */
export const removeWindows = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    delete from webhook_window
    where id = any (${[...ids]})`);

/**
 * Shortens windows after the clock was set back: none stays open for longer than a window that opens now. A full window closes
 * within `putOffSeconds`.
 * @rule webhook-triggers.group.set-back
 */
export const shortenWindows = (tx: Tx, putOffSeconds: number): Promise<unknown> =>
  tx.rows(sql`
    with ahead as (
      select id,
             now() + case when webhook_trigger_id is null then make_interval(secs => ${putOffSeconds}) else closes_at - opened_at end as latest
      from webhook_window
      where closes_at > now()
      order by id
      for update
    )
    update webhook_window o
    set closes_at = least(o.closes_at, ahead.latest),
        opened_at = least(o.opened_at, now())
    from ahead
    where o.id = ahead.id`);

/** Delays a window that could not be started, so that it does not block others. */
export const putOffWindow = (tx: Tx, id: string, seconds: number): Promise<unknown> =>
  tx.rows(sql`
    update webhook_window
    set closes_at = now() + make_interval(secs => ${seconds}),
        webhook_trigger_id = null
    where id = ${id}`);

/** Deletes all calls that have started nothing yet, and returns their number. */
export async function dropWindows(tx: Tx): Promise<number> {
  const dropped = await tx.rows<{ calls: number }>(sql`
    delete from webhook_window
    returning calls`);
  return dropped.reduce((sum, { calls }) => sum + calls, 0);
}
