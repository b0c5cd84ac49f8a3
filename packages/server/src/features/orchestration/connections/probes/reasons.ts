/** Reasons why a connection could not be opened, in words of Millrace: the message of another system may contain a secret that it received. */
import { AddressClosed } from '../../../../core/outbound/outbound.ts';

/** A failure that a probe found; its message says what to change. */
export class ProbeRefusal extends Error {}

/** A failure with a code of `REASONS`, for systems that report a failure in another way than by an error with a code. */
export class ProbeFailure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The reason after a timeout. */
export const TOO_LATE = 'The server did not answer in time: check address and port, the network and its firewalls.';
/** The reason after an answer that the library cannot process. */
export const NOT_UNDERSTOOD =
  "The answer of the server cannot be understood: check that 'host' and 'port' belong to a system of this application.";

const UNKNOWN_HOST = 'The name of the server is not known on the machine where Millrace runs: check its spelling and the name service.';
const REFUSED_LOGIN = "The server refused the user or the password: check 'username' and 'password'.";
const REFUSED_DATABASE_LOGIN =
  "The server refused the user or the password: check 'username' and 'password', and 'ssl' if it requires encryption.";
const UNKNOWN_AUTHORITY = "The certificate of the server comes from an unknown authority: put the certificate of the authority into 'ca'.";
const WRONG_ENCRYPTION = "The server and Millrace could not agree on encryption: check 'port', and whether this port requires encryption.";
const HOST_NOT_ALLOWED =
  "The server does not let this user in from the machine where Millrace runs: check 'username' and the access rules of the server.";
