/** The rules of sharing. */
import { forbidden, invalid } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EntityKey } from './access.ts';
import { LEVELS, levelOf, type LevelCode } from './entity-types.ts';

/** A sharing of an entity. */
export type PresentSharing = { id: string; is_group: boolean; level: number; is_active: boolean };

/** A change of the level of a user or a group; 0 is no sharing. */
export type LevelChange = { id: string; isGroup: boolean; before: number; after: number };

/** The wanted level of a user or a group; 0 removes its sharing. */
export type WantedLevel = { id: string; isGroup: boolean; level: number };

type Reference = { level?: { code: LevelCode } | null; foreignEntity?: EntityKey | null };

/** The body of a change. */
export type SetBody = {
  users?: readonly (Reference & { userId: string })[] | null;
  groups?: readonly (Reference & { groupId: string })[] | null;
};

const isForeign = ({ foreignEntity }: Reference, { entityType, entityId }: EntityKey): boolean =>
  Boolean(foreignEntity) && (foreignEntity?.entityType !== entityType || foreignEntity.entityId.toLowerCase() !== entityId.toLowerCase());

/** The ids of other entities to which the sharings in a body belong. */
export const foreignIds = (key: EntityKey, { users, groups }: SetBody): string[] =>
  [...(users ?? []), ...(groups ?? [])].flatMap((one) => (isForeign(one, key) && one.foreignEntity ? [one.foreignEntity.entityId] : []));

/**
 * Reads the wanted levels of a body. A whole set may contain the sharings of the entities `through` which the entity is visible, as a client has read
 * them: these stay as they are. Other entries of another entity are refused.
 * @rule sharing.change.foreign
 * @rule sharing.change.twice
 */
export function wantedLevels(key: EntityKey, body: SetBody, through: ReadonlySet<string>): WantedLevel[] {
  const all = [
    ...(body.users ?? []).map((entry) => ({ entry, id: entry.userId, isGroup: false })),
    ...(body.groups ?? []).map((entry) => ({ entry, id: entry.groupId, isGroup: true })),
  ];
  const wanted = all.flatMap(({ entry, id, isGroup }) => {
    if (!isForeign(entry, key)) return [{ id: id.toLowerCase(), isGroup, level: entry.level ? levelOf(entry.level.code).order : 0 }];
    if (through.has(entry.foreignEntity?.entityId.toLowerCase() ?? '')) return [];
    throw invalid(
      'foreign_sharing',
      `The sharing of '${id}' belongs to ${entry.foreignEntity?.entityType} '${entry.foreignEntity?.entityId}': change it there.`,
    );
  });
  const seen = new Set<string>();
  for (const { id } of wanted) {
    if (seen.has(id)) throw invalid('grantee_twice', `'${id}' is named twice: name each user and each group once.`);
    seen.add(id);
  }
  return wanted;
}

/**
 * The changes that lead to the wanted levels. In a whole set, sharings that are not named are removed.
 * @rule sharing.replace.whole
 * @rule sharing.change.removal
 */
export function changesTo(wanted: readonly WantedLevel[], present: readonly PresentSharing[], whole: boolean): LevelChange[] {
  const named = new Set(wanted.map(({ id }) => id));
  const known = new Map(present.map((one) => [one.id, one]));
  const unnamed = whole ? present.filter(({ id }) => !named.has(id)).map(({ id, is_group: isGroup }) => ({ id, isGroup, level: 0 })) : [];
  return [...wanted, ...unnamed]
    .map(({ id, isGroup, level }) => ({ id, isGroup, before: known.get(id)?.level ?? 0, after: level }))
    .filter(({ before, after }) => before !== after);
}

/**
 * The caller gives, changes and removes levels up to its own. A reader only adds readers, and removes its own sharing.
 * @rule sharing.change.level
 * @rule sharing.change.reader
 */
export function staysWithinLevel(actor: Actor, own: number, changes: readonly LevelChange[]): void {
  const code = LEVELS[own - 1]?.code ?? 'no level';
  for (const { id, before, after } of changes) {
    const highest = Math.max(before, after);
    if (highest > own)
      throw forbidden(
        'level_too_low',
        `You are ${code} of the entity, and '${id}' ${before > own ? 'is' : 'would be'} ${LEVELS[highest - 1]?.code}: ask an owner for this change.`,
      );
    if (own === 1 && before > 0 && id !== actor.id)
      throw forbidden(
        'level_too_low',
        `A READER adds other readers and removes only itself: ask an owner to change the sharing of '${id}'.`,
      );
  }
}

/**
 * Each user and group that gets a level or another one can receive it.
 * @rule sharing.change.eligible
 */
export function areEligible(changes: readonly LevelChange[], eligible: ReadonlySet<string>): void {
  const refused = changes.find(({ id, after }) => after > 0 && !eligible.has(id));
  if (refused)
    throw invalid(
      'grantee_not_eligible',
      `${refused.isGroup ? 'Group' : 'User'} '${refused.id}' cannot receive a sharing: choose an entry of GET /sharing/sharings/eligibles.`,
    );
}

/**
 * An entity with an owner keeps one: an active user or a group.
 * @rule sharing.owner.last
 */
export function hasOwnerLeft(present: readonly PresentSharing[], changes: readonly LevelChange[]): void {
  const after = new Map(changes.map((one) => [one.id, one.after]));
  const before = present.filter((one) => one.level === 3 && one.is_active);
  const ownerStays = before.some(({ id }) => (after.get(id) ?? 3) === 3);
  const ownerComes = changes.some((one) => one.after === 3);
  if (before.length > 0 && !ownerStays && !ownerComes)
    throw invalid('last_owner', 'The entity would have no owner: make another active user or a group OWNER in the same call.');
}
