/** Stored content: its rows, its repair, and the deletion of content that nothing refers to. Equal content is stored once for all tenants. */
import { enqueue, job, type Timer } from '../../../core/background/jobs.ts';
import type { StoredBlob } from '../../../core/blobs/blob-store.ts';
import { faultOf, type ExpectedContent, type KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { deleteFaults, selectUnknownKeys } from '../../system/content/index.ts';

/** Delay in seconds: an execution that was accepted during the deletion may not have written its row yet. */
const COLLECT_DELAY_SECONDS = 60;
/** Younger files may belong to an upload whose row is not written yet. */
const LEFTOVER_SECONDS = 3600;
const KEYS_PER_BATCH = 500;

/** Removes content that no artifact version, no resource and no unfinished execution refers to. */
export const collectBlob = job<{ hash: string }>('collect-blob', {
  attempts: 10,
  does: 'removes content that no row refers to',
  run: ({ hash }, platform) => collect(platform, hash),
});

/** Enqueues the collection of content that the transaction deleted or replaced. */
export async function collectLater(tx: Tx, removed: readonly { blob_hash: string }[]): Promise<void> {
  for (const hash of new Set(removed.map(({ blob_hash }) => blob_hash))) {
    await enqueue(tx, collectBlob, { hash }, { key: `collect-blob ${hash}`, afterSeconds: COLLECT_DELAY_SECONDS });
  }
}

/**
 * Removes content for which no job was enqueued: of deleted workspaces, of ended executions, of resources that a promotion has replaced, and files that a
 * crash left without a row.
 */
export const removeLeftovers: Timer = {
  name: 'remove-leftovers',
  milliseconds: LEFTOVER_SECONDS * 1000,
  does: 'removes content of deleted workspaces, of ended executions and of resources that a promotion has replaced, and files and uploads that a crash left without a row',

  async run(platform) {
    const unused = await platform.db.transaction((tx) => selectUnusedBlobs(tx, LEFTOVER_SECONDS), 'read only');
    for (const { hash } of unused) await collect(platform, hash);
    await removeLostFiles(platform);
  },
};

/** Deletes the row before the file: after a crash in between, the timer finds the file. In the other order a row would lack its content. */
async function collect({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, hash: string): Promise<void> {
  const removed = await db.transaction(async (tx) => {
    await lockBlob(tx, hash);
    return removeUnusedBlob(tx, hash);
  });
  if (removed) await blobs.remove(removed.key);
}

async function removeLostFiles(platform: Platform): Promise<void> {
  const { blobs } = platform;
  await blobs.removeUnfinished(LEFTOVER_SECONDS);
  let keys: string[] = [];
  for await (const key of blobs.olderThan(LEFTOVER_SECONDS)) {
    keys.push(key);
    if (keys.length < KEYS_PER_BATCH) continue;
    await removeUnknown(platform, keys);
    keys = [];
  }
  await removeUnknown(platform, keys);
}

async function removeUnknown({ db, blobs, program: { content } }: Platform, keys: readonly string[]): Promise<void> {
  const unknown = await db.transaction((tx) => selectUnknownKeys(tx, content, keys), 'read only');
  for (const { key } of unknown) await blobs.remove(key);
}

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
const isUnused = sql`not exists (
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
const lockBlob = (tx: Tx, hash: string): Promise<unknown> =>
  tx.rows(sql`
    select hash
    from blob
    where hash = ${hash}
    for update`);

/** Deletes the row of content that nothing refers to, and returns the key of the content in the store. */
const removeUnusedBlob = (tx: Tx, hash: string): Promise<{ key: string } | undefined> =>
  tx.one(sql`
    delete from blob b
    where b.hash = ${hash}
      and ${isUnused}
    returning b.key`);

/** Selects unused content that was last published more than that many seconds ago. */
const selectUnusedBlobs = (tx: Tx, seconds: number): Promise<{ hash: string }[]> =>
  tx.rows(sql`
    select b.hash
    from blob b
    where b.touched_at < now() - make_interval(secs => ${seconds})
      and ${isUnused}
    order by b.touched_at
    limit 1000`);

/** Finds the stored content with a hash. */
const findContent = (tx: Tx, hash: string): Promise<ExpectedContent | undefined> =>
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

/**
 * Returns the key of stored content that has the hash of the file and is missing or damaged in the store, or undefined. It reads the stored bytes,
 * because damaged content may have the right size.
 */
export async function findFaultyCopy({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, file: StoredBlob): Promise<string | undefined> {
  const stored = await findContent(db.reader, file.hash);
  return stored && (await faultOf(blobs, stored, true)) && stored.key;
}
