/** What a crawl writes: tables that it has observed, their samples, and tables that have vanished (ADR 66). It applies only what it has proven. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { storable, sql } from '../../../core/database/sql.ts';
import { shareNew } from '../../sharing/sharing/index.ts';
import { profileColumn, semanticChecks } from '../semantic-types/index.ts';
import { columnTypeOf } from './column-types.ts';
import { replaceColumns, selectColumns, writeQuality } from './column-queries.ts';
import { insertDatasets } from './queries.ts';
import { refreshDatasets } from './refresh.ts';
import { replaceSample, removeSamples, type SampleRow } from './sample-queries.ts';

/** The connection of a crawl, and the account that runs it: the owner of new datasets. */
export type CrawlPlace = { tenant: string; connection: string; account: string };

/** A table as a crawl has read it. */
export type ObservedTable = {
  technicalName: string;
  displayName: string;
  kind: 'TABLE' | 'VIEW' | 'FILE';
  comment: string | null;
  /** A digest of all that the crawl reads of the definition. */
  fingerprint: string;
  columns: readonly { path: string; nativeType: string; isNullable: boolean | null; isKey: boolean; comment: string | null }[];
};

const MOST_ROWS = 10_000;
const LONGEST_CELL = 4000;

/** Selects the fingerprints of the tables of a connection by their technical names: a crawl reads only changed tables again. */
export async function selectFingerprints(
  tx: Tx,
  connection: string,
): Promise<ReadonlyMap<string, { id: string; fingerprint: string | null }>> {
  const rows = await tx.rows<{ id: string; technical_name: string; fingerprint: string | null }>(sql`
    select id, technical_name, fingerprint
    from dataset
    where connection_id = ${connection}`);
  return new Map(rows.map(({ technical_name: name, id, fingerprint }) => [name, { id, fingerprint }]));
}

/** Creates or refreshes the dataset of a table. A dataset keeps what people have written: label, description, tags, attributes, ratings. */
export async function observeDataset(
  tx: Tx,
  { tenant, connection, account }: CrawlPlace,
  table: ObservedTable,
): Promise<{ id: string; isNew: boolean }> {
  const name = storable(table.technicalName);
  const known = await tx.one<{ id: string }>(sql`
    select id
    from dataset
    where connection_id = ${connection}
      and technical_name = ${name}
    for update`);
  const id = known?.id ?? newId();
  if (!known) {
    const { kind, displayName } = table;
    const description = table.comment === null ? null : storable(table.comment);
    const row = { id, tenant, connection, technicalName: name, kind, label: storable(displayName), description, tags: [], properties: {} };
    await insertDatasets(tx, [{ ...row, author: account }]);
    await shareNew(tx, { tenant, type: 'dataset', id, owner: account });
  }
  const columns = table.columns.map((column) => ({
    ...column,
    path: storable(column.path),
    comment: column.comment === null ? null : storable(column.comment),
    nativeType: storable(column.nativeType),
    type: columnTypeOf(column.nativeType),
  }));
  await replaceColumns(tx, id, columns);
  await tx.rows(sql`
    update dataset
    set fingerprint = ${table.fingerprint},
        kind = ${table.kind},
        observed_at = now(),
        vanished_at = null
    where id = ${id}`);
  await refreshDatasets(tx, [id]);
  return { id, isNew: !known };
}

/** Counts the quality of a sample, and stores its rows where the connection allows it. */
export async function storeSample(tx: Tx, dataset: string, columns: readonly string[], rows: readonly SampleRow[]): Promise<void> {
  const { tenant, keeps } = await tx.only<{ tenant: string; keeps: boolean }>(sql`
    select d.tenant_id as tenant, c.keeps_samples as keeps
    from dataset d
    join catalog_connection c on c.connection_id = d.connection_id
    where d.id = ${dataset}
    for share of c`);
  const sample = rows.slice(0, MOST_ROWS).map((row) => row.map((cell) => (cell === null ? null : storable(cell.slice(0, LONGEST_CELL)))));
  const paths = columns.map(storable);
  if (keeps) await replaceSample(tx, dataset, paths, sample);
  else await removeSamples(tx, dataset);
  const checks = await semanticChecks(tx, tenant);
  const types = new Map((await selectColumns(tx, dataset)).map(({ path, type }) => [path, type]));
  const profiles = paths.map((path, index) => ({
    path,
    ...profileColumn(
      types.get(path) ?? 'OTHER',
      sample.map((row) => row[index] ?? null),
      checks,
    ),
  }));
  await writeQuality(tx, dataset, profiles);
  await refreshDatasets(tx, [dataset]);
}

/** Marks the datasets of a connection whose tables a complete listing no longer has, and counts them. Datasets made by hand are not in listings. */
export async function markVanished(tx: Tx, connection: string, listed: readonly string[]): Promise<number> {
  const rows = await tx.rows(sql`
    update dataset
    set vanished_at = now()
    where connection_id = ${connection}
      and observed_at is not null
      and vanished_at is null
      and not technical_name = any (${listed.map(storable)}::text[])
    returning id`);
  return rows.length;
}
