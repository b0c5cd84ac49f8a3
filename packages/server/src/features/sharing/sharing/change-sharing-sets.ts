import { endpoint } from '../../../core/http/endpoint.ts';
import { findEntity, lockEntity } from './access.ts';
import { changeSet } from './change-sets.ts';

/**
 * Changes the sharings of several entities, all or none.
 * @rule sharing.change.bulk
 */
export const changeSharingSets = endpoint('PATCH /sharing/sharingset', {
  allow: 'signed-in',

  async run({ actor, tx, body: { bulk } }) {
    // Locked in a fixed order, because two calls that lock in the order of their lists could wait for each other.
    for (const entry of bulk.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) await lockEntity(tx, actor, entry);

    // An entry may change the level of the caller on the entity of a later one.
    for (const entry of bulk) await changeSet({ tx, actor }, await findEntity(tx, actor, entry), entry, entry, false);
    const [first] = bulk;
    return { status: 200, body: { entityType: first?.entityType ?? '', entityId: first?.entityId.toLowerCase() ?? '' } };
  },
});

const orderOf = ({ entityType, entityId }: { entityType: string; entityId: string }): string => `${entityType} ${entityId.toLowerCase()}`;
