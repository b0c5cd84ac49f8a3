/** The parameters of connections. No other file reads their encrypted values; a promotion can only remove them. */
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import { type Secrets, UnreadableSecret } from '../../../core/secrets/secrets.ts';
import { forgetCheck } from './checks.ts';
import type { MergedParameter, StoredParameter } from './rules.ts';

/** Builds the context to which the ciphertext of a parameter is bound. */
const parameterSecretContext = (connection: string, name: string): string => `connection ${connection} ${name}`;

/** The table with the secrets of connections. */
export const connectionSecrets: EncryptedTable = {
  table: 'connection_parameter',
  key: ['connection_id', 'name'],
  columns: { secret_value: parameterSecretContext },
};

/** Replaces the parameters of a connection; the stored value of a parameter with `kept` stays. */
export async function saveParameters(tx: Tx, secrets: Secrets, connection: string, parameters: readonly MergedParameter[]): Promise<void> {
  await forgetCheck(tx, connection);
  await tx.rows(sql`
    delete from connection_parameter
    where connection_id = ${connection}
      and not name = any (${parameters.filter(({ kept }) => kept).map(({ name }) => name)}::text[])`);
  const rows = parameters.map(({ name, encrypted, value }, position) => ({
    name,
    position,
    encrypted,
    plain: encrypted ? null : value,
    secret: encrypted && value !== null ? secrets.encrypt(value, parameterSecretContext(connection, name)).toString('hex') : null,
  }));
  await tx.rows(sql`
    insert into connection_parameter (connection_id, name, position, encrypted, plain_value, secret_value)
    select ${connection}, r.name, r.position, r.encrypted, r.plain, decode(r.secret, 'hex')
    from json_to_recordset(${json(rows)}::json) as r (name text, position integer, encrypted boolean, plain text, secret text)
    on conflict (connection_id, name) do update
    set position = excluded.position`);
}

/** The value of a parameter, and whether it is stored encrypted. */
type ReadParameter = { value: string; encrypted: boolean };

/** Reads the parameters that have a value, decrypted, by connection and name. Never use it for an answer of the API. */
export async function readConnectionParameters(
  tx: Tx,
  secrets: Secrets,
  connections: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, ReadParameter>>> {
  const rows = await tx.rows<{ id: string; name: string | null; plain_value: string | null; secret_value: Buffer | null }>(sql`
    select c.id, p.name, p.plain_value, p.secret_value
    from connection c
    left join connection_parameter p on p.connection_id = c.id
    where c.id = any (${[...connections]}::uuid[])
    order by c.id, p.position`);
  const found = new Map<string, Map<string, ReadParameter>>();
  for (const { id, name, plain_value: plain, secret_value: secret } of rows) {
    const parameters = found.get(id) ?? new Map<string, ReadParameter>();
    found.set(id, parameters);
    const value = name !== null && secret !== null ? secrets.decrypt(secret, parameterSecretContext(id, name)) : plain;
    if (name !== null && value !== null) parameters.set(name, { value, encrypted: secret !== null });
  }
  return found;
}

/** Reads the parameters of a connection in their order, to compare them with new ones. A secret that cannot be decrypted counts as one without a value. */
export async function readStoredParameters(tx: Tx, secrets: Secrets, connection: string): Promise<StoredParameter[]> {
  const rows = await tx.rows<{ name: string; encrypted: boolean; plain_value: string | null; secret_value: Buffer | null }>(sql`
    select name, encrypted, plain_value, secret_value
    from connection_parameter
    where connection_id = ${connection}
    order by position`);
  return rows.map(({ name, encrypted, plain_value: plain, secret_value: secret }) => ({
    name,
    encrypted,
    value: secret === null ? plain : readableOrNull(() => secrets.decrypt(secret, parameterSecretContext(connection, name))),
  }));
}

function readableOrNull(decrypt: () => string): string | null {
  try {
    return decrypt();
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}

/** The values by parameter name, and the names of the secret parameters. */
export type GivenParameters = { values: Record<string, string>; secret: string[] };

/**
 * Reads the parameters `connection_<name of the connection in the task>_<parameter>` of a run. Undefined if a connection was deleted.
 * @rule connections.run.parameters
 */
export async function connectionParametersOfRun(
  tx: Tx,
  secrets: Secrets,
  connections: Readonly<Record<string, string>>,
): Promise<GivenParameters | undefined> {
  const entries = Object.entries(connections);
  if (entries.length === 0) return { values: {}, secret: [] };
  const read = await readConnectionParameters(tx, secrets, Object.values(connections));
  const values: [string, string][] = [];
  const secret: string[] = [];
  for (const [connectionName, id] of entries) {
    const parameters = read.get(id);
    if (!parameters) return undefined;
    for (const [name, { value, encrypted }] of parameters) {
      const parameter = `connection_${connectionName}_${name}`;
      values.push([parameter, value]);
      if (encrypted) secret.push(parameter);
    }
  }
  return { values: Object.fromEntries(values), secret };
}
