/** The contents of the tables, to show that refusals change nothing. */
import { sql } from '../../../src/core/database/sql.ts';
import type { TestServer } from '../../support/server.ts';

/** Returns a digest of each table, without the last use of tokens and without tables that running processes update continuously. */
export async function digestTables({ platform }: TestServer): Promise<Record<string, string>> {
  const rows = await platform.db.reader.rows<{ name: string; digest: string }>(sql`
    select c.relname as name, query_to_xml(
             format('select md5(string_agg(one::text, chr(10) order by one::text)) as digest from (select %s from %I) as one',
                    (select string_agg(format('%I', a.attname), ', ' order by a.attnum)
                     from pg_attribute a
                     where a.attrelid = c.oid
                       and a.attnum > 0
                       and not a.attisdropped
                       and a.attname not in ('last_used_at', 'lost_at')),
                    c.relname),
             true, false, '')::text as digest
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
      and c.relname not in ('api_presence', 'permission_use', 'rate_count', 'account_address', 'job_worker', 'database_clock', 'content_walk', 'audit_seal', 'audit_seal_key',
                            'audit_hour', 'oauth_refusal', 'webhook_endpoint')
    order by 1`);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** Extends the life of the listeners of webhooks: they end two minutes after their last call, and the tests of refusals may take longer. */
export const keepListeners = ({ platform }: TestServer): Promise<unknown> =>
  platform.db.writer.rows(sql`update webhook_listener set expires_at = now() + interval '1 day'`);
