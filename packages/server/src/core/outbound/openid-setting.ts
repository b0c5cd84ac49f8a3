/** The settings of the identity provider for sign-ins by OpenID Connect. */
import { readFileSync } from 'node:fs';
import { StartError } from '../base/start-error.ts';

/** The provider, this server as its client, and the claims that a sign-in uses. */
export type OpenIdSetting = {
  issuer: string;
  clientId: string;
  /** A client without a secret is a public one. */
  clientSecret: string | undefined;
  /** The name on the button of the login page. */
  name: string;
  scopes: string;
  /** The claims with names of roles and groups; undefined if a sign-in changes none. */
  rolesClaim: string | undefined;
  groupsClaim: string | undefined;
  /** Whether a sign-in creates a user for a person that has none. */
  createsUsers: boolean;
};

type Environment = Record<string, string | undefined>;

/** Reads the settings; undefined without a provider. The file of the secret is read at once. Throws a `StartError` for an invalid value. */
export function readOpenIdSetting(environment: Environment): OpenIdSetting | undefined {
  const {
    MILLRACE_OPENID_ISSUER: issuer,
    MILLRACE_OPENID_CLIENT_ID: clientId,
    MILLRACE_OPENID_CLIENT_SECRET_FILE: secretFile,
    MILLRACE_OPENID_NAME: name,
    MILLRACE_OPENID_SCOPES: scopes,
    MILLRACE_OPENID_ROLES_CLAIM: rolesClaim,
    MILLRACE_OPENID_GROUPS_CLAIM: groupsClaim,
    MILLRACE_OPENID_CREATE_USERS: creates,
  } = environment;
  const url = issuer ? URL.parse(issuer) : undefined;
  if (url === null || (url && !isIssuer(url)))
    throw new StartError(
      `MILLRACE_OPENID_ISSUER is '${issuer}': set it to the https address of the provider, as its discovery document names it; http is for this machine.`,
    );
  if (scopes && !/^(?:\S+ )*openid(?: \S+)*$/.test(scopes))
    throw new StartError(`MILLRACE_OPENID_SCOPES is '${scopes}': set it to scopes with a space between them, one of them openid.`);
  if (creates && creates !== 'on' && creates !== 'off')
    throw new StartError(`MILLRACE_OPENID_CREATE_USERS is '${creates}': set it to one of on, off.`);
  const clientSecret = secretFile ? secretIn(secretFile) : undefined;
  if (!issuer !== !clientId) throw new StartError('MILLRACE_OPENID_ISSUER and MILLRACE_OPENID_CLIENT_ID belong together: set both.');
  if (!issuer || !clientId || !url) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: name || url.host,
    scopes: scopes || 'openid email profile',
    rolesClaim: rolesClaim || undefined,
    groupsClaim: groupsClaim || undefined,
    createsUsers: creates === 'on',
  };
}

const isIssuer = (url: URL): boolean => isSafe(url) && !url.search && !url.hash && !url.username && !url.pathname.includes('/.well-known/');

/** Returns whether requests to an address are safe from readers on the network: the address is https, or a server on this machine. */
export const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));

function secretIn(file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret) return secret;
  } catch (error) {
    throw new StartError(
      `MILLRACE_OPENID_CLIENT_SECRET_FILE is '${file}', which cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
  throw new StartError(`MILLRACE_OPENID_CLIENT_SECRET_FILE is '${file}', which is empty: write the secret of the client into it.`);
}
