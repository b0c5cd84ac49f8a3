/** The rules of catalogue connections. */
import { looksSecret } from '@millrace/contract/secret-signs';
import { conflict, forbidden, invalid, namesAndMore } from '../../../core/base/problem.ts';
import type { WrittenParameter } from '../../orchestration/connections/index.ts';
import { entitlementsOf } from '../../sharing/sharing/index.ts';
import { CONNECTION_TYPES, typeOfApp, type ConnectionType } from './connection-types.ts';

/** The properties of a connection, as callers send them. */
type SentProperties = Readonly<Record<string, string | number | boolean>>;

/** Names of properties whose values are stored encrypted. */
const SECRET = /pass(?:word|phrase|code)?$|secret|token|credential|(?:api|private|access|account|shared)_?key|signature/i;
const JDBC_URL = /^jdbc:([a-z0-9]+):(?:\/\/([^/?;:@]+)(?::(\d{1,5}))?(?:\/([^?;]*))?)?/i;

/**
 * A secret in a URL would be shown to each reader of the connection.
 * @rule catalog-connections.create.url-secret
 */
export function requireNoSecretInUrl(properties: SentProperties): void {
  for (const [name, value] of Object.entries(properties))
    if (
      typeof value === 'string' &&
      !SECRET.test(name) &&
      (/:\/\/[^/?#\s]*:[^/?#\s]*@/.test(value) || /[?&;](?:password|pwd|secret|token)=./i.test(value))
    )
      throw invalid(
        'secret_in_url',
        `The property '${name}' has a password in its URL: send it as a property of its own, such as "password".`,
      );
}

/**
 * Returns the parameters of the connection: secrets encrypted, and beside a JDBC URL the host, port and database that it names.
 * @rule catalog-connections.create.encrypted
 */
export function parametersOf(properties: SentProperties): WrittenParameter[] {
  const [, , host, port, database] = JDBC_URL.exec(String(properties['jdbcUrl'] ?? '')) ?? [];
  const named = Object.entries({ host, port, database }).filter(([, value]) => value);
  return Object.entries({ ...properties, ...Object.fromEntries(named) }).map(([name, value]) => ({
    name,
    value: String(value),
    encrypted: SECRET.test(name) || looksSecret(name, String(value)),
  }));
}

/** The application and the type of a new connection. */
type ConnectionKind = { app: string; type: ConnectionType };

/**
 * Finds the application by the JDBC URL, or else by the type, which is an application or the id of a type. Refuses a malformed URL, and a connection with
 * neither.
 * @rule catalog-connections.create.type
 */
export function connectionKindOf(type: string | undefined, properties: SentProperties): ConnectionKind {
  const url = properties['jdbcUrl'];
  if (url !== undefined) {
    const app = JDBC_URL.exec(String(url))?.[1]?.toLowerCase();
    if (app === undefined) throw invalid('jdbc_url_malformed', "The property 'jdbcUrl' is no JDBC URL: it begins with jdbc:<database>:.");
    return { app, type: typeOfApp('jdbc') };
  }
  if (type === undefined)
    throw invalid('connection_type_missing', 'The connection has no type: send "type", or the property "jdbcUrl" for a database.');
  const known = CONNECTION_TYPES.find((one) => one.id === type);
  return known ? { app: known.family.toLowerCase(), type: known } : { app: type.trim(), type: typeOfApp(type.trim()) };
}

/**
 * Returns the row of an object of the catalogue. Refuses if the level of the actor on it does not include an entitlement.
 * @rule catalog-connections.access.level
 * @rule crawlers.access.level
 * @rule datasets.access.level
 */
export function requireLevelOn<Row extends { level: number }>(
  type: 'connection' | 'crawler' | 'dataset',
  row: Row,
  entitlement: string,
): Row {
  if (entitlementsOf(type, row.level).includes(entitlement)) return row;
  throw forbidden(
    'level_missing',
    `Your level on the ${type} does not include ${entitlement}. Ask an owner to share it at a higher level.`,
  );
}

/**
 * A connection that datasets use stays in the catalogue.
 * @rule catalog-connections.delete.use
 */
export function requireNoDatasets(total: number, labels: readonly string[]): void {
  if (total > 0) throw conflict('connection_in_use', `Datasets use the connection: ${namesAndMore(total, labels)}. Delete them first.`);
}
