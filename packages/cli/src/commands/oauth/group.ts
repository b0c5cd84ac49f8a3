import type { Client } from '@millrace/contract/client';
import { group, listCommand, serverCommand } from '../../group.ts';
import { isId, pickOne } from '../../names.ts';
import { wholeNumber } from '../../option-values.ts';
import { readWholeList } from '../../pages.ts';
import { localTime } from '../../text.ts';
import { userNoun } from '../user/lookup.ts';

/** Finds the id of an OAuth client by id or name. */
async function findOauthClientId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const known = await readWholeList(client, 'GET /api/v1/oauth-clients');
  return pickOne('OAuth client', idOrName, known, ({ clientId, clientName }) => ({ id: clientId, names: [clientName] })).clientId;
}

/** Reads the entries of the list of OAuth tokens: all that the caller sees, or those of a user. */
const readOauthTokens = (client: Client, userId?: string) =>
  readWholeList(client, 'GET /api/v1/oauth-tokens', userId === undefined ? {} : { query: { userId } });

/** Finds the id of an entry of the list of OAuth tokens by its id or the beginning of it. */
async function findOauthTokenId(client: Client, idOrPrefix: string): Promise<string> {
  if (isId(idOrPrefix)) return idOrPrefix;
  return pickOne('OAuth token', idOrPrefix, await readOauthTokens(client), ({ id, clientId }) => ({ id, names: [], place: clientId })).id;
}

const listOauthClientRefusals = serverCommand('doctor', {
  description: 'Show why requests of an OAuth client were refused in the last week, and what to change',
  arguments: { '<name or id>': 'the client' },
  options: (command) => command.option('--limit <n>', 'maximum number', wholeNumber, 20),
  examples: ['millrace oauth doctor "Nightly report"'],
  async run({ client, output }, idOrName: string, options: { limit: number }) {
    const path = { id: await findOauthClientId(client, idOrName) };
    const refusals = await readWholeList(client, 'GET /api/v1/oauth-clients/{id}/refusals', { path }, options.limit);
    if (output.json) return output.printJson(refusals);
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
  options: (command) => command.option('--user <login or id>', 'only those of a user'),
  read: async ({ client }, { user }: { user?: string }) =>
    readOauthTokens(client, user === undefined ? undefined : await userNoun.find(client, user)),
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

const deleteOauthToken = serverCommand('revoke', {
  description: 'Revoke an entry of the list of tokens: its access and refresh tokens become invalid at once',
  arguments: { '<id>': 'the entry; the beginning of the id is enough' },
  examples: ['millrace oauth revoke 0190a1b2-0000-7000-8000-000000000001'],
  async run({ client, output }, idOrPrefix: string) {
    const id = await findOauthTokenId(client, idOrPrefix);
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
