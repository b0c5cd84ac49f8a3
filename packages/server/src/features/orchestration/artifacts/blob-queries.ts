/** The SQL statements about stored content. All tenants share the `blob` rows, because equal content is stored once. */
import type { StoredBlob } from '../../../core/blobs/blob-store.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { ExpectedContent, KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { deleteFaults } from '../../system/content/index.ts';

/**
 * Inserts a row for content, or touches the row of equal content and returns its key. The row stays locked, so that it is not collected before
 * the transaction ends. Where the stored content has the key `faulty`, the file replaces it.
 * @rule artifacts.publish.content
 */
export async function keepBlob(tx: Tx, file: StoredBlob, faulty: string | undefined): Promise<{ key: string; touched_at: Date }> {
  if (faulty !== undefined) await deleteFaults(tx, [faulty]);
  return tx.only(sql`
    insert into blob (hash, key, size)
    values (${file.hash}, ${file.key}, ${file.size})
    on conflict (hash) do update
    set touched_at = now(),
        key = case blob.key when ${faulty ?? null} then excluded.key else blob.key end
    returning key, touched_at`);
}

/** The condition that no row refers to the content `b`. Finished executions do not count. */
const unused = sql`not exists (
    select from artifact_version v
    where v.blob_hash = b.hash)
  and not exists (
    select from resource r
    where r.blob_hash = b.hash)
  and not exists (
    select from live_execution l
    join task_execution x on x.id = l.execution_id
    where x.blob_hash = b.hash
      or x.resources @> jsonb_build_array(jsonb_build_object('hash', b.hash)))`;

/** Locks the row of content. It waits for transactions that publish the same content, and the next statement sees their rows. */
export const lockBlob = (tx: Tx, hash: string): Promise<unknown> =>
  tx.rows(sql`
    select hash
    from blob
    where hash = ${hash}
    for update`);

/** Deletes the row of content that nothing refers to, and returns the key of the content in the store. */
export const removeUnusedBlob = (tx: Tx, hash: string): Promise<{ key: string } | undefined> =>
  tx.one(sql`
    delete from blob b
    where b.hash = ${hash}
      and ${unused}
    returning b.key`);

/** Selects unused content that was last published more than that many seconds ago: of deleted workspaces and ended executions. */
export const selectUnusedBlobs = (tx: Tx, seconds: number): Promise<{ hash: string }[]> =>
  tx.rows(sql`
    select b.hash
    from blob b
    where b.touched_at < now() - make_interval(secs => ${seconds})
      and ${unused}
    order by b.touched_at
    limit 1000`);

/** Finds the stored content with a hash. */
export const findContent = (tx: Tx, hash: string): Promise<ExpectedContent | undefined> =>
  tx.one(sql`
    select key, size, hash
    from blob
    where hash = ${hash}`);

const expectedContent = (condition: Sql): Sql => sql`
  select b.key, b.size, b.hash
  from blob b
  where ${condition}`;

/** The content of bundles and resources. */
export const keptContent: KnownContent = {
  keys: sql`
    select b.key
    from blob b`,
  after: (key, most) => sql`
    ${expectedContent(sql`b.key > ${key}`)}
    order by b.key
    limit ${most}`,
  of: (keys) => expectedContent(sql`b.key = any (${[...keys]})`),
  owners: (keys) => sql`
    select b.key, o.name, o.remedy
    from blob b
    cross join lateral (
      select format('version %s of artifact "%s" in workspace "%s"', v.version, a.name, w.name) as name,
             'publish the same bundle again, under any name or version' as remedy
      from artifact_version v
      join artifact a on a.id = v.artifact_id
      join workspace w on w.id = a.workspace_id
      where v.blob_hash = b.hash
      union all
      select format('resource "%s" in workspace "%s"', r.name, w.name), 'upload the same content again'
      from resource r
      join workspace w on w.id = r.workspace_id
      where r.blob_hash = b.hash
    ) o
    where b.key = any (${[...keys]})
    order by b.key, o.name`,
};
