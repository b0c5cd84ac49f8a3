/** The statements about the usage of a tenant. */
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The usage of a tenant. */
export type UsageRow = {
  start_date: string;
  users: number;
  service_accounts: number;
  remote_engines: number;
  built_in_engines: number;
  dynamic_environments: number;
};

/** Counts the objects of the actor's tenant for its usage. Bot users do not count, as for the limit of users. */
export const selectUsage = (tx: Tx, actor: Actor): Promise<UsageRow> =>
  tx.only(sql`
    select to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as start_date,
           (select count(*) from account a where a.tenant_id = t.id and a.active and a.user_type = 'HUMAN' and a.bot_client_id is null) as users,
           (select count(*) from account a where a.tenant_id = t.id and a.active and a.user_type = 'SERVICE') as service_accounts,
           (select count(*) from engine g where g.tenant_id = t.id and g.paired_at is not null and not g.managed and not g.is_agent) as remote_engines,
           (select count(*) from engine g where g.tenant_id = t.id and g.paired_at is not null and g.is_agent) as dynamic_environments,
           (select count(*) from engine g where g.tenant_id = t.id and g.paired_at is not null and g.managed) as built_in_engines
    from tenant t
    where t.id = ${actor.tenant}`);
