/** The change of sharing sets, for all operations that make it. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EntityKey, SharedEntity } from './access.ts';
import { lockEligibles, selectPresentSharings, selectThrough, writeChanges } from './queries.ts';
import { areEligible, changesTo, foreignIds, hasOwnerLeft, staysWithinLevel, wantedLevels, type SetBody } from './rules.ts';

/** Changes the sharings of a locked entity; a whole set also removes those that the body does not name. */
export async function changeSet(
  { tx, actor }: { tx: Tx; actor: Actor },
  entity: SharedEntity,
  key: EntityKey,
  body: SetBody,
  whole: boolean,
): Promise<void> {
  const foreign = whole ? foreignIds(key, body) : [];
  const wanted = wantedLevels(key, body, await selectThrough(tx, entity, foreign));
  const present = await selectPresentSharings(tx, entity);
  const changes = changesTo(wanted, present, whole);
  if (changes.length === 0) return;
  staysWithinLevel(actor, entity.level, changes);
  const given = (isGroup: boolean): string[] =>
    changes.filter((change) => change.isGroup === isGroup && change.after > 0).map(({ id }) => id);
  areEligible(changes, await lockEligibles(tx, actor, given(false), given(true), entity.type));
  hasOwnerLeft(present, changes);

  await writeChanges(tx, actor, entity, changes);
}
