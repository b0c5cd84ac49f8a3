import { endpoint } from '../../../core/http/endpoint.ts';
import { selectEligibles } from './eligible-rows.ts';
import { findEntityInBatch, findEntity, lockEntity } from './entity-rows.ts';
import { entityTypeOf, LEVELS, usableEntitlements } from './entity-types.ts';
import { toSetJson, toSharingJson } from './json.ts';
import { selectAccesses, selectMetadata, selectSetEntries, selectSources } from './rows.ts';
import { changeSet } from './set-changes.ts';

/** Lists the entities of a type that the caller has access to. */
export const listSharings = endpoint('GET /sharing/sharings/{entityType}', {
  allow: 'signed-in',

  async run({ actor, tx, path, query }) {
    const type = entityTypeOf(path.entityType);
    const rows = type ? await selectAccesses(tx, actor, type, query.includeMetadata ?? false) : [];
    return { status: 200, body: type ? rows.map((row) => toSharingJson(actor, type, row)) : [] };
  },
});

/** Lists the users and groups that entities of a type can be shared with. */
export const listEligibles = endpoint('GET /sharing/sharings/eligibles/{entityType}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const type = entityTypeOf(path.entityType);
    const rows = type ? await selectEligibles(tx, actor, type) : [];
    const users = rows.filter((row) => !row.is_group);
    const groups = rows.filter((row) => row.is_group);
    return {
      status: 200,
      body: {
        users: users.map((user) => ({ userId: user.id, firstName: user.first_name ?? '', lastName: user.last_name ?? '' })),
        groups: groups.map((group) => ({ groupId: group.id, groupName: group.name ?? '' })),
      },
    };
  },
});

/** Lists the levels of entities of a type. */
export const listSharingLevels = endpoint('GET /sharing/sharings/levels/{entityType}', {
  allow: 'signed-in',

  run: ({ path }) => Promise.resolve({ status: 200, body: entityTypeOf(path.entityType) ? [...LEVELS] : [] }),
});

/**
 * Reads the caller's access to an entity.
 * @rule sharing.access.sources
 */
export const getSharing = endpoint('GET /sharing/sharings/{entityType}/{entityId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const entity = await findEntity(tx, actor, path);
    if (!query.includeMetadata) return { status: 200, body: toSharingJson(actor, entity.type, entity) };

    const body = toSharingJson(actor, entity.type, { ...entity, ...(await selectMetadata(tx, actor, entity)) });
    return { status: 200, body: { ...body, sources: toSetJson(await selectSources(tx, actor, entity)) } };
  },
});

/** Reads the entitlements of the caller on an entity. */
export const getEntitlements = endpoint('GET /sharing/sharings/{entityType}/{entityId}/entitlements', {
  allow: 'signed-in',

  async run({ actor, batcher, path }) {
    const { type, id, level } = await findEntityInBatch(batcher, actor, path);

    return { status: 200, body: { entityId: id, entitlements: usableEntitlements(actor, type, level) } };
  },
});

/** Lists the users and groups with access to an entity. */
export const getSharingSet = endpoint('GET /sharing/sharingset/{entityType}/{entityId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const entity = await findEntity(tx, actor, path);

    return { status: 200, body: toSetJson(await selectSetEntries(tx, entity, query)) };
  },
});

/** Replaces all sharings of an entity. The level of the caller on the entity decides which of them it may change (`requireWithinLevel`). */
export const replaceSharingSet = endpoint('PUT /sharing/sharingset/{entityType}/{entityId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const entity = await lockEntity(tx, actor, path);

    await changeSet({ tx, actor }, entity, path, body, { isWholeSet: true });
    return { status: 200, body: { entityType: entity.type, entityId: entity.id } };
  },
});

/** Adds, changes and removes sharings of an entity, within the level of the caller on it. */
export const changeSharingSet = endpoint('PATCH /sharing/sharingset/{entityType}/{entityId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const entity = await lockEntity(tx, actor, path);

    await changeSet({ tx, actor }, entity, path, body, { isWholeSet: false });
    return { status: 200, body: { entityType: entity.type, entityId: entity.id } };
  },
});

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
    for (const entry of bulk) await changeSet({ tx, actor }, await findEntity(tx, actor, entry), entry, entry, { isWholeSet: false });
    const [first] = bulk;
    return { status: 200, body: { entityType: first?.entityType ?? '', entityId: first?.entityId.toLowerCase() ?? '' } };
  },
});

const orderOf = ({ entityType, entityId }: { entityType: string; entityId: string }): string => `${entityType} ${entityId.toLowerCase()}`;
