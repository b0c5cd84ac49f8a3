/** The texts of the pages for signing in, in the language that the browser asks for. */
import type { PageCall } from '../../../core/http/page.ts';

/** Returns the texts of a page by their names. `language` is the language of the page. */
export type PageTexts = ((text: PageText, values?: Readonly<Record<string, string | number>>) => string) & { language: PageLanguage };

/**
 * The first supported language in `Accept-Language`, by its weights; English without one. A part such as `de-CH` counts as its language.
 * @rule sign-in.page.language
 */
export function pageLanguageOf(accepted: string | undefined): PageLanguage {
  const wanted = (accepted ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((element) => element.trim());
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { language: tag.split('-')[0]?.toLowerCase(), weight: weight > 0 && weight <= 1 ? weight : 0 };
  });
  const [first] = wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((first, second) => second.weight - first.weight)
    .flatMap(({ language }) => PAGE_LANGUAGES.filter((supported) => supported === language));
  return first ?? 'en';
}

/** The texts in a language. */
export function textsIn(language: PageLanguage): PageTexts {
  const text = (name: PageText, values: Readonly<Record<string, string | number>> = {}): string =>
    PAGE_TEXTS[name][language].replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
  return Object.assign(text, { language });
}

/** The texts for the browser of a call. */
export const textsFor = ({ header }: Pick<PageCall, 'header'>): PageTexts => textsIn(pageLanguageOf(header('accept-language')));

/** The text after too many tries. */
export const tooOftenText = (text: PageTexts, seconds: number): string =>
  seconds < 60 ? text('tooOftenSeconds', { wait: seconds }) : text('tooOftenMinutes', { wait: Math.ceil(seconds / 60) });

/** The languages of these pages. */
const PAGE_LANGUAGES = ['en', 'de'] as const;

