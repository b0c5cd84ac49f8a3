/** The grant type of devices without a browser (RFC 8628): a person has decided about the code on another device. */
import { invalid, Problem } from '../../../../core/base/problem.ts';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import { authenticateClient } from '../clients/client-proof.ts';
import { isLiveCode, POLL_SECONDS, requireDeviceClient } from '../devices/devices.ts';
import { issueAccessToken, disabledUser, type GrantType, requireTokenField, type TokenCall, unusableGrant } from './grant-type.ts';
import { type AllowedAccess, type OpenedGrant, openGrant } from './grants.ts';

/** The name of the grant type. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const ASK_AGAIN = 'Redeem each device code once, and ask for another one.';

/** Redeems the code of a device for tokens, or refuses: also while the person has not decided. */
export const redeemDeviceCode: GrantType = async (call) => {
  const hash = call.identity.tokens.hash(requireTokenField(call, 'device_code'));
  const client = await authenticateClient(call);
  requireDeviceClient(client);
  const polled = await pollDevice(call.db.writer, hash, client.id);
  if (!polled)
    throw unusableGrant('device code', 'The device code is unknown, was redeemed before, or belongs to another client.', ASK_AGAIN);
  const fault = faultOf(polled);
  if (fault) throw fault;

  const { terms, refreshToken } = await call.db.transaction((tx) => redeem(tx, call, client.id, hash));
  return issueAccessToken(call, { ...terms, asTheirs: client.vendor_words }, refreshToken);
};

/** @rule oauth.device.redeemed */
async function redeem(tx: Tx, call: TokenCall, client: string, hash: Buffer): Promise<OpenedGrant> {
  // A code that a person has allowed, and the account of the person; none if another request has used it.
  const device = await tx.one<AllowedAccess & { active: boolean }>(sql`
    select d.client_id, d.tenant_id, d.account_id, d.scopes, d.authenticated_at, a.active
    from oauth_device_code d
    join account a on a.id = d.account_id
    where d.hash = ${hash}
      and d.client_id = ${client}
      and d.allowed
      and ${isLiveCode}
    for update of d
    for no key update of a`);
  if (!device) throw unusableGrant('device code', 'The device code was redeemed before.', ASK_AGAIN);
  if (!device.active) throw disabledUser();
  const opened = await openGrant(tx, call, device);
  if (opened instanceof Problem) throw opened;
  await tx.rows(sql`
    delete from oauth_device_code
    where hash = ${hash}`);
  return opened;
}

/**
 * Returns the reason why a code gives no tokens now; undefined if the person has allowed the request.
 * @rule oauth.device.expired
 * @rule oauth.device.denied
 * @rule oauth.device.pending
 */
function faultOf({ allowed, is_ended: isEnded, is_early: isEarly, poll_seconds: seconds }: PolledDevice): Problem | undefined {
  if (isEnded) return invalid('expired_token', 'The device code has ended after ten minutes: ask for another one.');
  if (allowed === false) return invalid('access_denied', 'The person has refused the request of the device.');
  if (allowed === true) return undefined;
  if (isEarly) return invalid('slow_down', `The device asks too often: wait ${seconds} seconds between two requests.`);
  return invalid('authorization_pending', 'No person has decided about the request of the device: ask again later.');
}

/** The state of a code when its device asks for tokens. */
type PolledDevice = { allowed: boolean | null; is_ended: boolean; is_early: boolean; poll_seconds: number };

/** Records that a device asks for tokens. If it asks too early, it must wait five seconds longer from then on. */
const pollDevice = (tx: Tx, hash: Buffer, client: string): Promise<PolledDevice | undefined> =>
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
    returning d.allowed, not (${isLiveCode}) as is_ended, was.is_early, d.poll_seconds`);
