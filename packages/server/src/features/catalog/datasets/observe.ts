/** Writes the results of a crawl: observed tables, their samples, and vanished tables (ADR 67). It writes many tables in few statements. */
import { newId } from '../../../core/base/id.ts';
import { json, sql, storable, type Tx } from '../../../core/database/sql.ts';
import { shareNewEntities, type GivenLevel } from '../../sharing/sharing/index.ts';
import { columnTypeOf, replaceColumns, writeQualities } from './column-rows.ts';
import { insertDatasets } from './rows.ts';
import { type ProfiledSample, replaceSamples } from './samples.ts';
import { refreshDatasets } from './refresh.ts';

/** The connection of a crawl, the account that runs it, and the sharings of new datasets; without an owner the account becomes it. */
export type CrawlContext = { tenant: string; connection: string; account: string; sharings?: readonly GivenLevel[] };

/** A column as a crawl has read it. */
type ObservedColumn = { path: string; nativeType: string; isNullable: boolean | null; isKey: boolean; comment: string | null };

/** A table as a crawl has read it. */
export type ObservedTable = {
  technicalName: string;
  displayName: string;
  kind: 'TABLE' | 'VIEW' | 'FILE';
  comment: string | null;
  /** A digest of all that the crawl reads; null if changes cannot be recognised, or if the rows could not be read. */
  fingerprint: string | null;
  columns: readonly ObservedColumn[];
  /** The rows and their quality; if undefined, sample and quality stay as they are. */
  sample?: ProfiledSample | undefined;
};

/** A dataset that a crawl has written. */
type ObservedDataset = { id: string; technicalName: string; isNew: boolean };

/**
 * Selects the fingerprints of tables whose rows are counted and, if the connection allows it, stored: a crawl need not read these rows again while the
 * fingerprint is the same.
 */
export const selectFingerprints = (
  tx: Tx,
  connection: string,
  names: readonly string[],
): Promise<{ technicalName: string; fingerprint: string }[]> =>
  tx.rows(sql`
    select d.technical_name as "technicalName", d.fingerprint
    from dataset d
    join catalog_connection c on c.connection_id = d.connection_id
    where d.connection_id = ${connection}
      and d.technical_name = any (${names.map(storable)}::text[])
      and d.fingerprint is not null
      and d.quality_valid is not null
      and (not c.keeps_samples
           or d.quality_valid + d.quality_invalid + d.quality_empty = 0
           or exists (
             select from dataset_sample s
             where s.dataset_id = d.id))
    order by d.technical_name`);

/**
 * Creates or refreshes the datasets of tables. A dataset keeps what people have written: label, description, tags, attributes, ratings. If a table occurs
 * twice, the last one is written.
 */
export async function observeTables(tx: Tx, context: CrawlContext, observed: readonly ObservedTable[]): Promise<ObservedDataset[]> {
  const tables = [...new Map(observed.map((table) => [storable(table.technicalName), table])).entries()].map(([technicalName, table]) => ({
    ...table,
    technicalName,
  }));
  if (tables.length === 0) return [];
  const locked = await tx.rows<{ id: string; name: string }>(sql`
    select id, technical_name as name
    from dataset
    where connection_id = ${context.connection}
      and technical_name = any (${tables.map(({ technicalName }) => technicalName)}::text[])
    order by id
    for update`);
  const known = new Map(locked.map(({ name, id }) => [name, id]));
  const written = tables.map((table) => ({
    ...table,
    id: known.get(table.technicalName) ?? newId(),
    isNew: !known.has(table.technicalName),
  }));
  await insertNew(
    tx,
    context,
    written.filter(({ isNew }) => isNew),
  );
  await replaceColumns(
    tx,
    written.map(({ id, columns }) => ({ dataset: id, columns: columns.map(toWrittenColumn) })),
  );
  await tx.rows(sql`
    update dataset d
    set fingerprint = r.fingerprint,
        kind = r.kind,
        observed_at = now(),
        vanished_at = null
    from json_to_recordset(${json(written.map(({ id, kind, fingerprint }) => ({ id, kind, fingerprint })))}::json) as r (id uuid, kind text, fingerprint text)
    where d.id = r.id`);
  const sampled = written.flatMap(({ id, sample }) => (sample ? [{ dataset: id, ...sample }] : []));
  if (sampled.length > 0) {
    await replaceSamples(tx, context.connection, sampled);
    await writeQualities(
      tx,
      sampled.flatMap(({ dataset, profiles }) => profiles.map((profile) => ({ dataset, ...profile }))),
      sampled.map(({ dataset }) => dataset),
    );
  }
  await refreshDatasets(
    tx,
    written.map(({ id }) => id),
  );
  return written.map(({ id, technicalName, isNew }) => ({ id, technicalName, isNew }));
}

/** @rule crawlers.create.sharings */
async function insertNew(
  tx: Tx,
  { tenant, connection, account, sharings = [] }: CrawlContext,
  tables: readonly (ObservedTable & { id: string })[],
) {
  await insertDatasets(
    tx,
    tables.map(({ id, technicalName, kind, displayName, comment }) => ({
      id,
      tenant,
      connection,
      technicalName,
      kind,
      label: storable(displayName),
      description: comment === null ? null : storable(comment),
      tags: [],
      properties: {},
      author: account,
    })),
  );
  await shareNewEntities(tx, { tenant, type: 'dataset', ids: tables.map(({ id }) => id), owner: account }, sharings);
}

/** Converts a column to the form in which it is stored. */
const toWrittenColumn = (column: ObservedColumn) => ({
  ...column,
  path: storable(column.path),
  comment: column.comment === null ? null : storable(column.comment),
  nativeType: storable(column.nativeType),
  type: columnTypeOf(column.nativeType),
});

/** Records that tables have not changed since they were last observed, and returns their datasets. */
export const noteUnchanged = (tx: Tx, connection: string, names: readonly string[]): Promise<{ id: string; technicalName: string }[]> =>
  tx.rows(sql`
    update dataset d
    set observed_at = now(),
        vanished_at = null
    from (
      select o.id
      from dataset o
      where o.connection_id = ${connection}
        and o.technical_name = any (${names.map(storable)}::text[])
      order by o.id
      for update) locked
    where d.id = locked.id
    returning d.id, d.technical_name as "technicalName"`);

/** Marks the datasets of a connection whose tables a complete listing does not contain. Datasets created by hand are never listed. */
export const markVanished = (tx: Tx, connection: string, listed: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update dataset
    set vanished_at = now()
    where connection_id = ${connection}
      and observed_at is not null
      and vanished_at is null
      and not technical_name = any (${listed.map(storable)}::text[])`);
