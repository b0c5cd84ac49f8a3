/** The statements about kept content; `blob` rows are shared by all tenants, because equal content is stored once. */
import type { StoredBlob } from '../../../core/blob-store.ts';
import type { Tx } from '../../../core/db.ts';
import { and, sql, type Sql } from '../../../core/sql.ts';

/**
 * Enters content under its hash, or finds the equal content that is kept already: then the key is that one's. Either way the row stays locked
 * and cannot be collected before the transaction ends.
 * @rule artifacts.publish.content
 */
export const keepBlob = (tx: Tx, file: StoredBlob): Promise<{ key: string; touched_at: Date }> =>
  tx.only(sql`
    insert into blob (hash, key, size)
    values (${file.hash}, ${file.key}, ${file.size})
    on conflict (hash) do update
    set touched_at = now()
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

/** The keys of bundles and resources. */
export const blobKeys: Sql = sql`
  select b.key
  from blob b`;

/** Which of the keys no feature knows. */
export const selectUnknownKeys = (tx: Tx, keys: readonly string[], known: readonly Sql[]): Promise<{ key: string }[]> =>
  tx.rows(sql`
    select found.key
    from unnest(${[...keys]}::text[]) as found (key)
    where ${and(
      known.map(
        (one) => sql`not exists (
          select from (${one}) as known (key)
          where known.key = found.key)`,
      ),
    )}`);
