/** The uses of permissions: how they are stored, and which permissions have none. */
import type { Timer } from '../../../core/background/jobs.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** Stores the uses that a process has recorded. They are at most half a minute late. */
export const storePermissionUsesTimer: Timer = {
  name: 'store-permission-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of permissions',
  run: ({ db, identity: { permissionUses } }) =>
    permissionUses.flush((uses) =>
      // Locks the rows in one order, as other processes do.
      db.writer.rows(sql`
        insert into permission_use (account_id, permission, last_used_at)
        select a.id, u.permission, u.at
        from json_to_recordset(${json([...uses.values()])}::json) as u (account uuid, permission text, at timestamptz)
        join account a on a.id = u.account
        order by a.id, u.permission
        on conflict (account_id, permission) do update
        set last_used_at = greatest(permission_use.last_used_at, excluded.last_used_at)`),
    ),
};

/** Selects the start of a period of some days, or the moment since which uses are counted if that is later. */
export const selectPeriod = (tx: Tx, actor: Actor, days: number): Promise<{ since: Date }> =>
  tx.only(sql`
    select greatest(now() - make_interval(days => ${days}), permissions_counted_since) as since
    from tenant
    where id = ${actor.tenant}`);

/** The row of a permission that an account has not used. */
export type UnusedRow = {
  id: string;
  user_type: 'HUMAN' | 'SERVICE';
  name: string;
  permission: string;
  roles: string[];
  last_used_at: Date | null;
};

/**
 * Selects the permissions that active accounts of the actor's tenant hold and have not used since a moment.
 * @rule permission-uses.list.unused
 * @rule permission-uses.list.young
 */
export const selectUnused = (tx: Tx, actor: Actor, since: Date): Promise<UnusedRow[]> =>
  tx.rows(sql`
    with held as (
      select a.id, a.user_type, a.login as name, p.permission, array_agg(r.name order by r.name) as roles
      from account a
      join effective_role ar on ar.account_id = a.id
      join role r on r.id = ar.role_id
      join role_permission p on p.role_id = r.id
      where a.tenant_id = ${actor.tenant}
        and a.user_type = 'HUMAN'
        and a.active
        and a.created_at <= ${since}
      group by a.id, p.permission
      union all
      select a.id, a.user_type, a.first_name, unnest(s.permissions), '{}'
      from account a
      join service_account s on s.account_id = a.id
      where a.tenant_id = ${actor.tenant}
        and a.active
        and a.created_at <= ${since}
    )
    select h.id, h.user_type, h.name, h.permission, h.roles, u.last_used_at
    from held h
    left join permission_use u on u.account_id = h.id and u.permission = h.permission
    where u.last_used_at is null
       or u.last_used_at < ${since}
    order by h.name, h.id, h.permission`);
