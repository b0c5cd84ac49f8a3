/** The common part of users, groups and roles as resources of SCIM: reading, listing and writing them, and the attributes of answers. */
import type { Permission, WordsSent } from '@millrace/contract';
import { type Sql, sql, unnamed } from '../../../core/database/sql.ts';
import { findVisibleRow, type RowSource } from '../../../core/http/cursor-lists.ts';
import type { FilterColumn } from '../../../core/http/filter-sql.ts';
import {
  compileScimFilter,
  compileScimOrder,
  readAttributePath,
  readScimFilter,
  type ScimColumns,
} from '../../../core/http/scim-filter.ts';
import { selectPage } from '../../../core/http/paging.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { type UserWriter } from '../people/index.ts';
import { isScimObject, readResource, type ScimObject } from './bodies.ts';
import { type PatchOperation, patchResource } from './patch.ts';
import type { ScimSchema } from './schemas.ts';

/** The parameters of an operation on resources. */
export type ScimCall = UserWriter &
  Pick<Platform, 'processState'> & { settings: Pick<Platform['settings'], 'publicUrl' | 'openId'> } & { wordsSent: WordsSent };

/** The columns that the row of every resource has. */
export type ScimRow = { id: string; external_id: string | null; created_at: Date; updated_at: Date };

/** What filters compare of every resource; `alias` is that of its table. */
export const commonColumns = ({ name }: ScimSchema, alias: Sql): Record<string, FilterColumn> => ({
  id: { kind: 'exact', value: sql`${alias}.id::text` },
  externalid: { kind: 'exact', value: sql`${alias}.external_id` },
  'meta.resourcetype': { kind: 'text', value: sql`${name}::text` },
  'meta.created': { kind: 'time', value: sql`${alias}.created_at` },
  'meta.lastmodified': { kind: 'time', value: sql`${alias}.updated_at` },
});

/** One kind of resources. */
export type ScimKind<Row extends ScimRow> = {
  schema: ScimSchema;
  /** The attributes that filters and orders name. */
  known: ScimColumns;
  rows: RowSource;
  /** Converts a row to its attributes. */
  toAttributes(row: Row, addressOf: AddressOf): ScimObject;
  /** Adds a resource and returns its id. */
  create(call: ScimCall, wanted: ScimObject): Promise<string>;
  /** Locks the rows that a change or a deletion of a resource depends on; answers 404 if the actor sees no such resource. */
  lock(call: ScimCall, id: string): Promise<unknown>;
  /** Replaces the attributes of a locked resource. Attributes that a caller leaves out lose their values, unless the kind defines an exception. */
  replace(call: ScimCall, row: Row, wanted: ScimObject): Promise<void>;
  /** Deletes a locked resource. */
  remove(call: ScimCall, row: Row): Promise<void>;
  /** Refuses attributes that must not be sent for a change. Those of a PATCH are checked one operation after the other. */
  requireAllowedAttributes?(attributes: unknown): void;
};

/** Returns the address of a resource. */
type AddressOf = (endpoint: ScimSchema['endpoint'], id: string) => string;

/** The attributes that a caller wants, or does not want; each is a name or a path such as `name.familyName`. */
type WantedAttributes = { attributes?: readonly string[] | undefined; excludedAttributes?: readonly string[] | undefined };

/** The search of a list. */
type ScimSearch = WantedAttributes & {
  filter?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'ascending' | 'descending' | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
};

/** The maximum number of entries of a page. */
export const MAX_RESULTS = 1000;
/** The number of entries of a page if the caller gives none. */
export const DEFAULT_RESULTS = 100;
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Builds the answer of a list. */
export const toListJson = (resources: readonly ScimObject[], total = resources.length, startIndex = 1) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: [...resources],
});

/** Returns a function for the addresses of resources. */
const addressesOf = ({ settings: { publicUrl } }: { settings: Pick<ScimCall['settings'], 'publicUrl'> }): AddressOf => {
  const base = `${publicUrl()}/scim/v2`;
  return (endpoint, id) => `${base}${endpoint}/${id}`;
};

/**
 * Lists the resources that fit a search.
 * @rule scim.list.page
 */
async function listScimResources<Row extends ScimRow>(call: ScimCall, kind: ScimKind<Row>, search: ScimSearch) {
  const { rows } = kind;
  const known = { ...kind.known, schema: kind.schema.id };
  const visible = rows.visible(call.actor);
  const startIndex = Math.max(1, search.startIndex ?? 1);
  const page = await selectPage<Row>(call.tx, {
    id: rows.id,
    from: rows.from,
    where: search.filter === undefined ? visible : unnamed(sql`${visible} and ${compileScimFilter(readScimFilter(search.filter), known)}`),
    order:
      search.sortBy === undefined
        ? [rows.id, sql`${rows.id} desc`]
        : compileScimOrder(search.sortBy, search.sortOrder === 'descending', known, rows.id),
    columns: rows.columns,
    of: sql`join ${rows.from} on ${rows.id} = found.id`,
    limit: Math.min(Math.max(0, search.count ?? DEFAULT_RESULTS), MAX_RESULTS),
    offset: startIndex - 1,
  });
  const resources = page.rows.map((row) => project(toResource(call, kind, row), search));
  return { status: 200 as const, body: toListJson(resources, page.total, startIndex) };
}

