/** Refuses accounts that call from an address outside the allowlist of their tenant. */
import { AddressRanges } from '@millrace/wire/address-ranges';
import { isLoopback } from '../../../core/base/addresses.ts';
import { forbidden } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { RequestClient } from '../../../core/http/client-address.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor, Admit } from '../../../identity/actor.ts';
import { RecentAddresses } from './recent-addresses.ts';

type Allowed = { version: string; ranges: AddressRanges };

/** The enabled allowlists of tenants in the memory of this process. */
class EnabledAllowlists {
  readonly #known = new Map<string, Promise<Allowed | undefined>>();

  /** The allowlist of a tenant in this version or a later one; undefined if it has been disabled. */
  async get({ db }: Platform, tenant: string, version: string): Promise<AddressRanges | undefined> {
    const known = await this.#known.get(tenant);
    if (known?.version === version) return known.ranges;
    const loading = selectEnabled(db.reader, tenant).then((row) => row && { version: row.version, ranges: new AddressRanges(row.ranges) });
    this.#known.set(tenant, loading);
    loading.catch(() => this.#known.delete(tenant));
    return (await loading)?.ranges;
  }
}

/**
 * Records the address of a call, and refuses the call if the allowlist does not contain the address.
 * @rule ip-allowlist.enforce.callers
 */
export function admitAccount(platform: Platform, ...[account, client]: Parameters<Admit>): Promise<void> | undefined {
  if (client.local) return undefined;
  platform.processState.of(RecentAddresses, () => new RecentAddresses()).note(account.id, client.address);
  return account.allowlist === null ? undefined : requireAllowedAddress(platform, account.tenant, account.allowlist, client);
}

/**
 * Records and checks the address as `admitAccount` does, for an account that is not yet the caller: a program that asks for a token, or a person that
 * signs in.
 * @rule ip-allowlist.enforce.token
 */
export async function admitById(platform: Platform, id: string, client: RequestClient): Promise<void> {
  const account = await platform.db.reader.one<Pick<Actor, 'id' | 'tenant' | 'allowlist'>>(sql`
    select a.id, a.tenant_id as tenant, l.version as allowlist
    from account a
    left join ip_allowlist l on l.tenant_id = a.tenant_id and l.enabled
    where a.id = ${id}`);
  if (account) await admitAccount(platform, account, client);
}

/** Refuses a person without an account, for the tenant in which the account would be created. */
export async function admitNewcomer(platform: Platform, tenant: string, client: RequestClient): Promise<void> {
  const enabled = client.local ? undefined : await selectEnabled(platform.db.reader, tenant);
  if (enabled) await requireAllowedAddress(platform, tenant, enabled.version, client);
}

/**
 * Refuses an address that the enabled allowlist of a tenant does not contain.
 * @rule ip-allowlist.create.enabled
 * @rule ip-allowlist.enable.effect
 * @rule ip-allowlist.delete.effect
 * @rule ip-allowlist.remove.effect
 */
async function requireAllowedAddress(platform: Platform, tenant: string, version: string, { address }: RequestClient): Promise<void> {
  const allowlists = platform.processState.of(EnabledAllowlists, () => new EnabledAllowlists());
  const allowed = await allowlists.get(platform, tenant, version);
  if (allowed !== undefined && !allowed.has(address))
    throw forbidden(
      'address_refused',
      `The IP allowlist of your tenant does not contain your address ${address}: call from another network, or ask an administrator to add it.${hintFor(address)}`,
    );
}

/** A client on this machine is not refused, so a refused call from an address of this machine came through a proxy. */
const hintFor = (address: string): string =>
  isLoopback(address)
    ? ' Your calls come through a proxy on the machine of the server: its operator must name it in MILLRACE_TRUSTED_PROXIES.'
    : '';

/** Selects the version and the ranges of the allowlist of a tenant if it is enabled. */
const selectEnabled = (tx: Tx, tenant: string): Promise<{ version: string; ranges: string[] } | undefined> =>
  tx.one(sql`
    select l.version,
           array(
             select e.range::text
             from ip_entry e
             where e.tenant_id = l.tenant_id) as ranges
    from ip_allowlist l
    where l.tenant_id = ${tenant}
      and l.enabled`);
