/** The schemas of the resources (RFC 7643), for the discovery, for reading bodies and for PATCH. */

import { PERMISSIONS } from '@millrace/contract';

/** An attribute of a schema, in the words of RFC 7643, section 7. */
export type ScimAttribute = {
  name: string;
  type: 'string' | 'boolean' | 'reference' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'writeOnly' | 'immutable';
  returned: 'default' | 'never';
  uniqueness: 'none' | 'server';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly ScimAttribute[];
};

/** A schema with its resource type. */
export type ScimSchema = {
  id: string;
  name: 'User' | 'Group' | 'Role';
  endpoint: '/Users' | '/Groups' | '/Roles';
  description: string;
  attributes: readonly ScimAttribute[];
  /** Attributes of RFC 7643 that are not stored, in small letters: a PATCH may name them. */
  ignored: readonly string[];
};

const attribute = (name: string, description: string, rest: Partial<ScimAttribute> = {}): ScimAttribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...rest,
});

const READ_ONLY = { mutability: 'readOnly' } as const;
const IMMUTABLE = { mutability: 'immutable' } as const;
const complex = (subAttributes: readonly ScimAttribute[]) => ({ type: 'complex', subAttributes }) as const;
const list = (subAttributes: readonly ScimAttribute[]) => ({ ...complex(subAttributes), multiValued: true });
const link = (type: string | readonly string[], mutability: ScimAttribute['mutability'] = 'readOnly') =>
  attribute('$ref', 'Address of the resource.', { type: 'reference', referenceTypes: [type].flat(), caseExact: true, mutability });
const single = (value: string, type: string) => [
  attribute('value', value, { required: true }),
  attribute('type', 'Kind of the value.', { canonicalValues: [type] }),
  attribute('primary', 'Whether the value is the preferred one.', { type: 'boolean' }),
];

/** The schema of users. */
export const USER_SCHEMA: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  endpoint: '/Users',
  description: 'A person.',
  ignored: [
    'nickname',
    'profileurl',
    'usertype',
    'locale',
    'ims',
    'photos',
    'addresses',
    'entitlements',
    'x509certificates',
    'name.formatted',
    'name.middlename',
    'name.honorificprefix',
    'name.honorificsuffix',
  ],
  attributes: [
    attribute('userName', 'Login, unique in the tenant.', { required: true, uniqueness: 'server' }),
    attribute('name', 'Names of the user.', complex([attribute('familyName', 'Last name.'), attribute('givenName', 'First name.')])),
    attribute('displayName', 'Name that identity providers display.'),
    attribute('title', 'Title or position.'),
    attribute('preferredLanguage', 'Language that the user prefers.', { canonicalValues: ['en', 'fr', 'ja', 'de', 'unsupported'] }),
    attribute('timezone', 'Time zone.'),
    attribute('active', 'Whether the user may sign in.', { type: 'boolean' }),
    attribute('password', 'Password for this server: at least 12 characters, neither login nor email address.', {
      mutability: 'writeOnly',
      returned: 'never',
      caseExact: true,
    }),
    attribute('emails', 'Email address; the primary one of several is kept.', {
      ...list(single('Email address.', 'work')),
      required: true,
    }),
    attribute('phoneNumbers', 'Phone number; the primary one of several is kept.', list(single('Phone number.', 'work'))),
    attribute('groups', 'Groups of which the user is a member.', {
      ...list([
        attribute('value', 'Id of the group.', { caseExact: true, ...READ_ONLY }),
        link('Group'),
        attribute('display', 'Name of the group.', READ_ONLY),
        attribute('type', 'Kind of the membership.', { canonicalValues: ['direct'], ...READ_ONLY }),
      ]),
      ...READ_ONLY,
    }),
    attribute(
      'roles',
      'Roles of the user.',
      list([
        attribute('value', 'Id of the role.', { caseExact: true, ...IMMUTABLE }),
        link('Role', 'immutable'),
        attribute('display', 'Name of the role.', READ_ONLY),
      ]),
    ),
  ],
};

/** The schema of groups. */
export const GROUP_SCHEMA: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  endpoint: '/Groups',
  description: 'A group of users.',
  ignored: [],
  attributes: [
    attribute('displayName', 'Name of the group, unique in the tenant.', { required: true, uniqueness: 'server' }),
    attribute(
      'members',
      'Users and groups that are members of the group.',
      list([
        attribute('value', 'Id of the user or group.', { caseExact: true, ...IMMUTABLE }),
        link(['User', 'Group'], 'immutable'),
        attribute('display', 'Login of the user, or name of the group.', READ_ONLY),
        attribute('type', 'Kind of the member.', { canonicalValues: ['User', 'Group'], ...IMMUTABLE }),
      ]),
    ),
  ],
};

/** The schema of roles. The RFC defines none, so this one is specific to the product. */
export const ROLE_SCHEMA: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:extension:millrace:2.0:Role',
  name: 'Role',
  endpoint: '/Roles',
  description: 'A named set of permissions.',
  ignored: [],
  attributes: [
    attribute('name', 'Name of the role, unique in the tenant.', { required: true, uniqueness: 'server' }),
    attribute(
      'entitlements',
      'Permissions of the role.',
      list([attribute('value', 'Name of the permission.', { required: true, caseExact: true, canonicalValues: PERMISSIONS })]),
    ),
  ],
};

/** All schemas, in the order of the discovery. */
export const SCIM_SCHEMAS: readonly ScimSchema[] = [USER_SCHEMA, GROUP_SCHEMA, ROLE_SCHEMA];
