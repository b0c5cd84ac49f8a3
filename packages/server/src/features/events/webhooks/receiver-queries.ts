/** The SQL statements by which the consumer finds the webhooks that get events. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { accountHolds } from '../../security/workspace-permissions/index.ts';

/** A webhook that may get events. */
export type Receiver = { id: string; filter: string | null; cloud_events: boolean; vendor_words: string[]; owner_id: string | null };

/** The enabled webhooks with these ids, without those of disabled accounts. They cannot change until the transaction ends. */
export const selectEventReceivers = (tx: Tx, ids: readonly string[]): Promise<Receiver[]> =>
  tx.rows(sql`
    select h.id, h.filter, h.cloud_events, h.vendor_words, h.owner_id
    from webhook h
    left join account a on a.id = h.owner_id
    where h.id = any (${[...ids]}::uuid[])
      and h.enabled
      and (h.owner_id is null or a.active)
    order by h.id
    for key share of h`);

/** Selects the pairs of an account and a workspace in which the account may see the workspace, by the same condition as in lists. */
export const selectVisible = (
  tx: Tx,
  pairs: readonly { account: string; space: string }[],
): Promise<{ account: string; space: string }[]> =>
  tx.rows(sql`
    select n.account, n.space
    from unnest(${pairs.map(({ account }) => account)}::uuid[], ${pairs.map(({ space }) => space)}::uuid[]) as n (account, space)
    join account a on a.id = n.account
    join workspace w on w.id = n.space and w.tenant_id = a.tenant_id
    where ${accountHolds(sql`n.account`, 'VIEW')}`);
