/** The data of P14 and C1: a large install, written by SQL, with ids and times as years of use would create them. */
import { createHmac, randomBytes } from 'node:crypto';
import { onDatabase } from './processes.ts';

/** The number of rows of each kind. */
export type Size = {
  environments: number;
  workspaces: number;
  tasks: number;
  plans: number;
  /** The number of each of these: artifacts (with two versions each), connections, resources, schedules, projects, run profiles. */
  others: number;
  executions: number;
  planExecutions: number;
};

/** An account that reads lists, with its token. */
export type Caller = { id: string; token: string };

/** Ids for filters. Both callers see the objects with these ids. */
export type Seeded = {
  tenant: string;
  /** Sees every workspace: owns half of them and holds VIEW on the others. */
  all: Caller;
  /** Sees three workspaces. */
  three: Caller;
  environment: string;
  workspace: string;
  artifact: string;
  task: string;
  /** The task with the most executions: every twelfth execution is of it. */
  busyTask: string;
  plan: string;
  schedule: string;
  engine: string;
  runProfile: string;
  from: Date;
  to: Date;
};

const DAY = 86_400_000;
/** Days over which the executions are spread: a little less than the period of the lists, so that no execution leaves it during a measurement. */
export const DAYS = 59.8;
/** A number for each kind of object; it is a part of the ids. */
const KIND = { environment: 1, workspace: 2, artifact: 3, version: 4, connection: 5, resource: 6, task: 7, plan: 8, step: 9, schedule: 10, trigger: 11, engine: 12, profile: 13, project: 14, promotion: 15, execution: 16, planExecution: 17, stepExecution: 18, account: 19, role: 20, token: 21, waiting: 22 } as const; // prettier-ignore

/** The UUID version 7 of object `n` of a kind that was created at a time. Ids increase with time, as in the product. */
const CREATE_ID_FUNCTION = `
  create function bench_id(kind int, n bigint, at timestamptz) returns uuid immutable parallel safe language sql return
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid`;

