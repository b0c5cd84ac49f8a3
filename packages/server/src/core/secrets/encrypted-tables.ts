/** Tables with columns of ciphertexts, and their encryption under another key. */
import { and, identifier, json, sql, unnamed, type Sql, type Tx } from '../database/sql.ts';
import type { Secrets } from './secrets.ts';

/** A table with encrypted columns. */
export type EncryptedTable = {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** By column, the place to which its ciphertexts are bound: a function of the values of the key. */
  columns: Readonly<Record<string, (...key: string[]) => string>>;
};

type Row = Readonly<Record<string, unknown>>;

/**
 * Encrypts the secrets of rows again in which a key other than the current one has encrypted a secret: of `most` rows at most. Returns their number; 0
 * means that none is left. It waits for locked rows.
 */
export async function reencrypt(tx: Tx, secrets: Secrets, { table, key, columns }: EncryptedTable, most: number): Promise<number> {
  const head = secrets.currentHead;
  const [keys, names] = [key.map(identifier), Object.keys(columns).map(identifier)];
  const isOld = names.map((name) => sql`substring(${name} from 1 for ${head.length}) <> ${head}`);
  const rows = await tx.rows<Row>(
    unnamed(sql`
      select ${joined([...keys, ...names], sql`, `)}
      from ${identifier(table)}
      where ${joined(isOld, sql` or `)}
      order by ${joined(keys, sql`, `)}
      limit ${most}
      for update`),
  );
  if (rows.length === 0) return 0;
  const renewed = rows.map((row) => ({ ...row, ...reencryptRow(secrets, row, key, columns) }));
  const assignments = names.map((name) => sql`${name} = r.${name}`);
  await tx.rows(
    unnamed(sql`
      update ${identifier(table)} t
      set ${joined(assignments, sql`, `)}
      from json_populate_recordset(null::${identifier(table)}, ${json(renewed)}::json) r
      where ${and(keys.map((name) => sql`t.${name} = r.${name}`))}`),
  );
  return rows.length;
}

const joined = (parts: readonly Sql[], separator: Sql): Sql => parts.reduce((all, part) => sql`${all}${separator}${part}`);

/** The columns of a row, encrypted under the current key, as the database reads them in JSON. */
function reencryptRow(secrets: Secrets, row: Row, key: EncryptedTable['key'], columns: EncryptedTable['columns']): Row {
  const values = key.map((name) => String(row[name]));
  return Object.fromEntries(
    Object.entries(columns).map(([name, placeOf]) => {
      const [old, place] = [row[name] as Buffer | null, placeOf(...values)];
      return [name, old && `\\x${secrets.encrypt(secrets.decrypt(old, place), place).toString('hex')}`];
    }),
  );
}
