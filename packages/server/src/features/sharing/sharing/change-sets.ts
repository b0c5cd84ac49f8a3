/** The change of sharing sets, for all operations that make it. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleEntities, type EntityKey, type SharedEntity } from './access.ts';
import { lockEligibles, selectPresentSharings, selectThrough, writeChanges } from './queries.ts';
import { requireEligible, changesTo, foreignEntities, requireOwnerLeft, staysWithinLevel, wantedLevels, type SetBody } from './rules.ts';

/** Changes the sharings of a locked entity; a whole set also removes those that the body does not name. */
export async function changeSet(
  { tx, actor }: { tx: Tx; actor: Actor },
  entity: SharedEntity,
  key: EntityKey,
  body: SetBody,
  whole: boolean,
): Promise<void> {
  const foreign = foreignEntities(key, body);
  const through = await selectThrough(
    tx,
    entity,
    foreign.map(({ entityId }) => entityId),
  );
  const existing = await visibleEntities(tx, actor, foreign);
  const present = await selectPresentSharings(tx, entity);
  const wanted = wantedLevels(key, body, whole, { present, through, existing });
  const changes = changesTo(wanted, present, whole);
  if (changes.length === 0) return;
  staysWithinLevel(actor, entity.level, changes);
  const given = (isGroup: boolean): string[] =>
    changes.filter((change) => change.isGroup === isGroup && change.after > 0).map(({ id }) => id);
  requireEligible(changes, await lockEligibles(tx, actor, given(false), given(true), entity.type));
  requireOwnerLeft(present, changes);

  await writeChanges(tx, actor, entity, changes);
}
