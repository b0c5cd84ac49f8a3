/** Messages of the page of the allowlist. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the allowlist. */
export const allowlistMessages = defineMessages('allowlist', {
  empty: 'Calls from every address are served',
  emptyHint:
    'With an allowlist, only calls from its addresses are served. It begins in observe mode: it refuses nothing, and lists the calls that it would refuse.',
  begin: 'Begin in observe mode',
  observes: 'Observe mode',
  enforced: 'Enforced',
  observesHint:
    'The allowlist refuses nothing yet. Add addresses below until the list of calls is empty, or contains only calls that should be refused.',
  enforcedHint: 'Calls from other addresses are refused.',
  enforce: 'Enforce',
  enforceTitle: 'Refuse calls from all other addresses?',
  enforceHint: 'Your own address must be in the list: the server refuses this change otherwise.',
  pending: {
    one: '{count} account would be refused, by the calls of the last week.',
    other: '{count} accounts and addresses would be refused, by the calls of the last week.',
  },
  pendingNone: 'No call of the last week would be refused.',
  observe: 'Back to observe mode',
  entries: 'Allowed addresses',
  noEntries: 'No address yet.',
  addressOrRange: 'Address or range',
  addressHint: 'For example 203.0.113.7 or 2001:db8::/32',
  observed: 'Calls that the allowlist refuses',
  observedHint: 'Accounts and addresses of the last week that no entry allows.',
  noneObserved: 'None.',
  seen: 'last seen {time}',
  allow: 'Allow',
  deleteHint: 'Calls from all addresses are served again, and the entries are deleted.',
  entryHint: 'Calls from this address are refused, if the allowlist is enforced and no other entry allows it.',
});
