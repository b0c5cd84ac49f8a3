/** Messages of the pages of service accounts. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a service account. */
export const serviceAccountMessages = defineMessages({
  new: ['New service account', 'Neues Dienstkonto'],
  createHint: [
    'An account for a program. Choose no more permissions than it needs; rights on workspaces are given on the page Rights.',
    'Ein Konto für ein Programm. Nicht mehr Berechtigungen als nötig; Rechte auf Workspaces gibt die Seite Rechte.',
  ],
  empty: ['No service account yet', 'Noch kein Dienstkonto'],
  emptyHint: [
    'A program that calls the API, such as a deployment, gets an account of its own here.',
    'Ein Programm, das die API aufruft, etwa eine Auslieferung, bekommt hier ein eigenes Konto.',
  ],
  lastCall: ['Last call', 'Letzter Aufruf'],
  permissions: ['Permissions', 'Berechtigungen'],
  secretsHint: [
    'To replace a secret: add another one, change the programs, then delete the first one.',
    'Zum Ersetzen: ein weiteres hinzufügen, die Programme umstellen, dann das erste löschen.',
  ],
  useHint: [
    'The program gets access tokens with its id and this secret, from the address /security/oauth/token.',
    'Das Programm holt Zugriffstokens mit seiner Id und diesem Geheimnis, von der Adresse /security/oauth/token.',
  ],
  deleteSecretHint: [
    'Tokens that were requested with this secret end at once.',
    'Tokens, die mit diesem Geheimnis geholt wurden, enden sofort.',
  ],
  noSecret: ['No secret: the account cannot get tokens.', 'Kein Geheimnis: Das Konto bekommt keine Tokens.'],
  deleteHint: ['Its secrets, tokens and rights are deleted with it at once.', 'Geheimnisse, Tokens und Rechte werden sofort mit gelöscht.'],
  explain: ['What may this account do?', 'Was darf dieses Konto?'],
});
