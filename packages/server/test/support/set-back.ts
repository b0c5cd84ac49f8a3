/** Simulates that the clock of the database was set back: moves every stored time an hour into the future. */
import type { Platform } from '../../src/core/platform/platform.ts';
import { sql } from '../../src/core/database/sql.ts';

/** Simulates that the clock of the database was set back by an hour. */
export const setBack = ({ db }: Pick<Platform, 'db'>): Promise<unknown> =>
  db.writer.rows(sql`
    do $$
    declare
      moved record;
    begin
      for moved in
        select a.attrelid::regclass as table_name, string_agg(format('%1$I = %1$I + interval ''1 hour''', a.attname), ', ') as moments
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        where c.relkind in ('r', 'p')
          and not c.relispartition
          and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
          and a.atttypid = 'timestamptz'::regtype
          and a.attnum > 0
          and not a.attisdropped
          and a.attgenerated = ''
        group by a.attrelid
      loop
        execute format('update %s set %s', moved.table_name, moved.moments);
      end loop;
    end $$`);
