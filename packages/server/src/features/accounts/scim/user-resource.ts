/** Users as resources of SCIM. `accounts/people` has their rules and statements. */
import { invalid } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import {
  addUser,
  changeUser,
  groupsOfUser,
  lockUser,
  removeUser,
  rolesOfUser,
  updateProvisionedFields,
  type UserChange,
  userColumns,
  type UserRow,
  USER_ROWS,
} from '../people/index.ts';
import { faultOfPassword, hasherOf, lockPerson, replacePassword, requireMayGiveAccess, requirePersonHeld } from '../sign-in/index.ts';
import { checkedAs, idsOf, limitedText, missingAsInvalid, type ScimObject } from './bodies.ts';
import { type KeptAttributes, keptColumns, keptOf, orderedValues, valuesOfAccount, withKept } from './kept-attributes.ts';
import { commonColumns, type ScimCall, type ScimKind, type ScimRow } from './resources.ts';
import { USER_SCHEMA } from './schemas.ts';

type Named = { id: string; name: string };
type Row = UserRow & ScimRow & { display_name: string | null; kept_attributes: KeptAttributes | null; groups: Named[]; roles: Named[] };
type PersonName = { familyName?: string; givenName?: string };

const fullName = sql`trim(u.first_name || ' ' || u.last_name)`;
const text = (value: ReturnType<typeof sql>) => ({ kind: 'text', value }) as const;
const exact = (value: ReturnType<typeof sql>) => ({ kind: 'exact', value }) as const;
const kept = keptColumns();

/** Users as resources. */
export const SCIM_USERS: ScimKind<Row> = {
  schema: USER_SCHEMA,
  known: {
    columns: {
      ...commonColumns(USER_SCHEMA, sql`u`),
      username: text(sql`u.login`),
      'name.familyname': text(sql`u.last_name`),
      'name.givenname': text(sql`u.first_name`),
      displayname: text(sql`coalesce(u.display_name, ${fullName})`),
      title: text(sql`u.title`),
      preferredlanguage: text(sql`u.preferred_language`),
      timezone: text(sql`u.timezone`),
      active: { kind: 'boolean', value: sql`u.active` },
      emails: text(sql`u.email`),
      phonenumbers: text(sql`u.phone`),
      ...kept.columns,
    },
    lists: {
      ...kept.lists,
      groups: {
        among: groupsOfUser,
        columns: { value: exact(sql`gr.id::text`), display: text(sql`gr.name`), type: text(sql`'direct'`) },
      },
      roles: {
        among: rolesOfUser,
        columns: { value: exact(sql`ro.id::text`), display: text(sql`ro.name`) },
      },
    },
  },
  rows: {
    ...USER_ROWS,
    columns: sql`
      ${userColumns}, u.external_id, u.display_name, u.kept_attributes, u.created_at, u.updated_at,
      coalesce((select json_agg(json_build_object('id', gr.id, 'name', gr.name) order by gr.name) from ${groupsOfUser}), '[]') as groups,
      coalesce((select json_agg(json_build_object('id', ro.id, 'name', ro.name) order by ro.name) from ${rolesOfUser}), '[]') as roles`,
  },

  toAttributes(row, addressOf) {
    const emails = valuesOfAccount(row.kept_attributes?.emails, row.email);
    const phoneNumbers = valuesOfAccount(row.kept_attributes?.phoneNumbers, row.phone);
    const attributes = {
      userName: row.login,
      ...((row.last_name || row.first_name) && {
        name: { ...(row.last_name && { familyName: row.last_name }), ...(row.first_name && { givenName: row.first_name }) },
      }),
      displayName: row.display_name ?? `${row.first_name} ${row.last_name}`.trim(),
      ...presentFields({ title: row.title, preferredLanguage: row.preferred_language, timezone: row.timezone }),
      active: row.active,
      ...(emails.length > 0 && { emails }),
      ...(phoneNumbers.length > 0 && { phoneNumbers }),
      groups: row.groups.map(({ id, name }) => ({ value: id, $ref: addressOf('/Groups', id), display: name, type: 'direct' })),
      roles: row.roles.map(({ id, name }) => ({ value: id, $ref: addressOf('/Roles', id), display: name })),
    };
    return withKept(attributes, row.kept_attributes);
  },

  async create(call, wanted) {
    const user = toUser(wanted);
    const setPassword = await preparePassword(call, wanted, user);
    const id = await missingAsInvalid(addUser(call, user));
    await setPassword(id);
    await updateProvisionedFields(call.tx, id, provisionedOf(wanted));
    return id;
  },
  lock: ({ tx, actor }, id) => lockUser(tx, actor, id),
  async replace(call, row, wanted) {
    const user = toUser(wanted, row);
    const setPassword = await preparePassword(call, wanted, user, row.id);
    await missingAsInvalid(changeUser(call, row, user));
    await setPassword(row.id);
    await updateProvisionedFields(call.tx, row.id, provisionedOf(wanted, row));
  },
  remove: removeUser,
};

