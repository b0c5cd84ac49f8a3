/** Messages of the start page. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the start page. */
export const homeMessages = defineMessages({
  attention: ['Needs attention', 'Braucht Aufmerksamkeit'],
  nothingToReport: [
    'Nothing. All runs started and succeeded, none waits for long, all engines answer, and no connection fails.',
    'Nichts. Alle Läufe haben begonnen und sind gelungen, keiner wartet lange, alle Engines antworten, und keine Verbindung versagt.',
  ],
  failedSince: [
    { one: '{count} run has failed since {since}', other: '{count} runs have failed since {since}' },
    { one: '{count} Lauf ist seit {since} gescheitert', other: '{count} Läufe sind seit {since} gescheitert' },
  ],
  unstartedSince: [
    { one: '{count} run could not start since {since}', other: '{count} runs could not start since {since}' },
    { one: '{count} Lauf konnte seit {since} nicht starten', other: '{count} Läufe konnten seit {since} nicht starten' },
  ],
  rejectedSince: [
    { one: '{count} run has rejected rows since {since}', other: '{count} runs have rejected rows since {since}' },
    { one: '{count} Lauf hat seit {since} Zeilen abgewiesen', other: '{count} Läufe haben seit {since} Zeilen abgewiesen' },
  ],
  rowsRejected: ['Rejected rows: {rows}', 'Abgewiesene Zeilen: {rows}'],
  seen: ['Seen', 'Gesehen'],
  engineLost: ['Engine {name} does not answer', 'Engine {name} antwortet nicht'],
  engineIll: ['Engine {name} starts no runs', 'Engine {name} startet keine Läufe'],
  waitsLong: ['{name} has waited for {duration}', '{name} wartet seit {duration}'],
  connectionFails: ['Connection {name} could not be opened', 'Die Verbindung {name} ließ sich nicht öffnen'],
  moreConnections: [
    { one: 'and {count} other connection', other: 'and {count} other connections' },
    { one: 'und {count} weitere Verbindung', other: 'und {count} weitere Verbindungen' },
  ],
  TEST: ['Test, {time}: {message}', 'Test, {time}: {message}'],
  CRAWL: ['Crawl, {time}: {message}', 'Crawl, {time}: {message}'],
  SCAN: ['Scan, {time}: {message}', 'Scan, {time}: {message}'],
  webhookOff: ['Webhook {name} is disabled', 'Webhook {name} ist abgeschaltet'],
  day: ['The last 24 hours', 'Die letzten 24 Stunden'],
  noRuns: ['No task has run in the last 24 hours.', 'In den letzten 24 Stunden ist kein Task gelaufen.'],
  noRunsHint: [
    'Runs appear here as they happen: one bar for each run, in a lighter colour while it waits.',
    'Läufe erscheinen hier, während sie geschehen: ein Balken für jeden Lauf, heller, solange er wartet.',
  ],
  toTasks: ['To the tasks', 'Zu den Tasks'],
  moreTasks: [
    { one: 'and {count} other task', other: 'and {count} other tasks' },
    { one: 'und {count} weiterer Task', other: 'und {count} weitere Tasks' },
  ],
  succeeded: ['succeeded', 'gelungen'],
  failed: ['failed', 'gescheitert'],
  unstarted: ['could not start', 'nicht gestartet'],
  rejected: ['with rejected rows', 'mit abgewiesenen Zeilen'],
  live: ['running or waiting', 'noch nicht beendet'],
  stopped: ['stopped', 'abgebrochen'],
  next: ['The next 12 hours', 'Die nächsten 12 Stunden'],
  noneDue: ['Nothing is due in the next 12 hours.', 'In den nächsten 12 Stunden ist nichts fällig.'],
  noneDueHint: [
    'Give a task a trigger or a schedule, and its next start appears here.',
    'Geben Sie einem Task einen Auslöser oder einen Zeitplan; sein nächster Start erscheint dann hier.',
  ],
  moreDue: [
    { one: 'and {count} later start', other: 'and {count} later starts' },
    { one: 'und {count} späterer Start', other: 'und {count} spätere Starts' },
  ],
});
