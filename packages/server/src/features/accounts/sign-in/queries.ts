/** The SQL statements about people that sign in, and about their passwords. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';

/** An account that may sign in, with what is needed to check it. */
export type CandidateRow = {
  id: string;
  login: string;
  email: string;
  hash: string;
  /** Whether the account has signed in from the address. */
  is_known: boolean;
};

/** Several tenants may have an account of the same login. */
const MOST_CANDIDATES = 4;

/** Selects the active people with a login, that have a password. */
export const selectCandidates = (tx: Tx, login: string, address: string): Promise<CandidateRow[]> =>
  tx.rows(sql`
    select a.id, a.login, a.email, p.hash,
           exists (select from known_address k where k.account_id = a.id and k.address = ${address}) as is_known
    from account a
    join account_password p on p.account_id = a.id
    where a.login = ${login}
      and a.active
      and a.user_type = 'HUMAN'
    order by a.id
    limit ${MOST_CANDIDATES}`);

/** Locks the password of an active person against changes; false if it is another one by now. */
export const holdPassword = (tx: Tx, id: string, hash: string): Promise<boolean> =>
  tx.any(sql`
    select p.account_id
    from account_password p
    join account a on a.id = p.account_id
    where p.account_id = ${id}
      and p.hash = ${hash}
      and a.active
    for share`);

/** Sets the password of an account by its hash. */
export const upsertPassword = (tx: Tx, id: string, hash: string): Promise<unknown> =>
  tx.rows(sql`
    insert into account_password (account_id, hash)
    values (${id}, ${hash})
    on conflict (account_id) do update
    set hash = excluded.hash,
        set_at = now()`);

/** Replaces the hash of a password by another hash of the same password. */
export const renewHash = (tx: Tx, id: string, former: string, hash: string): Promise<unknown> =>
  tx.rows(sql`
    update account_password
    set hash = ${hash}
    where account_id = ${id}
      and hash = ${former}`);