/**
 * What only an identity provider sets: the user's id there, the display name, and the kept attributes. A display name equal to first and last name is not
 * stored, so it changes with them.
 */
const provisionedOf = (wanted: ScimObject, row?: Row) => {
  const { givenName = '', familyName = '' } = (wanted['name'] ?? {}) as PersonName;
  const [first, last] = row ? [row.first_name, row.last_name] : [givenName, familyName];
  const isFullName = !row?.display_name && wanted['displayName'] === `${first} ${last}`.trim();
  return {
    externalId: limitedText(wanted, 'externalId', row?.external_id),
    displayName: isFullName ? null : limitedText(wanted, 'displayName', row?.display_name),
    keptAttributes: keptOf(wanted),
  };
};

/**
 * Converts the attributes to the fields of a user. Roles and the active flag stay if they are left out, so that an identity provider that does not
 * know them removes nothing. Only a user that has no email address may stay without one.
 * @rule scim.users.kept
 */
function toUser(wanted: ScimObject, known?: Row): UserChange {
  const { familyName = '', givenName = '' } = (wanted['name'] ?? {}) as PersonName;
  const optional = (name: string): string => (wanted[name] as string | undefined) ?? '';
  const user = checkedAs('UserRequest', {
    login: wanted['userName'],
    email: orderedValues(wanted['emails'])[0]?.['value'] ?? (known?.email === '' ? '' : undefined),
    firstName: givenName,
    lastName: familyName,
    phone: orderedValues(wanted['phoneNumbers'])[0]?.['value'] ?? '',
    timezone: optional('timezone'),
    title: optional('title'),
    ...(wanted['active'] !== undefined && { active: wanted['active'] }),
    ...(wanted['preferredLanguage'] !== undefined && { preferredLanguage: languageOf(wanted['preferredLanguage'] as string) }),
    ...(wanted['roles'] !== undefined && { roleIds: idsOf('roles', wanted['roles']) }),
  });
  return wanted['preferredLanguage'] === undefined ? { ...user, preferredLanguage: null } : user;
}

/** Converts a language tag such as `en-US` to the language as the API names it. */
function languageOf(tag: string): string {
  const language = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return ['en', 'fr', 'ja', 'de'].includes(language) ? language : 'unsupported';
}

/**
 * Checks and hashes the password of a resource, and returns the function that stores it, which ends sessions and links of the user. Call it before the
 * user is written, with the id of a user that exists: otherwise, a caller that lacks a permission of that user could sign in as that user.
 * @rule scim.users.password
 */
async function preparePassword(
  call: ScimCall,
  wanted: ScimObject,
  user: { login: string; email: string },
  existing?: string,
): Promise<(id: string) => Promise<void>> {
  const password = wanted['password'];
  if (typeof password !== 'string') return async () => {};
  requireMayGiveAccess(call.actor);
  const fault = faultOfPassword(password, user);
  if (fault !== undefined) throw invalid('invalid_value', fault);
  if (existing !== undefined) await requirePersonHeld(call.tx, call.actor, await lockPerson(call.tx, call.actor, existing));
  const hash = await hasherOf(call).hash(password);
  return (id) => replacePassword(call, id, hash);
}
