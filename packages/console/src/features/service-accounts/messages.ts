/** Messages of the pages of service accounts. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a service account. */
export const serviceAccountMessages = defineMessages({
  en: {
    title: 'Service accounts',
    new: 'New service account',
    createHint: 'An account for a program. Choose no more permissions than it needs; rights on workspaces are given on the page Rights.',
    empty: 'No service account yet',
    emptyHint: 'A program that calls the API, such as a deployment, gets an account of its own here.',
    lastCall: 'Last call',
    permissions: 'Permissions',
    secretsHint: 'To replace a secret: add another one, change the programs, then delete the first one.',
    useHint: 'The program gets access tokens at POST /security/oauth/token, with its id and this secret.',
    deleteSecretHint: 'Tokens that were requested with this secret end at once.',
    noSecret: 'No secret: the account cannot get tokens.',
    deleteHint: 'Its secrets, tokens and rights are deleted with it at once.',
    explain: 'What may this account do?',
  },
  de: {
    title: 'Dienstkonten',
    new: 'Neues Dienstkonto',
    createHint: 'Ein Konto für ein Programm. Nicht mehr Berechtigungen als nötig; Rechte auf Workspaces gibt die Seite Rechte.',
    empty: 'Noch kein Dienstkonto',
    emptyHint: 'Ein Programm, das die API aufruft, etwa eine Auslieferung, bekommt hier ein eigenes Konto.',
    lastCall: 'Letzter Aufruf',
    permissions: 'Berechtigungen',
    secretsHint: 'Zum Ersetzen: ein weiteres hinzufügen, die Programme umstellen, dann das erste löschen.',
    useHint: 'Das Programm holt Zugriffstokens mit POST /security/oauth/token, mit seiner Id und diesem Geheimnis.',
    deleteSecretHint: 'Tokens, die mit diesem Geheimnis geholt wurden, enden sofort.',
    noSecret: 'Kein Geheimnis: Das Konto bekommt keine Tokens.',
    deleteHint: 'Geheimnisse, Tokens und Rechte werden sofort mit gelöscht.',
    explain: 'Was darf dieses Konto?',
  },
});
