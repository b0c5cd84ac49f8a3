import { endpoint } from '../../../core/http/endpoint.ts';
import { SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';

/**
 * Lists the permissions that a service account can have.
 * @rule service-accounts.permissions.list
 */
export const listServiceAccountPermissions = endpoint('GET /account/service-accounts/permissions', {
  allow: 'signed-in',
  transaction: 'none',

  run: () => Promise.resolve({ status: 200, body: [...SERVICE_ACCOUNT_PERMISSIONS] }),
});
