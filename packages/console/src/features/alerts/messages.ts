/** Messages of the page of alerts. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of alerts. */
export const alertMessages = defineMessages({
  rules: ['Your alert rules', 'Ihre Alarmregeln'],
  new: ['New rule', 'Neue Regel'],
  empty: ['You have no rule.', 'Sie haben keine Regel.'],
  emptyHint: [
    'A rule notifies you when a run fails, takes too long or does not happen, or when an engine is lost.',
    'Eine Regel meldet, wenn ein Lauf scheitert, zu lange dauert oder ausbleibt, oder wenn eine Engine verloren geht.',
  ],
  condition: ['Condition', 'Bedingung'],
  run_failed: ['A run fails', 'Ein Lauf scheitert'],
  run_long: ['A run takes too long', 'Ein Lauf dauert zu lange'],
  run_absent: ['A run does not happen', 'Ein Lauf bleibt aus'],
  engine_lost: ['An engine is lost', 'Eine Engine geht verloren'],
  target: ['Applies to', 'Gilt für'],
  wholeEnvironment: ['All of the environment {name}', 'Alles in der Umgebung {name}'],
  ofTask: ['Task {name}', 'Task {name}'],
  bound: ['Minutes', 'Minuten'],
  boundLong: ['You are notified when a run takes longer.', 'Meldet, wenn ein Lauf länger dauert.'],
  boundAbsent: [
    'You are notified this long after a due start that did not happen.',
    'Meldet so lange nach einem fälligen Start, der ausblieb.',
  ],
  boundLost: ['You are notified after this time without a heartbeat.', 'Meldet nach dieser Zeit ohne Heartbeat.'],
  recipients: ['Notify', 'Melden an'],
  you: ['You, in your inbox', 'Sie, in Ihrem Eingang'],
  emailsHint: [
    'Separated by commas. Emails are sent only if a mail server is set up.',
    'Durch Kommas getrennt. E-Mails werden nur gesendet, wenn ein Mailserver eingerichtet ist.',
  ],
  slack: ['Address of a Slack channel', 'Adresse eines Slack-Kanals'],
  transports: ['Channels that are notified', 'Kanäle, die benachrichtigt werden'],
  repeat: ['Notify again', 'Erneut melden'],
  repeatMinutes: [
    { one: 'After {count} minute', other: 'After {count} minutes' },
    { one: 'Nach {count} Minute', other: 'Nach {count} Minuten' },
  ],
  repeatHours: [
    { one: 'After {count} hour', other: 'After {count} hours' },
    { one: 'Nach {count} Stunde', other: 'Nach {count} Stunden' },
  ],
  quietFrom: ['Quiet from', 'Ruhe ab'],
  quietTo: ['Quiet until', 'Ruhe bis'],
  quietHint: [
    'For example 22:00 and 06:00, in {zone}. The inbox still gets its messages. Empty: no quiet hours.',
    'Zum Beispiel 22:00 und 06:00, in {zone}. Der Eingang erhält weiterhin seine Meldungen. Leer: keine Ruhezeit.',
  ],
  snooze: ['Snooze', 'Stumm schalten'],
  snoozeHours: [
    { one: '{count} hour', other: '{count} hours' },
    { one: '{count} Stunde', other: '{count} Stunden' },
  ],
  snoozed: ['Silent until {time}', 'Stumm bis {time}'],
  wake: ['End the snooze', 'Wieder melden'],
  on: ['Active', 'Aktiv'],
  deleteHint: ['The incidents of the rule are deleted, too.', 'Die Vorfälle der Regel werden mit gelöscht.'],
  incidents: ['Incidents', 'Vorfälle'],
  openIncidents: ['Open', 'Offene'],
  noIncidents: ['No incident', 'Kein Vorfall'],
  noIncidentsHint: [
    'An incident begins when the condition of a rule holds, and ends by itself.',
    'Ein Vorfall beginnt, wenn die Bedingung einer Regel gilt, und endet von selbst.',
  ],
  open: ['Open', 'Offen'],
  ended: ['Ended', 'Beendet'],
  opened: ['Began', 'Begonnen'],
  endedAt: ['Ended', 'Beendet'],
  notified: ['Notified', 'Gemeldet'],
  failures: ['Failures', 'Fehler'],
  lasts: ['Not ended', 'Dauert an'],
});
