/** The objects of the store in which large logs lie, for backups and checks of what is in the store. */
import type { KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';

const expectedContent = (condition: Sql): Sql => sql`
  select c.blob_key::text as key, max(c.blob_offset + c.bytes) as size, null::text as hash
  from log_chunk c
  where ${condition}
  group by c.blob_key`;

/** The objects of large logs: the chunks of a log lie in one object. */
export const logContent: KnownContent = {
  keys: sql`select blob_key::text from log_chunk where blob_key is not null`,
  after: (key, most) => sql`
    ${expectedContent(sql`c.blob_key > ${key}::uuid`)}
    order by c.blob_key
    limit ${most}`,
  of: (keys) => expectedContent(sql`c.blob_key = any (${[...keys]}::uuid[])`),
  owners: (keys) => sql`
    select distinct c.blob_key::text as key, format('the log of execution %s', c.execution_id) as name,
           'restore the file from a backup, since these lines are stored nowhere else' as remedy
    from log_chunk c
    where c.blob_key = any (${[...keys]}::uuid[])`,
};
