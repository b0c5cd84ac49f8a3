/** IP allowlist: the addresses from which the accounts of a tenant may call. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { removeOldAddressesTimer, storeAddressesTimer } from './recent-addresses.ts';

export { selectEntriesWith, disableAllAllowlists } from './rows.ts';
export { admitAccount, admitById, admitNewcomer } from './admission.ts';

/** The endpoints and timers of IP allowlists. */
export const ipAllowlist: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  timers: [removeOldAddressesTimer],
  buffers: [storeAddressesTimer],
  /** @rule ip-allowlist.create.conflict */
  constraints: {
    ip_allowlist_once: () => conflict('allowlist_exists', 'There is an IP allowlist: change it with PUT /security/ip-allowlist.'),
    ip_entry_once: () => conflict('address_listed', 'Two entries would have the same address or range: list each once.'),
  },
};
