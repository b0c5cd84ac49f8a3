/** Groups as resources of SCIM. They are written by the same statements as by the operations on groups. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import {
  insertGroup,
  insertMembers,
  lockGroup,
  mayChangeMembers,
  mayRename,
  removeGroup,
  removeOtherMembers,
  updateGroup,
  visibleGroups,
} from '../groups/index.ts';
import { holdUsers } from '../users/index.ts';
import type { ScimObject } from './bodies.ts';
import type { ScimKind, ScimRow } from './resources.ts';
import { GROUP_SCHEMA } from './schemas.ts';
import { checkedAs, idsOf, namedIn, timeColumns } from './values.ts';

type Row = ScimRow & { name: string; members: { id: string; login: string }[] };

/**
 * Groups as resources.
 * @rule scim.groups.roles
 */
export const SCIM_GROUPS: ScimKind<Row> = {
  schema: GROUP_SCHEMA,
  known: {
    schema: GROUP_SCHEMA.id,
    columns: {
      id: { kind: 'exact', value: sql`g.id::text` },
      externalid: { kind: 'exact', value: sql`g.external_id` },
      displayname: { kind: 'text', value: sql`g.name` },
      ...timeColumns('Group', sql`g.created_at`, sql`g.updated_at`),
    },
    lists: {
      members: {
        some: (where) => sql`exists (
          select from account_group_member gm
          join account me on me.id = gm.account_id
          where gm.group_id = g.id
            and ${where})`,
        columns: {
          value: { kind: 'exact', value: sql`me.id::text` },
          display: { kind: 'text', value: sql`me.login` },
          type: { kind: 'text', value: sql`'User'` },
        },
      },
    },
  },
  rows: {
    from: sql`account_group g`,
    id: sql`g.id`,
    visible: visibleGroups,
    columns: sql`
      g.id, g.external_id, g.name, g.created_at, g.updated_at,
      coalesce((
        select json_agg(json_build_object('id', me.id, 'login', me.login) order by me.login)
        from account_group_member gm
        join account me on me.id = gm.account_id
        where gm.group_id = g.id), '[]') as members`,
  },

  toAttributes: ({ name, members }, addressOf) => ({
    displayName: name,
    members: members.map(({ id, login }) => ({ value: id, $ref: addressOf('/Users', id), display: login, type: 'User' })),
  }),

  async create({ tx, actor }, wanted) {
    const { name, externalId, members } = toGroup(wanted);
    const users = await namedIn(holdUsers(tx, actor, members));

    const id = newId();
    await insertGroup(tx, actor, { id, tenant: actor.tenant, name, externalId });
    await insertMembers(tx, actor, [{ id }], users);
    return id;
  },
  lock: ({ tx, actor }, id) => lockGroup(tx, actor, id),
  async replace(call, row, wanted) {
    const { tx, actor } = call;
    const { name, externalId, members } = toGroup(wanted);
    await mayRename(call, row, name);
    const users = await namedIn(holdUsers(tx, actor, members));
    if (!haveSameIds(users, row.members)) await mayChangeMembers(tx, actor, [row]);

    await updateGroup(tx, actor, row.id, { name, externalId });
    await removeOtherMembers(tx, actor, row.id, users);
    await insertMembers(tx, actor, [row], users);
  },
  async remove({ tx, actor }, row) {
    await mayChangeMembers(tx, actor, [row]);
    await removeGroup(tx, actor, row.id);
  },
};

const haveSameIds = (some: readonly { id: string }[], others: readonly { id: string }[]): boolean =>
  some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id));

const toGroup = (wanted: ScimObject) => ({
  name: checkedAs('RenameGroupRequest', { name: wanted['displayName'] }).name,
  externalId: (wanted['externalId'] as string | undefined) ?? null,
  members: idsOf('members', wanted['members']),
});
