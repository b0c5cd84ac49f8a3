/** Fills the database of P10 with accounts, groups, datasets and their sharings; its ids, and the random checks that the programs of P10 make. */
import { createHmac, randomBytes } from 'node:crypto';
import { onDatabase } from './processes.ts';

/** A number for each kind of object; it is a part of the ids. */
const KIND = { account: 1, group: 2, dataset: 3, connection: 4, token: 6 } as const;

type Kind = keyof typeof KIND;

/** Returns the id of object `n` of a kind. */
export const idOf = (kind: Kind, n: number): string =>
  `019a0000-0000-7${String(KIND[kind]).padStart(3, '0')}-8000-${n.toString(16).padStart(12, '0')}`;

/** Returns the SQL of the id of object `n` of a kind. */
const idSql = (kind: Kind, n: string): string =>
  `('019a0000-0000-7${String(KIND[kind]).padStart(3, '0')}-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;

/** The numbers of objects. Each dataset has ten sharings, seven with accounts and three with groups; those in the list of the reader have one more. */
export type SharingSize = { accounts: number; groups: number; datasets: number };

/** The number of sharings of each dataset, without the one with the reader. */
export const SHARINGS_OF_DATASET = 10;

/** The account that reads lists. A third of its datasets is shared with the account itself, the others with groups within groups. */
export const READER = 0;
/** The number of datasets of the reader. */
export const LIST_SIZE = 1500;

/** A question of the measurement: has an account at least a level, from 1 to 3, on a dataset? */
export type Check = { account: number; dataset: number; level: number };

/** Returns a generator of numbers from 0 to 1; the same seed gives the same numbers. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the account of the sharing `k` of a dataset. The SQL of the seed has the same formula. */
export const accountOf = (dataset: number, k: number, { accounts }: SharingSize): number => 1 + ((dataset * 7 + k * 1201) % (accounts - 1));

/** Returns the next random check: in about half of them, the dataset is shared with the account itself. */
export function nextCheck(next: () => number, size: SharingSize): Check {
  const dataset = Math.floor(next() * size.datasets);
  const level = 1 + Math.floor(next() * 3);
  const account = next() < 0.5 ? accountOf(dataset, Math.floor(next() * 7), size) : 1 + Math.floor(next() * (size.accounts - 1));
  return { account, dataset, level };
}

/** The number of datasets of a connection. */
const PER_CONNECTION = 100;

const numbers = (from: number, to: number): string => `generate_series(${from}, ${to - 1}) n`;

/** Fills a database that Millrace has created, and returns the token of the reader and the id of the tenant. `key` is the key of the install. */
export async function seedSharings(databaseUrl: string, key: string, size: SharingSize): Promise<{ token: string; tenant: string }> {
  const { accounts, groups, datasets } = size;
  const token = `mrp_${randomBytes(32).toString('base64url')}`;
  const hash = createHmac('sha256', Buffer.from(key, 'base64')).update(token).digest();
  const tenant = '(select id from tenant order by id limit 1)';
  const admin = `(select id from account where login = 'admin' order by id limit 1)`;
  const workspace = '(select id from workspace order by id limit 1)';
  // The groups of the reader come after the others: four, each within the next one.
  const readerGroups = [0, 1, 2, 3].map((n) => groups + n);
  const isInListOfReader = (n: string): string =>
    `(${n} % ${Math.floor(datasets / LIST_SIZE)} = 0 and ${n} / ${Math.floor(datasets / LIST_SIZE)} < ${LIST_SIZE})`;
  const position = `(n / ${Math.floor(datasets / LIST_SIZE)})`;
  const statements = [
    `insert into account (id, tenant_id, login, email, first_name, last_name)
     select ${idSql('account', 'n')}, ${tenant}, 'account' || n, 'account' || n || '@example.com', 'First ' || n, 'Last ' || n from ${numbers(0, accounts)}`,
    `insert into account_group (id, tenant_id, name) select ${idSql('group', 'n')}, ${tenant}, 'Group ' || n from ${numbers(0, groups + readerGroups.length)}`,
    // A tree with four groups in each group.
    `insert into group_nesting (group_id, member_group_id) select ${idSql('group', 'n / 4')}, ${idSql('group', 'n')} from ${numbers(4, groups)}`,
    `insert into group_nesting (group_id, member_group_id) select ${idSql('group', 'n + 1')}, ${idSql('group', 'n')} from ${numbers(groups, groups + 3)}`,
    // Each account is in three groups.
    `insert into account_group_member (group_id, account_id)
     select distinct ${idSql('group', `(n * 13 + k * 401) % ${groups}`)}, ${idSql('account', 'n')} from ${numbers(1, accounts)}, generate_series(0, 2) k`,
    `insert into account_group_member (group_id, account_id) values (${idSql('group', String(readerGroups[0]))}, ${idSql('account', String(READER))})`,
    `insert into connection (id, tenant_id, workspace_id, name, app)
     select ${idSql('connection', 'n')}, ${tenant}, ${workspace}, 'Connection ' || n, 'PostgreSQL' from ${numbers(0, Math.ceil(datasets / PER_CONNECTION))}`,
    `insert into catalog_connection (connection_id, tenant_id, type_id, tags, enabled, keeps_samples, owner_id, created_by, updated_by)
     select ${idSql('connection', 'n')}, ${tenant}, 'amRiYy1lZSNKZGJjI2RhdGFzdG9yZSNKZGJjQ29ubmVjdGlvbg', '{}', true, false, ${admin}, ${admin}, ${admin}
     from ${numbers(0, Math.ceil(datasets / PER_CONNECTION))}`,
    `insert into dataset (id, tenant_id, connection_id, technical_name, kind, label, description, tags, owner_id, created_by, updated_by, schema_digest,
       quality_invalid, quality_empty, quality_valid, trust_score, trust_axes)
     select ${idSql('dataset', 'n')}, ${tenant}, ${idSql('connection', `n / ${PER_CONNECTION}`)}, 'schema.table_' || n, 'TABLE', 'Table ' || n,
            'What the table ' || n || ' has', '{sales,2026}', ${idSql('account', `1 + (n * 7) % ${accounts - 1}`)},
            ${idSql('account', `1 + (n * 7) % ${accounts - 1}`)}, ${admin}, md5((n % 50)::text), n % 7, n % 11, 900, 57.76,
            '{"validity": 90, "completeness": 80, "popularity": 10, "discoverability": 60, "usage": 20}'
     from ${numbers(0, datasets)}`,
    // The product updates each dataset that it adds, and a trigger then stores its JSON.
    'update dataset set version = version',
    // The rows that lists and searches of the reader read: columns, and a rating of every fourth dataset.
    `insert into dataset_column (dataset_id, path, position, type, description, quality_invalid, quality_empty, quality_valid)
     select ${idSql('dataset', 'n')}, 'column_' || k, k, 'TEXT', 'What column ' || k || ' of ' || n || ' has', 0, 1, 99
     from ${numbers(0, datasets)}, generate_series(0, 19) k
     where ${isInListOfReader('n')}`,
    `insert into dataset_rating (dataset_id, account_id, rating)
     select ${idSql('dataset', 'n')}, ${idSql('account', '1')}, 0.75 from ${numbers(0, datasets)} where ${isInListOfReader('n')} and n % 4 = 0`,
    // The first of the seven accounts owns the dataset.
    `insert into sharing (user_id, entity_type, entity_id, level, shared_by)
     select ${idSql('account', `1 + (n * 7 + k * 1201) % ${accounts - 1}`)}, 'dataset', ${idSql('dataset', 'n')}, case k when 0 then 3 when 1 then 2 else 1 end, ${admin}
     from ${numbers(0, datasets)}, generate_series(0, 6) k`,
    `insert into sharing (group_id, entity_type, entity_id, level, shared_by)
     select ${idSql('group', `(n * 11 + k * 307) % ${groups}`)}, 'dataset', ${idSql('dataset', 'n')}, 1 + k % 2, ${admin}
     from ${numbers(0, datasets)}, generate_series(0, 2) k`,
    `insert into sharing (user_id, entity_type, entity_id, level, shared_by)
     select ${idSql('account', String(READER))}, 'dataset', ${idSql('dataset', 'n')}, 2, ${admin} from ${numbers(0, datasets)} where ${isInListOfReader('n')} and ${position} % 3 = 0`,
    `insert into sharing (group_id, entity_type, entity_id, level, shared_by)
     select ${idSql('group', `${groups} + ${position} % ${readerGroups.length}`)}, 'dataset', ${idSql('dataset', 'n')}, 1, ${admin}
     from ${numbers(0, datasets)} where ${isInListOfReader('n')} and ${position} % 3 <> 0`,
    // The update has left a dead row for each dataset, whose place an install would use again.
    'vacuum full dataset',
    'vacuum analyze',
    'checkpoint',
  ];
  return onDatabase(databaseUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
    await client.query(
      `insert into personal_access_token (id, account_id, name, hash) values (${idSql('token', '0')}, ${idSql('account', String(READER))}, 'bench', $1)`,
      [hash],
    );
    const { rows } = await client.query<{ id: string }>(`select ${tenant} as id`);
    return { token, tenant: rows[0]?.id ?? '' };
  });
}
