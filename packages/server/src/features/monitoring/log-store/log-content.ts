/** The content of logs that lie in the store. */
import type { KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';

const expected = (which: Sql): Sql => sql`
  select c.blob_key::text as key, max(c.blob_offset + c.bytes) as size, null::text as hash
  from log_chunk c
  where ${which}
  group by c.blob_key`;

/** Of large logs the chunks of one settling lie in one object. */
export const logContent: KnownContent = {
  keys: sql`select blob_key::text from log_chunk where blob_key is not null`,
  after: (key, most) => sql`
    ${expected(sql`c.blob_key > ${key}::uuid`)}
    order by c.blob_key
    limit ${most}`,
  of: (keys) => expected(sql`c.blob_key = any (${[...keys]}::uuid[])`),
  owners: (keys) => sql`
    select distinct c.blob_key::text as key, format('the log of execution %s', c.execution_id) as name,
           'put the file back from a backup, since nothing else holds these lines' as remedy
    from log_chunk c
    where c.blob_key = any (${[...keys]}::uuid[])`,
};
