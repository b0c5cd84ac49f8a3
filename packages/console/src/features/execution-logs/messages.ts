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
  tools: ['Tools of the log', 'Werkzeuge des Logs'],
  logLines: ['Lines of the log', 'Zeilen des Logs'],
  search: ['Find in the log', 'Im Log suchen'],
  nextHit: ['Next hit', 'Nächster Treffer'],
  previousHit: ['Previous hit', 'Voriger Treffer'],
  noHit: ['No hit', 'Kein Treffer'],
  hits: ['{count} hits', '{count} Treffer'],
  hitOf: ['{place} of {count}', '{place} von {count}'],
  wrap: ['Wrap long lines', 'Lange Zeilen umbrechen'],
  full: ['Fill the window (Esc leaves)', 'Fenster füllen (Esc beendet)'],
  smaller: ['Leave the full window', 'Volles Fenster verlassen'],
  severityLines: [
    { one: '{count} line with {severity}', other: '{count} lines with {severity}' },
    { one: '{count} Zeile mit {severity}', other: '{count} Zeilen mit {severity}' },
  ],
  severityAtLeast: [
    {
      one: 'At least {count} line with {severity}: this log is too long to count all of it',
      other: 'At least {count} lines with {severity}: this log is too long to count all of it',
    },
    {
      one: 'Mindestens {count} Zeile mit {severity}: dieses Log ist zu lang, um alles zu zählen',
      other: 'Mindestens {count} Zeilen mit {severity}: dieses Log ist zu lang, um alles zu zählen',
    },
  ],
  lineLink: ['Line {line}', 'Zeile {line}'],
  contextLink: ['Line {line} in the whole log', 'Zeile {line} im ganzen Log'],
  printed: [
    'Only the lines that were seen are printed. The download has all of them.',
    'Gedruckt sind nur die Zeilen, die zu sehen waren. Der Download enthält alle.',
  ],
  filters: ['Times and folding', 'Zeiten und Falten'],
  from: ['From', 'Von'],
  to: ['To', 'Bis'],
  fold: ['Fold equal lines', 'Gleiche Zeilen falten'],
  wholeLog: ['Show the whole log', 'Ganzes Log zeigen'],
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
