/** Messages of the page of the audit log. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the audit log. */
export const auditMessages = defineMessages({
  en: {
    title: 'Audit log',
    type: 'Action',
    source: 'Section',
    user: 'User',
    period: 'Time',
    time: 'Time',
    call: 'Call',
    onlyUser: 'Only {name}',
    empty: 'Nothing has been changed yet',
    emptyHint: 'Each change by a person or a program appears here, as it happens.',
    entry: 'Entry',
    apiRequest: 'Request',
    response: 'Response',
    requestId: 'Request id',
    program: 'Program',
    noBody: 'No body.',
    secretsHint: 'Secrets are replaced by ***. Long bodies are cut.',
  },
  de: {
    title: 'Audit-Log',
    type: 'Aktion',
    source: 'Bereich',
    user: 'Person',
    period: 'Zeit',
    time: 'Zeit',
    call: 'Aufruf',
    onlyUser: 'Nur {name}',
    empty: 'Noch wurde nichts geändert',
    emptyHint: 'Jede Änderung durch eine Person oder ein Programm erscheint hier, sobald sie geschieht.',
    entry: 'Eintrag',
    apiRequest: 'Anfrage',
    response: 'Antwort',
    requestId: 'Id der Anfrage',
    program: 'Programm',
    noBody: 'Kein Inhalt.',
    secretsHint: 'Geheimnisse sind durch *** ersetzt. Lange Inhalte sind gekürzt.',
  },
});
