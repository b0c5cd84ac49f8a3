/** The statements of explanations, and the objects on which operations need a right. Each statement checks the tenant. */
import type { Permission, Right, Schema } from '@millrace/contract';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds, inTenant } from '../held/index.ts';

const ofWorkspace = (table: Sql): Sql => sql`${table} o join workspace w on w.id = o.workspace_id`;

/** A runtime of one workspace, or of all workspaces of its environment. */
const ofRuntime = (table: Sql, owner = sql`o.workspace_id`): Sql =>
  sql`${table} o left join workspace w on w.environment_id = o.environment_id and w.id = coalesce(${owner}, w.id)`;

/** For each kind the tables from which its objects `o` are selected, joined with their workspaces `w`. An environment may have none. */
const TABLES = {
  workspace: sql`workspace o join workspace w on w.id = o.id`,
  environment: sql`environment o left join workspace w on w.environment_id = o.id`,
  artifact: ofWorkspace(sql`artifact`),
  connection: ofWorkspace(sql`connection`),
  resource: ofWorkspace(sql`resource`),
  task: ofWorkspace(sql`task`),
  plan: ofWorkspace(sql`plan`),
  // A schedule without a task or plan belongs to all workspaces of its environment.
  schedule: sql`schedule o left join workspace w on w.environment_id = o.environment_id and w.id = coalesce(
    (select t.workspace_id from task t where t.id = o.task_id),
    (select p.workspace_id from plan p where p.id = o.plan_id),
    w.id)`,
  'task execution': ofWorkspace(sql`task_execution`),
  'plan execution': ofWorkspace(sql`plan_execution`),
  engine: ofRuntime(sql`engine`),
  'engine cluster': ofRuntime(sql`engine_cluster`),
  'run profile': ofRuntime(
    sql`run_profile`,
    sql`coalesce((select g.workspace_id from engine g where g.id = o.engine_id), (select k.workspace_id from engine_cluster k where k.id = o.cluster_id))`,
  ),
} as const satisfies Record<string, Sql>;

/** A kind whose objects belong to workspaces. */
type KindInWorkspace = keyof typeof TABLES;

/** The kind of an object. */
export type ObjectKind = KindInWorkspace | 'promotion' | 'promotion execution';

/** The account of a question. */
export type ExplainedAccount = { id: string; user_type: Actor['userType']; name: string; active: boolean };

const accounts = inTenant({ noun: 'Account', table: sql`account`, alias: sql`a` });

/** Finds an account of the actor's tenant. */
export const findAccount = (tx: Tx, actor: Actor, id: string): Promise<ExplainedAccount> =>
  accounts.find(tx, actor, id, {
    columns: sql`a.id, a.user_type, case a.user_type when 'HUMAN' then a.login else a.first_name end as name, a.active`,
  });

/** A permission of an account, and its source. */
export type PermissionSource = { permission: Permission; group: Schema<'SourceGroup'> | null } & Omit<Schema<'AccessSource'>, 'group'>;

/** Selects the sources of the permissions of an account: its own roles, those of its groups, or the service account itself. */
export const selectPermissionSources = (tx: Tx, { tenant }: Actor, account: string): Promise<PermissionSource[]> =>
  tx.rows(sql`
    select p.permission, 'ROLE' as type, r.id, r.name, null::json as "group"
    from account_role ar
    join role r on r.id = ar.role_id
    join role_permission p on p.role_id = r.id
    where ar.account_id = ${account}
      and r.tenant_id = ${tenant}
    union all
    select p.permission, 'ROLE', r.id, r.name, json_build_object('id', g.id, 'name', g.name)
    from account_group_member m
    join account_group g on g.id = m.group_id
    join group_role gr on gr.group_id = g.id
    join role r on r.id = gr.role_id
    join role_permission p on p.role_id = r.id
    where m.account_id = ${account}
      and g.tenant_id = ${tenant}
    union all
    select unnest(s.permissions), 'SERVICE_ACCOUNT', a.id, a.first_name, null
    from service_account s
    join account a on a.id = s.account_id
    where a.id = ${account}
      and a.tenant_id = ${tenant}
    order by 4, 3`);

/** An object with the access of an account. */
export type ObjectAccess = {
  /** Whether the object exists in the tenant. */
  exists: boolean;
  /** Whether the account may see it. */
  seen: boolean;
  /** Whether the actor that asks may see it. */
  shown: boolean;
  /** The workspaces on which the account holds the right. */
  sources: Schema<'AccessSource'>[];
};

/** Selects the access of an account to an object of workspaces. */
export const selectObjectAccess = (
  tx: Tx,
  actor: Actor,
  account: string,
  { object, id, right }: { object: KindInWorkspace; id: string; right: Right },
): Promise<ObjectAccess> =>
  tx.only(sql`
    select count(*) > 0 as exists,
           coalesce(bool_or(${accountHolds(sql`${account}`, 'VIEW')}), false) as seen,
           coalesce(bool_or(${accountHolds(sql`${actor.id}`, 'VIEW')}), false) as shown,
           coalesce(
             (json_agg(
               json_build_object('type', case when w.owner_id = ${account} then 'OWNERSHIP' else 'RIGHT' end, 'id', w.id, 'name', w.name)
               order by w.name, w.id
             ) filter (where ${accountHolds(sql`${account}`, right)}))::jsonb,
             '[]') as sources
    from ${TABLES[object]}
    where o.id = ${id}
      and o.tenant_id = ${actor.tenant}`);

/** Selects the access of an account to a promotion, or to the promotion of one of its executions. */
export const selectPromotionAccess = (
  tx: Tx,
  actor: Actor,
  account: string,
  { object, id }: { object: 'promotion' | 'promotion execution'; id: string },
): Promise<ObjectAccess> => {
  const assigned = (to: string): Sql => sql`exists (
    select from promotion_account m
    where m.promotion_id = p.id
      and m.account_id = ${to})`;
  const named =
    object === 'promotion' ? sql`p.id = ${id}` : sql`p.id = (select x.promotion_id from promotion_execution x where x.id = ${id})`;
  return tx.only(sql`
    select count(*) > 0 as exists,
           coalesce(bool_or(${assigned(account)}), false) as seen,
           coalesce(bool_or(${assigned(actor.id)}), false) as shown,
           coalesce(
             json_agg(json_build_object('type', 'ASSIGNMENT', 'id', p.id, 'name', s.name || ' to ' || t.name)) filter (where ${assigned(account)}),
             '[]') as sources
    from promotion p
    join environment s on s.id = p.source_environment_id
    join environment t on t.id = p.target_environment_id
    where ${named}
      and p.tenant_id = ${actor.tenant}`);
};
