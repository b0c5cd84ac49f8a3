/** Messages of the page of the audit log. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the audit log. */
export const auditMessages = defineMessages('audit', {
  type: 'Action',
  source: 'Section',
  user: 'User',
  period: 'Time',
  call: 'Call',
  onlyUser: 'Only {name}',
  empty: 'Nothing has been changed yet',
  emptyHint: 'Each change by a person or a program appears here, as it happens.',
  entry: 'Entry',
  apiRequest: 'Request',
  requestId: 'Request id',
  program: 'Program',
  noBody: 'No body.',
  secretsHint: 'Secrets are replaced by ***. Long bodies are cut.',
});
