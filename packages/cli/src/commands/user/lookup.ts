import { nounOf } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { type Command, Option } from 'commander';
import { readWholeList } from '../../pages.ts';
import { roleNoun } from '../role/lookup.ts';

/** Reads all users that the caller sees. */
export const readAllUsers = (client: Client) => readWholeList(client, 'GET /account/users');

/** A user is found by its login. */
export const userNoun = nounOf('user', readAllUsers, ({ id, login }) => ({ id, names: [login] }), '<login or id>');

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
  for (const nameOrId of role ?? []) roleIds.push(await roleNoun.find(client, nameOrId));
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
