/** The plain SQL of P10: pg and a statement for each check, which joins the sharings with the groups of the account, through groups within groups. */
import { Pool } from 'pg';
import { accountOf, idOf, READER, type SharingSize } from '../sharing-seed.ts';
import { serveSharings } from './sharing-load.ts';
import { databaseUrl } from './serve.ts';

const size = JSON.parse(process.env['SIZE'] ?? '{}') as SharingSize;
const pool = new Pool({ connectionString: databaseUrl(), max: 10 });
const groups = `
  with recursive reached (id) as (
    select group_id from account_group_member where account_id = $1
    union
    select n.group_id from reached r join group_nesting n on n.member_group_id = r.id)`;

serveSharings({
  check: async ({ account, dataset, level }) => {
    const { rows } = await pool.query<{ level: number | null }>({
      name: 'check',
      text: `${groups}
        select max(s.level) as level
        from sharing s
        where s.entity_type = 'dataset' and s.entity_id = $2 and (s.user_id = $1 or s.group_id in (select id from reached))`,
      values: [idOf('account', account), idOf('dataset', dataset)],
    });
    return (rows[0]?.level ?? 0) >= level;
  },
  write: ({ account, dataset, level }) =>
    account === accountOf(dataset, 0, size)
      ? Promise.resolve()
      : pool.query({
          name: 'write',
          text: `insert into sharing (user_id, entity_type, entity_id, level, shared_by) values ($1, 'dataset', $2, $3, $1)
            on conflict (user_id, entity_type, entity_id) do update set level = excluded.level, shared_at = now()`,
          values: [idOf('account', account), idOf('dataset', dataset), level],
        }),
  list: async () => {
    const { rows } = await pool.query<{ id: string; level: number }>({
      name: 'list',
      text: `${groups}
        select d.id, d.tenant_id, d.connection_id, d.technical_name, d.kind, d.label, d.description, d.certification, d.certified_by, d.certified_at,
               d.enabled, d.is_draft, d.is_nested, d.tags, d.properties, d.version, d.owner_id, d.created_by, d.updated_by, d.created_at, d.updated_at,
               d.fingerprint, d.schema_digest, d.observed_at, d.vanished_at, d.quality_invalid, d.quality_empty, d.quality_valid, d.uses, d.trust_score,
               d.trust_axes, d.words, c.name as connection_name, held.level
        from (
          select s.entity_id, max(s.level) as level
          from sharing s
          where s.entity_type = 'dataset' and (s.user_id = $1 or s.group_id in (select id from reached))
          group by s.entity_id) held
        join dataset d on d.id = held.entity_id
        join connection c on c.id = d.connection_id
        order by lower(d.label), d.id`,
      values: [idOf('account', READER)],
    });
    return rows.length;
  },
  stop: () => pool.end(),
});
