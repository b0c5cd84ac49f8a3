/** The values of the form of a connection. */
import type { Schema } from '@millrace/contract';

/** The fields of one parameter. `isStored`: it is a secret of the server, which does not return its value; `isMissing`: it has none. */
export type DraftParameter = { key: number; name: string; value: string; encrypted: boolean; isStored: boolean; isMissing?: boolean };

/** Kinds of systems that the server can test, with the parameters that its test reads. */
export const KINDS_OF_SYSTEMS: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['host', 'port', 'database', 'user', 'password'],
  mysql: ['host', 'port', 'database', 'user', 'password'],
  mariadb: ['host', 'port', 'database', 'user', 'password'],
  aurora: ['host', 'port', 'database', 'user', 'password'],
  http: ['url', 'user', 'password'],
  sftp: ['host', 'port', 'user', 'password'],
  s3: ['endpoint', 'region', 'bucket', 'access_key', 'secret_key'],
  smtp: ['host', 'port', 'user', 'password'],
};

const SECRETS = new Set(['password', 'secret_key']);

/** The parameters that a kind of system usually has. */
export const usualParameters = (app: string): DraftParameter[] =>
  (KINDS_OF_SYSTEMS[app] ?? []).map((name, key) => ({ key, name, value: '', encrypted: SECRETS.has(name), isStored: false }));

/** The fields of stored parameters. */
export const toDraftParameters = (parameters: readonly Schema<'StoredConnectionParameter'>[]): DraftParameter[] =>
  parameters.map(({ name, value = '', encrypted, valueMissing: isMissing = false }, key) => ({
    key,
    name,
    value,
    encrypted,
    isStored: encrypted,
    isMissing,
  }));

/** The parameters to send: those with a value, and stored secrets, which keep their value if the field is empty. */
export const toParameters = (drafts: readonly DraftParameter[]): Schema<'ConnectionParameter'>[] =>
  drafts
    .filter(({ name, value, isStored }) => name !== '' && (value !== '' || isStored))
    .map(({ name, value, encrypted }) => ({ name, ...(value !== '' && { value }), ...(encrypted && { encrypted }) }));
