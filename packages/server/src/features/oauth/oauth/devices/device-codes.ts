/** Sign-ins of devices without a browser: a device asks for a code, a person decides about it, and the device asks for tokens (RFC 8628). */
import type { Schema } from '@millrace/contract';
import { networkOf } from '../../../../core/base/addresses.ts';
import { invalid, Problem } from '../../../../core/base/problem.ts';
import type { RequestClient } from '../../../../core/http/client-address.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { deviceBudget, takeTries } from '../../../accounts/sign-in/index.ts';
import type { UsableClient } from '../../oauth-clients/index.ts';
import { hashOfUserCode } from './hash-of-user-code.ts';
import { DEVICE_SECONDS, insertDevice, POLL_SECONDS, pollDevice, type PolledDevice } from './queries.ts';
import { createUserCode, spacedUserCode } from './user-codes.ts';

/** A device that asks for a code. */
export type DeviceCall = Platform & { client: RequestClient; header(name: string): string | undefined };

/**
 * Only a client of the type native signs in on a device: pages in browsers and servers of web clients can use redirect URIs.
 * @rule oauth.device.native
 */
export function acceptsDevices({ app_type: appType }: UsableClient): void {
  if (appType !== 'native')
    throw invalid(
      'unauthorized_client',
      `Only clients of the type native sign in on devices, this one is ${appType}: use GET /oauth/authorize.`,
    );
}

/**
 * Adds a request of a device, and returns its codes. Only their hashes are stored.
 * @rule oauth.device.requests-limited
 */
export async function addDevice(call: DeviceCall, client: UsableClient, scopes: readonly string[]): Promise<Schema<'OauthDeviceCodes'>> {
  const { writer } = call.db;
  await takeTries(writer, [deviceBudget(call, networkOf(call.client.address))]);
  const { secret, hash } = call.tokens.create('oauthDevice');
  const origin = { address: call.client.address, userAgent: call.header('user-agent') ?? '' };
  for (;;) {
    const userCode = createUserCode();
    const userCodeHash = hashOfUserCode(call, userCode);
    if (await insertDevice(writer, { hash, userCodeHash, client: client.id, scopes, ...origin })) return codesOf(call, secret, userCode);
  }
}

function codesOf({ publicUrl }: DeviceCall, deviceCode: string, userCode: string): Schema<'OauthDeviceCodes'> {
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

/** Records that a device asks for tokens, and refuses it unless a person has allowed it. Returns false for an unknown code. */
export async function isAllowedDevice({ db }: Platform, client: string, hash: Buffer): Promise<boolean> {
  const device = await pollDevice(db.writer, hash, client);
  const fault = device && faultOf(device);
  if (fault) throw fault;
  return device !== undefined;
}

/**
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

export { lockAllowedDevice, removeDevice } from './queries.ts';
