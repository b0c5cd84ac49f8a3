/** IP allowlist: the addresses from which the accounts of a tenant may call. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { addIpEntries } from './add-ip-entries.ts';
import { createIpAllowlist } from './create-ip-allowlist.ts';
import { deleteIpAllowlist } from './delete-ip-allowlist.ts';
import { deleteIpEntry } from './delete-ip-entry.ts';
import { enableIpAllowlist } from './enable-ip-allowlist.ts';
import { getIpAllowlist } from './get-ip-allowlist.ts';
import { getIpEntry } from './get-ip-entry.ts';
import { listIpEntries } from './list-ip-entries.ts';
import { listIpObservations } from './list-ip-observations.ts';
import { removeOldAddressesTimer, storeAddressesTimer } from './recent-addresses.ts';
import { replaceIpAllowlist } from './replace-ip-allowlist.ts';
import { replaceIpEntries } from './replace-ip-entries.ts';
import { replaceIpEntry } from './replace-ip-entry.ts';

export { entriesWith } from './access.ts';
export { admitAccount, admitById, admitNewcomer } from './admission.ts';
export { disableAll } from './queries.ts';

/** The endpoints and timers of IP allowlists. */
export const ipAllowlist: Feature = {
  surface: orchestration,
  endpoints: [
    getIpAllowlist,
    createIpAllowlist,
    replaceIpAllowlist,
    enableIpAllowlist,
    deleteIpAllowlist,
    listIpEntries,
    addIpEntries,
    replaceIpEntries,
    getIpEntry,
    replaceIpEntry,
    deleteIpEntry,
    listIpObservations,
  ],
  timers: [removeOldAddressesTimer],
  buffers: [storeAddressesTimer],
  /** @rule ip-allowlist.create.conflict */
  constraints: {
    ip_allowlist_once: () => conflict('allowlist_exists', 'There is an IP allowlist: change it with PUT /security/ip-allowlist.'),
    ip_entry_once: () => conflict('address_listed', 'Two entries would have the same address or range: list each once.'),
  },
};
