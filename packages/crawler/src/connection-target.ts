/** Finds out from the parameters of a connection which database to open, and how. */
import { X509Certificate } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { rootCertificates } from 'node:tls';
import { namesLocalSocket } from '@millrace/wire/outbound-rules';
import { ConnectionFault } from './faults.ts';

/** A database server. `authorities`: encrypt, and check its certificate by these; undefined: no encryption. */
export type ServerTarget = {
  driver: 'postgres' | 'mysql';
  host: string;
  port: number;
  database: string | undefined;
  user: string;
  password: string;
  authorities: string[] | undefined;
};

/** A database in a file, or a folder of files. */
type FileTarget = { driver: 'sqlite' | 'duckdb'; path: string };

/** Any database, by a JDBC driver: a file or a folder of jars. `driverClass`: where the jars do not name the class themselves. */
export type JdbcTarget = {
  driver: 'jdbc';
  url: string;
  user: string | null;
  password: string | null;
  jars: string;
  driverClass: string | null;
};

/** A database that can be crawled. */
export type ConnectionTarget = ServerTarget | FileTarget | JdbcTarget;

type Values = ReadonlyMap<string, string>;

/** The drivers, by the subprotocols of JDBC URLs and the applications of connections. */
const DRIVERS: ReadonlyMap<string, (ServerTarget | FileTarget)['driver']> = new Map([
  ['postgresql', 'postgres'],
  ['postgres', 'postgres'],
  ['mysql', 'mysql'],
  ['mariadb', 'mysql'],
  ['aurora', 'mysql'],
  ['sqlite', 'sqlite'],
  ['duckdb', 'duckdb'],
]);
const PORTS = { postgres: 5432, mysql: 3306 } as const;
/** The options of JDBC drivers that turn encryption on. */
const ENCRYPTING =
  /(?:^|[?&;])(?:ssl=(?:true|1)|sslmode=(?:require|verify-ca|verify-full|required|verify_ca|verify_identity|trust)|useSSL=true|requireSSL=true)(?:$|[&;])/i;

/**
 * Returns the database of a connection: its `jdbcUrl` decides, then `application` and the parameters. A connection with a `jdbcUrl` and a
 * driver of its own, the `jars`, is read by this driver. Throws a `ConnectionFault`.
 */
export function connectionTarget(values: Values, application: string, jars?: string): ConnectionTarget {
  const url = values.get('jdbcUrl') || undefined;
  if (jars !== undefined && url !== undefined) return jdbcTarget(values, url, jars);
  const [, subprotocol = '', rest = ''] = url === undefined ? ['', application, ''] : (/^jdbc:([^:]+):(.*)$/is.exec(url.trim()) ?? []);
  const driver = DRIVERS.get(subprotocol.toLowerCase());
  if (driver === undefined) throw unknownDatabase(subprotocol, url !== undefined);
  return driver === 'postgres' || driver === 'mysql' ? serverTarget(driver, values, rest) : { driver, path: pathOf(values, rest, driver) };
}

function unknownDatabase(subprotocol: string, hasUrl: boolean): ConnectionFault {
  const known = [...DRIVERS.keys()].join(', ');
  if (subprotocol === '')
    return new ConnectionFault(
      `The connection does not say which database it is: set "jdbcUrl" to a URL such as jdbc:postgresql://host/database`,
    );
  if (!hasUrl)
    return new ConnectionFault(`A connection with the application ${subprotocol} cannot be crawled: the supported ones are ${known}`);
  return new ConnectionFault(
    `A connection with a JDBC URL that begins with jdbc:${subprotocol}: needs its JDBC driver: upload the jar as a resource of the workspace, and set the ` +
      `property "driverResource" of the connection to the id of the resource. Without a driver, ${known} can be crawled`,
  );
}

function jdbcTarget(values: Values, url: string, jars: string): JdbcTarget {
  const parameter = (name: string): string | null => values.get(name) || null;
  return {
    driver: 'jdbc',
    url: url.trim(),
    user: parameter('username') ?? parameter('user'),
    password: parameter('password'),
    jars,
    driverClass: parameter('driverClass'),
  };
}

function serverTarget(driver: 'postgres' | 'mysql', values: Values, rest: string): ServerTarget {
  const url = serverUrl(rest);
  const urlParameter = (name: string): string | undefined => url?.searchParams.get(name) || undefined;
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1') || values.get('host');
  if (!host) throw missing('host', 'the name or address of the server');
  requireServer(host);
  const port = Number(url?.port || values.get('port') || PORTS[driver]);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new ConnectionFault("The parameter 'port' is not a number from 1 to 65535");
  const user = values.get('username') || values.get('user') || urlParameter('user');
  if (!user) throw missing('username', 'the name of your account on the server');
  const database = decoded(url?.pathname.slice(1)) || values.get('database') || undefined;
  if (driver === 'postgres' && database === undefined) throw missing('database', 'the name of the database');
  const encrypts =
    /^(?:true|1|yes|on)$/i.test(values.get('ssl') ?? '') ||
    ENCRYPTING.test(url?.search ?? '') ||
    ENCRYPTING.test(values.get('jdbc_parameters') ?? '');
  return {
    driver,
    host: decoded(host) ?? host,
    port,
    database,
    user,
    password: values.get('password') ?? urlParameter('password') ?? '',
    authorities: encrypts ? authoritiesOf(values) : undefined,
  };
}

/**
 * Parses the part of a JDBC URL after `jdbc:<database>:`; undefined if it is empty. A text without slashes is a database: its URL has no host, and the
 * parameters name the server.
 */
function serverUrl(rest: string): URL | undefined {
  if (rest === '') return undefined;
  const text = rest.startsWith('//') ? `db:${rest}` : `db://${/^[^/?]*(?:\?|$)/.test(rest) ? `/${rest}` : rest}`;
  try {
    return new URL(text);
  } catch {
    // The URL may contain a password, so the message does not show it.
    throw new ConnectionFault("The parameter 'jdbcUrl' cannot be read: set it to one server, such as jdbc:postgresql://host:5432/database");
  }
}

function authoritiesOf(values: Values): string[] {
  const certificate = values.get('ca') || undefined;
  if (certificate === undefined) return [...rootCertificates];
  try {
    return [...rootCertificates, new X509Certificate(certificate).toString()];
  } catch {
    throw new ConnectionFault("The parameter 'ca' is not a certificate: set a text that begins with -----BEGIN CERTIFICATE-----");
  }
}

function pathOf(values: Values, rest: string, driver: string): string {
  const path = rest.replace(/^file:/i, '').replace(/[?;].*$/s, '') || values.get('path') || values.get('database') || '';
  if (isAbsolute(path)) return path;
  throw new ConnectionFault(
    `The connection must name a file on the machine of the engine by its absolute path, such as jdbc:${driver}:/data/shop.db`,
  );
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}

const missing = (name: string, meaning: string): ConnectionFault =>
  new ConnectionFault(`The parameter '${name}' is missing: set ${meaning}`);

/** Refuses a host that names a socket of the file system. */
export function requireServer(host: string): void {
  if (namesLocalSocket(host))
    throw new ConnectionFault(
      'The host of the connection is a socket in the file system: name a server. A crawl connects to names and addresses of servers only',
    );
}