/** A language of these pages. */
type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The texts by their names. */
export const PAGE_TEXTS = {
  signIn: { en: 'Sign in', de: 'Anmelden' },
  login: { en: 'Login', de: 'Login' },
  password: { en: 'Password', de: 'Passwort' },
  signInWith: { en: 'Sign in with {name}', de: 'Mit {name} anmelden' },
  forgotYours: { en: 'Forgot your password?', de: 'Passwort vergessen?' },
  passwordIsSet: { en: 'Your password is set. Sign in with it.', de: 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.' },
  again: {
    en: 'That took too long, or your password has changed. Sign in again.',
    de: 'Das hat zu lange gedauert, oder Ihr Passwort ist inzwischen ein anderes. Melden Sie sich erneut an.',
  },
  signedOut: { en: 'You are signed out.', de: 'Sie sind abgemeldet.' },
  wrongLogin: { en: 'The login or the password is wrong.', de: 'Der Login oder das Passwort ist falsch.' },
  tooOftenSeconds: {
    en: 'Too many tries. Wait {wait} seconds, then try once more.',
    de: 'Zu viele Versuche. Warten Sie {wait} Sekunden, und versuchen Sie es dann noch einmal.',
  },
  tooOftenMinutes: {
    en: 'Too many tries. Wait {wait} minutes, then try once more.',
    de: 'Zu viele Versuche. Warten Sie {wait} Minuten, und versuchen Sie es dann noch einmal.',
  },
  secondFactor: { en: 'Second factor', de: 'Zweiter Faktor' },
  code: { en: 'Code', de: 'Code' },
  codeHint: {
    en: 'The six digits of your authenticator app, or one of your recovery codes.',
    de: 'Die sechs Ziffern Ihrer Authentifizierungs-App, oder einer Ihrer Wiederherstellungscodes.',
  },
  wrongCode: { en: 'The code is wrong, or was used before.', de: 'Der Code ist falsch oder wurde schon benutzt.' },
  startAgain: { en: 'Start again', de: 'Von vorn beginnen' },
  setUpFactor: { en: 'Set up the second factor', de: 'Zweiten Faktor einrichten' },
  scanCode: {
    en: 'Scan this code with an authenticator app, or type the key into it.',
    de: 'Scannen Sie diesen Code mit einer Authentifizierungs-App, oder tippen Sie den Schlüssel in sie ein.',
  },
  qrCode: { en: 'QR code with the address below', de: 'QR-Code mit der Adresse darunter' },
  key: { en: 'Key', de: 'Schlüssel' },
  address: { en: 'Address', de: 'Adresse' },
  codeNow: { en: 'Code that the app shows now', de: 'Code, den die App jetzt zeigt' },
  turnOn: { en: 'Turn on', de: 'Einschalten' },
  notNow: { en: 'Not now', de: 'Jetzt nicht' },
  wrongAppCode: {
    en: 'The code is wrong. Check that the clock of your phone is right, and type the code that it shows now.',
    de: 'Der Code ist falsch. Prüfen Sie, ob die Uhr Ihres Telefons richtig geht, und tippen Sie den Code ein, den es jetzt zeigt.',
  },
  recoveryCodes: { en: 'Recovery codes', de: 'Wiederherstellungscodes' },
  factorIsOn: { en: 'The second factor is on', de: 'Der zweite Faktor ist eingeschaltet' },
  keepCodes: {
    en: 'Keep these recovery codes in a safe place. Each signs you in once, without your phone. They are not shown again.',
    de: 'Bewahren Sie diese Wiederherstellungscodes sicher auf. Jeder meldet Sie einmal ohne Ihr Telefon an. Sie erscheinen nicht wieder.',
  },
  yourAccount: { en: 'Your account', de: 'Ihr Konto' },
  anotherPassword: { en: 'Another password', de: 'Ein anderes Passwort' },
  sendsNoMails: {
    en: 'This server sends no mails. Ask an administrator for a link by which you can set another password.',
    de: 'Dieser Server verschickt keine Mails. Bitten Sie die Administration um einen Link, mit dem Sie ein anderes Passwort setzen.',
  },
  forgotHint: {
    en: 'A mail with a link for another password goes to the address of your account.',
    de: 'Eine Mail mit einem Link für ein anderes Passwort geht an die Adresse Ihres Kontos.',
  },
  email: { en: 'Email address', de: 'E-Mail-Adresse' },
  sendMail: { en: 'Send the mail', de: 'Mail senden' },
  lookIntoMails: { en: 'Look into your mails', de: 'Sehen Sie in Ihre Mails' },
  mailIsSent: {
    en: 'If an account has this email address, a mail with a link is on its way. The link works for an hour.',
    de: 'Wenn ein Konto diese E-Mail-Adresse hat, ist eine Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
  },
  linkFails: { en: 'This link does not work', de: 'Dieser Link funktioniert nicht' },
  linkFailsHint: {
    en: 'It has expired, was used before, or is incomplete.',
    de: 'Er ist abgelaufen, wurde schon benutzt, oder ist unvollständig.',
  },
  askAnotherLink: { en: 'Ask for another link', de: 'Einen anderen Link anfordern' },
  setYours: { en: 'Set your password', de: 'Ihr Passwort setzen' },
  newPassword: { en: 'New password', de: 'Neues Passwort' },
  repeatPassword: { en: 'Repeat the new password', de: 'Neues Passwort wiederholen' },
  setPassword: { en: 'Set password', de: 'Passwort setzen' },
  passwordHint: {
    en: 'At least {least} characters. A few words are easier to remember than symbols.',
    de: 'Mindestens {least} Zeichen. Ein paar Wörter merkt man sich leichter als Sonderzeichen.',
  },
  passwordShort: {
    en: 'The password is too short: choose one with at least {least} characters.',
    de: 'Das Passwort ist zu kurz: Wählen Sie eines mit mindestens {least} Zeichen.',
  },
  passwordLong: {
    en: 'The password is too long: choose one with at most {most} characters.',
    de: 'Das Passwort ist zu lang: Wählen Sie eines mit höchstens {most} Zeichen.',
  },
  passwordOwn: {
    en: 'The password is your login or your email address: choose another one.',
    de: 'Das Passwort ist Ihr Login oder Ihre E-Mail-Adresse: Wählen Sie ein anderes.',
  },
  passwordsDiffer: {
    en: 'The two passwords differ: type the same one twice.',
    de: 'Die beiden Passwörter sind verschieden: Tippen Sie zweimal dasselbe.',
  },
  goingOn: { en: 'Going on', de: 'Weiter' },
  youGoOn: { en: 'You go on', de: 'Es geht weiter' },
  goOnHint: {
    en: 'If nothing happens, use this link. You can close this window when the other program has opened.',
    de: 'Wenn nichts geschieht, benutzen Sie diesen Link. Sie können dieses Fenster schließen, wenn sich das andere Programm geöffnet hat.',
  },
  goOn: { en: 'Go on', de: 'Weiter' },
  failed: { en: 'That did not work', de: 'Das hat nicht geklappt' },
  request: { en: 'Request', de: 'Anfrage' },
  allowAccess: { en: 'Allow access', de: 'Zugriff erlauben' },
  allowProgram: { en: 'Allow {name} to act for you?', de: '{name} erlauben, für Sie zu handeln?' },
  program: { en: 'Program', de: 'Programm' },
  owner: { en: 'Owner', de: 'Eigentümer' },
  otherTenant: { en: 'another tenant of this server', de: 'ein anderer Mandant dieses Servers' },
  leadsTo: { en: 'Leads to', de: 'Führt zu' },
  youAre: { en: 'You are', de: 'Sie sind' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  willBeAble: { en: 'The program will be able to', de: 'Das Programm darf dann' },
  neverPassword: {
    en: 'It never gets your password. Allow this only if you have just opened this program yourself.',
    de: 'Ihr Passwort erhält es nie. Erlauben Sie das nur, wenn Sie dieses Programm eben selbst geöffnet haben.',
  },
  allow: { en: 'Allow', de: 'Erlauben' },
  refuse: { en: 'Refuse', de: 'Ablehnen' },
  notYou: { en: 'Not you?', de: 'Sind Sie das nicht?' },
  asAnother: { en: 'Sign in as another user', de: 'Als andere Person anmelden' },
  passwordIsChanged: {
    en: 'Your password is changed. Your other sessions have ended.',
    de: 'Ihr Passwort ist geändert. Ihre anderen Sitzungen sind beendet.',
  },
  factorIsRemoved: { en: 'Your second factor is removed.', de: 'Ihr zweiter Faktor ist entfernt.' },
  sessionHasEnded: { en: 'The session has ended.', de: 'Die Sitzung ist beendet.' },
  programHasNoAccess: { en: 'The program has no access any more.', de: 'Das Programm hat keinen Zugriff mehr.' },
  presentPassword: { en: 'Current password', de: 'Jetziges Passwort' },
  presentPasswordWrong: { en: 'The current password is wrong.', de: 'Das jetzige Passwort ist falsch.' },
  changePassword: { en: 'Change password', de: 'Passwort ändern' },
  withoutPassword: {
    en: 'You have no password here. To sign in with a password and a second factor, too,',
    de: 'Sie haben hier kein Passwort. Um sich auch mit Passwort und zweitem Faktor anzumelden,',
  },
  askLink: { en: 'ask for a link', de: 'fordern Sie einen Link an' },
  factorOn: {
    en: 'On. At each sign-in, a code of your authenticator app is asked for. {codes} recovery codes are left.',
    de: 'Eingeschaltet. Jede Anmeldung braucht einen Code Ihrer Authenticator-App. {codes} Wiederherstellungscodes sind übrig.',
  },
  factorOff: {
    en: 'Off. With it, a sign-in also needs a code of an authenticator app on your phone.',
    de: 'Ausgeschaltet. Mit ihm braucht eine Anmeldung auch einen Code einer Authenticator-App auf Ihrem Telefon.',
  },
  turnOff: { en: 'Turn off', de: 'Ausschalten' },
  setUp: { en: 'Set up', de: 'Einrichten' },
  unknownBrowser: { en: 'Unknown browser', de: 'Unbekannter Browser' },
  sessionUse: { en: '{address}, last used {time}', de: '{address}, zuletzt benutzt {time}' },
  thisSession: { en: 'This one', de: 'Diese' },
  endSessionAt: { en: 'End the session at {address}', de: 'Die Sitzung von {address} beenden' },
  end: { en: 'End', de: 'Beenden' },
  sessions: { en: 'Sessions', de: 'Sitzungen' },
  endOthers: { en: 'End all others', de: 'Alle anderen beenden' },
  signOut: { en: 'Sign out', de: 'Abmelden' },
  name: { en: 'Name', de: 'Name' },
  mail: { en: 'Email', de: 'E-Mail' },
  startPage: { en: 'Start page', de: 'Startseite' },
  programs: { en: 'Programs that may act for you', de: 'Programme, die für Sie handeln dürfen' },
  noPrograms: { en: 'None.', de: 'Keine.' },
  noAccessNow: {
    en: 'It has no access now, and gets it without asking you again.',
    de: 'Es hat jetzt keinen Zugriff und bekommt ihn, ohne Sie noch einmal zu fragen.',
  },
  accessSince: { en: 'Since {time}', de: 'Seit {time}' },
  accessUsed: { en: 'Since {time}, last used {used}', de: 'Seit {time}, zuletzt benutzt {used}' },
  takeBackOf: { en: 'Take back the access of {name}', de: 'Den Zugriff von {name} zurücknehmen' },
  takeBack: { en: 'Take back', de: 'Zurücknehmen' },
} as const satisfies Readonly<Record<string, Readonly<Record<PageLanguage, string>>>>;

/** The name of a text. */
export type PageText = keyof typeof PAGE_TEXTS;
