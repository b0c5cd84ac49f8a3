/** Finds the servers that a JDBC URL names, so that they can be checked before a driver connects to them. Each driver has its own syntax. */
import { isIP } from 'node:net';
import { ConnectionFault } from '../faults.ts';

/** After `//` of most drivers, `@` of Oracle and `Tds:` of Sybase: servers with commas between them, perhaps after a user. */
const AUTHORITY = /(?:\/\/|@(?!\w*:?\/\/)|:tds:)([^/?;#()]*)/gi;
const PARAMETER =
  /(?:^|[?&;(,\s])(?:host|hostname|pghost|server|servername|address|proxyhost|sockshost|socksproxyhost)\s*=\s*([^&;)(,\s]+)/gi;
/** Databases that their drivers open in a file or in memory. */
const IN_FILE = /^jdbc:(?:(?:sqlite|duckdb):|(?:h2|hsqldb|derby):(?!(?:tcp|ssl|hsqls?|https?):|\/\/))/i;
/** The place of a URL that names its servers. The driver of PostgreSQL knows one form: it takes any other text for the name of a database. */
const SERVERS = /^jdbc:(?:postgresql:\/\/|(?!postgresql:)(?:[\w.+-]+:)+\/\/|oracle:\w+:[^@]*@(?:\w*:?\/\/)?|sybase:tds:)([^/?#]*)/i;
/** A server that a parameter names, in brackets or after a semicolon. */
const NAMED_BESIDE = /[(;,]\s*(?:host|server|servername)\s*=\s*[^;),\s]/i;
/** Options by which drivers of MySQL and MariaDB connect to a socket or a pipe of their own machine. */
const LOCAL_SOCKET = /[?&;](?:localSocket|pipe|namedPipePath)=/i;

/** Returns the names and addresses of the servers of a URL; none for a database in a file or in memory. Throws a `ConnectionFault` for a local socket. */
export function jdbcHosts(url: string): string[] {
  if (LOCAL_SOCKET.test(url))
    throw new ConnectionFault("The parameter 'jdbcUrl' names a socket or a pipe of the machine of the engine: name a server");
  const authorities = [...url.matchAll(AUTHORITY)].flatMap(([, text = '']) => text.slice(text.lastIndexOf('@') + 1).split(','));
  const hosts = [...authorities.map(hostOf), ...[...url.matchAll(PARAMETER)].map(([, host = '']) => hostOf(host))].filter(
    (host) => host !== '',
  );
  return [...new Set(meansThisMachine(url) ? ['localhost', ...hosts] : hosts)];
}

/** Returns whether the driver connects to its own machine because the URL, or one place of its list of servers, names none: `jdbc:postgresql:shop`. */
function meansThisMachine(url: string): boolean {
  if (IN_FILE.test(url)) return false;
  const [, text] = SERVERS.exec(url) ?? [];
  if (text === undefined) return true;
  const afterUser = (part: string): string => part.slice(part.lastIndexOf('@') + 1);
  const beforeOptions = (part: string): string => part.split(';', 1)[0] ?? '';
  // An @ or a semicolon may also stand in a password, so both orders are tried.
  const namesNone = (place: string): boolean =>
    !NAMED_BESIDE.test(place) && [afterUser(beforeOptions(place)), beforeOptions(afterUser(place))].some((server) => hostOf(server) === '');
  return text.split(/,(?![^()]*\))/).some(namesNone);
}

/** The host of a text such as `host:1521:SID`, `host\instance:1433` or `[::1]:5432`. */
function hostOf(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\]/.exec(text.trim()) ?? [];
  const host = bracketed ?? (isIP(text.trim()) === 0 ? (text.trim().split(':', 1)[0] ?? '') : text.trim());
  // An instance of SQL Server comes after a backslash. A text with = is a parameter.
  return host.includes('=') ? '' : decoded(host.replace(/\\.*$/s, ''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
