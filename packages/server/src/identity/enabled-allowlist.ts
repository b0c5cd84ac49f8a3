/** The IP allowlist that is enabled for a tenant, read with the account of a caller, so that a change applies at once in all processes. */
import { sql, type Sql } from '../core/database/sql.ts';

/** The version of the allowlist for the tenant of the account `a`, or null. */
export const enabledAllowlist: Sql = sql`
  (select l.version
   from ip_allowlist l
   where l.tenant_id = a.tenant_id
     and l.enabled)`;
