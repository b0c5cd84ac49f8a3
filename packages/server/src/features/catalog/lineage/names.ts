/** The OpenLineage names of datasets, by the naming rules of OpenLineage for each kind of database. */
import { createHash } from 'node:crypto';

/** A name: unique with its namespace. */
export type LineageName = { namespace: string; name: string };

/** The parts of a connection from which names are built: its application and its readable parameters. */
export type LineageConnection = { app: string; parameters: Readonly<Record<string, string>> };

/** Databases on servers: the scheme of the namespace, the usual port, and whether a schema is the same as a database, so that names contain it once. */
const SERVERS: Readonly<Record<string, { scheme: string; port: number; isFlat?: true }>> = {
  postgresql: { scheme: 'postgres', port: 5432 },
  postgres: { scheme: 'postgres', port: 5432 },
  mysql: { scheme: 'mysql', port: 3306, isFlat: true },
  mariadb: { scheme: 'mysql', port: 3306, isFlat: true },
  sqlserver: { scheme: 'mssql', port: 1433 },
  oracle: { scheme: 'oracle', port: 1521 },
};
const FILES = new Set(['sqlite', 'duckdb']);
const PORTS: Readonly<Record<string, number>> = Object.fromEntries(Object.values(SERVERS).map(({ scheme, port }) => [scheme, port]));

/** Names the tables of a connection; undefined for a kind without a naming rule, or without an address. */
export function tableNaming({
  app,
  parameters,
}: LineageConnection): { namespace: string; nameOf(technicalName: string): string } | undefined {
  const kind = app.toLowerCase();
  const url = parameters['jdbcUrl'] ?? '';
  if (FILES.has(kind)) {
    const path = new RegExp(`^jdbc:${kind}:(.+)$`, 'i').exec(url)?.[1] ?? parameters['path'];
    return path === undefined ? undefined : { namespace: `${kind}:${path}`, nameOf: (technicalName) => technicalName };
  }
  const server = Object.hasOwn(SERVERS, kind) ? SERVERS[kind] : undefined;
  const host = parameters['host'];
  const database = /;databaseName=([^;]+)/i.exec(url)?.[1] ?? (parameters['database'] || undefined);
  if (!server || !host || database === undefined) return undefined;
  return {
    namespace: `${server.scheme}://${host.toLowerCase()}:${parameters['port'] || server.port}`,
    nameOf: (technicalName) => (server.isFlat && technicalName.startsWith(`${database}.`) ? technicalName : `${database}.${technicalName}`),
  };
}

/** Normalises a reported namespace: the host in small letters, the usual port if it has none, and postgres in place of postgresql. */
export function plainNamespace(namespace: string): string {
  const [, written = '', host = '', port] = /^([a-z][a-z0-9+.-]*):\/\/([^/:@?#]+)(?::(\d+))?\/?$/i.exec(namespace) ?? [];
  const scheme = written.toLowerCase() === 'postgresql' ? 'postgres' : written.toLowerCase();
  const known = Object.hasOwn(PORTS, scheme) ? PORTS[scheme] : undefined;
  return known === undefined ? namespace : `${scheme}://${host.toLowerCase()}:${port ?? known}`;
}

/** A digest of a name, by which rows are found, because a name may be too long for an index. */
export const digestOf = ({ namespace, name }: LineageName): string =>
  createHash('sha256')
    .update(JSON.stringify([namespace, name]))
    .digest('base64url');

/** Leaves out names that have occurred before. */
export const onceEach = <Name extends LineageName>(names: readonly Name[]): Name[] => [
  ...new Map(names.map((name) => [digestOf(name), name])).values(),
];
