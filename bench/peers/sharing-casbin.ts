/** casbin in P10: accounts, groups, and the sharings of its datasets, in the memory of one process. Each check reads all of these sharings. */
import { newEnforcer, newModelFromString } from 'casbin';
import { Client } from 'pg';
import { accountOf, idOf, type SharingSize } from '../sharing-seed.ts';
import { serveSharings } from './sharing-load.ts';
import { databaseUrl } from './serve.ts';

const size = JSON.parse(process.env['SIZE'] ?? '{}') as SharingSize;
const client = new Client({ connectionString: databaseUrl() });
await client.connect();
const enforcer = await newEnforcer(
  newModelFromString(`
[request_definition]
r = sub, obj, level
[policy_definition]
p = sub, obj, level
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.obj == p.obj && r.level <= p.level && g(r.sub, p.sub)
`),
);
const members = await client.query<{ a: string; b: string }>(`
  select account_id as a, group_id as b from account_group_member
  union all
  select member_group_id, group_id from group_nesting`);
await enforcer.addGroupingPolicies(members.rows.map(({ a, b }) => [a, b]));
const sharings = await client.query<{ sub: string; obj: string; level: number }>(
  'select coalesce(user_id, group_id) as sub, entity_id as obj, level from sharing where entity_id < $1',
  [idOf('dataset', size.datasets)],
);
await client.end();
const BATCH = 10_000;
for (let at = 0; at < sharings.rows.length; at += BATCH)
  await enforcer.addPolicies(sharings.rows.slice(at, at + BATCH).map(({ sub, obj, level }) => [sub, obj, String(level)]));
sharings.rows.length = 0;

serveSharings({
  check: ({ account, dataset, level }) => enforcer.enforce(idOf('account', account), idOf('dataset', dataset), String(level)),
  write: async ({ account, dataset, level }) => {
    if (account === accountOf(dataset, 0, size)) return;
    const rule = [idOf('account', account), idOf('dataset', dataset)];
    await enforcer.removeFilteredPolicy(0, ...rule);
    await enforcer.addPolicy(...rule, String(level));
  },
  stop: () => Promise.resolve(),
});
