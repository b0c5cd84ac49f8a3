/** Why a connection could not be opened, in sentences of ours: what another system says may hold what it was told. */

import { AddressClosed } from '../../../../core/outbound/outbound.ts';

/** A reason that a person can act on, found by a probe itself. */
export class ProbeRefusal extends Error {}

/** A failure by a code of `REASONS`, for what a system reports in another way than by an error with a code. */
export class ProbeFailure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** What a test says that was given up. */
export const TOO_LATE = 'The server did not answer in time: check address and port, the network and its firewalls.';
/** What a test says whose server made the library fail. */
export const NOT_UNDERSTOOD =
  "The server answered what cannot be understood: check that 'host' and 'port' are those of a system of this application.";

const UNKNOWN_HOST = 'The name of the server is not known where Millrace runs: check its spelling and the name service.';
const REFUSED_LOGIN = "The server refused the user or the password: check 'username' and 'password'.";
const REFUSED_DATABASE_LOGIN =
  "The server refused the user or the password: check 'username' and 'password', and 'ssl' if it wants encryption.";
const UNKNOWN_AUTHORITY =
  "The certificate of the server comes from an authority that is not known where Millrace runs: put the authority's certificate into 'ca'.";
const WRONG_ENCRYPTION = "The server and Millrace could not agree on encryption: check 'port', and whether this port wants encryption.";
const NOT_LET_IN = "The server does not let this user in from where Millrace runs: check 'username' and the access rules of the server.";
const TOO_MANY = 'The server has too many connections: try again later.';

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: UNKNOWN_HOST,
  EDNS: UNKNOWN_HOST,
  EAI_AGAIN: 'The name service does not answer where Millrace runs: try again, or use an address.',
  ECONNREFUSED: 'Nothing listens on that server and port: check both, and whether the service runs.',
  ECONNRESET: 'The server ended the conversation: check the port, and whether it wants encryption.',
  EPIPE: 'The server ended the conversation: check the port, and whether it wants encryption.',
  EHOSTUNREACH: 'There is no way to that server from where Millrace runs: check the network and its firewalls.',
  ENETUNREACH: 'There is no way to that network from where Millrace runs: check the network and its firewalls.',
  TOO_MUCH: NOT_UNDERSTOOD,

  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate of the server is signed by nobody: put it into 'ca', or have an authority sign it.",
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the server is not valid yet: check the clocks on both sides.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is made for another name.',
  ERR_SSL_WRONG_VERSION_NUMBER: WRONG_ENCRYPTION,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: WRONG_ENCRYPTION,
  EPROTO: WRONG_ENCRYPTION,
  ETLS: WRONG_ENCRYPTION,

  '28P01': "The database refused the user or the password: check 'username' and 'password'.",
  '28000': "The database does not let this user in from where Millrace runs: check 'username' and the access rules of the server.",
  '3D000': "The server has no such database: check 'database'.",
  '53300': 'The database has too many connections: try again later.',

  ER_ACCESS_DENIED_ERROR: REFUSED_DATABASE_LOGIN,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: REFUSED_DATABASE_LOGIN,
  ER_DBACCESS_DENIED_ERROR: "The user may not use that database: check 'database', or have the user granted it.",
  ER_BAD_DB_ERROR: "The server has no such database: check 'database'.",
  ER_CON_COUNT_ERROR: TOO_MANY,
  ER_USER_LIMIT_REACHED: TOO_MANY,
  ER_HOST_NOT_PRIVILEGED: NOT_LET_IN,
  ER_HOST_IS_BLOCKED: 'The server has blocked the machine where Millrace runs after too many failures: have its host cache flushed.',
  ER_ACCOUNT_HAS_BEEN_LOCKED: 'The account of the user is locked: have it unlocked.',
  ER_MUST_CHANGE_PASSWORD_LOGIN: 'The password of the user has expired: change it on the server.',
  ER_SECURE_TRANSPORT_REQUIRED: "The server wants encryption: set 'ssl' to true.",
  HANDSHAKE_NO_SSL_SUPPORT: "The server offers no encryption: set 'ssl' to false, or switch encryption on there.",
  AUTH_SWITCH_PLUGIN_ERROR:
    'The server wants a way of signing in that is not supported: give the user one with a native or SHA-2 password.',
  PROTOCOL_CONNECTION_LOST: 'The server ended the conversation: check the port, and whether it wants encryption.',

  SFTP_AUTHENTICATION: "The server refused the user, the password or the key: check 'username', 'password' and 'private_key'.",
  SFTP_HANDSHAKE: 'The server and Millrace have no way of encrypting in common, or it speaks no SSH on this port: check the port.',
  SFTP_SUBSYSTEM: 'The server let the user in but offers no SFTP: have it switched on for this user.',
  SFTP_HOST_KEY: "The host key of the server is not the one in 'host_key': make sure that nobody stands between, then correct it.",
  SFTP_PRIVATE_KEY: "The parameter 'private_key' cannot be read: it is a whole private key as text, with 'passphrase' if it has one.",

  EAUTH: REFUSED_LOGIN,
  ENOAUTH: "The server wants a user: set 'username' and 'password'.",
  EPROTOCOL: NOT_UNDERSTOOD,
  ECONNECTION: 'The server ended the conversation: check the port, and whether it wants encryption.',
  SMTP_NO_STARTTLS: "The server offers no encryption on this port: check 'port' and 'encryption'.",
  SMTP_NO_LOGIN: "The server does not let anybody sign in on this port, or only over encryption: check 'port' and 'encryption'.",
  SMTP_BUSY: 'The mail server takes no mail at the moment: try again later.',

  InvalidAccessKeyId: "The store does not know the access key: check 'access_key'.",
  SignatureDoesNotMatch: "The store refused the secret key: check 'secret_key', and 'region' if it is right.",
  InvalidToken: "The store refused the session token: check 'session_token'.",
  ExpiredToken: "The session token has expired: get new values for 'access_key', 'secret_key' and 'session_token'.",
  AccessDenied: "The store knows the access key, but the key may not list what was asked for: name a bucket in 'bucket' that it may list.",
  AllAccessDisabled: 'The store has disabled all access to this bucket.',
  NoSuchBucket: "The store has no such bucket: check 'bucket'.",
  InvalidBucketName: "The store takes no bucket of that name: check 'bucket'.",
  PermanentRedirect: "The bucket lies in another region: check 'region' and 'endpoint'.",
  TemporaryRedirect: "The bucket lies in another region: check 'region' and 'endpoint'.",
  AuthorizationHeaderMalformed: "The bucket lies in another region: check 'region'.",
  IllegalLocationConstraintException: "The bucket lies in another region: check 'region'.",
  RequestTimeTooSkewed: 'The clock of the store and the one where Millrace runs differ by more than 15 minutes: set them right.',
  SlowDown: 'The store asks to wait: try again later.',
};

