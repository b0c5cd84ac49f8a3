/** The event types of OAuth clients and of the access that people give them. */
import { flag, moment, oneOf, optional, recordId, text, texts } from '../event-fields.ts';
import { eventTypesOf, recordTypes, TENANT_EXAMPLE, TENANT_LEVEL, tenantId } from './event-type.ts';

const clientId = recordId('Id of the client.');
const CLIENT = {
  clientId,
  clientName: text('Name of the client.'),
  appType: text('Type of the client, as in the API.'),
  description: optional(text('Description.')),
  logoUri: optional(text('Address of its logo.')),
  clientUri: optional(text('Address of its home page.')),
  redirectUris: texts('Addresses to which people return.'),
  allowedOrigins: texts('Origins of its pages.'),
  allowedScopes: texts('Scopes that it may request.'),
  ownerId: optional(recordId('Id of the account that owns the client.')),
  ownerType: oneOf(['tenant'], 'Always tenant.'),
  createdByType: text('Whether a user created the client, or the client registered itself (dcr).'),
  createdAt: moment('Time of its creation.'),
  publishedAt: optional(moment('Time from which all tenants see it.')),
  deletedAt: optional(moment('Time of its deletion.')),
  tenantId,
};
const SECRET = { clientId, hint: text('The last characters of the secret.'), tenantId };
const CONFIG = {
  clientId,
  consentMethod: oneOf(['required', 'trusted'], 'Whether people are asked for their consent.'),
  status: oneOf(['approved', 'deleted'], 'Whether people of the tenant may use the client.'),
  tenantId,
};

const EXAMPLE_ID = '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a81';
const CLIENT_EXAMPLE = {
  clientId: EXAMPLE_ID,
  clientName: 'Report',
  appType: 'web',
  redirectUris: ['https://report.example.com/callback'],
  allowedOrigins: [],
  allowedScopes: ['user_default'],
  ownerId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a51',
  ownerType: 'tenant',
  createdByType: 'user',
  createdAt: '2026-11-20T08:00:00.000Z',
  tenantId: TENANT_EXAMPLE,
} as const;
const SECRET_EXAMPLE = { clientId: EXAMPLE_ID, hint: 'k3Jd9', tenantId: TENANT_EXAMPLE };
const CONFIG_EXAMPLE = { clientId: EXAMPLE_ID, consentMethod: 'required', status: 'approved', tenantId: TENANT_EXAMPLE } as const;
const GRANT_EXAMPLE = '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a82';

const clientEvent = eventTypesOf('oauth clients', TENANT_LEVEL);
const tokenEvent = eventTypesOf('oauth tokens', TENANT_LEVEL);

/** The event types by name. */
export const OAUTH_TYPES = {
  ...recordTypes('oauth-client', {
    label: 'OAuth client',
    category: 'oauth clients',
    levels: TENANT_LEVEL,
    fields: CLIENT,
    example: CLIENT_EXAMPLE,
  }),
  'com.service.v1.oauth-client.published': clientEvent({
    title: 'OAuth client published',
    description: 'An OAuth client was made visible to all tenants of the install.',
    fields: CLIENT,
    example: { ...CLIENT_EXAMPLE, publishedAt: '2026-11-23T08:00:00.000Z' },
  }),
  'com.service.v1.oauth-client.secret.created': clientEvent({
    title: 'Secret of an OAuth client created',
    description: 'A secret was added to an OAuth client. The event does not contain it.',
    fields: SECRET,
    example: SECRET_EXAMPLE,
  }),
  'com.service.v1.oauth-client.secret.deleted': clientEvent({
    title: 'Secret of an OAuth client deleted',
    description: 'A secret of an OAuth client was deleted, alone or together with the client.',
    fields: SECRET,
    example: SECRET_EXAMPLE,
  }),
  'com.service.v1.oauth-client.connection-config.approved': clientEvent({
    title: 'OAuth client approved',
    description: 'People of the tenant may use an OAuth client.',
    fields: CONFIG,
    example: CONFIG_EXAMPLE,
  }),
  'com.service.v1.oauth-client.connection-config.updated': clientEvent({
    title: 'Consent to an OAuth client changed',
    description: 'Whether people of the tenant are asked for their consent has changed.',
    fields: CONFIG,
    example: { ...CONFIG_EXAMPLE, consentMethod: 'trusted' },
  }),
  'com.service.v1.oauth-client.connection-config.deleted': clientEvent({
    title: 'Approval of an OAuth client deleted',
    description: 'People of the tenant may not use an OAuth client any more.',
    fields: CONFIG,
    example: { ...CONFIG_EXAMPLE, status: 'deleted' },
  }),
  'com.service.v1.oauth-token.issued': tokenEvent({
    title: 'OAuth token issued',
    description: 'An OAuth client has received tokens for a person. Their renewals raise no event.',
    fields: {
      id: recordId('Id of the token, as in the list of OAuth tokens.'),
      issuedToClientId: clientId,
      ownerId: recordId('Id of the account for which the client acts.'),
      scopes: texts('Scopes of the token.'),
      deviceType: optional(text('Type of the device, as the client gave it.')),
      description: optional(text('Description, as the client gave it.')),
      issuedAt: moment('Time of the issue.'),
      tenantId,
    },
    example: {
      id: GRANT_EXAMPLE,
      issuedToClientId: EXAMPLE_ID,
      ownerId: CLIENT_EXAMPLE.ownerId,
      scopes: ['user_default', 'offline_access'],
      issuedAt: '2026-11-23T08:00:00.000Z',
      tenantId: TENANT_EXAMPLE,
    },
  }),
  'com.service.v1.oauth-token.revoked': tokenEvent({
    title: 'OAuth token revoked',
    description: 'The tokens of an OAuth client for a person were revoked, or one access token was.',
    fields: {
      id: recordId('Id of the token.'),
      revokedAt: moment('Time of the revocation.'),
      revokedBy: optional(recordId('Id of the account that revoked it.')),
      revokedByBearer: flag('Whether a program revoked the token by presenting it.'),
      revokedContext: {
        schema: {
          type: 'object',
          description: 'The user, client and tenant of the token.',
          properties: {
            grantId: {
              type: 'string',
              format: 'uuid',
              description: 'Id of the tokens in the list of OAuth tokens; absent for one without a person.',
            },
            userId: { type: 'string', format: 'uuid', description: 'Id of the account.' },
            clientId: { type: 'string', format: 'uuid', description: 'Id of the client.' },
            tenantId: { type: 'string', format: 'uuid', description: 'Id of the tenant.' },
          },
          required: ['userId', 'clientId', 'tenantId'],
        },
      },
    },
    example: {
      id: GRANT_EXAMPLE,
      revokedAt: '2026-11-23T09:00:00.000Z',
      revokedBy: CLIENT_EXAMPLE.ownerId,
      revokedByBearer: false,
      revokedContext: { grantId: GRANT_EXAMPLE, userId: CLIENT_EXAMPLE.ownerId, clientId: EXAMPLE_ID, tenantId: TENANT_EXAMPLE },
    },
  }),
} as const;
