/** How the connections of each application are opened. Reasons are sentences of ours: what another system says may hold what it was told. */
import type { Schema } from '@millrace/contract';
import { openForeignDatabase } from '../../../core/db.ts';
import { invalid } from '../../../core/problem.ts';

/** The values of a connection by the names of its parameters. */
export type Values = ReadonlyMap<string, string>;

type Result = Schema<'ConnectionTest'>;
type Opener = (values: Values, signal: AbortSignal) => Promise<Result>;

/** Milliseconds after which a test is given up: the answer comes within 10 seconds. */
const PATIENCE = 8000;

const works = (reason: string): Result => ({ success: true, reason });
const fails = (reason: string): Result => ({ success: false, reason });

/**
 * The opener of an application, by its name in any letter case.
 * @rule connections.test.app
 */
export function openersOf(app: string): Opener {
  const open = OPENERS.get(app.toLowerCase());
  if (!open)
    throw invalid('app_not_supported', `A connection of this application cannot be tested: only ${[...OPENERS.keys()].join(', ')} can.`);
  return open;
}

const openPostgres: Opener = async (values) => {
  const host = values.get('host');
  const database = values.get('database');
  const user = values.get('username') ?? values.get('user');
  const port = Number(values.get('port') ?? 5432);
  if (!host) return fails("The parameter 'host' is missing: set the name or address of the database server.");
  if (!database) return fails("The parameter 'database' is missing: set the name of the database.");
  if (!user) return fails("The parameter 'username' is missing: set the user of the database.");
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return fails("The parameter 'port' is not a number from 1 to 65535.");
  const ssl = values.get('ssl') === 'true';
  try {
    await openForeignDatabase({ host, port, database, user, password: values.get('password') ?? '', ssl }, PATIENCE);
    return works('The database was opened.');
  } catch (error) {
    return fails(reasonOf(error));
  }
};

const openHttp: Opener = async (values, signal) => {
  const text = values.get('url');
  if (!text) return fails("The parameter 'url' is missing: set an address that begins with http:// or https://.");
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return fails("The parameter 'url' is not an address that begins with http:// or https://.");
  if (url.username !== '' || url.password !== '')
    return fails("The parameter 'url' holds a user or a password: put them into 'username' and 'password'.");
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const response = await fetch(url, { redirect: 'manual', headers: authorizationOf(values), signal: patience });
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      return fails(`The server answered ${response.status}: check 'username' and 'password', or 'token'.`);
    if (response.status >= 400) return fails(`The server answered ${response.status}: check the address in 'url'.`);
    return works(`The server answered ${response.status}.`);
  } catch (error) {
    return fails(reasonOf(error));
  }
};

const OPENERS: ReadonlyMap<string, Opener> = new Map([
  ['postgresql', openPostgres],
  ['postgres', openPostgres],
  ['http', openHttp],
  ['https', openHttp],
]);

function authorizationOf(values: Values): Record<string, string> {
  const token = values.get('token');
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  const user = values.get('username') ?? values.get('user');
  if (user === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${values.get('password') ?? ''}`).toString('base64')}` };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the server is not known where Millrace runs: check its spelling and the name service.',
  EAI_AGAIN: 'The name service does not answer where Millrace runs: try again, or use an address.',
  ECONNREFUSED: 'Nothing listens on that server and port: check both, and whether the service runs.',
  ECONNRESET: 'The server ended the conversation: check the port, and whether it wants encryption.',
  EHOSTUNREACH: 'There is no way to that server from where Millrace runs: check the network and its firewalls.',
  ENETUNREACH: 'There is no way to that network from where Millrace runs: check the network and its firewalls.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is signed by nobody: install its authority where Millrace runs.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the server comes from an authority that is not known where Millrace runs.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server comes from an authority that is not known where Millrace runs.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is made for another name.',
  '28P01': "The database refused the user or the password: check 'username' and 'password'.",
  '28000': "The database does not let this user in from where Millrace runs: check 'username' and the access rules of the server.",
  '3D000': "The server has no such database: check 'database'.",
  '53300': 'The database has too many connections: try again later.',
};

/** A sentence for a failure, by its code alone. */
function reasonOf(error: unknown): string {
  const codes = codesOf(error);
  for (const code of codes) if (REASONS[code] !== undefined) return REASONS[code];
  if (isTimeout(error, codes)) return 'The server did not answer in time: check address and port, the network and its firewalls.';
  const [code] = codes;
  return `The connection could not be opened${code === undefined ? '' : ` (${code})`}: check its parameters and the log of the server.`;
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...inner, ...codesOf(error.cause)];
}

const isTimeout = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && (codes.includes('ETIMEDOUT') || /timeout|aborted/i.test(`${error.name} ${error.message}`));
