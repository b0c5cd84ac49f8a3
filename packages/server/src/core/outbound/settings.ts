/** The settings of servers that this one calls: open addresses, authorities, identity provider, mail server, receiver of OpenLineage events. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Schema } from '@millrace/contract';
import { OUTBOUND_LIST, type OutboundRules, readOutboundList } from '@millrace/wire/outbound-rules';
import { readSecretSetting } from '../base/secret-setting.ts';
import { StartError } from '../base/start-error.ts';

type Environment = Record<string, string | undefined>;

/** The addresses that an operator has opened; `single user` opens the loopback addresses while the install has at most one user. */
export type OutboundSetting = { private: boolean; loopback: 'open' | 'closed' | 'single user'; ranges: readonly string[] };

/** Whether the loopback addresses are open. */
export type LoopbackState = Schema<'ConnectionOutbound'>['loopback'];

/** The name of the setting that opens addresses, as `private,100.64.0.0/10`. */
export const OUTBOUND_ALLOW = 'MILLRACE_OUTBOUND_ALLOW';

/** The name of the setting that opens more addresses for deliveries of events. */
export const DELIVERY_NETWORKS = 'MILLRACE_WEBHOOK_NETWORKS';

/** Reads the setting. Its value is the whole list: the default is not added to it. */
export function readOutboundSetting(environment: Environment): OutboundSetting {
  const text = environment[OUTBOUND_ALLOW];
  return text ? readEntries(OUTBOUND_ALLOW, text) : { private: true, loopback: 'single user', ranges: [] };
}

/** Reads the addresses that are open for deliveries of events, or throws a `StartError`: those open for all purposes, and those of a separate setting. */
export function readDeliverySetting(environment: Environment): OutboundSetting {
  const [forAll, text] = [readOutboundSetting(environment), environment[DELIVERY_NETWORKS]];
  if (!text) return forAll;
  const more = readEntries(DELIVERY_NETWORKS, text);
  return {
    private: forAll.private || more.private,
    loopback: more.loopback === 'open' ? 'open' : forAll.loopback,
    ranges: [...forAll.ranges, ...more.ranges],
  };
}

/** Returns whether an operator has opened networks for deliveries of events. Machines of such networks often have no qualified name. */
export const opensDeliveryNetworks = (environment: Environment): boolean =>
  !['', 'none'].includes(environment[DELIVERY_NETWORKS]?.trim() ?? '');

function readEntries(name: string, text: string): OutboundSetting {
  const rules = readOutboundList(text);
  if (!rules) throw new StartError(`${name} is '${text}': set it to ${OUTBOUND_LIST}.`);
  return { ...rules, loopback: rules.loopback ? 'open' : 'closed' };
}

/** The rules at the moment. `hasSingleUser` is called only if they depend on it. */
export async function outboundRulesOf(setting: OutboundSetting, hasSingleUser: () => Promise<boolean>): Promise<OutboundRules> {
  const loopback = setting.loopback === 'single user' ? await hasSingleUser() : setting.loopback === 'open';
  return { private: setting.private, loopback, ranges: setting.ranges };
}

/** Whether the loopback addresses are open at the moment, and whether the number of users decides that. */
export async function loopbackStateOf(setting: OutboundSetting, hasSingleUser: () => Promise<boolean>): Promise<LoopbackState> {
  if (setting.loopback !== 'single user') return setting.loopback === 'open' ? 'OPEN' : 'CLOSED';
  return (await hasSingleUser()) ? 'OPEN_FOR_ONE_USER' : 'CLOSED_FOR_SEVERAL_USERS';
}

const AUTHORITIES = 'MILLRACE_WEBHOOK_CA';
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads the certificates of the file; undefined without the setting. Throws a `StartError` where the file has none. */
export function readAuthoritiesSetting(environment: Environment): string | undefined {
  const file = environment[AUTHORITIES];
  if (!file) return undefined;
  try {
    const certificates = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
    const parsed = certificates.map((certificate) => new X509Certificate(certificate));
    if (parsed.length > 0) return parsed.map((one) => one.toString()).join('');
  } catch {
    // The same message as for a file without certificates.
  }
  throw new StartError(`${AUTHORITIES} is '${file}': set it to a file with certificates of authorities in PEM form.`);
}

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
  const clientSecret = secretFile ? readSecretSetting('MILLRACE_OPENID_CLIENT_SECRET_FILE', secretFile) : undefined;
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

const isIssuer = (url: URL): boolean =>
  isSafeFromReaders(url) && !url.search && !url.hash && !url.username && !url.pathname.includes('/.well-known/');

/** Returns whether requests to an address are safe from readers on the network: the address is https, or a server on this machine. */
export const isSafeFromReaders = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));

/** The server that accepts mails, and their sender. */
export type MailSetting = { host: string; port: number; secure: boolean; user: string | undefined; password: string; from: string };

/** Reads the settings, or throws a `StartError`; undefined without a mail server. An error does not repeat the address, which may hold a password. */
export function readMailSetting(environment: Environment): MailSetting | undefined {
  const { MILLRACE_SMTP_URL: address, MILLRACE_MAIL_FROM: from } = environment;
  if (!address && !from) return undefined;
  const url = address ? URL.parse(address) : undefined;
  if (url === null || (url && (!/^smtps?:$/.test(url.protocol) || !url.hostname)))
    throw new StartError('MILLRACE_SMTP_URL is not the address of a mail server: set it to smtp://user:password@host:port, or smtps://….');
  if (from !== undefined && from !== '' && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(from))
    throw new StartError(`MILLRACE_MAIL_FROM is '${from}': set it to an email address such as millrace@example.com.`);
  if (!url || !from) throw new StartError('MILLRACE_SMTP_URL and MILLRACE_MAIL_FROM belong together: set both.');
  if (!environment['MILLRACE_PUBLIC_URL'])
    throw new StartError('Mails contain links to this server: with MILLRACE_SMTP_URL, set MILLRACE_PUBLIC_URL, too.');
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password),
    from,
  };
}

/** Reads the address, or throws a `StartError`; undefined without one. An error does not repeat it, because it may hold a password. */
export function readOpenLineageSetting({ MILLRACE_OPENLINEAGE_URL: text }: Environment): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new StartError(
      'MILLRACE_OPENLINEAGE_URL is no http or https address without user and password: set it to the whole address that accepts events, such as http://marquez:5000/api/v1/lineage.',
    );
  return url.href;
}
