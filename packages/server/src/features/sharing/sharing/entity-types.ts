/** The types of entities that can be shared, as data. */
import { sql, type Sql } from '../../../core/database/sql.ts';

/** A type of entities. */
export type EntityType = 'dataset' | 'connection' | 'crawler' | 'preparation';

type Kind = {
  /** The table with the columns `id` and `tenant_id`. A type without a table has no entities. */
  table?: Sql;
  /** What a level adds to the entitlements of the levels below it. */
  entitlements: readonly [reader: readonly string[], writer: readonly string[], owner: readonly string[]];
  /** Entities of this other type let their readers see the entity whose id this column of their table has. */
  seenThrough?: { type: EntityType; column: Sql };
};

/**
 * The types by name.
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
  crawler: { entitlements: [['CRAWLING_READ', 'CRAWLING_SHARE'], ['CRAWLING_UPDATE'], ['CRAWLING_DELETE']] },
  preparation: { entitlements: [['PREPARATION_READ', 'PREPARATION_SHARE'], ['PREPARATION_UPDATE'], ['PREPARATION_DELETE']] },
};

/** Returns a type by the name that a caller gives; undefined for an unknown name. */
export const entityTypeOf = (name: string): EntityType | undefined =>
  Object.hasOwn(ENTITY_TYPES, name) ? (name as EntityType) : undefined;

/** The levels from the lowest to the highest. */
export const LEVELS = [
  { code: 'READER', label: 'Viewer', order: 1 },
  { code: 'WRITER', label: 'Editor', order: 2 },
  { code: 'OWNER', label: 'Owner', order: 3 },
] as const;

/** The code of a level. */
export type LevelCode = (typeof LEVELS)[number]['code'];

/** Returns what a caller may do to an entity at a level: a level has the entitlements of those below it. */
export const entitlementsOf = (type: EntityType, level: number): string[] => ENTITY_TYPES[type].entitlements.slice(0, level).flat();

/** Returns a level by its code. */
export const levelOf = (code: LevelCode): (typeof LEVELS)[number] => LEVELS.find((one) => one.code === code) ?? LEVELS[0];
