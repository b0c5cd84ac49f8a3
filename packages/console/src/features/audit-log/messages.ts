/** Messages of the page of the audit log. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the audit log. */
export const auditMessages = defineMessages({
  type: ['Action', 'Aktion'],
  source: ['Section', 'Bereich'],
  user: ['User', 'Person'],
  period: ['Time', 'Zeit'],
  call: ['Call', 'Aufruf'],
  onlyUser: ['Only {name}', 'Nur {name}'],
  empty: ['Nothing has been changed yet', 'Noch wurde nichts geändert'],
  emptyHint: [
    'Each change by a person or a program appears here, as it happens.',
    'Jede Änderung durch eine Person oder ein Programm erscheint hier, sobald sie geschieht.',
  ],
  entry: ['Entry', 'Eintrag'],
  apiRequest: ['Request', 'Anfrage'],
  requestId: ['Request id', 'Id der Anfrage'],
  program: ['Program', 'Programm'],
  noBody: ['No body.', 'Kein Inhalt.'],
  secretsHint: ['Secrets are replaced by ***. Long bodies are cut.', 'Geheimnisse sind durch *** ersetzt. Lange Inhalte sind gekürzt.'],
});
