/** Messages of the start page. */
import { defineMessages } from '../../text/messages.ts';

/** Why runs did not start, where they have no message of their own. */
export const REASONS = {
  TASK_IS_PAUSED: ['The task was paused', 'Der Task war pausiert'],
  PLAN_EXECUTIONS_PAUSED: ['The plan was paused', 'Der Plan war pausiert'],
  PARALLEL_EXECUTIONS_FORBIDDEN: ['Another run of the plan had not ended', 'Ein anderer Lauf des Plans war nicht beendet'],
  SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED: ['Too many runs had not ended', 'Zu viele Läufe waren nicht beendet'],
  PARALLEL_EXECUTION_FORBIDDEN: ['Another run of the task had not ended', 'Ein anderer Lauf des Tasks war nicht beendet'],
  MAX_DEPLOYMENT_ATTEMPTS_REACHED: ['Another run of the task was there at each attempt', 'Bei jedem Versuch lief der Task noch'],
  MAX_PARALLEL_TASKS_LIMIT_REACHED: ['Too many runs were waiting', 'Zu viele Läufe haben gewartet'],
  REMOTE_ENGINE_UNAVAILABLE: ['The engine was not available', 'Die Engine war nicht verfügbar'],
  REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER: ['No engine of the cluster was available', 'Keine Engine des Clusters war verfügbar'],
  DYNAMIC_ENGINE_UNAVAILABLE: ['The dynamic engine was not available', 'Die dynamische Engine war nicht verfügbar'],
} as const;

/** Messages of the start page. */
export const homeMessages = defineMessages({
  range: ['Range', 'Zeitraum'],
  night: ['Last night, 18:00 to 07:00', 'Letzte Nacht, 18:00 bis 07:00'],
  '24h': ['The last 24 hours', 'Die letzten 24 Stunden'],
  '7d': ['The last 7 days', 'Die letzten 7 Tage'],
  succeeded: ['Succeeded', 'Gelungen'],
  rejected: ['Rows rejected', 'Zeilen abgewiesen'],
  failed: ['Failed', 'Gescheitert'],
  unstarted: ['Did not start', 'Nicht gestartet'],
  late: ['Late', 'Verspätet'],
  running: ['Running', 'Läuft'],
  waiting: ['Waiting', 'Wartet'],
  stopped: ['Stopped', 'Gestoppt'],
  byHour: ['Runs by hour', 'Läufe nach Stunden'],
  hour: ['Hour', 'Stunde'],
  due: ['Due', 'Fällig'],
  noRun: ['no run', 'kein Lauf'],
  dueStarts: [
    { one: '{count} start is due', other: '{count} starts are due' },
    { one: '{count} Start ist fällig', other: '{count} Starts sind fällig' },
  ],
  noRuns: ['No task has run in this time, and none is due.', 'In dieser Zeit ist kein Task gelaufen, und keiner ist fällig.'],
  toTasks: ['To the tasks', 'Zu den Tasks'],
  noRunsHint: [
    'Each run appears here by the hour of its start, in the colour of its state. Run a task, or give it a trigger.',
    'Jeder Lauf erscheint hier nach der Stunde seines Starts, in der Farbe seines Zustands. Starten Sie einen Task, oder geben Sie ihm einen Auslöser.',
  ],
  causes: ['Failures by cause', 'Fehler nach Ursache'],
  noCauses: ['No run has failed, and each one has started.', 'Kein Lauf ist gescheitert, und jeder hat begonnen.'],
  onlyMuted: ['All causes are muted in this browser.', 'Alle Ursachen sind in diesem Browser stumm.'],
  causesCapped: [
    'There are very many failures: only the newest 20,000 are grouped.',
    'Es gibt sehr viele Fehler: nur die neuesten 20.000 sind gruppiert.',
  ],
  moreCauses: [
    { one: '{count} other cause', other: '{count} other causes' },
    { one: '{count} weitere Ursache', other: '{count} weitere Ursachen' },
  ],
  runs: [
    { one: '{count} run', other: '{count} runs' },
    { one: '{count} Lauf', other: '{count} Läufe' },
  ],
  ofTasks: [
    { one: 'of {count} task', other: 'of {count} tasks' },
    { one: 'von {count} Task', other: 'von {count} Tasks' },
  ],
  ofPlans: [
    { one: 'of {count} plan', other: 'of {count} plans' },
    { one: 'von {count} Plan', other: 'von {count} Plänen' },
  ],
  showRuns: ['Show runs: {message}', 'Läufe zeigen: {message}'],
  allAgain: ['Run all again', 'Alle erneut starten'],
  allAgainTitle: ['Run all again', 'Alle erneut starten'],
  allAgainHint: [
    {
      one: '{count} task starts once, with the values of its last run.',
      other: '{count} tasks start, each once, with the values of its last run.',
    },
    {
      one: '{count} Task startet einmal, mit den Werten seines letzten Laufs.',
      other: '{count} Tasks starten, jeder einmal, mit den Werten seines letzten Laufs.',
    },
  ],
  starting: [
    { one: 'Starting {count} task', other: 'Starting {count} tasks' },
    { one: '{count} Task wird gestartet', other: '{count} Tasks werden gestartet' },
  ],
  startedAll: [
    { one: '{count} task has been started.', other: '{count} tasks have been started.' },
    { one: '{count} Task wurde gestartet.', other: '{count} Tasks wurden gestartet.' },
  ],
  refused: [
    { one: '{count} task was not started:', other: '{count} tasks were not started:' },
    { one: '{count} Task wurde nicht gestartet:', other: '{count} Tasks wurden nicht gestartet:' },
  ],
  mute: ['Mute', 'Stumm'],
  unmute: ['Unmute', 'Nicht mehr stumm'],
  untilTomorrow: ['Until tomorrow', 'Bis morgen'],
  untilSuccess: ['Until a task of it succeeds', 'Bis ein Task davon gelingt'],
  showMuted: [
    { one: 'Show {count} muted cause ({runs} runs)', other: 'Show {count} muted causes ({runs} runs)' },
    { one: '{count} stumme Ursache zeigen ({runs} Läufe)', other: '{count} stumme Ursachen zeigen ({runs} Läufe)' },
  ],
  hideMuted: [
    { one: 'Hide {count} muted cause ({runs} runs)', other: 'Hide {count} muted causes ({runs} runs)' },
    { one: '{count} stumme Ursache verbergen ({runs} Läufe)', other: '{count} stumme Ursachen verbergen ({runs} Läufe)' },
  ],
  ...REASONS,
  timedOut: ['Ran longer than its time limit', 'Lief länger als seine Zeitgrenze'],
  noReason: ['No reason was given', 'Kein Grund angegeben'],
  didNotStart: ['Did not start', 'Nicht gestartet'],
  attention: ['Needs attention', 'Braucht Aufmerksamkeit'],
  nothingToReport: [
    'Nothing. No run waits for long, all engines answer, and no connection fails.',
    'Nichts. Kein Lauf wartet lange, alle Engines antworten, und keine Verbindung versagt.',
  ],
  engineAnswers: ['Engine {name} answers', 'Engine {name} antwortet'],
  engineUnpaired: ['Engine {name} is not paired yet', 'Engine {name} ist noch nicht gekoppelt'],
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
