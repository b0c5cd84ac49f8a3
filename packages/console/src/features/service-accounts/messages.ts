/** Messages of the pages of service accounts. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a service account. */
export const serviceAccountMessages = defineMessages('serviceAccount', {
  new: 'New service account',
  createHint: 'An account for a program. Choose no more permissions than it needs; rights on workspaces are given on the page Rights.',
  empty: 'No service account yet',
  emptyHint: 'A program that calls the API, such as a deployment, gets an account of its own here.',
  lastCall: 'Last call',
  permissions: 'Permissions',
  secretsHint: 'To replace a secret: add another one, change the programs, then delete the first one.',
  useHint: 'The program gets access tokens with its id and this secret, from the address /security/oauth/token.',
  deleteSecretHint: 'Tokens that were requested with this secret end at once.',
  noSecret: 'No secret: the account cannot get tokens.',
  deleteHint: 'Its secrets, tokens and rights are deleted with it at once.',
  explain: 'What may this account do?',
});
