import { nounOf } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import { readWholeList } from '../../pages.ts';
import { roleNoun } from '../role/lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

/** Reads all users that the caller sees. */
export const readAllUsers = (client: Client) => readWholeList(client, 'GET /account/users');

/** A user is found by its login. */
export const userNoun = nounOf('user', readAllUsers, ({ id, login }) => ({ id, names: [login] }), '<login or id>');

const LANGUAGES = ['en', 'fr', 'ja', 'de', 'unsupported'] as const;

/** The options of commands that write a user. */
export const USER_OPTIONS = {
  '--first-name <name>': 'first name',
  '--last-name <name>': 'last name',
  '--phone <number>': 'phone number',
  '--language <code>': { text: 'language that the user prefers', choices: LANGUAGES },
  '--timezone <zone>': 'time zone, for example Europe/Paris',
  '--title <title>': 'title or position',
  '--role <names or ids...>': 'all roles of the user',
} as const satisfies OptionTable;

/** The values of these options. */
type UserOptions = OptionsOf<typeof USER_OPTIONS> & { email?: string };

/** Converts the given options to fields of a user; roles are found by id or name. */
export async function userFieldsFrom(client: Client, options: UserOptions): Promise<Partial<Schema<'UserRequest'>>> {
  const { email, firstName, lastName, phone, language, timezone, title, role } = options;
  const roleIds = [];
  for (const nameOrId of role ?? []) roleIds.push(await roleNoun.find(client, nameOrId));
  const fields = { email, firstName, lastName, phone, preferredLanguage: language, timezone, title };
  return given({ ...fields, roleIds: role && roleIds });
}
