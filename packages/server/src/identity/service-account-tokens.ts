/** Tokens of service accounts: JWTs that are valid for half an hour, and only while their account and the secret behind them exist. */
import type { Permission } from '@millrace/contract';
import { sql } from '../core/database/sql.ts';
import type { BatchedStatement } from '../core/database/statement-batcher.ts';
import type { ServiceAccountClaims } from './access-claims.ts';
import type { Actor } from './actor.ts';
import { enabledAllowlist } from './enabled-allowlist.ts';

type Row = {
  secret_id: string;
  id: string;
  tenant_id: string;
  login: string;
  permissions: Permission[];
  uses_vendor_words: boolean;
  allowlist: string | null;
};

/**
 * Finds the accounts of simultaneous calls by one statement.
 * @rule service-accounts.token.at-once
 */
export const actorsOfServiceAccountTokens: BatchedStatement<ServiceAccountClaims, Actor | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, claims) => {
    const rows = await reader.rows<Row>(sql`
      select k.id as secret_id, a.id, a.tenant_id, a.login, s.permissions, cardinality(s.vendor_words) > 0 as uses_vendor_words,
             ${enabledAllowlist} as allowlist
      from service_account_secret k
      join service_account s on s.account_id = k.account_id
      join account a on a.id = s.account_id
      where k.id = any (${[...new Set(claims.map(({ secretId }) => secretId))]}::uuid[])
        and a.active`);
    const found = new Map(rows.map((row) => [row.secret_id, row]));
    return claims.map(({ account, tenant, secretId }) => {
      const row = found.get(secretId);
      if (row?.id !== account || row.tenant_id !== tenant) return undefined;
      const { id, login, allowlist, uses_vendor_words: usesVendorWords } = row;
      return { id, tenant, login, userType: 'SERVICE', permissions: new Set(row.permissions), allowlist, usesVendorWords };
    });
  },
};
