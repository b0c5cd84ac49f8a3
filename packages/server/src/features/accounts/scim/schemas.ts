/** The schemas of the resources (RFC 7643), for the discovery, for reading bodies and for PATCH. */
import { PERMISSIONS } from '@millrace/contract';

/** An attribute of a schema, in the words of RFC 7643, section 7. */
export type ScimAttribute = {
  name: string;
  type: 'string' | 'boolean' | 'reference' | 'binary' | 'complex';
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
const kind = (...types: readonly string[]) => [
  attribute('type', 'Kind of the value.', types.length > 0 ? { canonicalValues: types } : {}),
  attribute('primary', 'Whether the value is the preferred one.', { type: 'boolean' }),
];
const values = (value: string, types: readonly string[], rest: Partial<ScimAttribute> = {}) =>
  list([attribute('value', value, { required: true, ...rest }), attribute('display', 'Name of the value.'), ...kind(...types)]);

/** The attributes of every resource (RFC 7643, section 3); no schema lists them. */
export const COMMON_ATTRIBUTES: readonly ScimAttribute[] = [
  attribute('schemas', 'Schemas of the resource.', { multiValued: true, caseExact: true, ...READ_ONLY }),
  attribute('id', 'Id of the resource.', { caseExact: true, ...READ_ONLY }),
  attribute('externalId', 'Id of the resource at the identity provider, at most 255 characters.', { caseExact: true }),
  attribute('meta', 'What the server knows about the resource.', {
    ...complex(['resourceType', 'created', 'lastModified', 'location'].map((name) => attribute(name, 'See RFC 7643, section 3.1.'))),
    ...READ_ONLY,
  }),
];

/** The schema of users. */
export const USER_SCHEMA: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  endpoint: '/Users',
  description: 'A person.',
  attributes: [
    attribute('userName', 'Login, unique in the tenant.', { required: true, uniqueness: 'server' }),
    attribute(
      'name',
      'Names of the user.',
      complex([
        attribute('familyName', 'Last name.'),
        attribute('givenName', 'First name.'),
        attribute('middleName', 'Middle names; only kept.'),
        attribute('honorificPrefix', 'Title before the name; only kept.'),
        attribute('honorificSuffix', 'Suffix of the name; only kept.'),
        attribute('formatted', 'All names as one text; only kept.'),
      ]),
    ),
    attribute('displayName', 'Name that identity providers display, at most 255 characters.'),
    attribute('nickName', 'Informal name; only kept.'),
    attribute('profileUrl', 'Address of a page about the user; only kept.', { type: 'reference', referenceTypes: ['external'] }),
    attribute('userType', 'Relation of the user to the organization; only kept.'),
    attribute('locale', 'Language and region of the user, such as en-US; only kept.'),
    attribute('title', 'Title or position.'),
    attribute('preferredLanguage', 'Language that the user prefers.', { canonicalValues: ['en', 'fr', 'ja', 'de', 'unsupported'] }),
    attribute('timezone', 'Time zone.'),
    attribute('active', 'Whether the user may sign in.', { type: 'boolean' }),
    attribute('password', 'Password for this server: at least 12 characters, neither login nor email address.', {
      mutability: 'writeOnly',
      returned: 'never',
      caseExact: true,
    }),
    attribute('emails', 'Email addresses. The account has the primary one; the others are only kept.', {
      ...values('Email address.', ['work', 'home', 'other']),
      required: true,
    }),
    attribute(
      'phoneNumbers',
      'Phone numbers. The account has the primary one; the others are only kept.',
      values('Phone number.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    ),
    attribute(
      'addresses',
      'Postal addresses; only kept.',
      list([
        attribute('formatted', 'The whole address as one text.'),
        attribute('streetAddress', 'Street, house number and what stands beside them.'),
        attribute('locality', 'City.'),
        attribute('region', 'State or region.'),
        attribute('postalCode', 'Postal code.'),
        attribute('country', 'Country, as a code of ISO 3166-1.'),
        ...kind('work', 'home', 'other'),
      ]),
    ),
    attribute('ims', 'Addresses for instant messages; only kept.', values('Address.', [])),
    attribute(
      'photos',
      'Pictures of the user; only kept.',
      values('Address of a picture.', ['photo', 'thumbnail'], { type: 'reference', referenceTypes: ['external'] }),
    ),
    attribute(
      'entitlements',
      'Entitlements at the identity provider; only kept. They give no permission here.',
      values('Name of the entitlement.', []),
    ),
    attribute(
      'x509Certificates',
      'Certificates of the user; only kept.',
      values('Certificate, in base64.', [], { type: 'binary', caseExact: true }),
    ),
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
