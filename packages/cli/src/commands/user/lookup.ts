import type { Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { type Command, Option } from 'commander';
import { isId, pickOne } from '../../names.ts';
import { readWholeList } from '../../pages.ts';
import { findRoleId } from '../role/lookup.ts';

/** Reads all users that the caller sees. */
export const readAllUsers = (client: Client) => readWholeList(client, 'GET /account/users');

/** Finds the id of a user by id or login. */
export async function findUserId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('user', idOrName, await readAllUsers(client), ({ id, login }) => ({ id, names: [login] })).id;
}

/** How a command names a user. */
export const userNoun: Noun = { what: 'user', argument: '<login or id>', find: findUserId };

const LANGUAGES = ['en', 'fr', 'ja', 'de', 'unsupported'] as const;

/** The options of commands that write a user. */
export type UserOptions = {
  email?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  language?: (typeof LANGUAGES)[number];
  timezone?: string;
  title?: string;
  role?: string[];
};

/** Adds the options that the creation and the change of a user share, apart from the email address. */
export const addUserOptions = (command: Command): Command =>
  command
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--phone <number>', 'phone number')
    .addOption(new Option('--language <code>', 'language that the user prefers').choices(LANGUAGES))
    .option('--timezone <zone>', 'time zone, for example Europe/Paris')
    .option('--title <title>', 'title or position')
    .option('--role <names or ids...>', 'all roles of the user');

/** Converts the given options to fields of a user; roles are found by id or name. */
export async function fieldsFrom(client: Client, options: UserOptions): Promise<Partial<Schema<'UserRequest'>>> {
  const { email, firstName, lastName, phone, language, timezone, title, role } = options;
  const roleIds = [];
  for (const nameOrId of role ?? []) roleIds.push(await findRoleId(client, nameOrId));
  return {
    ...(email !== undefined && { email }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(phone !== undefined && { phone }),
    ...(language !== undefined && { preferredLanguage: language }),
    ...(timezone !== undefined && { timezone }),
    ...(title !== undefined && { title }),
    ...(role !== undefined && { roleIds }),
  };
}
