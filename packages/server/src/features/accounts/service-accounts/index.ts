/** Service accounts: accounts of programs. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { ACCOUNT_IN_USE } from '../users/index.ts';
import { countServiceAccounts } from './count-service-accounts.ts';
import { createServiceAccountSecret } from './create-service-account-secret.ts';
import { createServiceAccount } from './create-service-account.ts';
import { deleteServiceAccountSecret } from './delete-service-account-secret.ts';
import { deleteServiceAccount } from './delete-service-account.ts';
import { getServiceAccount } from './get-service-account.ts';
import { issueServiceAccountToken } from './issue-service-account-token.ts';
import { listServiceAccountPermissions } from './list-service-account-permissions.ts';
import { listServiceAccountSecrets } from './list-service-account-secrets.ts';
import { listServiceAccounts } from './list-service-accounts.ts';
import { listSigningKeys } from './list-signing-keys.ts';
import { replaceServiceAccount } from './replace-service-account.ts';
import { storeUsesTimer } from './store-uses.ts';

export { findServiceAccount } from './access.ts';

/** The endpoints and the buffer of service accounts. */
export const serviceAccounts: Feature = {
  surface: accounts,
  endpoints: [
    listServiceAccounts,
    createServiceAccount,
    getServiceAccount,
    replaceServiceAccount,
    deleteServiceAccount,
    listServiceAccountPermissions,
    countServiceAccounts,
    listServiceAccountSecrets,
    createServiceAccountSecret,
    deleteServiceAccountSecret,
    issueServiceAccountToken,
    listSigningKeys,
  ],
  buffers: [storeUsesTimer],
  constraints: {
    /** @rule service-accounts.create.name */
    service_account_name_once: () =>
      conflict('service_account_name_taken', 'There is a service account of that name: choose another name.'),
    ...ACCOUNT_IN_USE,
  },
};
