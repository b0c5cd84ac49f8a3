/** Messages of the page of the allowlist. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the allowlist. */
export const allowlistMessages = defineMessages({
  empty: ['Calls from every address are served', 'Aufrufe von jeder Adresse werden bedient'],
  emptyHint: [
    'With an allowlist, only calls from its addresses are served. It begins in observe mode: it refuses nothing, and lists the calls that it would refuse.',
    'Mit einer Adressliste werden nur Aufrufe von ihren Adressen bedient. Sie beginnt mit Beobachten: Sie weist nichts ab, und zeigt die Aufrufe, die sie abweisen würde.',
  ],
  begin: ['Begin in observe mode', 'Mit Beobachten beginnen'],
  observes: ['Observe mode', 'Beobachtet'],
  enforced: ['Enforced', 'Weist ab'],
  observesHint: [
    'The allowlist refuses nothing yet. Add addresses below until the list of calls is empty, or contains only calls that should be refused.',
    'Die Liste weist noch nichts ab. Adressen hinzufügen, bis unten kein Aufruf mehr steht, oder nur solche, die abgewiesen werden sollen.',
  ],
  enforcedHint: ['Calls from other addresses are refused.', 'Aufrufe von anderen Adressen werden abgewiesen.'],
  enforce: ['Enforce', 'Abweisen'],
  enforceTitle: ['Refuse calls from all other addresses?', 'Aufrufe von allen anderen Adressen abweisen?'],
  enforceHint: [
    'Your own address must be in the list: the server refuses this change otherwise.',
    'Die eigene Adresse muss in der Liste sein: Sonst lehnt der Server diese Änderung ab.',
  ],
  pending: [
    {
      one: '{count} account would be refused, by the calls of the last week.',
      other: '{count} accounts and addresses would be refused, by the calls of the last week.',
    },
    {
      one: '{count} Konto würde abgewiesen, nach den Aufrufen der letzten Woche.',
      other: '{count} Konten und Adressen würden abgewiesen, nach den Aufrufen der letzten Woche.',
    },
  ],
  pendingNone: ['No call of the last week would be refused.', 'Kein Aufruf der letzten Woche würde abgewiesen.'],
  observe: ['Back to observe mode', 'Wieder nur beobachten'],
  entries: ['Allowed addresses', 'Erlaubte Adressen'],
  noEntries: ['No address yet.', 'Noch keine Adresse.'],
  addressOrRange: ['Address or range', 'Adresse oder Bereich'],
  addressHint: ['For example 203.0.113.7 or 2001:db8::/32', 'Zum Beispiel 203.0.113.7 oder 2001:db8::/32'],
  observed: ['Calls that the allowlist refuses', 'Aufrufe, die die Liste abweist'],
  observedHint: [
    'Accounts and addresses of the last week that no entry allows.',
    'Konten und Adressen der letzten Woche, die kein Eintrag erlaubt.',
  ],
  noneObserved: ['None.', 'Keine.'],
  seen: ['last seen {time}', 'zuletzt {time}'],
  allow: ['Allow', 'Erlauben'],
  deleteHint: [
    'Calls from all addresses are served again, and the entries are deleted.',
    'Aufrufe von allen Adressen werden wieder bedient, und die Einträge sind gelöscht.',
  ],
  entryHint: [
    'Calls from this address are refused, if the allowlist is enforced and no other entry allows it.',
    'Aufrufe von dieser Adresse werden abgewiesen, wenn die Liste abweist und kein anderer Eintrag sie erlaubt.',
  ],
});
