/** Messages of the page of tokens. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of tokens. */
export const tokenMessages = defineMessages({
  title: ['Tokens', 'Tokens'],
  own: ['Your personal access tokens', 'Ihre persönlichen Zugriffstokens'],
  ownHint: [
    'For your own programs, such as the command line. A token has your permissions and rights, as they are at each call.',
    'Für eigene Programme, etwa die Befehlszeile. Ein Token hat Ihre Berechtigungen und Rechte im Moment des Aufrufs.',
  ],
  new: ['New token', 'Neues Token'],
  noOwn: ['You have no token.', 'Sie haben kein Token.'],
  expiry: ['Valid for', 'Gültig für'],
  days: [
    { one: '{count} day', other: '{count} days' },
    { one: '{count} Tag', other: '{count} Tage' },
  ],
  unlimited: ['No end', 'Ohne Ende'],
  noEnd: ['no end', 'ohne Ende'],
  token: ['Token {name}', 'Token {name}'],
  revoke: ['Revoke', 'Widerrufen'],
  revokeHint: ['Programs with this token are refused at once.', 'Programme mit diesem Token werden sofort abgewiesen.'],
  revoked: ['The token is revoked.', 'Das Token ist widerrufen.'],
  until: ['until {date}', 'bis {date}'],
  used: ['used {date}', 'benutzt {date}'],
  unused: ['never used', 'nie benutzt'],
  allTokens: ['Tokens of all users', 'Tokens aller Personen'],
  noneAll: ['No account has a token.', 'Niemand hat ein Token.'],
  active: ['Valid', 'Gültig'],
  expired: ['Expired', 'Abgelaufen'],
  programs: ['Programs that act for you', 'Programme, die für Sie handeln'],
  programsAll: ['Programs that act for people', 'Programme, die für Personen handeln'],
  programsHint: [
    'OAuth clients that a person has allowed. Ending one revokes all its tokens.',
    'OAuth-Clients, die eine Person erlaubt hat. Das Beenden widerruft alle ihre Tokens.',
  ],
  noPrograms: ['None.', 'Keine.'],
  end: ['End', 'Beenden'],
  endHint: ['The program must ask the person again.', 'Das Programm muss die Person erneut fragen.'],
  ended: ['Its tokens are revoked.', 'Die Tokens sind widerrufen.'],
});
