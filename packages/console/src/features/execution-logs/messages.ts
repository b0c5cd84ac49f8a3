/** Messages of the log. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the log of a run. */
export const logMessages = defineMessages({
  en: {
    title: 'Log',
    lines: { one: '{count} line', other: '{count} lines' },
    empty: 'This run has written nothing yet.',
    emptyEnded: 'This run has written nothing, or its log was deleted.',
    follow: 'Follow',
    following: 'Following',
    search: 'Search in the log',
    next: 'Next',
    notFound: 'No further line contains this.',
    firstError: 'First error',
    noError: 'No line reports an error.',
    download: 'Download',
    lineLink: 'Line {line}',
  },
  de: {
    title: 'Log',
    lines: { one: '{count} Zeile', other: '{count} Zeilen' },
    empty: 'Dieser Lauf hat noch nichts geschrieben.',
    emptyEnded: 'Dieser Lauf hat nichts geschrieben, oder sein Log wurde gelöscht.',
    follow: 'Folgen',
    following: 'Folgt',
    search: 'Im Log suchen',
    next: 'Weiter',
    notFound: 'Keine weitere Zeile enthält das.',
    firstError: 'Erster Fehler',
    noError: 'Keine Zeile meldet einen Fehler.',
    download: 'Herunterladen',
    lineLink: 'Zeile {line}',
  },
});