const CLOSED = 'The server closed the connection: check the port, and whether it requires encryption.';
const TOO_MANY = 'The server has too many connections: try again later.';

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: UNKNOWN_HOST,
  EDNS: UNKNOWN_HOST,
  EAI_AGAIN: 'The name service does not answer on the machine where Millrace runs: try again, or use an address.',
  ECONNREFUSED: 'Nothing listens on that server and port: check both, and whether the service runs.',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  EHOSTUNREACH: 'The machine where Millrace runs has no route to that server: check the network and its firewalls.',
  ENETUNREACH: 'The machine where Millrace runs has no route to that network: check the network and its firewalls.',
  TOO_MUCH: NOT_UNDERSTOOD,

  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate of the server is self-signed: put it into 'ca', or have an authority sign it.",
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the server is not valid yet: check the clocks of the server and of Millrace.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is made for another name.',
  ERR_SSL_WRONG_VERSION_NUMBER: WRONG_ENCRYPTION,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: WRONG_ENCRYPTION,
  EPROTO: WRONG_ENCRYPTION,
  ETLS: WRONG_ENCRYPTION,

  '28P01': "The database refused the user or the password: check 'username' and 'password'.",
  '28000':
    "The database does not let this user in from the machine where Millrace runs: check 'username' and the access rules of the server.",
  '3D000': "The server has no such database: check 'database'.",
  '53300': 'The database has too many connections: try again later.',

  ER_ACCESS_DENIED_ERROR: REFUSED_DATABASE_LOGIN,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: REFUSED_DATABASE_LOGIN,
  ER_DBACCESS_DENIED_ERROR: "The user may not use that database: check 'database', or grant the user access to it.",
  ER_BAD_DB_ERROR: "The server has no such database: check 'database'.",
  ER_CON_COUNT_ERROR: TOO_MANY,
  ER_USER_LIMIT_REACHED: TOO_MANY,
  ER_HOST_NOT_PRIVILEGED: HOST_NOT_ALLOWED,
  ER_HOST_IS_BLOCKED: 'The server has blocked the machine where Millrace runs after too many failures: flush the host cache of the server.',
  ER_ACCOUNT_HAS_BEEN_LOCKED: 'The account of the user is locked: unlock it on the server.',
  ER_MUST_CHANGE_PASSWORD_LOGIN: 'The password of the user has expired: change it on the server.',
  ER_SECURE_TRANSPORT_REQUIRED: "The server requires encryption: set 'ssl' to true.",
  HANDSHAKE_NO_SSL_SUPPORT: "The server offers no encryption: set 'ssl' to false, or turn encryption on there.",
  AUTH_SWITCH_PLUGIN_ERROR: 'The server requires an authentication method that is not supported: give the user a native or SHA-2 password.',
  PROTOCOL_CONNECTION_LOST: CLOSED,

  SFTP_AUTHENTICATION: "The server refused the user, the password or the key: check 'username', 'password' and 'private_key'.",
  SFTP_HANDSHAKE: 'The server and Millrace could not agree on encryption, or it speaks no SSH on this port: check the port.',
  SFTP_SUBSYSTEM: 'The server let the user in but offers no SFTP: turn it on for this user.',
  SFTP_HOST_KEY:
    "The host key of the server is not the one in 'host_key': make sure that this is the right server, then correct 'host_key'.",
  SFTP_PRIVATE_KEY: "The parameter 'private_key' cannot be read: set the whole private key as text, and its passphrase in 'passphrase'.",

  EAUTH: REFUSED_LOGIN,
  ENOAUTH: "The server requires a user: set 'username' and 'password'.",
  EPROTOCOL: NOT_UNDERSTOOD,
  ECONNECTION: CLOSED,
  SMTP_NO_STARTTLS: "The server offers no encryption on this port: check 'port' and 'encryption'.",
  SMTP_NO_LOGIN: "The server allows no sign-in on this port, or only with encryption: check 'port' and 'encryption'.",
  SMTP_BUSY: 'The mail server accepts no mail at the moment: try again later.',

  InvalidAccessKeyId: "The store does not know the access key: check 'access_key'.",
  SignatureDoesNotMatch: "The store refused the secret key: check 'secret_key' and 'region'.",
  InvalidToken: "The store refused the session token: check 'session_token'.",
  ExpiredToken: "The session token has expired: get new values for 'access_key', 'secret_key' and 'session_token'.",
  AccessDenied: "The access key may not list this bucket, or all buckets: set in 'bucket' a bucket that it may list.",
  AllAccessDisabled: 'The store has disabled all access to this bucket.',
  NoSuchBucket: "The store has no such bucket: check 'bucket'.",
  InvalidBucketName: "The store accepts no bucket of that name: check 'bucket'.",
  PermanentRedirect: "The bucket is in another region: check 'region' and 'endpoint'.",
  TemporaryRedirect: "The bucket is in another region: check 'region' and 'endpoint'.",
  AuthorizationHeaderMalformed: "The bucket is in another region: check 'region'.",
  IllegalLocationConstraintException: "The bucket is in another region: check 'region'.",
  RequestTimeTooSkewed: 'The clock of the store and the clock of Millrace differ by more than 15 minutes: correct them.',
  SlowDown: 'The store limits the rate of requests: try again later.',
};

/** Returns the sentence for a failure, by its code alone. An unknown code is shown unless it contains one of the secrets. */
export function reasonOf(error: unknown, secrets: Iterable<string>): string {
  if (error instanceof ProbeRefusal || error instanceof AddressClosed) return error.message;
  const codes = codesOf(error);
  for (const code of codes) if (Object.hasOwn(REASONS, code)) return REASONS[code] ?? NOT_UNDERSTOOD;
  // Codes of Node's HTTP parser begin with HPE_.
  if (codes.some((code) => code.startsWith('HPE_'))) return NOT_UNDERSTOOD;
  if (isTimeout(error, codes)) return TOO_LATE;
  // A shorter secret would hide almost every code.
  const hidden = [...secrets].filter((secret) => secret.length > 2).map((secret) => secret.toUpperCase());
  const shown = codes.find((code) => /^[A-Z0-9_]{1,40}$/.test(code) && !hidden.some((secret) => code.includes(secret)));
  return `The connection could not be opened${shown === undefined ? '' : ` (${shown})`}: check its parameters and the log of the server.`;
}

/** Lists the codes of an error, the original code first: a library that wraps an error adds its own code. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, originalCode } = error as { code?: unknown; originalCode?: unknown };
  const own = [originalCode, code, error.name].filter((text) => typeof text === 'string');
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...inner, ...codesOf(error.cause), ...own];
}

const isTimeout = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && (codes.includes('ETIMEDOUT') || /timeout|timed out|aborted/i.test(`${error.name} ${error.message}`));
