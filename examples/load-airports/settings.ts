import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The parameters of a run. */
export interface Settings {
  databaseUrl: string;
  table: string;
  source: string;
  maxRejected: number;
  strict: boolean;
}

/** Reads the parameters from the environment. Throws an error of one line for the first invalid parameter. */
export function readSettings(environment: NodeJS.ProcessEnv, bundleFolder: string): Settings {
  const databaseUrl = environment['database_url'] ?? '';
  if (!databaseUrl) throw new Error('Parameter database_url is missing: set it to postgres://user:password@host:port/database');
  // The value may contain a password, so the message does not show it.
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error('Parameter database_url is not a PostgreSQL address: it has to look like postgres://user:password@host:port/database');
  }

  // An @ after the host means a password with an unescaped / ? or #. A part of the password would be taken for the database name and shown.
  if (/^[^:]+:\/\/[^/?#]*[/?#].*@/.test(databaseUrl)) {
    throw new Error('Parameter database_url cannot be read: special characters in user or password have to be percent-encoded');
  }

  const table = environment['table'] || 'airports';
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(table)) {
    throw new Error(`Parameter table is ${JSON.stringify(table)}: use letters, digits and _, not more than 63, not beginning with a digit`);
  }

  const name = environment['source'] || 'airports.csv';
  const source = resolve(bundleFolder, name);
  const path = relative(bundleFolder, source);
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) {
    throw new Error(`Parameter source is ${JSON.stringify(name)}: it has to name a file inside the bundle`);
  }

  const limit = environment['max_rejected'] ?? '';
  if (!/^\d*$/.test(limit)) throw new Error(`Parameter max_rejected is ${JSON.stringify(limit)}: use a whole number, or leave it empty`);
  const strict = (environment['strict'] || 'false').toLowerCase();
  if (!['true', 'false'].includes(strict)) throw new Error(`Parameter strict is ${JSON.stringify(strict)}: use true or false`);
  return { databaseUrl, table, source, maxRejected: limit === '' ? Infinity : Number(limit), strict: strict === 'true' };
}