/** Fills a database that Millrace has created. `key` is the key of the install. */
export async function seedLists(databaseUrl: string, key: string, size: Size): Promise<Seeded> {
  const to = Date.now();
  const from = to - DAYS * DAY;
  const old = `'${new Date(from - DAY).toISOString()}'::timestamptz`;
  const id = (kind: keyof typeof KIND, n: string, at = old): string => `bench_id(${KIND[kind]}, ${n}, ${at})`;
  const at = (n: string): string =>
    `('${new Date(from).toISOString()}'::timestamptz + ${n} * interval '${(to - from) / 1000 / size.executions} seconds')`;
  const { environments, workspaces, tasks, plans, others, executions, planExecutions } = size;
  /** The workspace of object `n`. Objects with neighbouring names are in different workspaces. */
  const inWorkspace = (n: string): string => id('workspace', `${n} % ${workspaces}`);
  const numbers = (count: number): string =>
    `generate_series(0, ${count - 1}) n, (select id as tenant_id from tenant order by id limit 1) t`;
  const admin = `(select id from account where login = 'admin' order by id limit 1)`;
  // Every twelfth execution is of the first task. A hash distributes the others over all tasks; otherwise each workspace would have only one outcome.
  const taskOf = (n: string): string => `(case when ${n} % 12 = 0 then 0 else abs(hashint8(${n})::bigint) % ${tasks} end)`;
  const perPlanExecution = Math.floor(executions / planExecutions);
  // Each workspace has tasks with each combination of tags: three combinations for a twentieth of its tasks each, and a rare tag.
  const nth = `(n / ${workspaces})`;
  const tags = `
    case ${nth} % 20 when 0 then '{nightly,finance}' when 1 then '{nightly}' when 2 then '{hourly}'
      else case when n % 2000 = 600 then '{rare}' else '{}' end end::text[]`;
  // Forty causes of failures, each with other numbers, ids and paths in every message.
  const error = `'The job ended with exit code 1. First error: Exception in component tDBInput_' || x.n % 7 || ': ' || (array['Connection refused', 'Timeout',
    'Disk full', 'Duplicate key', 'No such table'])[x.n % 5 + 1] || ' at line ' || x.n || ' of /data/in/' || x.n || '/orders.csv in ' || chr(97 + (x.n / 50 % 8)::int) || ' (run ' || t.id || ')'`;
  const onEngine = `${nth} % 10 = 0`;
  const runtimeOf = `case when ${onEngine} then 'REMOTE_ENGINE' else 'CLOUD' end`;
  const statements = [
    `insert into account (id, tenant_id, login, email, first_name, last_name)
     select ${id('account', '0')}, id, 'three', 'three@example.com', 'Sees', 'Three' from tenant order by id limit 1`,
    `insert into role (id, tenant_id, name) select ${id('role', '0')}, tenant_id, 'Bench' from account where login = 'three'`,
    `insert into role_permission (role_id, permission)
     select ${id('role', '0')}, unnest('{SVC_OPERATOR,SVC_PROJECT_MANAGEMENT,SVC_PROMOTION_EXECUTION}'::text[])`,
    `insert into account_role (account_id, role_id) values (${id('account', '0')}, ${id('role', '0')})`,
    `insert into environment (id, tenant_id, name, max_cloud_containers)
     select ${id('environment', 'n')}, tenant_id, 'Environment ' || lpad(n::text, 3, '0'), n from ${numbers(environments)}`,
    `insert into workspace (id, tenant_id, environment_id, name, owner_id, type)
     select ${id('workspace', 'n')}, tenant_id, ${id('environment', `n % ${environments}`)}, 'Workspace ' || lpad(n::text, 4, '0'),
            case when n % 2 = 0 then ${admin} else ${id('account', '1')} end, 'custom'
     from ${numbers(workspaces)}`,
    `insert into workspace_right (workspace_id, account_id, name) select id, ${admin}, 'VIEW' from workspace where owner_id <> ${admin}`,
    `insert into workspace_right (workspace_id, account_id, name)
     select ${id('workspace', 'n')}, ${id('account', '0')}, 'EXECUTE' from unnest(array[0, ${Math.floor(workspaces / 3)}, ${Math.floor(workspaces / 2)}]) n`,
    `insert into blob (hash, key, size) values (repeat('0', 64), 'bench', 1)`,
    `insert into artifact (id, tenant_id, workspace_id, name, type)
     select ${id('artifact', 'n')}, tenant_id, ${inWorkspace('n')}, 'Artifact ' || lpad(n::text, 6, '0'), case when n % 10 = 0 then 'route' else 'standard' end
     from ${numbers(others)}`,
    `insert into artifact_version (
       id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, parameters, layout, blob_hash, created_at)
     select bench_id(${KIND.version}, 2 * n + v, ${old}), ${id('artifact', 'n')}, '1.' || v || '.0', ${admin}, 'admin', 'HUMAN', 'Bench', '[]', 'inline',
            repeat('0', 64), ${old} + v * interval '1 hour'
     from ${numbers(others)}, generate_series(0, 1) v`,
    `insert into connection (id, tenant_id, workspace_id, name, app)
     select ${id('connection', 'n')}, tenant_id, ${inWorkspace('n')}, 'Connection ' || lpad(n::text, 6, '0'), 'Custom' from ${numbers(others)}`,
    `insert into connection_parameter (connection_id, name, position, encrypted, plain_value)
     select ${id('connection', 'n')}, 'parameter' || p, p, false, 'value ' || n from ${numbers(others)}, generate_series(0, 2) p`,
    `insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
     select ${id('resource', 'n')}, tenant_id, ${inWorkspace('n')}, 'Resource ' || lpad(n::text, 6, '0'), 'A file', true, repeat('0', 64) from ${numbers(others)}`,
    `insert into project (id, tenant_id, name, technical_label, url, author, owner_id)
     select ${id('project', 'n')}, tenant_id, 'Project ' || lpad(n::text, 6, '0'), 'PROJECT_' || n, 'https://git.example.com/' || n, 'admin', ${admin} from ${numbers(others)}`,
    `insert into promotion (id, tenant_id, source_environment_id, target_environment_id)
     select ${id('promotion', `a * ${environments} + b`)}, t.id, ${id('environment', 'a')}, ${id('environment', 'b')}
     from (select id from tenant order by id limit 1) t, generate_series(0, ${environments - 1}) a, generate_series(0, ${environments - 1}) b where a <> b`,
    `insert into promotion_account (promotion_id, account_id) select id, ${id('account', '0')} from promotion order by id limit 10`,
    `insert into engine (id, tenant_id, environment_id, workspace_id, runtime_id, name, paired_at)
     select ${id('engine', 'n')}, tenant_id, ${id('environment', `n % ${environments}`)}, ${inWorkspace('n')}, gen_random_uuid(), 'Engine ' || lpad(n::text, 4, '0'), now()
     from ${numbers(workspaces)}`,
    `insert into run_profile (id, tenant_id, environment_id, engine_id, name, type, jvm_arguments)
     select ${id('profile', 'n')}, tenant_id, ${id('environment', `n % ${workspaces} % ${environments}`)}, ${id('engine', `n % ${workspaces}`)},
            'Profile ' || lpad(n::text, 6, '0'), 'JOB_SERVER', '{-Xmx64M}'
     from ${numbers(others)}`,
    `insert into task (id, tenant_id, workspace_id, name, description, artifact_version_id, tags, parameters, created_at)
     select ${id('task', 'n')}, tenant_id, ${inWorkspace('n')}, 'Task ' || lpad(n::text, 7, '0'), 'Loads what came in', ${id('version', `2 * (n % ${others})`)},
            ${tags}, '{"limit": "100"}', ${old}
     from ${numbers(tasks)}`,
    `insert into task_run_config (task_id, runtime_type, engine_id, run_profile_id, parallel_execution_allowed, log_level)
     select ${id('task', 'n')}, ${runtimeOf}, case when ${onEngine} then ${id('engine', `n % ${workspaces}`)} end,
            case when ${onEngine} then ${id('profile', `n % ${others}`)} end, true, 'INFO'
     from ${numbers(tasks)}
     where n % 4 <> 3 or ${onEngine}`,
    `insert into plan (id, tenant_id, workspace_id, name, author, author_type)
     select ${id('plan', 'n')}, tenant_id, ${inWorkspace('n')}, 'Plan ' || lpad(n::text, 6, '0'), 'admin', 'HUMAN' from ${numbers(plans)}`,
    `insert into plan_step (id, plan_id, position, name, condition)
     select ${id('step', '2 * n + p')}, ${id('plan', 'n')}, p, 'Step ' || p, 'ALL_SUCCEEDED' from ${numbers(plans)}, generate_series(0, 1) p`,
    `insert into plan_step_task (step_id, on_failure, position, task_id)
     select ${id('step', '2 * n + p')}, false, k, ${id('task', `(n + (2 * p + k) * ${workspaces}) % ${tasks}`)}
     from ${numbers(plans)}, generate_series(0, 1) p, generate_series(0, 1) k`,
    `insert into schedule (id, tenant_id, environment_id, description, task_id, plan_id)
     select ${id('schedule', 'n')}, tenant_id, ${id('environment', `n % ${workspaces} % ${environments}`)}, 'Schedule ' || n || case when n % 100 = 0 then ' of finance' else '' end,
            case when n % 4 in (0, 1) then ${id('task', 'n')} end, case when n % 4 = 2 and n < ${plans} then ${id('plan', 'n')} end
     from ${numbers(others)}`,
    `insert into time_trigger (id, schedule_id, name, definition)
     select ${id('trigger', 'n')}, ${id('schedule', 'n')}, 'daily',
            json_build_object('name', 'daily', 'type', 'DAILY', 'interval', 1, 'startDate', '2026-01-01', 'startTime', lpad((n % 24)::text, 2, '0') || ':00')
     from ${numbers(others)}`,
    `insert into plan_execution (
       id, tenant_id, environment_id, workspace_id, plan_id, plan_name, steps, handlers, task_ids, planned_count, alone, execution_type, account_id,
       user_type, status, misfired_reason, started_at, finished_at)
     select ${id('planExecution', 'x.n', 'x.at')}, p.tenant_id, w.environment_id, p.workspace_id, p.id, p.name, '[]', '{}', '{}', 2, true, 'SCHEDULED', w.owner_id,
            'HUMAN', case x.n % 20 when 0 then 'EXECUTION_FAILED' when 1 then 'EXECUTION_MISFIRED' else 'EXECUTION_SUCCESS' end,
            case x.n % 20 when 1 then 'UNKNOWN' end, x.at, x.at + interval '3 seconds'
     from (select n, ${at(`(n * ${perPlanExecution})`)} as at from generate_series(0, ${planExecutions - 1}) n) x
     join plan p on p.id = ${id('plan', `case when x.n % 12 = 0 then 0 else x.n % ${plans} end`)}
     join workspace w on w.id = p.workspace_id
     order by x.n`,
    `insert into plan_step_execution (id, plan_execution_id, position, on_failure, step_id, name, condition, planned_count, status, started_at, finished_at)
     select ${id('stepExecution', 'x.n', 'x.at')}, ${id('planExecution', 'x.n', 'x.at')}, 0, false, ${id('step', `2 * (x.n % ${plans})`)}, 'Step 0',
            'ALL_SUCCEEDED', 2, 'EXECUTION_SUCCESS', x.at, x.at + interval '3 seconds'
     from (select n, ${at(`(n * ${perPlanExecution})`)} as at from generate_series(0, ${planExecutions - 1}) n) x
     order by x.n`,
    `insert into task_execution (
       id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
       parameters, log_level, parallel_execution_allowed, execution_type, api_version, account_id, user_type, runtime_type, outcome, misfired_reason,
       error_type, error_message, triggered_at, started_at, finished_at, processed_rows, plan_execution_id, plan_step_execution_id)
     select ${id('execution', 'x.n', 'x.at')}, t.tenant_id, w.environment_id, t.workspace_id, t.id, t.name, 1, t.tags, 'Artifact', '1.0.0', 'inline', repeat('0', 64),
            '{"limit": "100"}', 'INFO', true, 'SCHEDULED', '2021-03', w.owner_id, 'HUMAN', 'CLOUD',
            case x.n % 50 when 0 then 'EXECUTION_FAILED' when 1 then 'EXECUTION_FAILED' when 2 then 'EXECUTION_REJECTED' when 3 then 'EXECUTION_TERMINATED' when 4 then 'DEPLOY_FAILED'
              else 'EXECUTION_SUCCESS' end,
            case x.n % 50 when 4 then 'TASK_IS_PAUSED' end, case when x.n % 50 < 2 then 'JOB_ERROR' end, case when x.n % 50 < 2 then ${error} end, x.at, x.at + interval '1 second', x.at + interval '2 seconds', 100,
            case when x.n % ${perPlanExecution} < 2 and x.n / ${perPlanExecution} < ${planExecutions} then ${id('planExecution', `x.n / ${perPlanExecution}`, at(`(x.n / ${perPlanExecution} * ${perPlanExecution})`))} end,
            case when x.n % ${perPlanExecution} < 2 and x.n / ${perPlanExecution} < ${planExecutions} then ${id('stepExecution', `x.n / ${perPlanExecution}`, at(`(x.n / ${perPlanExecution} * ${perPlanExecution})`))} end
     from (select n, ${at('n')} as at from generate_series(0, ${executions - 1}) n) x
     join task t on t.id = ${id('task', taskOf('x.n'))}
     join workspace w on w.id = t.workspace_id
     order by x.n`,
  ];
  const three = `mrp_${randomBytes(32).toString('base64url')}`;
  const hash = createHmac('sha256', Buffer.from(key, 'base64')).update(three).digest();
  return onDatabase(databaseUrl, async (client) => {
    // The account that owns half of the workspaces must exist before them.
    await client.query(CREATE_ID_FUNCTION);
    await client.query(`
      insert into account (id, tenant_id, login, email, first_name, last_name)
      select ${id('account', '1')}, id, 'owner', 'owner@example.com', 'Owns', 'Half' from tenant order by id limit 1`);
    for (const statement of statements) await client.query(statement);
    await client.query(
      `insert into personal_access_token (id, account_id, name, hash) values (${id('token', '0')}, ${id('account', '0')}, 'bench', $1)`,
      [hash],
    );
    for (const text of ['vacuum analyze', 'checkpoint']) await client.query(text);
    const { rows } = await client.query<Omit<Seeded, 'all' | 'three' | 'from' | 'to'> & { admin: string; viewer: string }>(`
      select (select id from tenant order by id limit 1) as tenant, ${admin} as admin, ${id('account', '0')} as viewer,
             ${id('environment', '0')} as environment, ${id('workspace', '0')} as workspace, ${id('artifact', '0')} as artifact,
             ${id('task', String(workspaces))} as task, ${id('task', '0')} as "busyTask", ${id('plan', '0')} as plan, ${id('schedule', '0')} as schedule, ${id('engine', '0')} as engine,
             ${id('profile', '0')} as "runProfile"`);
    const [row] = rows;
    if (!row) throw new Error('The database contains no seeded rows.');
    const { admin: all, viewer, ...ids } = row;
    return { ...ids, all: { id: all, token: '' }, three: { id: viewer, token: three }, from: new Date(from), to: new Date(to) };
  });
}