/** The query of an operation, with lists of attributes as texts with commas. */
type AttributeQuery = { attributes?: string | undefined; excludedAttributes?: string | undefined };
type Queried<Query = unknown> = ScimCall & { query: AttributeQuery & Query };
type Of = { path: { id: string } };

const wantedOf = (query: AttributeQuery): Required<WantedAttributes> => ({
  attributes: query.attributes?.split(','),
  excludedAttributes: query.excludedAttributes?.split(','),
});

/** Builds the definitions of the operations on one kind of resources, each of which needs the permission. */
export function operationsOn<Row extends ScimRow, const Needed extends Permission>(kind: ScimKind<Row>, allow: Needed) {
  const { schema } = kind;
  const find = (call: ScimCall, id: string): Promise<Row> => findVisibleRow(call, schema.name, kind.rows, id);
  const search = (call: ScimCall, wanted: ScimSearch) => listScimResources(call, kind, wanted);
  const read = async (call: Queried, id: string) => {
    const row = await find(call, id);
    return { status: 200 as const, body: project(toResource(call, kind, row), wantedOf(call.query)) };
  };
  const lock = async (call: ScimCall, id: string): Promise<Row> => {
    await kind.lock(call, id);
    return find(call, id);
  };
  const listing = { allow, transaction: 'read only' } as const;
  return {
    allow,
    search,
    list: {
      ...listing,
      run: (call: Queried<Omit<ScimSearch, keyof WantedAttributes>>) => search(call, { ...call.query, ...wantedOf(call.query) }),
    },
    searchByBody: { ...listing, audit: 'none' as const, run: (call: ScimCall & { body: ScimSearch }) => search(call, call.body) },
    create: {
      allow,
      async run(call: Queried & { body: ScimObject }) {
        const id = await kind.create(call, readResource(call.body, schema));
        return { ...(await read(call, id)), status: 201 as const, headers: { location: addressesOf(call)(schema.endpoint, id) } };
      },
    },
    read: { allow, run: (call: Queried & Of) => read(call, call.path.id) },
    replace: {
      allow,
      async run(call: Queried & Of & { body: ScimObject }) {
        kind.requireAllowedAttributes?.(call.body);
        const row = await lock(call, call.path.id);
        await kind.replace(call, row, readResource(call.body, schema, toResource(call, kind, row)));
        return read(call, call.path.id);
      },
    },
    change: {
      allow,
      async run(call: Queried & Of & { body: { Operations: readonly PatchOperation[] } }) {
        for (const { op, path, value } of call.body.Operations)
          if (op.toLowerCase() !== 'remove') kind.requireAllowedAttributes?.(path ? { [path]: value } : value);
        const row = await lock(call, call.path.id);
        const known = toResource(call, kind, row);
        await kind.replace(call, row, readResource(patchResource(known, call.body.Operations, schema), schema, known));
        return read(call, call.path.id);
      },
    },
    remove: {
      allow,
      async run(call: ScimCall & Of) {
        await kind.remove(call, await lock(call, call.path.id));
        return { status: 204 as const };
      },
    },
  };
}

function toResource<Row extends ScimRow>(call: ScimCall, { schema, toAttributes }: ScimKind<Row>, row: Row): ScimObject {
  const addressOf = addressesOf(call);
  return {
    schemas: [schema.id],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...toAttributes(row, addressOf),
    meta: {
      resourceType: schema.name,
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: addressOf(schema.endpoint, row.id),
    },
  };
}

/** Attributes that every answer has. */
const ALWAYS = new Set(['schemas', 'id']);

/**
 * Returns the resource with the attributes that a caller wants.
 * @rule scim.attributes.chosen
 */
function project(resource: ScimObject, { attributes, excludedAttributes }: WantedAttributes): ScimObject {
  if (attributes && attributes.length > 0) return choose(resource, keysOf(attributes), true);
  return excludedAttributes ? choose(resource, keysOf(excludedAttributes), false) : resource;
}

const keysOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(
    names.flatMap((name) => {
      const path = readAttributePath(name);
      return path ? [path.sub === undefined ? path.attribute : `${path.attribute}.${path.sub}`] : [];
    }),
  );

function choose(value: ScimObject, keys: ReadonlySet<string>, isWanted: boolean, prefix = ''): ScimObject {
  const chosen = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const key = `${prefix}${name.toLowerCase()}`;
    if (prefix === '' && ALWAYS.has(name)) return [[name, part]];
    if (keys.has(key)) return isWanted ? [[name, part]] : [];
    if (![...keys].some((other) => other.startsWith(`${key}.`))) return isWanted ? [] : [[name, part]];
    return [[name, Array.isArray(part) ? part.map((item) => chooseIn(item, keys, isWanted, key)) : chooseIn(part, keys, isWanted, key)]];
  });
  return Object.fromEntries(chosen);
}

const chooseIn = (value: unknown, keys: ReadonlySet<string>, isWanted: boolean, key: string): unknown =>
  isScimObject(value) ? choose(value, keys, isWanted, `${key}.`) : value;
