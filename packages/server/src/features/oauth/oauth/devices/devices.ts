/** Sign-ins of devices without a browser: a device asks for a code, a person decides about it, and the device asks for tokens (RFC 8628). */
import { randomInt } from 'node:crypto';
import type { Schema } from '@millrace/contract';
import { networkOf } from '../../../../core/base/addresses.ts';
import { invalid } from '../../../../core/base/problem.ts';
import { sql, type Sql, storable, type Tx } from '../../../../core/database/sql.ts';
import type { RequestClient } from '../../../../core/http/client-address.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import type { FoundSession } from '../../../../identity/session-store.ts';
import type { Tokens } from '../../../../identity/tokens.ts';
import { budgetOf, takeTries } from '../../../accounts/sign-in/index.ts';
import type { UsableClient } from '../../oauth-clients/index.ts';

/** Seconds for which a code can be used. */
const DEVICE_SECONDS = 600;
/** Seconds that a device must wait between two requests for tokens. */
export const POLL_SECONDS = 5;

const MAX_AGENT_CHARACTERS = 300;

/** A device that asks for a code. */
type DeviceCall = Platform & { client: RequestClient; header(name: string): string | undefined };

/**
 * Only a client of the type native signs in on a device: pages in browsers and servers of web clients can use redirect URIs.
 * @rule oauth.device.native
 */
export function requireDeviceClient({ app_type: appType }: UsableClient): void {
  if (appType !== 'native')
    throw invalid(
      'unauthorized_client',
      `Only clients of the type native sign in on devices, this one is ${appType}: use GET /oauth/authorize.`,
    );
}

/**
 * Adds a request of a device, and returns its codes. Only their hashes are stored. Refuses with 429 an address with too many requests.
 * @rule oauth.device.requests-limited
 */
export async function addDevice(call: DeviceCall, client: UsableClient, scopes: readonly string[]): Promise<Schema<'OauthDeviceCodes'>> {
  const { writer } = call.db;
  await takeTries(writer, [budgetOf(call, 'devices', networkOf(call.client.address))]);
  const { secret, hash } = call.identity.tokens.create('oauthDevice');
  const userAgent = storable((call.header('user-agent') ?? '').slice(0, MAX_AGENT_CHARACTERS));
  for (;;) {
    const userCode = createUserCode();
    // No row if another request has the user code.
    const isAdded = await writer.any(sql`
      insert into oauth_device_code (hash, user_code_hash, client_id, scopes, address, user_agent, poll_seconds)
      values (
        ${hash}, ${hashOfUserCode(call, userCode)}, ${client.id}, ${[...scopes]}::text[], ${call.client.address}, ${userAgent}, ${POLL_SECONDS})
      on conflict (user_code_hash) do nothing
      returning hash`);
    if (isAdded) return codesOf(call, secret, userCode);
  }
}

function codesOf({ settings: { publicUrl } }: DeviceCall, deviceCode: string, userCode: string): Schema<'OauthDeviceCodes'> {
  const address = `${publicUrl()}/device`;
  const shown = spacedUserCode(userCode);
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: address,
    verification_uri_complete: `${address}?user_code=${shown}`,
    expires_in: DEVICE_SECONDS,
    interval: POLL_SECONDS,
  };
}

/** Without vowels, so that codes are no words, and without letters that look like other letters or digits (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/**
 * Creates a code of 34 bits.
 * @rule oauth.device.user-code
 */
export const createUserCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns a code in the form in which people read it. */
export const spacedUserCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Reads a code that a person has typed, in any letter case and with any separators; undefined if it cannot be one. */
export function readUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}

/** The stored hash of a user code. It is keyed, because a code of eight letters could be found by its plain hash. */
export const hashOfUserCode = ({ identity: { tokens } }: { identity: { tokens: Tokens } }, code: string): Buffer =>
  tokens.hash(`user code ${code}`);

/** The condition for the codes `d` that can be used. */
export const isLiveCode: Sql = sql`d.created_at > now() - make_interval(secs => ${DEVICE_SECONDS})`;

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

/** Finds the request of a user code that waits for a decision, as a person of a tenant sees it; undefined if none does. */
export const findWaitingDevice = (tx: Tx, userCodeHash: Buffer, tenant: string): Promise<WaitingDevice | undefined> =>
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
      and ${isLiveCode}
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
      and ${isLiveCode}
      and c.deleted_at is null
    returning d.client_id`);

/** Stores that a person has refused a request; false if it does not wait any more. */
export const refuseDevice = (tx: Tx, userCodeHash: Buffer): Promise<boolean> =>
  tx.any(sql`
    update oauth_device_code d
    set allowed = false
    where d.user_code_hash = ${userCodeHash}
      and d.allowed is null
      and ${isLiveCode}
    returning d.client_id`);
