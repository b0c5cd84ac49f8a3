/** Service accounts: accounts of programs. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accountErrors } from '../../../surfaces/error-formats.ts';
import { ACCOUNT_IN_USE } from '../people/index.ts';
import * as operations from './operations.ts';
import { storeAccountUsesTimer } from './uses.ts';

export { findServiceAccount } from './rows.ts';

/** The endpoints and the buffer of service accounts. */
export const serviceAccounts: Feature = {
  surface: accountErrors,
  endpoints: Object.values(operations),
  buffers: [storeAccountUsesTimer],
  constraints: {
    /** @rule service-accounts.create.name */
    service_account_name_once: () =>
      conflict('service_account_name_taken', 'There is a service account of that name: choose another name.'),
    ...ACCOUNT_IN_USE,
  },
};
