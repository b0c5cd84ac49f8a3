/** The SQL statements about device codes. */
import type { Tx } from '../../../../core/database/db.ts';
import { sql, storable, type Sql } from '../../../../core/database/sql.ts';
import type { FoundSession } from '../../../../identity/session-store.ts';

/** Seconds for which a code can be used. */
export const DEVICE_SECONDS = 600;
/** Seconds that a device must wait between two requests for tokens. */
export const POLL_SECONDS = 5;

/** A new code, and the request for it. */
export type NewDevice = {
  hash: Buffer;
  userCodeHash: Buffer;
  client: string;
  scopes: readonly string[];
  address: string;
  userAgent: string;
};

const MAX_AGENT_CHARACTERS = 300;

const isLive: Sql = sql`d.created_at > now() - make_interval(secs => ${DEVICE_SECONDS})`;

/** Adds a code; false if its user code is in use. */
export const insertDevice = (tx: Tx, device: NewDevice): Promise<boolean> =>
  tx.any(sql`
    insert into oauth_device_code (hash, user_code_hash, client_id, scopes, address, user_agent, poll_seconds)
    values (
      ${device.hash}, ${device.userCodeHash}, ${device.client}, ${[...device.scopes]}::text[], ${device.address},
      ${storable(device.userAgent.slice(0, MAX_AGENT_CHARACTERS))}, ${POLL_SECONDS})
    on conflict (user_code_hash) do nothing
    returning hash`);

/** A request of a device that waits for a decision. */
export type WaitingDevice = {
  client_name: string;
  client_uri: string | null;
  scopes: string[];
  address: string;
  user_agent: string;
  created_at: Date;
  /** Whether the tenant of the person uses the client. */
  is_used: boolean;
};

/** Finds the request of a user code that waits for a decision, as a person of a tenant sees it. */
export const findWaiting = (tx: Tx, userCodeHash: Buffer, tenant: string): Promise<WaitingDevice | undefined> =>
  tx.one(sql`
    select c.name as client_name, c.client_uri, d.scopes, d.address, d.user_agent, d.created_at,
           exists (
             select from oauth_connection_config g
             where g.client_id = d.client_id
               and g.tenant_id = ${tenant}) as is_used
    from oauth_device_code d
    join oauth_client c on c.id = d.client_id
    where d.user_code_hash = ${userCodeHash}
      and d.allowed is null
      and ${isLive}
      and c.deleted_at is null`);

/** Stores that a person has allowed a request; false if it does not wait any more, or the tenant of the person does not use the client. */
export const allowDevice = (tx: Tx, userCodeHash: Buffer, { id, actor }: FoundSession): Promise<boolean> =>
  tx.any(sql`
    update oauth_device_code d
    set allowed = true,
        account_id = ${actor.id},
        tenant_id = g.tenant_id,
        authenticated_at = s.created_at
    from oauth_client c
    join oauth_connection_config g on g.client_id = c.id
    cross join sign_in_session s
    where d.user_code_hash = ${userCodeHash}
      and d.client_id = c.id
      and g.tenant_id = ${actor.tenant}
      and s.id = ${id}
      and s.account_id = ${actor.id}
      and d.allowed is null
      and ${isLive}
      and c.deleted_at is null
    returning d.client_id`);

/** Stores that a person has refused a request; false if it does not wait any more. */
export const refuseDevice = (tx: Tx, userCodeHash: Buffer): Promise<boolean> =>
  tx.any(sql`
    update oauth_device_code d
    set allowed = false
    where d.user_code_hash = ${userCodeHash}
      and d.allowed is null
      and ${isLive}
    returning d.client_id`);

/** The state of a code when its device asks for tokens. */
export type PolledDevice = { allowed: boolean | null; is_ended: boolean; is_early: boolean; poll_seconds: number };

/** Records that a device asks for tokens. If it asks too early, it must wait five seconds longer from then on. */
export const pollDevice = (tx: Tx, hash: Buffer, client: string): Promise<PolledDevice | undefined> =>
  tx.one(sql`
    update oauth_device_code d
    set polled_at = now(),
        poll_seconds = d.poll_seconds + case when was.is_early then ${POLL_SECONDS}::integer else 0 end
    from (
      select p.hash,
             -- Half a second less: timers of devices are not exact.
             coalesce(p.polled_at > now() - make_interval(secs => p.poll_seconds - 0.5), false) as is_early
      from oauth_device_code p
      where p.hash = ${hash}
        and p.client_id = ${client}
      for update) was
    where d.hash = was.hash
    returning d.allowed, not (${isLive}) as is_ended, was.is_early, d.poll_seconds`);

/** The access that a person has given to a device, and whether the person is active. */
export type AllowedDevice = {
  client_id: string;
  tenant_id: string;
  account_id: string;
  scopes: string[];
  authenticated_at: Date;
  active: boolean;
};

/** Locks a code that a person has allowed, and the account of the person; undefined if another request has used it. */
export const lockAllowedDevice = (tx: Tx, hash: Buffer, client: string): Promise<AllowedDevice | undefined> =>
  tx.one(sql`
    select d.client_id, d.tenant_id, d.account_id, d.scopes, d.authenticated_at, a.active
    from oauth_device_code d
    join account a on a.id = d.account_id
    where d.hash = ${hash}
      and d.client_id = ${client}
      and d.allowed
      and ${isLive}
    for update of d
    for no key update of a`);

/** Removes a code whose device has got its tokens. */
export const removeDevice = (tx: Tx, hash: Buffer): Promise<unknown> =>
  tx.rows(sql`
    delete from oauth_device_code
    where hash = ${hash}`);
