/**
 * The kinds of notifications as data: their names and texts in each language, and the events that cause them. Kinds without an event are sent by alert
 * rules only. The name of a kind begins with the type of its object. In texts, `{name}` is the name of the task, plan or engine.
 */

/** The languages of notifications. */
const LOCALES = ['en', 'de'] as const;

/** A language of notifications. */
export type Locale = (typeof LOCALES)[number];

type Texts = Readonly<Record<Locale, string>>;

/** The objects to which a subscription can be limited. */
export type NotificationScope = 'workspace' | 'task' | 'plan' | 'engine';

/** The texts and the event of a kind. `ended` is the text for the end of an incident. */
type KindData = {
  /** The type of its events, and the status that their data must have. */
  event?: { type: string; status?: 'ok' | 'error' };
  name: Texts;
  text: Texts;
  ended?: Texts;
};

/** A kind of notification. */
type NotificationKind = KindData & { resourceType: 'task' | 'plan' | 'engine'; action: string; scopes: readonly NotificationScope[] };

/** The kinds by their name patterns. */
export const NOTIFICATION_KINDS = {
  'task.run.failed': {
    event: { type: 'com.service.v1.task.run.finished', status: 'error' },
    name: { en: 'A task has failed', de: 'Eine Aufgabe ist fehlgeschlagen' },
    text: { en: 'Task {name} failed.', de: 'Die Aufgabe {name} ist fehlgeschlagen.' },
    ended: { en: 'Task {name} succeeded again.', de: 'Die Aufgabe {name} war wieder erfolgreich.' },
  },
  'task.run.succeeded': {
    event: { type: 'com.service.v1.task.run.finished', status: 'ok' },
    name: { en: 'A task has succeeded', de: 'Eine Aufgabe war erfolgreich' },
    text: { en: 'Task {name} succeeded.', de: 'Die Aufgabe {name} war erfolgreich.' },
  },
  'task.run.late': {
    event: { type: 'com.service.v1.task.run.late' },
    name: { en: 'A task runs longer than expected', de: 'Eine Aufgabe läuft länger als erwartet' },
    text: { en: 'Task {name} runs longer than expected.', de: 'Die Aufgabe {name} läuft länger als erwartet.' },
    ended: { en: 'The late run of task {name} has ended.', de: 'Der verspätete Lauf der Aufgabe {name} ist beendet.' },
  },
  'task.run.absent': {
    name: { en: 'A task did not run', de: 'Eine Aufgabe ist nicht gelaufen' },
    text: { en: 'Task {name} did not run when it was due.', de: 'Die Aufgabe {name} ist nicht gelaufen, obwohl sie fällig war.' },
    ended: { en: 'Task {name} ran again.', de: 'Die Aufgabe {name} ist wieder gelaufen.' },
  },
  'plan.run.failed': {
    event: { type: 'com.service.v1.plan.run.finished', status: 'error' },
    name: { en: 'A plan has failed', de: 'Ein Plan ist fehlgeschlagen' },
    text: { en: 'Plan {name} failed.', de: 'Der Plan {name} ist fehlgeschlagen.' },
    ended: { en: 'Plan {name} succeeded again.', de: 'Der Plan {name} war wieder erfolgreich.' },
  },
  'plan.run.succeeded': {
    event: { type: 'com.service.v1.plan.run.finished', status: 'ok' },
    name: { en: 'A plan has succeeded', de: 'Ein Plan war erfolgreich' },
    text: { en: 'Plan {name} succeeded.', de: 'Der Plan {name} war erfolgreich.' },
  },
  'plan.run.late': {
    name: { en: 'A plan runs longer than expected', de: 'Ein Plan läuft länger als erwartet' },
    text: { en: 'Plan {name} runs longer than expected.', de: 'Der Plan {name} läuft länger als erwartet.' },
    ended: { en: 'The late run of plan {name} has ended.', de: 'Der verspätete Lauf des Plans {name} ist beendet.' },
  },
  'plan.run.absent': {
    name: { en: 'A plan did not run', de: 'Ein Plan ist nicht gelaufen' },
    text: { en: 'Plan {name} did not run when it was due.', de: 'Der Plan {name} ist nicht gelaufen, obwohl er fällig war.' },
    ended: { en: 'Plan {name} ran again.', de: 'Der Plan {name} ist wieder gelaufen.' },
  },
  'engine.lost': {
    event: { type: 'com.service.v1.engine.lost' },
    name: { en: 'An engine is lost', de: 'Eine Engine ist nicht erreichbar' },
    text: { en: 'Engine {name} sends no heartbeats.', de: 'Die Engine {name} meldet sich nicht mehr.' },
    ended: { en: 'Engine {name} is back.', de: 'Die Engine {name} ist wieder da.' },
  },
  'engine.back': {
    event: { type: 'com.service.v1.engine.back' },
    name: { en: 'An engine is back', de: 'Eine Engine ist wieder da' },
    text: { en: 'Engine {name} is back.', de: 'Die Engine {name} ist wieder da.' },
  },
} as const satisfies Readonly<Record<`${NotificationKind['resourceType']}.${string}`, KindData>>;

