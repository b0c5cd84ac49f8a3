import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { isId, pickOne } from '../../names.ts';
import type { Output } from '../../output.ts';
import { userNoun } from '../user/lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

/** The options of commands that share an entity. */
export const SHARING_OPTIONS = {
  '--user <users...>': 'users, by their full name, login or id',
  '--group <groups...>': 'groups, by name or id',
  '--level <level>': {
    text: 'READER sees, WRITER also changes, OWNER also deletes',
    choices: ['READER', 'WRITER', 'OWNER'],
    default: 'READER',
  },
  '--remove': 'remove the sharings of these users and groups',
} as const satisfies OptionTable;

/** The values of these options. */
type SharingOptions = OptionsOf<typeof SHARING_OPTIONS>;

/** Changes the sharings that the options name, and prints the sharings of the entity, at most 1000. */
export async function changeAndPrintSharings(
  client: Client,
  output: Output,
  path: { entityType: string; entityId: string },
  { user = [], group = [], level, remove }: SharingOptions,
): Promise<void> {
  const hasChanges = user.length + group.length > 0;
  if (remove && !hasChanges) throw new Failure('usage', 'Name the users or groups to remove with --user or --group.');
  if (hasChanges) {
    const { userIds, groupIds } = await findReceivers(client, path.entityType, user, group);
    const change = remove ? {} : { level: { code: level } };
    await client.call('PATCH /sharing/sharingset/{entityType}/{entityId}', {
      path,
      body: { users: userIds.map((userId) => ({ userId, ...change })), groups: groupIds.map((groupId) => ({ groupId, ...change })) },
    });
  }
  const { body: set } = await client.call('GET /sharing/sharingset/{entityType}/{entityId}', { path, query: { limit: 1000 } });
  if (output.wantsData) return output.printData(set);
  const users = (set.users ?? []).map(({ firstName, lastName, level: present, userId }) => [
    'user',
    `${firstName} ${lastName}`,
    present.code,
    userId,
  ]);
  const groups = (set.groups ?? []).map(({ groupName, level: present, groupId }) => ['group', groupName, present.code, groupId]);
  return output.printTable(['KIND', 'NAME', 'LEVEL', 'ID'], [...users, ...groups], 'It is shared with nobody.');
}

/**
 * Finds the ids of users and groups. Full names of users and names of groups are looked up among those that can receive a sharing. Logins are looked up
 * among all users, whom only callers that manage users can list. Ids are not checked.
 */
async function findReceivers(
  client: Client,
  entityType: string,
  users: readonly string[],
  groups: readonly string[],
): Promise<{ userIds: string[]; groupIds: string[] }> {
  const { body } = await client.call('GET /sharing/sharings/eligibles/{entityType}', { path: { entityType } });
  const people = (body.users ?? []).map(({ userId, firstName, lastName }) => ({ id: userId, names: [`${firstName} ${lastName}`] }));
  const teams = (body.groups ?? []).map(({ groupId, groupName }) => ({ id: groupId, names: [groupName] }));
  const userOf = async (text: string): Promise<string> =>
    people.some(({ names }) => names.includes(text)) ? pickOne('user', text, people, (choice) => choice).id : userNoun.find(client, text);
  return {
    userIds: await Promise.all(users.map(userOf)),
    groupIds: groups.map((text) => (isId(text) ? text : pickOne('group', text, teams, (choice) => choice).id)),
  };
}
