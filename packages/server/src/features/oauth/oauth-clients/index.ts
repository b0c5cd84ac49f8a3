/** OAuth clients: the programs that act by OAuth 2.0. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { changeOauthClient } from './change-oauth-client.ts';
import { changeOauthConnectionConfig } from './change-oauth-connection-config.ts';
import { createOauthClientSecret } from './create-oauth-client-secret.ts';
import { createOauthClient } from './create-oauth-client.ts';
import { deleteOauthClientSecret } from './delete-oauth-client-secret.ts';
import { deleteOauthClient } from './delete-oauth-client.ts';
import { deleteOauthConnectionConfig } from './delete-oauth-connection-config.ts';
import { getOauthClient } from './get-oauth-client.ts';
import { getOauthConnectionConfig } from './get-oauth-connection-config.ts';
import { listOauthClientRefusals } from './list-oauth-client-refusals.ts';
import { listOauthClients } from './list-oauth-clients.ts';
import { publishOauthClient } from './publish-oauth-client.ts';
import { removeOldRefusals, storeRefusals } from './refusals.ts';
import { deleteUnusedClients } from './registered-clients.ts';
import { storeSecretUses } from './secret-uses.ts';

export { addCommandLineClient, allowCommandLineClient } from './built-in-queries.ts';
export { allowsOrigin } from './allowed-origins.ts';
export { hasConnectionConfig } from './config-lookup.ts';
export { IMPERSONATION } from './grantable-scopes.ts';
export { noteRefusal } from './refusals.ts';
export { unknownRedirectUri } from './redirect-reason.ts';
export { registerClient } from './registered-clients.ts';
export type { ClientFields } from './client-row.ts';
export { requireRedirectUris } from './rules.ts';
export { ClientSecretUses } from './secret-uses.ts';
export { usableClients, type UsableClient, type OwnedClient } from './usable-clients.ts';

/** The endpoints and timers of OAuth clients. */
export const oauthClients: Feature = {
  surface: tenantErrors(),
  endpoints: [
    listOauthClients,
    createOauthClient,
    getOauthClient,
    changeOauthClient,
    deleteOauthClient,
    publishOauthClient,
    createOauthClientSecret,
    deleteOauthClientSecret,
    getOauthConnectionConfig,
    changeOauthConnectionConfig,
    deleteOauthConnectionConfig,
    listOauthClientRefusals,
  ],
  timers: [removeOldRefusals, deleteUnusedClients],
  buffers: [storeSecretUses, storeRefusals],
};
