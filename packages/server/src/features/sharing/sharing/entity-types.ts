/** The types of entities that can be shared, as data. */
import type { Permission } from '@millrace/contract';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** A type of entities. */
export type EntityType = 'dataset' | 'connection' | 'crawler' | 'preparation';

type Kind = {
  /** The table with the columns `id` and `tenant_id`. A type without a table has no entities. */
  table?: Sql;
  /** The entitlements of a level in addition to those of the lower levels. */
  entitlements: readonly [reader: readonly string[], writer: readonly string[], owner: readonly string[]];
  /** The permissions of which a user needs one to receive a sharing; without them each user can. */
  receivers?: readonly Permission[];
  /** Another type whose readers see this entity, too: those of the entity whose id this column of its table has. */
  seenThrough?: { type: EntityType; column: Sql };
};

/** The permissions of accounts that change connections. */
const CONNECTION_EDITORS: readonly Permission[] = ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'];

/**
 * The types by name. A crawler opens a connection with its secrets, so only people that may change connections can receive one.
 * @rule sharing.types.unknown
 */
export const ENTITY_TYPES: Readonly<Record<EntityType, Kind>> = {
  dataset: {
    table: sql`dataset`,
    entitlements: [['DATASET_READ', 'DATASET_FETCH_SAMPLE', 'DATASET_SHARE'], ['DATASET_UPDATE', 'DATASET_CERTIFY'], ['DATASET_DELETE']],
  },
  connection: {
    table: sql`connection`,
    entitlements: [['CONNECTION_READ', 'CONNECTION_SHARE'], ['CONNECTION_UPDATE'], ['CONNECTION_DELETE']],
    seenThrough: { type: 'dataset', column: sql`through.connection_id` },
  },
  crawler: {
    table: sql`crawler`,
    entitlements: [['CRAWLING_READ', 'CRAWLING_SHARE'], ['CRAWLING_UPDATE'], ['CRAWLING_DELETE']],
    receivers: CONNECTION_EDITORS,
  },
  preparation: { entitlements: [['PREPARATION_READ', 'PREPARATION_SHARE'], ['PREPARATION_UPDATE'], ['PREPARATION_DELETE']] },
};

/** Returns a type by the name that a caller gives; undefined for an unknown name. */
export const entityTypeOf = (name: string): EntityType | undefined =>
  Object.hasOwn(ENTITY_TYPES, name) ? (name as EntityType) : undefined;

/** The number of the lowest level. */
export const READER_LEVEL = 1;
/** The number of the highest level. */
export const OWNER_LEVEL = 3;

/** The levels from the lowest to the highest. Tables and statements have their numbers (`order`). */
export const LEVELS = [
  { code: 'READER', label: 'Viewer', order: READER_LEVEL },
  { code: 'WRITER', label: 'Editor', order: 2 },
  { code: 'OWNER', label: 'Owner', order: OWNER_LEVEL },
] as const;

/** The code of a level. */
export type LevelCode = (typeof LEVELS)[number]['code'];

/** The tenant-wide permissions of which an operation also needs one, by the entitlement that it uses; other entitlements need none. */
const PERMISSIONS_FOR: Readonly<Record<string, readonly Permission[]>> = {
  CONNECTION_UPDATE: CONNECTION_EDITORS,
};

/**
 * Returns the entitlements of a level that a caller can use with its permissions.
 * @rule sharing.entitlements.permission
 */
export const usableEntitlements = ({ permissions }: Pick<Actor, 'permissions'>, type: EntityType, level: number): string[] =>
  entitlementsOf(type, level).filter((one) => PERMISSIONS_FOR[one]?.some((permission) => permissions.has(permission)) ?? true);

/** Returns the entitlements of a level, which include those of the lower levels. */
export const entitlementsOf = (type: EntityType, level: number): string[] => ENTITY_TYPES[type].entitlements.slice(0, level).flat();

/** Returns a level by its code. */
export const levelOf = (code: LevelCode): (typeof LEVELS)[number] => LEVELS.find((one) => one.code === code) ?? LEVELS[0];

/** Returns a level by its number. */
export const levelNumbered = (order: number): (typeof LEVELS)[number] => LEVELS.find((one) => one.order === order) ?? LEVELS[0];
