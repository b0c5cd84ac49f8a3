/** Messages of the page of tokens. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of tokens. */
export const tokenMessages = defineMessages('token', {
  title: 'Tokens',
  own: 'Your personal access tokens',
  ownHint: 'For your own programs, such as the command line. A token has your permissions and rights, as they are at each call.',
  new: 'New token',
  noOwn: 'You have no token.',
  expiry: 'Valid for',
  days: { one: '{count} day', other: '{count} days' },
  unlimited: 'No end',
  noEnd: 'no end',
  token: 'Token {name}',
  revoke: 'Revoke',
  revokeHint: 'Programs with this token are refused at once.',
  revoked: 'The token is revoked.',
  until: 'until {date}',
  used: 'used {date}',
  unused: 'never used',
  allTokens: 'Tokens of all users',
  noneAll: 'No account has a token.',
  active: 'Valid',
  expired: 'Expired',
  programs: 'Programs that act for you',
  programsAll: 'Programs that act for people',
  programsHint: 'OAuth clients that a person has allowed. Ending one revokes all its tokens.',
  noPrograms: 'None.',
  end: 'End',
  endHint: 'The program must ask the person again.',
  ended: 'Its tokens are revoked.',
});
