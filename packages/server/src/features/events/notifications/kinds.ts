/**
 * The kinds of notifications as data: their names and texts in each language, and the events that cause them. Kinds without an event are sent by alert
 * rules only. The name of a kind begins with the type of its object. In texts, `{name}` is the name of the task, plan or engine.
 */

/** The languages of notifications. */
const LOCALES = ['en', 'de', 'fr', 'ja'] as const;

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
    name: { en: 'A task has failed', de: 'Ein Task ist gescheitert', fr: 'Une tâche a échoué', ja: 'タスクが失敗した' },
    text: {
      en: 'Task {name} failed.',
      de: 'Der Task {name} ist gescheitert.',
      fr: 'La tâche {name} a échoué.',
      ja: 'タスク「{name}」が失敗しました。',
    },
    ended: {
      en: 'Task {name} succeeded again.',
      de: 'Der Task {name} ist wieder gelungen.',
      fr: 'La tâche {name} a de nouveau réussi.',
      ja: 'タスク「{name}」が再び成功しました。',
    },
  },
  'task.run.succeeded': {
    event: { type: 'com.service.v1.task.run.finished', status: 'ok' },
    name: { en: 'A task has succeeded', de: 'Ein Task ist gelungen', fr: 'Une tâche a réussi', ja: 'タスクが成功した' },
    text: {
      en: 'Task {name} succeeded.',
      de: 'Der Task {name} ist gelungen.',
      fr: 'La tâche {name} a réussi.',
      ja: 'タスク「{name}」が成功しました。',
    },
  },
  'task.run.late': {
    event: { type: 'com.service.v1.task.run.late' },
    name: {
      en: 'A task runs longer than expected',
      de: 'Ein Task läuft länger als erwartet',
      fr: 'Une tâche dure plus longtemps que prévu',
      ja: 'タスクの実行が予定より長い',
    },
    text: {
      en: 'Task {name} runs longer than expected.',
      de: 'Der Task {name} läuft länger als erwartet.',
      fr: 'La tâche {name} dure plus longtemps que prévu.',
      ja: 'タスク「{name}」の実行が予定より長くかかっています。',
    },
    ended: {
      en: 'The late run of task {name} has ended.',
      de: 'Der verspätete Lauf des Tasks {name} ist beendet.',
      fr: 'L’exécution en retard de la tâche {name} est terminée.',
      ja: 'タスク「{name}」の遅れていた実行が終了しました。',
    },
  },
  'task.run.absent': {
    name: {
      en: 'A task did not run',
      de: 'Ein Task ist nicht gelaufen',
      fr: 'Une tâche n’a pas été exécutée',
      ja: 'タスクが実行されなかった',
    },
    text: {
      en: 'Task {name} did not run when it was due.',
      de: 'Der Task {name} ist nicht gelaufen, obwohl er fällig war.',
      fr: 'La tâche {name} n’a pas été exécutée au moment prévu.',
      ja: 'タスク「{name}」は予定の時刻に実行されませんでした。',
    },
    ended: {
      en: 'Task {name} ran again.',
      de: 'Der Task {name} ist wieder gelaufen.',
      fr: 'La tâche {name} a de nouveau été exécutée.',
      ja: 'タスク「{name}」が再び実行されました。',
    },
  },
  'plan.run.failed': {
    event: { type: 'com.service.v1.plan.run.finished', status: 'error' },
    name: { en: 'A plan has failed', de: 'Ein Plan ist gescheitert', fr: 'Un plan a échoué', ja: 'プランが失敗した' },
    text: {
      en: 'Plan {name} failed.',
      de: 'Der Plan {name} ist gescheitert.',
      fr: 'Le plan {name} a échoué.',
      ja: 'プラン「{name}」が失敗しました。',
    },
    ended: {
      en: 'Plan {name} succeeded again.',
      de: 'Der Plan {name} ist wieder gelungen.',
      fr: 'Le plan {name} a de nouveau réussi.',
      ja: 'プラン「{name}」が再び成功しました。',
    },
  },
  'plan.run.succeeded': {
    event: { type: 'com.service.v1.plan.run.finished', status: 'ok' },
    name: { en: 'A plan has succeeded', de: 'Ein Plan ist gelungen', fr: 'Un plan a réussi', ja: 'プランが成功した' },
    text: {
      en: 'Plan {name} succeeded.',
      de: 'Der Plan {name} ist gelungen.',
      fr: 'Le plan {name} a réussi.',
      ja: 'プラン「{name}」が成功しました。',
    },
  },
  'plan.run.late': {
    name: {
      en: 'A plan runs longer than expected',
      de: 'Ein Plan läuft länger als erwartet',
      fr: 'Un plan dure plus longtemps que prévu',
      ja: 'プランの実行が予定より長い',
    },
    text: {
      en: 'Plan {name} runs longer than expected.',
      de: 'Der Plan {name} läuft länger als erwartet.',
      fr: 'Le plan {name} dure plus longtemps que prévu.',
      ja: 'プラン「{name}」の実行が予定より長くかかっています。',
    },
    ended: {
      en: 'The late run of plan {name} has ended.',
      de: 'Der verspätete Lauf des Plans {name} ist beendet.',
      fr: 'L’exécution en retard du plan {name} est terminée.',
      ja: 'プラン「{name}」の遅れていた実行が終了しました。',
    },
  },
  'plan.run.absent': {
    name: {
      en: 'A plan did not run',
      de: 'Ein Plan ist nicht gelaufen',
      fr: 'Un plan n’a pas été exécuté',
      ja: 'プランが実行されなかった',
    },
    text: {
      en: 'Plan {name} did not run when it was due.',
      de: 'Der Plan {name} ist nicht gelaufen, obwohl er fällig war.',
      fr: 'Le plan {name} n’a pas été exécuté au moment prévu.',
      ja: 'プラン「{name}」は予定の時刻に実行されませんでした。',
    },
    ended: {
      en: 'Plan {name} ran again.',
      de: 'Der Plan {name} ist wieder gelaufen.',
      fr: 'Le plan {name} a de nouveau été exécuté.',
      ja: 'プラン「{name}」が再び実行されました。',
    },
  },
  'engine.lost': {
    event: { type: 'com.service.v1.engine.lost' },
    name: { en: 'An engine is lost', de: 'Eine Engine ist verloren gegangen', fr: 'Un moteur est perdu', ja: 'エンジンが失われた' },
    text: {
      en: 'Engine {name} sends no heartbeats.',
      de: 'Die Engine {name} sendet keine Heartbeats mehr.',
      fr: 'Le moteur {name} n’envoie plus de signal de vie.',
      ja: 'エンジン「{name}」からハートビートが届いていません。',
    },
    ended: {
      en: 'Engine {name} is back.',
      de: 'Die Engine {name} ist wieder da.',
      fr: 'Le moteur {name} est de retour.',
      ja: 'エンジン「{name}」が復帰しました。',
    },
  },
  'engine.back': {
    event: { type: 'com.service.v1.engine.back' },
    name: { en: 'An engine is back', de: 'Eine Engine ist wieder da', fr: 'Un moteur est de retour', ja: 'エンジンが復帰した' },
    text: {
      en: 'Engine {name} is back.',
      de: 'Die Engine {name} ist wieder da.',
      fr: 'Le moteur {name} est de retour.',
      ja: 'エンジン「{name}」が復帰しました。',
    },
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
  workspace: { en: 'Workspace', de: 'Workspace', fr: 'Espace de travail', ja: 'ワークスペース' },
  task: { en: 'Task', de: 'Task', fr: 'Tâche', ja: 'タスク' },
  plan: { en: 'Plan', de: 'Plan', fr: 'Plan', ja: 'プラン' },
  engine: { en: 'Engine', de: 'Engine', fr: 'Moteur', ja: 'エンジン' },
};

