/** Groups as resources of SCIM. `accounts/people` has their rules and statements. */
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import {
  GROUP_ROWS,
  holdUsers,
  insertGroup,
  insertMembers,
  lockGroup,
  nestGroups,
  removeGroup,
  removeOtherMembers,
  requireMayRename,
  requireMembersAddable,
  requireMembersRemovable,
  selectGroupIds,
  updateGroup,
} from '../people/index.ts';
import { type ScimObject, checkedAs, idsOf, limitedText, missingAsInvalid } from './bodies.ts';
import { commonColumns, type ScimKind, type ScimRow } from './resources.ts';
import { GROUP_SCHEMA } from './schemas.ts';

type Row = ScimRow & { name: string; members: { id: string; display: string; type: 'User' | 'Group' }[] };

/** The members of the group `g`: users, and groups. */
const membersOfGroup: Sql = sql`(
        select ma.id, ma.login as display, 'User' as type
        from account_group_member gm
        join account ma on ma.id = gm.account_id
        where gm.group_id = g.id
        union all
        select mg.id, mg.name, 'Group'
        from group_nesting gn
        join account_group mg on mg.id = gn.member_group_id
        where gn.group_id = g.id)`;

/**
 * Groups as resources.
 * @rule scim.groups.roles
 */
export const SCIM_GROUPS: ScimKind<Row> = {
  schema: GROUP_SCHEMA,
  known: {
    columns: {
      ...commonColumns(GROUP_SCHEMA, sql`g`),
      displayname: { kind: 'text', value: sql`g.name` },
    },
    lists: {
      members: {
        among: sql`${membersOfGroup} me`,
        columns: {
          value: { kind: 'exact', value: sql`me.id::text` },
          display: { kind: 'text', value: sql`me.display` },
          type: { kind: 'text', value: sql`me.type` },
        },
      },
    },
  },
  rows: {
    ...GROUP_ROWS,
    columns: sql`
      g.id, g.external_id, g.name, g.created_at, g.updated_at,
      coalesce((
        select json_agg(json_build_object('id', me.id, 'display', me.display, 'type', me.type) order by me.type desc, me.display)
        from ${membersOfGroup} me), '[]') as members`,
  },

  toAttributes: ({ name, members }, addressOf) => ({
    displayName: name,
    members: members.map(({ id, display, type }) => ({ value: id, $ref: addressOf(`/${type}s`, id), display, type })),
  }),

  async create({ tx, actor }, wanted) {
    const { name, externalId, members } = toGroup(wanted);
    const { userIds, groupIds } = await splitMembers(tx, actor, members);
    const users = await missingAsInvalid(holdUsers(tx, actor, userIds));

    const id = await insertGroup(tx, actor, { name, externalId });
    await insertMembers(tx, actor, [{ id }], users);
    await missingAsInvalid(nestGroups(tx, actor, id, groupIds));
    return id;
  },
  lock: ({ tx, actor }, id) => lockGroup(tx, actor, id),
  async replace(call, row, wanted) {
    const { tx, actor } = call;
    const { name, externalId, members } = toGroup(wanted, row);
    await requireMayRename(call, row, name);
    const { userIds, groupIds } = await splitMembers(tx, actor, members);
    const users = await missingAsInvalid(holdUsers(tx, actor, userIds));
    const memberIds = new Set(row.members.map(({ id }) => id));
    if (users.some(({ id }) => !memberIds.has(id))) await requireMembersAddable(tx, actor, [row]);
    else if (!haveSameIds([...users, ...groupIds.map((id) => ({ id }))], row.members)) await requireMembersRemovable(tx, actor, [row]);
    await missingAsInvalid(nestGroups(tx, actor, row.id, groupIds));

    await updateGroup(tx, actor, row.id, { name, externalId });
    await removeOtherMembers(tx, actor, row.id, users);
    await insertMembers(tx, actor, [row], users);
  },
  async remove({ tx, actor }, row) {
    await requireMembersRemovable(tx, actor, [row]);
    await removeGroup(tx, actor, row.id);
  },
};

const haveSameIds = (some: readonly { id: string }[], others: readonly { id: string }[]): boolean =>
  some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id));

const toGroup = (wanted: ScimObject, known?: ScimRow) => ({
  name: checkedAs('RenameGroupRequest', { name: wanted['displayName'] }).name,
  externalId: limitedText(wanted, 'externalId', known?.external_id),
  members: (wanted['members'] ?? []) as ScimObject[],
});

/**
 * Splits members into users and groups: by the type or the address, and by the id where a member has neither.
 * @rule scim.groups.nested
 */
async function splitMembers(tx: Tx, actor: Actor, members: readonly ScimObject[]): Promise<{ userIds: string[]; groupIds: string[] }> {
  const ids = idsOf('members', members);
  const typed = members.map(({ type, $ref }) => String(type ?? /\/(User|Group)s\/[^/]*$/i.exec(String($ref))?.[1] ?? '').toLowerCase());
  const untyped = ids.filter((_, index) => typed[index] === '');
  const found = new Set(untyped.length === 0 ? [] : await selectGroupIds(tx, actor, untyped));
  const isGroup = (id: string, index: number): boolean => typed[index] === 'group' || found.has(id);
  return { userIds: ids.filter((id, index) => !isGroup(id, index)), groupIds: [...new Set(ids.filter(isGroup))] };
}
