/** The change of sharing sets, for all operations that make it. */
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockEligibles } from './eligible-rows.ts';
import { type EntityKey, type SharedEntity, visibleEntities } from './entity-rows.ts';
import { throughOf } from './levels.ts';
import {
  changesTo,
  foreignEntities,
  type LevelChange,
  type PresentSharing,
  requireEligible,
  requireOwnerLeft,
  type SetBody,
  requireWithinLevel,
  wantedLevels,
} from './rules.ts';

/**
 * Changes the sharings of a locked entity; a whole set also removes those that the body does not name. Refuses changes above the level of the actor,
 * accounts that may not get them, and the loss of the last owner.
 */
export async function changeSet(
  { tx, actor }: { tx: Tx; actor: Actor },
  entity: SharedEntity,
  key: EntityKey,
  body: SetBody,
  { isWholeSet }: { isWholeSet: boolean },
): Promise<void> {
  const foreign = foreignEntities(key, body);
  const foreignIds = foreign.map(({ entityId }) => entityId);
  const through = await selectThrough(tx, entity, foreignIds);
  const existing = await visibleEntities(tx, actor, foreign);
  const present = await selectPresentSharings(tx, entity);
  const wanted = wantedLevels(key, body, isWholeSet, { present, through, existing });
  const changes = changesTo(wanted, present, isWholeSet);
  if (changes.length === 0) return;
  requireWithinLevel(actor, entity.level, changes);
  const given = (isGroup: boolean): string[] =>
    changes.filter((change) => change.isGroup === isGroup && change.after > 0).map(({ id }) => id);
  requireEligible(changes, await lockEligibles(tx, actor, given(false), given(true), entity.type));
  requireOwnerLeft(present, changes);

  await writeChanges(tx, actor, entity, changes);
}

/** Selects the sharings of a locked entity. */
const selectPresentSharings = (tx: Tx, { type, id }: SharedEntity): Promise<PresentSharing[]> =>
  tx.rows(sql`
    select coalesce(s.user_id, s.group_id) as id, s.group_id is not null as is_group, s.level, s.group_id is not null or a.active as is_active,
           s.foreign_type, s.foreign_id
    from sharing s
    left join account a on a.id = s.user_id
    where s.entity_type = ${type}
      and s.entity_id = ${id}`);

/** Selects those of the ids whose entities make a locked entity visible. */
async function selectThrough(tx: Tx, { type, id }: SharedEntity, ids: readonly string[]): Promise<Set<string>> {
  const through = throughOf(type);
  if (!through || ids.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(sql`
    select through.id
    from ${through.table} through
    where ${through.column} = ${id}
      and through.id = any (${[...ids]}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Writes changes of the sharings of a locked entity. The record of a removed sharing stays.
 * @rule sharing.list.deleted
 */
async function writeChanges(tx: Tx, actor: Actor, { type, id }: SharedEntity, changes: readonly LevelChange[]): Promise<void> {
  const removed = changes.filter(({ after }) => after === 0);
  if (removed.length > 0)
    await tx.rows(sql`
      with removed as (
        delete from sharing s
        using unnest(${removed.map((one) => one.id)}::uuid[], ${removed.map(() => newId())}::uuid[]) as r (grantee_id, id)
        where s.entity_type = ${type}
          and s.entity_id = ${id}
          and r.grantee_id in (s.user_id, s.group_id)
        returning r.id, s.user_id, s.group_id, s.level, s.shared_by, s.shared_at, s.foreign_type, s.foreign_id)
      insert into ended_sharing (id, user_id, group_id, entity_type, entity_id, level, shared_by, shared_at, ended_by, foreign_type, foreign_id)
      select r.id, r.user_id, r.group_id, ${type}, ${id}, r.level, r.shared_by, r.shared_at, ${actor.id}, r.foreign_type, r.foreign_id
      from removed r`);
  for (const isGroup of [false, true]) {
    const kept = changes.filter((change) => change.after > 0 && change.isGroup === isGroup);
    if (kept.length === 0) continue;
    const column = isGroup ? sql`group_id` : sql`user_id`;
    await tx.rows(sql`
      with k as (
        select *
        from json_to_recordset(${json(kept.map(toColumns))}::json) as n (id uuid, level smallint, keeps boolean, foreign_type text, foreign_id uuid))
      insert into sharing as s (${column}, entity_type, entity_id, level, shared_by, foreign_type, foreign_id)
      select k.id, ${type}, ${id}, k.level, ${actor.id}, k.foreign_type, k.foreign_id
      from k
      on conflict (${column}, entity_type, entity_id) do update
      set level = excluded.level,
          shared_by = excluded.shared_by,
          shared_at = now(),
          foreign_type = case when (select k.keeps from k where k.id = s.${column}) then s.foreign_type else excluded.foreign_type end,
          foreign_id = case when (select k.keeps from k where k.id = s.${column}) then s.foreign_id else excluded.foreign_id end`);
  }
}

const toColumns = ({ id, after, foreign }: LevelChange) => ({
  id,
  level: after,
  keeps: foreign === undefined,
  foreign_type: foreign?.entityType,
  foreign_id: foreign?.entityId,
});
