import { endpoint } from '../../../core/http/endpoint.ts';
import { askedScopes } from './clients/asked-scopes.ts';
import { addDevice, acceptsDevices } from './devices/device-codes.ts';
import { authenticateClient } from './clients/client-proof.ts';

/**
 * Begins the sign-in of a device without a browser.
 * @rule oauth.device.request
 */
export const authorizeDevice = endpoint('POST /oauth/device_authorization', {
  allow: 'public',
  // The refusal of a client is recorded although nothing else is stored.
  transaction: 'none',
  audit: 'none',

  async run(call) {
    const client = await authenticateClient(call);
    acceptsDevices(client);
    const scopes = askedScopes(call.body.scope, client.allowed_scopes);

    return { status: 200, body: await addDevice(call, client, scopes) };
  },
});
