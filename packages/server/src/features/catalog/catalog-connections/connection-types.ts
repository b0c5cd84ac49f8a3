/** The types of catalogue connections as data. An id is the base64 text of `<plugin>#<family>#datastore#<name>`. */

/** A type of connections. */
export type ConnectionType = { id: string; label: string; family: string; icon: string };

const idOf = (plugin: string, family: string, name: string): string =>
  Buffer.from(`${plugin}#${family}#datastore#${name}`).toString('base64').replaceAll('=', '');

const type = (plugin: string, family: string, name: string, label: string, icon: string): ConnectionType => ({
  id: idOf(plugin, family, name),
  label,
  family,
  icon,
});

const JDBC = type('jdbc-ee', 'Jdbc', 'JdbcConnection', 'JDBC', 'database');
const LOCAL = type('localio', 'LocalIO', 'FixedDataStoreConfiguration', 'Local files', 'file');
const S3 = type('s3', 'S3', 'S3DataStore', 'Amazon S3', 'bucket');
const HTTP = type('http', 'HTTP', 'HTTPDataStore', 'HTTP', 'globe');
const OTHER = type('custom', 'Custom', 'CustomDataStore', 'Custom', 'plug');

/** The types of which a caller may name the id. */
export const CONNECTION_TYPES: readonly ConnectionType[] = [JDBC, LOCAL, S3, HTTP, OTHER];

/** The types by the application of a connection. */
const BY_APP: Readonly<Record<string, ConnectionType>> = {
  postgresql: JDBC,
  postgres: JDBC,
  mysql: JDBC,
  mariadb: JDBC,
  aurora: JDBC,
  sqlserver: JDBC,
  oracle: JDBC,
  sqlite: JDBC,
  duckdb: JDBC,
  jdbc: JDBC,
  file: LOCAL,
  awss3: S3,
  s3: S3,
  http: HTTP,
  https: HTTP,
};

/** Returns the type of an application; Custom for an unknown one. */
export const typeOfApp = (app: string): ConnectionType => (Object.hasOwn(BY_APP, app.toLowerCase()) && BY_APP[app.toLowerCase()]) || OTHER;

/** Returns a type by its id; Custom for an unknown one. */
export const connectionTypeOf = (id: string): ConnectionType => CONNECTION_TYPES.find((one) => one.id === id) ?? OTHER;

/** Returns whether a connection is opened by a JDBC URL. */
export const isJdbcType = (id: string): boolean => id === JDBC.id;
