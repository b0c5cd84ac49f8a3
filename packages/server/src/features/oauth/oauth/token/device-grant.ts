/** The grant type of devices without a browser (RFC 8628): a person has decided about the code on another device. */
import { Problem } from '../../../../core/base/problem.ts';
import type { Tx } from '../../../../core/database/db.ts';
import { isAllowedDevice, lockAllowedDevice, removeDevice, acceptsDevices } from '../devices/device-codes.ts';
import { authenticateClient } from '../clients/client-proof.ts';
import { disabledUser, requiredField, unusableGrant, type GrantType, type TokenCall } from './grant-type.ts';
import { openGrant, type OpenedGrant } from './open-grant.ts';
import { answerToken } from './token-answer.ts';

/** The name of the grant type. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const ASK_AGAIN = 'Redeem each device code once, and ask for another one.';

/** Redeems the code of a device. */
export const redeemDeviceCode: GrantType = async (call) => {
  const hash = call.tokens.hash(requiredField(call, 'device_code'));
  const client = await authenticateClient(call);
  acceptsDevices(client);
  if (!(await isAllowedDevice(call, client.id, hash)))
    throw unusableGrant('device code', 'The device code is unknown, was redeemed before, or belongs to another client.', ASK_AGAIN);

  const { terms, refreshToken } = await call.db.transaction((tx) => redeem(tx, call, client.id, hash));
  return answerToken(call, { ...terms, vendorWords: client.vendor_words }, refreshToken);
};

/** @rule oauth.device.redeemed */
async function redeem(tx: Tx, call: TokenCall, client: string, hash: Buffer): Promise<OpenedGrant> {
  const device = await lockAllowedDevice(tx, hash, client);
  if (!device) throw unusableGrant('device code', 'The device code was redeemed before.', ASK_AGAIN);
  if (!device.active) throw disabledUser();
  const opened = await openGrant(tx, call, device);
  if (opened instanceof Problem) throw opened;
  await removeDevice(tx, hash);
  return opened;
}
