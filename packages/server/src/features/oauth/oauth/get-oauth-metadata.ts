import { SCOPES } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { GRANT_TYPES } from './grant-types.ts';

const PROOFS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
/** A client without a secret names itself by its id, or by the token that it revokes. */
const PROOFS_OR_NONE = [...PROOFS, 'none'];
const ALGORITHMS = ['RS256', 'RS512', 'ES384'];

/**
 * Reads what the OAuth server supports.
 * @rule oauth.metadata.document
 */
export const getOauthMetadata = endpoint('GET /.well-known/oauth-authorization-server', {
  allow: 'public',
  transaction: 'none',

  async run({ publicUrl, registersClients }) {
    const issuer = publicUrl();
    return {
      status: 200,
      body: {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        introspection_endpoint: `${issuer}/oauth/introspect`,
        device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
        ...(registersClients && { registration_endpoint: `${issuer}/oauth/register` }),
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        scopes_supported: Object.keys(SCOPES),
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: Object.keys(GRANT_TYPES),
        token_endpoint_auth_methods_supported: PROOFS_OR_NONE,
        token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
        revocation_endpoint_auth_methods_supported: PROOFS_OR_NONE,
        revocation_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
        introspection_endpoint_auth_methods_supported: PROOFS,
        introspection_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        service_documentation: `${issuer}/docs`,
      },
    };
  },
});