/** A sentence for a failure, by its code alone; a code that is not known is shown unless it holds one of the secrets. */
export function reasonOf(error: unknown, secrets: Iterable<string>): string {
  if (error instanceof ProbeRefusal || error instanceof AddressClosed) return error.message;
  const codes = codesOf(error);
  for (const code of codes) if (Object.hasOwn(REASONS, code)) return REASONS[code] ?? NOT_UNDERSTOOD;
  // The codes of Node's parser of HTTP.
  if (codes.some((code) => code.startsWith('HPE_'))) return NOT_UNDERSTOOD;
  if (isTimeout(error, codes)) return TOO_LATE;
  const told = [...secrets].filter((one) => one.length > 2).map((one) => one.toUpperCase());
  const code = codes.find((one) => /^[A-Z0-9_]{1,40}$/.test(one) && !told.some((secret) => one.includes(secret)));
  return `The connection could not be opened${code === undefined ? '' : ` (${code})`}: check its parameters and the log of the server.`;
}

/** The original code first: a library that wraps an error gives it one of its own. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, originalCode } = error as { code?: unknown; originalCode?: unknown };
  const own = [originalCode, code, error.name].filter((one) => typeof one === 'string');
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...inner, ...codesOf(error.cause), ...own];
}

const isTimeout = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && (codes.includes('ETIMEDOUT') || /timeout|timed out|aborted/i.test(`${error.name} ${error.message}`));
