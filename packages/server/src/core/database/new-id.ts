/** Ids that a statement creates itself. */
import { sql, type Sql } from './sql.ts';

/** A new UUID of version 7, as `newId` makes them: its time is the clock of the database. */
export const newIdSql: Sql = sql`(
  select overlay(overlay(gen_random_uuid()::text placing substr(h, 1, 8) || '-' || substr(h, 9) from 1) placing '7' from 15)::uuid
  from lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as h)`;
