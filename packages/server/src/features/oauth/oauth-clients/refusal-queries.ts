/** The SQL statements about refused requests of OAuth clients. */
import type { Code } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';

/** A refusal as it is stored; `number` counts equal ones. */
export type RecordedRefusal = {
  id: string;
  client: string;
  endpoint: string;
  grantType: string | null;
  code: Code | 'more';
  reason: string;
  advice: string;
  address: string;
  number: number;
};

/** Stores refusals of clients that exist. */
export const insertRefusals = (tx: Tx, refusals: readonly RecordedRefusal[]): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_refusal (id, client_id, endpoint, grant_type, code, reason, advice, address, number)
    select r.id, r.client_id, r.endpoint, r.grant_type, r.code, r.reason, r.advice, r.address, r.number
    from unnest(
      ${refusals.map(({ id }) => id)}::uuid[], ${refusals.map(({ client }) => client)}::uuid[], ${refusals.map(({ endpoint }) => endpoint)}::text[],
      ${refusals.map(({ grantType }) => grantType)}::text[], ${refusals.map(({ code }) => code)}::text[],
      ${refusals.map(({ reason }) => reason)}::text[], ${refusals.map(({ advice }) => advice)}::text[],
      ${refusals.map(({ address }) => address)}::text[], ${refusals.map(({ number }) => number)}::integer[]
    ) as r (id, client_id, endpoint, grant_type, code, reason, advice, address, number)
    join oauth_client c on c.id = r.client_id
    where c.deleted_at is null
    for key share of c
    on conflict do nothing`);

/** Deletes the oldest refusals that are older than a week, up to a limit, and returns them. The first bits of an id are its time. */
export const removeRefusals = (tx: Tx, limit: number): Promise<unknown[]> =>
  tx.rows(sql`
    delete from oauth_refusal
    where id in (
      select id
      from oauth_refusal
      where id < (
        lpad(to_hex((extract(epoch from now() - interval '7 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      order by id
      limit ${limit}
      for update skip locked)
    returning id`);
