/** The event types of users, groups, roles and API keys. */
import { flag, listOf, moment, oneOf, optional, recordId, text } from '../event-fields.ts';
import { eventTypesOf, recordTypes, TENANT_EXAMPLE, TENANT_LEVEL, tenantId } from './event-type.ts';

const ROLE = {
  id: recordId('Id of the role.'),
  name: text('Name of the role.'),
  type: oneOf(['default', 'custom'], 'default for a built-in role.'),
  level: oneOf(['admin', 'user'], 'admin for a role with a permission to manage.'),
};
const assignedRoles = listOf(ROLE, 'Its own roles, by name.');
const createdAt = moment('Time of its creation.');
const lastUpdatedAt = moment('Time of its last change.');

const TIMES_EXAMPLE = {
  tenantId: TENANT_EXAMPLE,
  createdAt: '2026-11-20T08:00:00.000Z',
  lastUpdatedAt: '2026-11-23T08:00:00.000Z',
};
const ROLE_EXAMPLE = { id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a52', name: 'Operator', type: 'default', level: 'user' } as const;
const GROUP_EXAMPLE = { id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a53', name: 'sales', providerType: 'custom' } as const;
const USER_EXAMPLE_ID = '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a51';
const MEMBER_GROUP = { id: recordId('Id of the group.'), name: text('Name of the group.') };
const MEMBER = { id: recordId('Id of the user.'), subject: text('Login of the user.') };
const providerType = oneOf(['custom', 'idp'], 'idp for a group that an identity provider manages.');

const groupEvent = eventTypesOf('groups', TENANT_LEVEL);

/** The event types by name. */
export const ACCOUNT_TYPES = {
  ...recordTypes('user', {
    label: 'user',
    category: 'users',
    levels: TENANT_LEVEL,
    fields: {
      id: recordId('Id of the user.'),
      subject: text('Login of the user.'),
      name: text('Name of the user.'),
      email: text('Email address.'),
      status: oneOf(['active', 'disabled', 'deleted'], 'Whether the user may sign in.'),
      clientId: optional(recordId('Id of the OAuth client for which a bot user acts; absent for people.')),
      assignedRoles,
      assignedGroups: listOf(
        { id: recordId('Id of the group.'), name: text('Name of the group.'), providerType },
        'Groups of the user, by name.',
      ),
      preferredLocale: optional(text('Preferred language.')),
      preferredZoneinfo: optional(text('Preferred time zone.')),
      tenantId,
      createdAt,
      lastUpdatedAt,
    },
    example: {
      id: USER_EXAMPLE_ID,
      subject: 'ada@example.com',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      status: 'active',
      assignedRoles: [ROLE_EXAMPLE],
      assignedGroups: [GROUP_EXAMPLE],
      ...TIMES_EXAMPLE,
    },
  }),
  ...recordTypes('group', {
    label: 'group',
    category: 'groups',
    levels: TENANT_LEVEL,
    fields: {
      id: recordId('Id of the group.'),
      name: text('Name of the group.'),
      description: text('Description.'),
      providerType,
      assignedRoles,
      tenantId,
      createdAt,
      lastUpdatedAt,
    },
    example: { ...GROUP_EXAMPLE, description: '', assignedRoles: [ROLE_EXAMPLE], ...TIMES_EXAMPLE },
  }),
  'com.service.v1.group.users.modified': groupEvent({
    title: 'Users of a group changed',
    description: 'Users or groups were added to a group or removed from it.',
    fields: {
      id: recordId('Id of the group.'),
      name: text('Name of the group.'),
      added: listOf(MEMBER, 'The new members, by login.'),
      removed: listOf(MEMBER, 'The former members, by login.'),
      addedGroups: optional(listOf(MEMBER_GROUP, 'The groups that are new within the group, by name.')),
      removedGroups: optional(listOf(MEMBER_GROUP, 'The groups that are no longer within the group, by name.')),
      tenantId,
    },
    example: {
      id: GROUP_EXAMPLE.id,
      name: 'sales',
      added: [{ id: USER_EXAMPLE_ID, subject: 'ada@example.com' }],
      removed: [],
      tenantId: TIMES_EXAMPLE.tenantId,
    },
  }),
  ...recordTypes('role', {
    label: 'role',
    category: 'roles',
    levels: TENANT_LEVEL,
    fields: { ...ROLE, description: text('Description.'), tenantId, createdAt, lastUpdatedAt },
    example: { ...ROLE_EXAMPLE, type: 'custom', description: '', ...TIMES_EXAMPLE },
  }),
  ...recordTypes('api-key', {
    label: 'API key',
    category: 'api keys',
    levels: TENANT_LEVEL,
    fields: {
      id: recordId('Id of the key.'),
      description: text('Name of the key.'),
      sub: recordId('Id of the account that the key is for.'),
      expired: flag('Whether the key has expired.'),
      expiry: optional(moment('End of the validity.')),
      tenantId,
      created: createdAt,
    },
    example: {
      id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a54',
      description: 'nightly report',
      sub: USER_EXAMPLE_ID,
      expired: false,
      expiry: '2027-02-21T08:00:00.000Z',
      tenantId: TIMES_EXAMPLE.tenantId,
      created: TIMES_EXAMPLE.createdAt,
    },
  }),
} as const;
