/** The audit log: changes that accounts made, and refused sign-ins. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { getAudit } from './get-audit.ts';
import { listAuditLogs } from './list-audit-logs.ts';
import { listAuditSources } from './list-audit-sources.ts';
import { listAuditTypes } from './list-audit-types.ts';
import { listAudits } from './list-audits.ts';
import { keepAuditLogTimer } from './keep-audit-log.ts';
import { sealEntriesTimer } from './seal-entries.ts';
import { sealKeyTable } from './seal-key.ts';

export { entryOf, type NewEntry } from './entry.ts';
export { continueNumbers, insertEntries, recordChange } from './queries.ts';
export { headText, parseHead, readHead, type ChainHead } from './chain-head.ts';
export { recordPageChange } from './page-entries.ts';
export { answerWithoutSecrets, requestWithoutSecrets, urlWithoutSecrets } from './without-secrets.ts';
export { verifySeals, type VerifiedSeals } from './verify-seals.ts';
export { recordRefusedLogin, recordRefusedSignIn } from './refused-sign-ins.ts';

/** The endpoint and the timers of the audit log, and the key of its seals. */
export const auditLog: Feature = {
  surface: orchestration,
  endpoints: [listAuditLogs],
  timers: [sealEntriesTimer, keepAuditLogTimer],
  encrypted: [sealKeyTable],
};

/** The endpoints of the audit log in the tenant API. */
export const audits: Feature = { surface: tenantErrors(), endpoints: [listAudits, getAudit, listAuditTypes, listAuditSources] };
