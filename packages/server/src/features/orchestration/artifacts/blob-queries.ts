/** The statements about kept content; `blob` rows are shared by all tenants, because equal content is stored once. */
import type { StoredBlob } from '../../../core/blobs/blob-store.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { ExpectedContent, KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';

/**
 * Enters content under its hash, or finds the equal content that is kept already: then the key is that one's. Either way the row stays locked
 * and cannot be collected before the transaction ends. Content under the key `faulty` gives way to the file.
 * @rule artifacts.publish.content
 */
export const keepBlob = (tx: Tx, file: StoredBlob, faulty: string | undefined): Promise<{ key: string; touched_at: Date }> =>
  tx.only(sql`
    with healed as (
      delete from content_fault
      where key = ${faulty ?? null}
    )
    insert into blob (hash, key, size)
    values (${file.hash}, ${file.key}, ${file.size})
    on conflict (hash) do update
    set touched_at = now(),
        key = case blob.key when ${faulty ?? null} then excluded.key else blob.key end
    returning key, touched_at`);

/** Whether nothing refers to the content `b`. Of executions only those count that are not finished. */
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

/** Waits for whoever publishes this content at the moment; the next statement then sees what they did. */
export const lockBlob = (tx: Tx, hash: string): Promise<unknown> =>
  tx.rows(sql`
    select hash
    from blob
    where hash = ${hash}
    for update`);

/** Forgets content that nothing refers to and says under which key it lies. */
export const removeUnusedBlob = (tx: Tx, hash: string): Promise<{ key: string } | undefined> =>
  tx.one(sql`
    delete from blob b
    where b.hash = ${hash}
      and ${unused}
    returning b.key`);

/** Content that nobody has published or referred to for a while: the leftovers of deleted workspaces and of executions that have ended since. */
export const selectUnusedBlobs = (tx: Tx, seconds: number): Promise<{ hash: string }[]> =>
  tx.rows(sql`
    select b.hash
    from blob b
    where b.touched_at < now() - make_interval(secs => ${seconds})
      and ${unused}
    order by b.touched_at
    limit 1000`);

/** The content that is kept under a hash. */
export const selectKept = (tx: Tx, hash: string): Promise<ExpectedContent | undefined> =>
  tx.one(sql`
    select key, size, hash
    from blob
    where hash = ${hash}`);

const expected = (which: Sql): Sql => sql`
  select b.key, b.size, b.hash
  from blob b
  where ${which}`;

/** Bundles and resources. */
export const keptContent: KnownContent = {
  keys: sql`
    select b.key
    from blob b`,
  after: (key, most) => sql`
    ${expected(sql`b.key > ${key}`)}
    order by b.key
    limit ${most}`,
  of: (keys) => expected(sql`b.key = any (${[...keys]})`),
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
