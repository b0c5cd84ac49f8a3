/** OAuth clients: the programs that act by OAuth 2.0. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { removeOldRefusals, storeRefusals } from './refusals.ts';
import { deleteUnusedClients } from './registered-clients.ts';
import { storeSecretUses } from './secrets.ts';

export { addCommandLineClient, allowCommandLineClient } from './rows.ts';
export { allowsOrigin, hasConnectionConfig, usableClients, type UsableClient, type OwnedClient } from './lookups.ts';
export { IMPERSONATION, MIN_RSA_BITS, type ClientFields } from './client.ts';
export { requireRedirectUris } from './rules.ts';
export { noteRefusal } from './refusals.ts';
export { registerClient } from './registered-clients.ts';
export { ClientSecretUses } from './secrets.ts';

/** The endpoints and timers of OAuth clients. */
export const oauthClients: Feature = {
  surface: tenantErrors(),
  endpoints: Object.values(operations),
  timers: [removeOldRefusals, deleteUnusedClients],
  buffers: [storeSecretUses, storeRefusals],
};
