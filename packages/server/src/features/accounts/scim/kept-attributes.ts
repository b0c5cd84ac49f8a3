/** Attributes of users that no other part of the API has: they are kept as the identity provider sent them, so that it reads what it wrote. */
import { invalid } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { FilterColumn } from '../../../core/http/filter-sql.ts';
import type { ScimColumns, ScimList } from '../../../core/http/scim-filter.ts';
import { isScimObject, type ScimObject } from './bodies.ts';
import { USER_SCHEMA, type ScimAttribute } from './schemas.ts';

/** The kept attributes of a user. Of email addresses and phone numbers, the first one is that of the account: it is kept without its value. */
export type KeptAttributes = ScimObject & { name?: ScimObject; emails?: ScimObject[]; phoneNumbers?: ScimObject[] };

const KEPT = ['nickName', 'profileUrl', 'userType', 'locale', 'ims', 'photos', 'addresses', 'entitlements', 'x509Certificates'];
const KEPT_NAMES = ['formatted', 'middleName', 'honorificPrefix', 'honorificSuffix'];
/** The lists of which an account has one value, with the column. */
const SINGLE = { emails: sql`u.email`, phoneNumbers: sql`u.phone` };
const MAX_CHARACTERS = 32_768;

/**
 * Returns the attributes to keep; null if there are none. Refuses attributes that are too long together.
 * @rule scim.users.kept-attributes
 * @rule scim.users.kept-size
 */
export function keptOf(wanted: ScimObject): KeptAttributes | null {
  const name = picked((wanted['name'] ?? {}) as ScimObject, KEPT_NAMES);
  const lists = Object.keys(SINGLE).flatMap((list) => {
    const elements = withoutMainValue(orderedValues(wanted[list]));
    return elements.length === 0 ? [] : [[list, elements] as const];
  });
  const kept = { ...picked(wanted, KEPT), ...(Object.keys(name).length > 0 && { name }), ...Object.fromEntries(lists) };
  if (JSON.stringify(kept).length > MAX_CHARACTERS)
    throw invalid(
      'invalid_value',
      `The attributes that are only kept have more than ${MAX_CHARACTERS} characters as JSON: send fewer of them.`,
    );
  return Object.keys(kept).length === 0 ? null : kept;
}

const picked = (from: ScimObject, names: readonly string[]): ScimObject =>
  Object.fromEntries(names.map((name) => [name, withoutEmpty(from[name])] as const).filter(([, value]) => !isEmpty(value)));

const isEmpty = (value: unknown): boolean => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Leaves out elements of a list that have a type, but nothing of that type. */
const withoutEmpty = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.filter(({ type: _type, primary: _primary, ...rest }: ScimObject) => !Object.values(rest).every(isEmpty))
    : value;

/**
 * Orders email addresses or phone numbers: the one of the account is first. It is the primary one, otherwise the first one of the type work, otherwise the
 * first one. Elements without a value are left out.
 * @rule scim.users.single
 */
export function orderedValues(list: unknown): ScimObject[] {
  const elements = ((list ?? []) as ScimObject[]).filter(({ value }) => !isEmpty(value));
  const main = elements.find(({ primary }) => primary === true) ?? elements.find(isOfWork) ?? elements[0];
  if (main === undefined) return [];
  const others = elements.filter((one) => one !== main);
  const type = main['type'] ?? (others.some(isOfWork) ? 'other' : 'work');
  return [{ ...main, type }, ...others.map(({ primary: _primary, ...one }) => one)];
}

const isOfWork = ({ type }: ScimObject): boolean => String(type).toLowerCase() === 'work';

/** The elements to keep; none if the account has all that is to be known. */
function withoutMainValue([main, ...others]: readonly ScimObject[]): ScimObject[] {
  if (main === undefined) return [];
  const { value: _value, primary: _primary, ...rest } = main;
  const isPlain = others.length === 0 && rest['display'] === undefined && rest['type'] === 'work';
  return isPlain ? [] : [rest, ...others];
}

/** The email addresses or phone numbers of a user, with the value that the account has now. */
export function valuesOfAccount(kept: readonly ScimObject[] | undefined, value: string | null): ScimObject[] {
  const [main = { type: 'work' }, ...others] = kept ?? [];
  return value === null || value === '' ? others : [{ ...main, value, primary: true }, ...others];
}

/** What filters compare of the kept attributes. */
export function keptColumns(): Pick<ScimColumns, 'columns' | 'lists'> {
  const attributes = USER_SCHEMA.attributes.filter(({ name }) => KEPT.includes(name));
  const texts = attributes
    .filter(({ multiValued }) => !multiValued)
    .map(({ name }) => [name.toLowerCase(), textAt(sql`u.kept_attributes`, name)]);
  const names = KEPT_NAMES.map((name) => [`name.${name.toLowerCase()}`, textAt(sql`u.kept_attributes->'name'`, name)]);
  return {
    columns: Object.fromEntries([...texts, ...names]),
    lists: {
      ...Object.fromEntries(attributes.filter(({ multiValued }) => multiValued).map((one) => [one.name.toLowerCase(), listOf(one)])),
      emails: valuesOf('emails', SINGLE.emails),
      phonenumbers: valuesOf('phoneNumbers', SINGLE.phoneNumbers),
    },
  };
}

const textAt = (from: Sql, name: string): FilterColumn => ({ kind: 'text', value: sql`(${from}->>${name}::text)` });

const listOf = ({ name, subAttributes = [] }: ScimAttribute): ScimList => ({
  among: sql`jsonb_array_elements(u.kept_attributes->${name}::text) as e (one)`,
  columns: Object.fromEntries(
    subAttributes.map(({ name: sub, type }) => [
      sub.toLowerCase(),
      type === 'boolean' ? { kind: type, value: sql`coalesce((e.one->>${sub}::text)::boolean, false)` } : textAt(sql`e.one`, sub),
    ]),
  ),
});

/** The first element has the value of the account. Without kept elements it is the only one, of the type work. */
const valuesOf = (name: string, main: Sql): ScimList => ({
  among: sql`(
    select v.one, v.place
    from jsonb_array_elements(coalesce(u.kept_attributes->${name}::text, '[{"type": "work"}]')) with ordinality as v (one, place)
    where v.place > 1
       or ${main} <> '') e`,
  columns: {
    value: { kind: 'text', value: sql`case when e.place = 1 then ${main} else e.one->>'value' end` },
    type: textAt(sql`e.one`, 'type'),
    display: textAt(sql`e.one`, 'display'),
    primary: { kind: 'boolean', value: sql`e.place = 1` },
  },
});

/** Adds the kept attributes to those that the account has. */
export function withKept(attributes: ScimObject, kept: KeptAttributes | null): ScimObject {
  if (kept === null) return attributes;
  const { name, emails: _emails, phoneNumbers: _phoneNumbers, ...rest } = kept;
  const known = attributes['name'];
  return { ...attributes, ...rest, ...(name && { name: { ...name, ...(isScimObject(known) && known) } }) };
}
