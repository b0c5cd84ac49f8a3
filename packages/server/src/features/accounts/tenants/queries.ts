/** The SQL statements that write tenants. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';

/** Adds a tenant. */
export const insertTenant = (tx: Tx, tenant: { id: string; name: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into tenant (id, name)
    values (${tenant.id}, ${tenant.name})`);

/** Changes the name of a tenant. */
export const updateTenant = (tx: Tx, id: string, name: string): Promise<unknown> =>
  tx.rows(sql`
    update tenant
    set name = ${name}
    where id = ${id}`);
