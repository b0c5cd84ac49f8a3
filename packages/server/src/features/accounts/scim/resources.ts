/** The common part of users, groups and roles as resources of SCIM: reading, listing and writing them. */
import type { WordsSent } from '@millrace/contract';
import { found } from '../../../core/base/problem.ts';
import { type Sql, sql, unnamed } from '../../../core/database/sql.ts';
import { filterCondition, filterOrder, type ScimColumn, type ScimColumns } from '../../../core/http/filter-sql.ts';
import { readScimFilter } from '../../../core/http/filter-text.ts';
import { selectPage } from '../../../core/http/paging.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { UserWriter } from '../users/index.ts';
import { readResource, type ScimObject } from './bodies.ts';
import { type PatchOperation, patchResource } from './patch.ts';
import { project, type WantedAttributes } from './projection.ts';
import type { ScimSchema } from './schemas.ts';

/** The parameters of an operation on resources. */
export type ScimCall = UserWriter &
  Pick<Platform, 'processState'> & { settings: Pick<Platform['settings'], 'publicUrl' | 'openId'> } & { wordsSent: WordsSent };

/** The columns that the row of every resource has. */
export type ScimRow = { id: string; external_id: string | null; created_at: Date; updated_at: Date };

/** The columns of the attributes in `meta`. */
export const timeColumns = (resourceType: string, created: Sql, lastModified: Sql): Record<string, ScimColumn> => ({
  'meta.resourcetype': { kind: 'text', value: sql`${resourceType}::text` },
  'meta.created': { kind: 'time', value: created },
  'meta.lastmodified': { kind: 'time', value: lastModified },
});

/** One kind of resources. */
export type ScimKind<Row extends ScimRow> = {
  schema: ScimSchema;
  /** The attributes that filters and orders name. */
  known: ScimColumns;
  /** The table of the rows with its alias, their id, the condition of the rows that the actor sees, and the columns of a row. */
  rows: { from: Sql; id: Sql; visible(actor: Actor): Sql; columns: Sql };
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
};

/** Returns the address of a resource. */
type AddressOf = (endpoint: ScimSchema['endpoint'], id: string) => string;

/** The search of a list. */
export type ScimSearch = WantedAttributes & {
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
export async function listScimResources<Row extends ScimRow>(call: ScimCall, kind: ScimKind<Row>, search: ScimSearch) {
  const { rows, known } = kind;
  const visible = rows.visible(call.actor);
  const startIndex = Math.max(1, search.startIndex ?? 1);
  const page = await selectPage<Row>(call.tx, {
    id: rows.id,
    from: rows.from,
    where: search.filter === undefined ? visible : unnamed(sql`${visible} and ${filterCondition(readScimFilter(search.filter), known)}`),
    order:
      search.sortBy === undefined
        ? [rows.id, sql`${rows.id} desc`]
        : filterOrder(search.sortBy, search.sortOrder === 'descending', known, rows.id),
    columns: rows.columns,
    of: sql`join ${rows.from} on ${rows.id} = found.id`,
    limit: Math.min(Math.max(0, search.count ?? DEFAULT_RESULTS), MAX_RESULTS),
    offset: startIndex - 1,
  });
  const resources = page.rows.map((row) => project(toResource(call, kind, row), search));
  return { status: 200 as const, body: toListJson(resources, page.total, startIndex) };
}

/** Reads a resource. */
export const getScimResource = async <Row extends ScimRow>(call: ScimCall, kind: ScimKind<Row>, id: string, wanted: WantedAttributes) => ({
  status: 200 as const,
  body: project(toResource(call, kind, await findRow(call, kind, id)), wanted),
});

/** Creates a resource. */
export async function createScimResource<Row extends ScimRow>(
  call: ScimCall,
  kind: ScimKind<Row>,
  body: ScimObject,
  wanted: WantedAttributes,
) {
  const id = await kind.create(call, readResource(body, kind.schema));
  const answer = await getScimResource(call, kind, id, wanted);
  return { status: 201 as const, headers: { location: addressesOf(call)(kind.schema.endpoint, id) }, body: answer.body };
}

/** Replaces the attributes of a resource. */
export async function replaceScimResource<Row extends ScimRow>(
  call: ScimCall,
  kind: ScimKind<Row>,
  id: string,
  body: ScimObject,
  wanted: WantedAttributes,
) {
  await kind.lock(call, id);
  const row = await findRow(call, kind, id);
  await kind.replace(call, row, readResource(body, kind.schema, toResource(call, kind, row)));
  return getScimResource(call, kind, id, wanted);
}

/** Changes a resource by operations. */
export async function changeScimResource<Row extends ScimRow>(
  call: ScimCall,
  kind: ScimKind<Row>,
  id: string,
  operations: readonly PatchOperation[],
  wanted: WantedAttributes,
) {
  await kind.lock(call, id);
  const row = await findRow(call, kind, id);
  const known = toResource(call, kind, row);
  await kind.replace(call, row, readResource(patchResource(known, operations, kind.schema), kind.schema, known));
  return getScimResource(call, kind, id, wanted);
}

/** Deletes a resource. */
export async function deleteScimResource<Row extends ScimRow>(call: ScimCall, kind: ScimKind<Row>, id: string) {
  await kind.lock(call, id);
  await kind.remove(call, await findRow(call, kind, id));
  return { status: 204 as const };
}

async function findRow<Row extends ScimRow>({ tx, actor }: ScimCall, { schema, rows }: ScimKind<Row>, id: string): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select ${rows.columns}
    from ${rows.from}
    where ${rows.id} = ${id}
      and ${rows.visible(actor)}`);
  return found(row, schema.name, id);
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
