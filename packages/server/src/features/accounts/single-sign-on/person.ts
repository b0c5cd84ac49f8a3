/** A person as the identity provider describes it by claims. */
import type { OpenIdSetting } from '../../../core/outbound/openid-setting.ts';
import { storable } from '../../../core/database/sql.ts';
import type { Claims } from './openid-provider.ts';

/** A person that has signed in at the provider. */
export type ProviderPerson = {
  issuer: string;
  subject: string;
  /** The email address, if the provider has verified it. */
  email: string | undefined;
  /** Login and email address of a new user; the address may not be verified. */
  login: string | undefined;
  address: string | undefined;
  firstName: string;
  lastName: string;
  roles: string[];
  groups: string[];
};

const MAX_CHARACTERS = 255;

/** Reads a person from the claims of the ID token and of the userinfo endpoint; of two claims with one name, the first counts. */
export function personOf(setting: OpenIdSetting, sources: readonly [Claims, ...Claims[]]): ProviderPerson {
  const text = (name: string): string => {
    const value = sources.map((claims) => claims[name]).find((one) => typeof one === 'string');
    return storable(value ?? '').slice(0, MAX_CHARACTERS);
  };
  const [{ iss: issuer, sub: subject }] = sources;
  const email = verifiedEmail(sources);
  const address = [email, text('email'), text('preferred_username')].find((one) => one !== undefined && isEmail(one));
  const login = [email, text('preferred_username'), address].find((one) => one !== undefined && /^\S{1,255}$/.test(one));
  return {
    issuer: String(issuer),
    subject: String(subject),
    email,
    login,
    address,
    firstName: text('given_name') || text('name'),
    lastName: text('family_name'),
    roles: valuesOf(sources, setting.rolesClaim),
    groups: valuesOf(sources, setting.groupsClaim),
  };
}

const isEmail = (text: string): boolean => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text);

/** The address and its verification must come from the same source, because another source may mean another address. */
function verifiedEmail(sources: readonly Claims[]): string | undefined {
  const { email } = sources.find((claims) => claims['email_verified'] === true && typeof claims['email'] === 'string') ?? {};
  return typeof email === 'string' && isEmail(email) ? email : undefined;
}

/** The texts of a claim: one text, or a list. A name with dots may also be a path, as in `realm_access.roles`. */
function valuesOf(sources: readonly Claims[], name: string | undefined): string[] {
  if (name === undefined) return [];
  const within = (claims: Claims): unknown =>
    claims[name] ?? name.split('.').reduce<unknown>((value, step) => (value as Claims | null | undefined)?.[step], claims);
  const value = sources.map(within).find((one) => one !== undefined);
  return [value].flat().filter((one) => typeof one === 'string');
}
