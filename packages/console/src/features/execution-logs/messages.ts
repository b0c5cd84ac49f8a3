/** Messages of the log. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the log of a run. */
export const logMessages = defineMessages({
  title: ['Log', 'Log'],
  lines: [
    { one: '{count} line', other: '{count} lines' },
    { one: '{count} Zeile', other: '{count} Zeilen' },
  ],
  empty: ['This run has written nothing yet.', 'Dieser Lauf hat noch nichts geschrieben.'],
  emptyEnded: [
    'This run has written nothing, or its log was deleted.',
    'Dieser Lauf hat nichts geschrieben, oder sein Log wurde gelöscht.',
  ],
  follow: ['Follow', 'Folgen'],
  following: ['Following', 'Folgt'],
  search: ['Search in the log', 'Im Log suchen'],
  next: ['Next', 'Weiter'],
  noFurtherLine: ['No further line contains this.', 'Keine weitere Zeile enthält das.'],
  firstError: ['First error', 'Erster Fehler'],
  noError: ['No line reports an error.', 'Keine Zeile meldet einen Fehler.'],
  lineLink: ['Line {line}', 'Zeile {line}'],
  printed: [
    'Only the lines that were seen are printed. The download has all of them.',
    'Gedruckt sind nur die Zeilen, die zu sehen waren. Der Download enthält alle.',
  ],
  filters: ['Filters', 'Filter'],
  severity: ['Severity at least', 'Mindestens'],
  DEBUG: ['Debug', 'Debug'],
  INFO: ['Info', 'Info'],
  WARN: ['Warning', 'Warnung'],
  ERROR: ['Error', 'Fehler'],
  FATAL: ['Fatal', 'Fatal'],
  from: ['From', 'Von'],
  to: ['To', 'Bis'],
  fold: ['Fold equal lines', 'Gleiche Zeilen falten'],
  wholeLog: ['Whole log', 'Ganzes Log'],
  found: [
    { one: '{count} line matches', other: '{count} lines match' },
    { one: '{count} Zeile passt', other: '{count} Zeilen passen' },
  ],
  foundSoFar: [
    { one: 'At least {count} line matches', other: 'At least {count} lines match' },
    { one: 'Mindestens {count} Zeile passt', other: 'Mindestens {count} Zeilen passen' },
  ],
  noneFound: ['No line matches these filters.', 'Keine Zeile passt zu diesen Filtern.'],
  readOn: ['Read more lines', 'Weitere Zeilen lesen'],
  times: ['{count} times', '{count}-mal'],
});
