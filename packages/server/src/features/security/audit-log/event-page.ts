/** Pages of events by cursor, for every filter and order. */
import { and, sql, unnamed, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleEntries, entryColumns, type AuditRow } from './rows.ts';
import type { IdPeriod } from './entry.ts';

/** The position of an event: its action and its id. */
type EventPosition = { action: string; id: string };

/** The filter of a selection. `actions` is a range of actions; its end is not part of it. */
export type EventFilter = {
  period: IdPeriod;
  account?: string | undefined;
  action?: string | undefined;
  actions?: { from: string; to: string } | undefined;
  ids?: readonly string[] | undefined;
};

/** The order, and the position after which the page begins. Events of the same action are in the order of their time. */
type EventOrder = { by: 'time' | 'action'; descending: boolean; after: EventPosition | undefined; limit: number };

/**
 * Selects events. The indexes begin with the action. So the events of each action are read in order, only as many as the page may need, and merged: no
 * statement reads and sorts the events of a whole month.
 */
export async function selectEvents(tx: Tx, actor: Actor, filter: EventFilter, order: EventOrder): Promise<AuditRow[]> {
  const direction = order.descending ? sql`desc` : sql`asc`;
  const all = order.by === 'time' ? sql`e.id ${direction}` : sql`e.action ${direction}, e.id ${direction}`;
  return tx.rows<AuditRow>(
    unnamed(sql`
      ${isByAction(filter, order) ? sql`with recursive ${actionsOf(actor, filter, order)}` : sql``}
      select ${entryColumns}
      from (
        select e.id
        from ${isByAction(filter, order) ? merged(actor, filter, order, direction) : sql`audit_entry e`}
        where ${isByAction(filter, order) ? sql`true` : conditions(actor, filter, order)}
        order by ${all}
        limit ${order.limit}
      ) page
      join audit_entry e on ${visibleEntries(actor)} and e.id = page.id
      order by ${all}`),
  );
}

/** Selects the actions of which the tenant has events, in order. */
export async function selectActions(tx: Tx, actor: Actor): Promise<string[]> {
  const rows = await tx.rows<{ action: string }>(sql`
    with recursive ${actionsOf(actor, {}, undefined)}
    select one_action.action
    from one_action`);
  return rows.map(({ action }) => action);
}

/** Returns whether the events of each action are read by themselves. Single ids, and all events in the order of their time, need only the primary key. */
const isByAction = ({ ids, account, action, actions }: EventFilter, { by }: EventOrder): boolean =>
  ids === undefined && (by === 'action' || account !== undefined || action !== undefined || actions !== undefined);

/** Builds the condition for the events of a page, where they are not read for each action. */
function conditions(actor: Actor, { period, account, action, actions, ids }: EventFilter, { by, descending, after }: EventOrder): Sql {
  const all = [visibleEntries(actor), sql`e.id >= ${period.from}`, sql`e.id < ${period.to}`];
  if (ids !== undefined) all.push(sql`e.id = any (${[...ids]}::uuid[])`);
  if (account !== undefined) all.push(sql`e.account_id = ${account}`);
  if (action !== undefined) all.push(sql`e.action = ${action}`);
  if (actions !== undefined) all.push(sql`e.action >= ${actions.from}`, sql`e.action < ${actions.to}`);
  if (after !== undefined) {
    const [position, end] =
      by === 'time' ? [sql`e.id`, sql`${after.id}::uuid`] : [sql`(e.action, e.id)`, sql`(${after.action}, ${after.id}::uuid)`];
    all.push(descending ? sql`${position} < ${end}` : sql`${position} > ${end}`);
  }
  return and(all);
}

/** The common table `one_action` with the actions that have events, found by one step in an index for each of them. */
function actionsOf(actor: Actor, { account, action, actions }: Omit<EventFilter, 'period'>, order: EventOrder | undefined): Sql {
  if (action !== undefined) return sql`one_action (action) as (select ${action}::text collate "C")`;
  const scope = account === undefined ? visibleEntries(actor) : sql`${visibleEntries(actor)} and e.account_id = ${account}`;
  const [low, high] = [[sql`true`], [sql`true`]];
  if (actions !== undefined) {
    low.push(sql`e.action >= ${actions.from}`);
    high.push(sql`e.action < ${actions.to}`);
  }
  if (order?.after !== undefined && order.by === 'action') {
    if (order.descending) high.push(sql`e.action <= ${order.after.action}`);
    else low.push(sql`e.action >= ${order.after.action}`);
  }
  return sql`
    step (action) as (
      (select e.action
       from audit_entry e
       where ${scope}
         and ${and([...low, ...high])}
       order by e.action
       limit 1)
      union all
      select (
        select e.action
        from audit_entry e
        where ${scope}
          and e.action > step.action
          and ${and(high)}
        order by e.action
        limit 1)
      from step
      where step.action is not null
    ), one_action (action) as (
      select step.action
      from step
      where step.action is not null)`;
}

/**
 * The first events of each action, merged. Both bounds and the order name action and id together: no other index can serve them, so that the database
 * never reads the events of all actions in order to find those of a rare one.
 */
function merged(
  actor: Actor,
  { period, account, action, actions }: EventFilter,
  { by, descending, after, limit }: EventOrder,
  direction: Sql,
): Sql {
  const rest = [visibleEntries(actor), sql`e.id >= ${period.from}`, sql`e.id < ${period.to}`];
  if (account !== undefined) rest.push(sql`e.account_id = ${account}`);
  if (action !== undefined && actions !== undefined) rest.push(sql`e.action >= ${actions.from}`, sql`e.action < ${actions.to}`);
  // One bound for each side: with two, the database may begin at the wrong one. No entry has the first id of a moment, so both bounds are exclusive.
  const bound = (side: string, isNarrower: (id: string) => boolean): Sql => {
    if (after === undefined || !isNarrower(after.id)) return sql`${side}::uuid`;
    if (by === 'time') return sql`${after.id}::uuid`;
    return sql`case when one_action.action = ${after.action} then ${after.id}::uuid else ${side}::uuid end`;
  };
  const low = bound(period.from, (id) => !descending && id > period.from);
  const high = bound(period.to, (id) => descending && id < period.to);
  rest.push(sql`(e.action, e.id) > (one_action.action, ${low})`, sql`(e.action, e.id) < (one_action.action, ${high})`);
  return sql`
    one_action
    cross join lateral (
      select e.id, e.action
      from audit_entry e
      where ${and(rest)}
      order by e.action ${direction}, e.id ${direction}
      limit ${limit}) e`;
}