/** The name of a kind. */
export type NotificationName = keyof typeof NOTIFICATION_KINDS;

const KINDS = new Map<string, NotificationKind>(
  Object.entries(NOTIFICATION_KINDS).map(([name, data]) => {
    const [resourceType, ...action] = name.split('.') as [NotificationKind['resourceType'], ...string[]];
    const scopes = resourceType === 'engine' ? ([resourceType] as const) : (['workspace', resourceType] as const);
    return [name, { ...data, resourceType, action: action.join('.'), scopes }];
  }),
);

/** Finds the kind with a name. */
export const kindOf = (name: NotificationName): NotificationKind => KINDS.get(name) as NotificationKind;

/** The names of scopes. */
export const SCOPE_NAMES: Readonly<Record<NotificationScope, Texts>> = {
  workspace: { en: 'Workspace', de: 'Arbeitsbereich' },
  task: { en: 'Task', de: 'Aufgabe' },
  plan: { en: 'Plan', de: 'Plan' },
  engine: { en: 'Engine', de: 'Engine' },
};

/** The other words of messages. `{number}` is a number of entries. */
export const MESSAGE_WORDS = {
  many: { en: '{number} notifications', de: '{number} Benachrichtigungen' },
  more: { en: '{number} more are not shown here.', de: '{number} weitere sind hier nicht gezeigt.' },
  repeated: { en: 'Still:', de: 'Weiterhin:' },
  failures: { en: 'Failures: {number}', de: 'Fehlschläge: {number}' },
  error: { en: 'Error:', de: 'Fehler:' },
  explanation: { en: 'Explanation', de: 'Erklärung' },
  unsent: {
    en: 'A message to {receiver} could not be sent in {number} tries: {reason}.',
    de: 'Eine Nachricht an {receiver} konnte in {number} Versuchen nicht gesendet werden: {reason}.',
  },
  answered: { en: 'the receiver answered {status}', de: 'der Empfänger antwortete mit {status}' },
  unreachable: { en: 'the receiver could not be reached ({code})', de: 'der Empfänger war nicht erreichbar ({code})' },
  mailRefused: { en: 'the mail server did not accept it', de: 'der Mailserver hat sie nicht angenommen' },
  unexpected: { en: 'the log of the server has the reason', de: 'der Grund steht im Protokoll des Servers' },
} as const satisfies Readonly<Record<string, Texts>>;

/** Returns whether users can subscribe to a kind. */
export const isSubscribable = (name: string): name is NotificationName =>
  Object.hasOwn(NOTIFICATION_KINDS, name) && kindOf(name as NotificationName).event !== undefined;

/**
 * The language of notifications for a tag such as `de-CH`; English if there are no texts in that language.
 * @rule notifications.list.locale
 */
export function localeOf(tag: string | null | undefined): Locale {
  const language = tag?.split(/[-_]/)[0]?.toLowerCase();
  return LOCALES.find((one) => one === language) ?? 'en';
}
