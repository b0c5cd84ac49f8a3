/** Filters as conditions of statements: what a field means for an execution of a task, and for one of a plan. */
import { and, contains, sql, unnamed, type Sql } from '../../../core/database/sql.ts';
import type { HistoryFilter, RuntimePart } from './rules.ts';

/** What is looked through: all task executions, those that have ended or not, or plan executions. */
export type HistoryKind = 'tasks' | 'ended' | 'open' | 'plans';

/** Conditions on rows `x`, and `l` where it is open; nothing where no row of the kind can meet them. */
export function conditionsOf(filters: readonly HistoryFilter[], kind: HistoryKind): Sql | undefined {
  const conditions: Sql[] = [];
  for (const filter of filters) {
    const condition = conditionOf(filter, kind);
    if (condition === 'never') return undefined;
    if (condition !== 'always') conditions.push(condition);
  }
  return unnamed(and(conditions));
}

type Condition = Sql | 'always' | 'never';

function conditionOf(filter: HistoryFilter, kind: HistoryKind): Condition {
  switch (filter.operator) {
    case 'in':
    case 'not_in':
      return listed(filter, kind);
    case 'match':
      return contains(nameOf(kind), filter.text);
    case 'not_match':
      return sql`not (${contains(nameOf(kind), filter.text)})`;
    case 'between':
      return sql`${triggerTime(kind)} between ${filter.from} and ${filter.to}`;
    case 'greater_than':
    case 'less_than': {
      const duration = sql`extract(epoch from x.finished_at - x.started_at) * 1000`;
      return filter.operator === 'less_than' ? sql`${duration} < ${filter.milliseconds}` : sql`${duration} > ${filter.milliseconds}`;
    }
    case 'is_empty':
      return filter.empty ? sql`x.api_version is null` : sql`x.api_version is not null`;
    case 'and':
    case 'or':
      return joined(
        filter.parts.map((part) => runtime(part, kind)),
        filter.operator,
      );
  }
}

const nameOf = (kind: HistoryKind): Sql => (kind === 'plans' ? sql`x.plan_name` : sql`x.task_name`);

/** When an execution was asked for. */
export const triggerTime = (kind: HistoryKind): Sql => (kind === 'plans' ? sql`x.started_at` : sql`x.triggered_at`);

type Listed = Extract<HistoryFilter, { operator: 'in' | 'not_in' }>;

/** What the fields mean; no value is one that nothing has. */
function valueOf(field: Listed['field'], kind: HistoryKind): Sql | undefined {
  const ofPlan = kind === 'plans';
  switch (field) {
    case 'status':
      return statusOf(kind);
    case 'name':
      return nameOf(kind);
    case 'workspaceId':
      return sql`x.workspace_id`;
    case 'author':
      return sql`x.account_id`;
    case 'operator':
      return sql`case when x.execution_type = 'MANUAL' then x.account_id end`;
    case 'id':
      return sql`x.id`;
    case 'apiVersion':
      return sql`x.api_version`;
    case 'version':
      return ofPlan ? undefined : sql`'0.' || x.task_version`;
    case 'planId':
      return ofPlan ? sql`x.plan_id` : undefined;
    case 'taskId':
      return ofPlan ? undefined : sql`x.task_id`;
    case 'artifactId':
      return ofPlan ? undefined : sql`x.artifact_id`;
    case 'artifactVersion':
      return ofPlan ? undefined : sql`x.artifact_version`;
    case 'logLevel':
      return ofPlan ? undefined : sql`x.log_level`;
    case 'runProfileId':
      return ofPlan ? undefined : sql`x.run_profile_id`;
    default:
      return undefined;
  }
}

/**
 * Where an execution stands; a plan that runs counts as started.
 * @rule execution-history.search.status
 */
export function statusOf(kind: HistoryKind): Sql {
  if (kind === 'open') return sql`l.status`;
  if (kind === 'plans') return sql`case x.status when 'STARTED' then 'STARTING_FLOW_EXECUTION' else x.status end`;
  return sql`coalesce(case x.outcome when 'EXECUTION_TERMINATED_SHUTDOWN' then 'EXECUTION_TERMINATED' else x.outcome end, l.status)`;
}

