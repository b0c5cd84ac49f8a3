/** The columns from which an actor is built. */
import type { Permission } from '@millrace/contract';
import { sql, type Sql } from '../core/database/sql.ts';
import type { Actor } from './actor.ts';
import { enabledAllowlist } from './enabled-allowlist.ts';

/** The row of an actor. */
export type ActorRow = {
  id: string;
  tenant_id: string;
  login: string;
  user_type: Actor['userType'];
  permissions: Permission[] | null;
  allowlist: string | null;
};

/**
 * The columns of `ActorRow`, for statements with the alias `a` of account.
 * @rule groups.roles.effect
 */
export const actorColumns: Sql = sql`a.id, a.tenant_id, a.login, a.user_type,
           (select array_agg(distinct p.permission)
            from effective_role ar
            join role_permission p on p.role_id = ar.role_id
            where ar.account_id = a.id) as permissions,
           ${enabledAllowlist} as allowlist`;

/** Converts a row to an actor. */
export const toActor = (row: ActorRow): Actor => ({
  id: row.id,
  tenant: row.tenant_id,
  login: row.login,
  userType: row.user_type,
  permissions: new Set(row.permissions ?? []),
  allowlist: row.allowlist,
});
