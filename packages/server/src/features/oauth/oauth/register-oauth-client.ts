import { asWritten } from '@millrace/contract';
import { nowMilliseconds } from '../../../core/base/clock.ts';
import { Problem, tooOften } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { registerClient } from '../oauth-clients/index.ts';
import { registeredFields } from './clients/registration.ts';

/** Registrations of one address that a process accepts in a minute. */
const PER_MINUTE = 10;

/**
 * Registers an OAuth client on its own request (RFC 7591), if the operator allows it. Only this answer contains its secret.
 * @rule oauth.register.setting
 * @rule oauth.register.limit
 */
export const registerOauthClient = endpoint('POST /oauth/register', {
  allow: 'public',

  async run(call) {
    const { body, client, rateLimiter, registersClients } = call;
    if (!registersClients)
      throw new Problem(404, 'route_unknown', 'Clients cannot register themselves at this install: an administrator creates them.');
    const wait = rateLimiter.take(`oauth registration ${client.address}`, PER_MINUTE);
    if (wait !== undefined) throw tooOften(`Too many registrations come from your address: wait ${wait} seconds.`, wait);
    const { fields, method } = registeredFields(body);
    const { id, secret } = await registerClient(call, fields);
    return {
      status: 201,
      body: {
        client_id: id,
        ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
        client_id_issued_at: Math.floor(nowMilliseconds() / 1000),
        client_name: fields.clientName,
        ...(fields.clientUri !== undefined && { client_uri: fields.clientUri }),
        ...(fields.logoUri !== undefined && { logo_uri: fields.logoUri }),
        redirect_uris: fields.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: method,
        scope: asWritten(fields.allowedScopes, call.wordsSent.asTheirs).join(' '),
      },
    };
  },
});
