/** The audit log: changes that accounts made, and refused sign-ins. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors, tenantErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { keepAuditLogTimer, sealEntriesTimer } from './seal-entries.ts';
import { sealKeyTable } from './seals.ts';

export {
  entryOf,
  type NewEntry,
  continueNumbers,
  insertEntries,
  recordChange,
  recordPageChange,
  recordRefusedLogin,
  recordRefusedSignIn,
} from './entry.ts';
export { headText, parseHead, readHead, type ChainHead } from './seals.ts';
export { answerWithoutSecrets, requestWithoutSecrets, urlWithoutSecrets } from './without-secrets.ts';
export { verifySeals, type VerifiedSeals } from './verify-seals.ts';

const { listAuditLogs, ...tenantOperations } = operations;

/** The endpoint and the timers of the audit log, and the key of its seals. */
export const auditLog: Feature = {
  surface: orchestrationErrors,
  endpoints: [listAuditLogs],
  timers: [sealEntriesTimer, keepAuditLogTimer],
  encrypted: [sealKeyTable],
};

/** The endpoints of the audit log in the tenant API. */
export const audits: Feature = { surface: tenantErrors(), endpoints: Object.values(tenantOperations) };