const ENDED = new Set([
  'DEPLOY_FAILED',
  'EXECUTION_SUCCESS',
  'EXECUTION_FAILED',
  'EXECUTION_TERMINATED',
  'EXECUTION_TERMINATED_TIMEOUT',
  'EXECUTION_REJECTED',
]);

function listed({ field, operator, values }: Listed, kind: HistoryKind): Condition {
  const isIn = operator === 'in';
  if (field === 'tags') {
    if (kind === 'plans') return isIn ? 'never' : 'always';
    return isIn ? sql`x.tags && ${[...values]}::text[]` : sql`not x.tags && ${[...values]}::text[]`;
  }
  if (field === 'planId' && kind !== 'plans') return ofPlans(values, isIn);
  if (field === 'author' || field === 'operator') return amongAccounts(valueOf(field, kind), values, isIn);
  if (field === 'status' && kind === 'ended') return amongOutcomes(values, isIn);
  if (field === 'status' && kind === 'open' && isIn && values.every((one) => ENDED.has(one))) return 'never';
  return among(valueOf(field, kind), values, isIn);
}

/** By the column itself, for which there is an index; nothing has to be looked at where no outcome is asked for. */
function amongOutcomes(values: readonly string[], isIn: boolean): Condition {
  const outcomes = values.flatMap((one) =>
    one === 'EXECUTION_TERMINATED' ? [one, 'EXECUTION_TERMINATED_SHUTDOWN'] : ENDED.has(one) ? [one] : [],
  );
  return outcomes.length === 0 ? (isIn ? 'never' : 'always') : among(sql`x.outcome`, outcomes, isIn);
}

/** One value reads an index in its order, several do not. */
function among(value: Sql | undefined, values: readonly string[], isIn: boolean): Condition {
  if (value === undefined) return isIn ? 'never' : 'always';
  const [only] = values;
  if (isIn) return values.length === 1 ? sql`${value} = ${only}` : sql`${value} = any (${[...values]})`;
  return sql`coalesce(${value} <> all (${[...values]}), true)`;
}

/**
 * Accounts are named as the history names them: people by their login, service accounts by their id.
 * @rule execution-history.filters.people
 */
function amongAccounts(value: Sql | undefined, named: readonly string[], isIn: boolean): Condition {
  // Evaluated once, so that an index by the account can be read.
  const accounts = sql`array(select a.id from account a where a.login = any (${[...named]}) or a.id::text = any (${[...named]}))`;
  return isIn ? sql`${value} = any (${accounts})` : sql`coalesce(${value} <> all (${accounts}), true)`;
}

const ofPlans = (plans: readonly string[], isIn: boolean): Sql => {
  const steps = sql`
    select s.id
    from plan_step_execution s
    join plan_execution p on p.id = s.plan_execution_id
    where p.plan_id = any (${[...plans]})`;
  return isIn
    ? sql`x.plan_step_execution_id in (${steps})`
    : sql`(x.plan_step_execution_id is null or x.plan_step_execution_id not in (${steps}))`;
};

function runtime({ field, operator, values }: RuntimePart, kind: HistoryKind): Condition {
  const isIn = operator === 'in';
  if (kind === 'plans') return isIn ? 'never' : 'always';
  const engine =
    kind === 'ended' ? sql`coalesce(x.engine_id, x.wanted_engine_id)` : sql`coalesce(x.engine_id, l.engine_id, x.wanted_engine_id)`;
  const value = field === 'engineId' ? engine : field === 'clusterId' ? sql`x.wanted_cluster_id` : sql`x.runtime_type`;
  return among(value, values, isIn);
}

function joined(conditions: readonly Condition[], operator: 'and' | 'or'): Condition {
  const [decides, other] = operator === 'and' ? (['never', 'always'] as const) : (['always', 'never'] as const);
  if (conditions.includes(decides)) return decides;
  const rest = conditions.filter((one): one is Sql => typeof one !== 'string');
  if (rest.length === 0) return other;
  const all = rest.reduce((left, right) => (operator === 'and' ? sql`${left} and ${right}` : sql`${left} or ${right}`));
  return sql`(${all})`;
}
