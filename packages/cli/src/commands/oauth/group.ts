import type { Client } from '@millrace/contract/client';
import { group, listCommand, nounOf, type Noun, thingCommand } from '../../command-builders.ts';
import { readWholeNumber } from '../../option-values.ts';
import { readWholeList } from '../../pages.ts';
import { localTime } from '../../text.ts';
import { userNoun } from '../user/lookup.ts';

const oauthClientNoun: Noun = {
  ...nounOf(
    'OAuth client',
    (client) => readWholeList(client, 'GET /api/v1/oauth-clients'),
    ({ clientId, clientName }) => ({ id: clientId, names: [clientName] }),
  ),
  hint: 'client',
};

/** Reads the entries of the list of OAuth tokens: all that the caller sees, or those of a user. */
const readOauthTokens = (client: Client, userId?: string) =>
  readWholeList(client, 'GET /api/v1/oauth-tokens', userId === undefined ? {} : { query: { userId } });

const oauthTokenNoun: Noun = {
  ...nounOf('OAuth token', readOauthTokens, ({ id, clientId }) => ({ id, names: [], place: clientId }), '<id>'),
  hint: 'entry; the beginning of the id is enough',
};

const listOauthClientRefusals = thingCommand(oauthClientNoun, 'doctor', {
  description: 'Show why requests of an OAuth client were refused in the last week, and what to change',
  options: { '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 } },
  examples: ['millrace oauth doctor "Nightly report"'],
  async run({ client, output, options }, id) {
    const path = { id };
    const refusals = await readWholeList(client, 'GET /api/v1/oauth-clients/{id}/refusals', { path }, options.limit);
    if (output.wantsData) return output.printData(refusals);
    if (refusals.length === 0) return output.print('No request of the client was refused in the last week.');
    for (const refusal of refusals) {
      const times = refusal.number > 1 ? `, ${refusal.number} times` : '';
      output.print(
        `${localTime(refusal.time)}  ${[refusal.endpoint, refusal.grantType, refusal.code].filter(Boolean).join('  ')}  from ${refusal.address}${times}`,
      );
      output.print(`  ${refusal.reason}`);
      output.print(`  ${refusal.advice}`);
    }
  },
});

const listOauthTokens = listCommand({
  verb: 'tokens',
  description: 'List the programs that act for you by OAuth 2.0; a manager of users sees those of all people',
  examples: ['millrace oauth tokens', 'millrace oauth tokens --user ada'],
  options: { '--user <login or id>': 'only those of a user' },
  read: async ({ client }, { user }) => readOauthTokens(client, user === undefined ? undefined : await userNoun.find(client, user)),
  columns: () => ({
    ID: (token) => token.id,
    CLIENT: (token) => token.clientId,
    USER: (token) => token.userId,
    DEVICE: (token) => token.deviceType,
    DESCRIPTION: (token) => token.description,
    'LAST USED': (token) => localTime(token.lastUsed),
  }),
  none: 'No program acts by OAuth.',
});

const deleteOauthToken = thingCommand(oauthTokenNoun, 'revoke', {
  description: 'Revoke an entry of the list of tokens: its access and refresh tokens become invalid at once',
  examples: ['millrace oauth revoke 0190a1b2-0000-7000-8000-000000000001'],
  async run({ client, output }, id) {
    await client.call('DELETE /api/v1/oauth-tokens/{id}', { path: { id } });
    return output.printResult({ id }, `Revoked ${id} with all its tokens.`);
  },
});

/** `millrace oauth`. */
export const oauthGroup = group('oauth', 'List and revoke the access of programs by OAuth 2.0, and show why programs are refused', [
  listOauthTokens,
  deleteOauthToken,
  listOauthClientRefusals,
]);
