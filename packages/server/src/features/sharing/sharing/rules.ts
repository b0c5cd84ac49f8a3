/** The rules of sharing. */
import { forbidden, invalid } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EntityKey } from './entity-rows.ts';
import { LEVELS, levelOf, type LevelCode, OWNER_LEVEL, READER_LEVEL } from './entity-types.ts';

/** A sharing of an entity. The foreign columns are null if its foreign entity is the entity itself. */
export type PresentSharing = {
  id: string;
  is_group: boolean;
  level: number;
  is_active: boolean;
  foreign_type: string | null;
  foreign_id: string | null;
};

/** The foreign entity of a sharing: another one, null for the entity itself, undefined to keep the present one. */
type Foreign = { foreign: EntityKey | null | undefined };

/** A change of the level of a user or a group, or of its foreign entity; 0 is no sharing. */
export type LevelChange = { id: string; isGroup: boolean; before: number; after: number } & Foreign;

/** The wanted level of a user or a group; 0 removes its sharing. */
type WantedLevel = { id: string; isGroup: boolean; level: number } & Foreign;

type Reference = { level?: { code: LevelCode } | null; foreignEntity?: EntityKey | null };

/** The body of a change. */
export type SetBody = {
  users?: readonly (Reference & { userId: string })[] | null;
  groups?: readonly (Reference & { groupId: string })[] | null;
};

const normal = ({ entityType, entityId }: EntityKey): EntityKey => ({ entityType, entityId: entityId.toLowerCase() });

const textOf = ({ entityType, entityId }: EntityKey): string => `${entityType} ${entityId}`;

/** The other entity that an entry names; null if it names the entity itself, undefined if it names none. */
function foreignOf({ foreignEntity }: Reference, key: EntityKey): EntityKey | null | undefined {
  if (!foreignEntity) return undefined;
  const named = normal(foreignEntity);
  return textOf(named) === textOf(normal(key)) ? null : named;
}

/** The other entities that a body names. */
export const foreignEntities = (key: EntityKey, { users, groups }: SetBody): EntityKey[] =>
  [...(users ?? []), ...(groups ?? [])].flatMap((one) => foreignOf(one, key) ?? []);

/** What is known about an entity whose sharings change: its sharings, the ids of the entities through which it is seen, and other entities that exist. */
type Surroundings = { present: readonly PresentSharing[]; through: ReadonlySet<string>; existing: readonly EntityKey[] };

/**
 * Reads the wanted levels of a body. A foreign entity is another one that exists, or that the sharing names already. A whole set may contain the
 * sharings of the entities `through` which the entity is visible, as a client has read them: these stay as they are, and are changed there.
 * @rule sharing.change.foreign
 * @rule sharing.change.twice
 */
export function wantedLevels(
  key: EntityKey,
  body: SetBody,
  isWholeSet: boolean,
  { present, through, existing }: Surroundings,
): WantedLevel[] {
  const known = new Set(existing.map(textOf));
  const kept = new Set(
    present.flatMap(({ id, foreign_type: entityType, foreign_id: entityId }) =>
      entityType !== null && entityId !== null ? [`${id} ${textOf({ entityType, entityId })}`] : [],
    ),
  );
  const all = [
    ...(body.users ?? []).map((entry) => ({ entry, id: entry.userId.toLowerCase(), isGroup: false })),
    ...(body.groups ?? []).map((entry) => ({ entry, id: entry.groupId.toLowerCase(), isGroup: true })),
  ];
  const wanted = all.flatMap(({ entry, id, isGroup }) => {
    const foreign = foreignOf(entry, key);
    const one = { id, isGroup, level: entry.level ? levelOf(entry.level.code).order : 0, foreign };
    if (!foreign) return [one];
    if (through.has(foreign.entityId)) {
      if (isWholeSet) return [];
      throw foreignFault(`The sharing of '${id}' belongs to ${foreign.entityType} '${foreign.entityId}': change it there.`);
    }
    if (known.has(textOf(foreign)) || kept.has(`${id} ${textOf(foreign)}`)) return [one];
    throw foreignFault(
      `The foreignEntity of '${id}', ${foreign.entityType} '${foreign.entityId}', is unknown or not shared with you: name another, or leave it out.`,
    );
  });
  const seen = new Set<string>();
  for (const { id } of wanted) {
    if (seen.has(id)) throw invalid('grantee_twice', `'${id}' is named twice: name each user and each group once.`);
    seen.add(id);
  }
  return wanted;
}

const foreignFault = (message: string) => invalid('foreign_sharing', message);

/**
 * Computes the changes that lead to the wanted levels. In a whole set, sharings that are not named are removed.
 * @rule sharing.replace.whole
 * @rule sharing.change.removal
 */
export function changesTo(wanted: readonly WantedLevel[], present: readonly PresentSharing[], isWholeSet: boolean): LevelChange[] {
  const named = new Set(wanted.map(({ id }) => id));
  const known = new Map(present.map((one) => [one.id, one]));
  const removed = isWholeSet ? present.filter(({ id }) => !named.has(id)) : [];
  const unnamed = removed.map(({ id, is_group: isGroup }): WantedLevel => ({ id, isGroup, level: 0, foreign: undefined }));
  return [...wanted, ...unnamed]
    .map(({ id, isGroup, level, foreign }) => ({ id, isGroup, before: known.get(id)?.level ?? 0, after: level, foreign }))
    .filter((change) => change.before !== change.after || (change.after > 0 && movesTo(change.foreign, known.get(change.id))));
}

/** Returns whether a sharing gets another foreign entity. */
const movesTo = (foreign: EntityKey | null | undefined, present: PresentSharing | undefined): boolean =>
  foreign !== undefined &&
  ((foreign?.entityType ?? null) !== (present?.foreign_type ?? null) || (foreign?.entityId ?? null) !== (present?.foreign_id ?? null));

/**
 * The caller gives, changes and removes levels up to its own. A reader only adds readers, and removes its own sharing.
 * @rule sharing.change.level
 * @rule sharing.change.reader
 */
export function requireWithinLevel(actor: Actor, own: number, changes: readonly LevelChange[]): void {
  const code = LEVELS[own - 1]?.code ?? 'no level';
  for (const { id, before, after } of changes) {
    const highest = Math.max(before, after);
    if (highest > own)
      throw forbidden(
        'level_too_low',
        `You are ${code} of the entity, and '${id}' ${before > own ? 'is' : 'would be'} ${LEVELS[highest - 1]?.code}: ask an owner for this change.`,
      );
    if (own === READER_LEVEL && before > 0 && id !== actor.id)
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
export function requireEligible(changes: readonly LevelChange[], eligible: ReadonlySet<string>): void {
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
export function requireOwnerLeft(present: readonly PresentSharing[], changes: readonly LevelChange[]): void {
  const after = new Map(changes.map((one) => [one.id, one.after]));
  const before = present.filter((one) => one.level === OWNER_LEVEL && one.is_active);
  const ownerStays = before.some(({ id }) => (after.get(id) ?? OWNER_LEVEL) === OWNER_LEVEL);
  const ownerComes = changes.some((one) => one.after === OWNER_LEVEL);
  if (before.length > 0 && !ownerStays && !ownerComes)
    throw invalid('last_owner', 'The entity would have no owner: make another active user or a group OWNER in the same call.');
}