/** The other words of messages. `{number}` is a number of entries. */
export const MESSAGE_WORDS = {
  many: {
    en: '{number} notifications: {text}',
    de: '{number} Benachrichtigungen: {text}',
    fr: '{number} notifications : {text}',
    ja: '通知{number}件：{text}',
  },
  more: {
    en: '{number} more are not shown here.',
    de: '{number} weitere sind hier nicht gezeigt.',
    fr: 'Non affichées ici : {number}.',
    ja: 'ほか{number}件はここに表示していません。',
  },
  repeated: { en: 'Still: {text}', de: 'Weiterhin: {text}', fr: 'Toujours : {text}', ja: '継続中：{text}' },
  failures: { en: 'Failures: {number}', de: 'Gescheiterte Läufe: {number}', fr: 'Échecs : {number}', ja: '失敗：{number}件' },
  error: { en: 'Error: {text}', de: 'Fehler: {text}', fr: 'Erreur : {text}', ja: 'エラー：{text}' },
  explanation: { en: 'Explanation', de: 'Erklärung', fr: 'Explication', ja: '説明' },
  explanationAt: { en: 'Explanation: {link}', de: 'Erklärung: {link}', fr: 'Explication : {link}', ja: '説明：{link}' },
  unsent: {
    en: 'A message to {receiver} could not be sent in {number} tries: {reason}.',
    de: 'Eine Nachricht an {receiver} konnte in {number} Versuchen nicht gesendet werden: {reason}.',
    fr: 'Un message à {receiver} n’a pas pu être envoyé en {number} tentatives : {reason}.',
    ja: '{receiver}へのメッセージを{number}回試しましたが、送信できませんでした：{reason}。',
  },
  answered: {
    en: 'the receiver answered {status}',
    de: 'der Empfänger antwortete mit {status}',
    fr: 'le destinataire a répondu {status}',
    ja: '受信側の応答は{status}でした',
  },
  unreachable: {
    en: 'the receiver could not be reached ({code})',
    de: 'der Empfänger war nicht erreichbar ({code})',
    fr: 'le destinataire est injoignable ({code})',
    ja: '受信側に接続できませんでした（{code}）',
  },
  mailRefused: {
    en: 'the mail server did not accept it',
    de: 'der Mailserver hat sie nicht angenommen',
    fr: 'le serveur de messagerie ne l’a pas accepté',
    ja: 'メールサーバーが受け付けませんでした',
  },
  unexpected: {
    en: 'the log of the server has the reason',
    de: 'der Grund steht im Log des Servers',
    fr: 'le journal du serveur en indique la raison',
    ja: '理由はサーバーのログにあります',
  },
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
