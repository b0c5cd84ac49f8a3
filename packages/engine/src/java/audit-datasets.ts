import type { ReportedDataset } from '../reported-datasets.ts';

type Info = Readonly<Record<string, unknown>>;

/** The scheme of OpenLineage and the usual port of databases, by the word in the name of their components. */
const DATABASES: readonly (readonly [RegExp, string, number])[] = [
  [/postgres/i, 'postgres', 5432],
  [/mysql|maria/i, 'mysql', 3306],
  [/oracle/i, 'oracle', 1521],
  [/mssql|sqlserver/i, 'mssql', 1433],
  [/redshift/i, 'redshift', 5439],
  [/teradata/i, 'teradata', 1025],
  [/db2/i, 'db2', 50000],
];

/** The file or table that the parameters of a component name; undefined if they do not name it in full. */
export function datasetOfParameters(info: Info, connectionOf: (id: string) => Info | undefined): ReportedDataset | undefined {
  const type = String(info['connector_type'] ?? info['connector_id'] ?? '');
  const file = parameter(info, 'FILENAME') ?? parameter(info, 'FILE');
  if (file !== undefined && /File/.test(type)) return { namespace: 'file', name: file };
  const table = parameter(info, 'TABLE');
  if (table === undefined) return undefined;
  const connection = connectionOf(parameter(info, 'CONNECTION') ?? '') ?? info;
  const known = `${type} ${String(connection['connector_type'] ?? '')} ${parameter(info, 'DB_VERSION') ?? ''} ${parameter(info, 'TYPE') ?? ''}`;
  const database = DATABASES.find(([word]) => word.test(known));
  const host = parameter(connection, 'HOST');
  if (!database || host === undefined) return undefined;
  const [, scheme, port] = database;
  const names = [
    parameter(connection, 'DBNAME'),
    parameter(info, 'SCHEMA_DB') ??
      parameter(info, 'TABLESCHEMA') ??
      parameter(connection, 'SCHEMA_DB') ??
      parameter(connection, 'TABLESCHEMA'),
    table,
  ];
  return {
    namespace: `${scheme}://${host}:${parameter(connection, 'PORT') ?? port}`,
    name: names.filter((one) => one !== undefined).join('.'),
  };
}

/** A parameter of a component. The values of Studio may have quotes. */
function parameter(info: Info, name: string): string | undefined {
  const value = info[`P_${name}`];
  const text = typeof value === 'string' ? value.replace(/^"(.*)"$/s, '$1').trim() : '';
  return text === '' || text === 'null' ? undefined : text;
}
