/** Converts filters to SQL conditions on executions of tasks or plans. */
import { STATUS_OF_OUTCOME } from '@millrace/contract/outcomes';
import { and, contains, sql, unnamed, type Sql } from '../../../core/database/sql.ts';
import type { HistoryFilter, RuntimePart } from './rules.ts';

/** The rows to search: all task executions, ended ones, unfinished ones (`open`), or plan executions. */
export type HistoryKind = 'tasks' | 'ended' | 'open' | 'plans';

/** Builds the condition on rows `x`, and `l` for unfinished executions; undefined if no row of the kind can meet it. */
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
      return listCondition(filter, kind);
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
      return joinConditions(
        filter.parts.map((part) => runtimeCondition(part, kind)),
        filter.operator,
      );
  }
}

/** The cause of a plan execution `x` that did not start. */
export const causeOfPlan = sql`failure_cause(x.status, null, x.misfired_reason, x.error_message)`;

/**
 * Builds the condition that an execution failed by one of the causes, or by none of them. The causes of task executions are stored.
 * @rule execution-history.causes.filter
 */
function causeCondition(causes: readonly string[], isIn: boolean, kind: HistoryKind): Condition {
  if (kind === 'open') return isIn ? 'never' : 'always';
  const hasCause =
    kind === 'plans'
      ? sql`(x.status = 'EXECUTION_MISFIRED' and ${causeOfPlan} = any (${[...causes]}::uuid[]))`
      : sql`x.id in (select f.execution_id from task_failure f where f.cause = any (${[...causes]}::uuid[]))`;
  return isIn ? hasCause : sql`not ${hasCause}`;
}

const nameOf = (kind: HistoryKind): Sql => (kind === 'plans' ? sql`x.plan_name` : sql`x.task_name`);

/** Returns the column with the trigger time. */
export const triggerTime = (kind: HistoryKind): Sql => (kind === 'plans' ? sql`x.started_at` : sql`x.triggered_at`);

type ListFilter = Extract<HistoryFilter, { operator: 'in' | 'not_in' }>;

type FieldValues = Readonly<Partial<Record<ListFilter['field'], Sql>>>;

/** The expressions of fields that rows of all kinds have. */
const VALUES: FieldValues = {
  workspaceId: sql`x.workspace_id`,
  author: sql`x.account_id`,
  operator: sql`case when x.execution_type = 'MANUAL' then x.account_id end`,
  id: sql`x.id`,
  apiVersion: sql`x.api_version`,
};
const PLAN_VALUES: FieldValues = { planId: sql`x.plan_id` };
const TASK_VALUES: FieldValues = {
  version: sql`'0.' || x.task_version`,
  taskId: sql`x.task_id`,
  artifactId: sql`x.artifact_id`,
  artifactVersion: sql`x.artifact_version`,
  logLevel: sql`x.log_level`,
  runProfileId: sql`x.run_profile_id`,
};

/** Returns the expression for a field; undefined if rows of the kind do not have the field. */
function valueOf(field: ListFilter['field'], kind: HistoryKind): Sql | undefined {
  if (field === 'status') return statusOf(kind);
  if (field === 'name') return nameOf(kind);
  return VALUES[field] ?? (kind === 'plans' ? PLAN_VALUES : TASK_VALUES)[field];
}

/**
 * Builds the expression for the status of an execution; a running plan has the status of a started task.
 * @rule execution-history.search.status
 */
export function statusOf(kind: HistoryKind): Sql {
  if (kind === 'open') return sql`l.status`;
  if (kind === 'plans') return sql`case x.status when 'STARTED' then 'STARTING_FLOW_EXECUTION' else x.status end`;
  return sql`coalesce(case x.outcome when 'EXECUTION_TERMINATED_SHUTDOWN' then 'EXECUTION_TERMINATED' else x.outcome end, l.status)`;
}

const ENDED: ReadonlySet<string> = new Set(Object.keys(STATUS_OF_OUTCOME));

/** Returns whether a status is that of task executions that have ended. */
export const isEnded = (status: string): boolean => ENDED.has(status);

function listCondition({ field, operator, values }: ListFilter, kind: HistoryKind): Condition {
  const isIn = operator === 'in';
  if (field === 'tags') {
    if (kind === 'plans') return isIn ? 'never' : 'always';
    return isIn ? sql`x.tags && ${[...values]}::text[]` : sql`not x.tags && ${[...values]}::text[]`;
  }
  if (field === 'cause') return causeCondition(values, isIn, kind);
  if (field === 'planId' && kind !== 'plans') return planCondition(values, isIn);
  if (field === 'author' || field === 'operator') return accountCondition(valueOf(field, kind), values, isIn);
  if (field === 'status' && kind === 'ended') return outcomeCondition(values, isIn);
  if (field === 'status' && kind === 'open' && isIn && values.every((status) => ENDED.has(status))) return 'never';
  return valueCondition(valueOf(field, kind), values, isIn);
}

/** Compares the column itself, because it has an index. Statuses that are no outcomes match no ended execution. */
function outcomeCondition(values: readonly string[], isIn: boolean): Condition {
  const outcomes = values.filter((status) => ENDED.has(status));
  if (outcomes.includes('EXECUTION_TERMINATED')) outcomes.push('EXECUTION_TERMINATED_SHUTDOWN');
  return valueCondition(outcomes.length === 0 ? undefined : sql`x.outcome`, outcomes, isIn);
}

/** Builds the condition that a value is, or is not, in a list; undefined is in no list. `=` reads an index in order, `any` does not. */
function valueCondition(value: Sql | undefined, values: readonly string[], isIn: boolean): Condition {
  if (value === undefined) return isIn ? 'never' : 'always';
  if (!isIn) return sql`coalesce(${value} <> all (${[...values]}), true)`;
  return values.length === 1 ? sql`${value} = ${values[0]}` : sql`${value} = any (${[...values]})`;
}

/**
 * Compares accounts by login or id, because the history shows users by login and service accounts by id.
 * @rule execution-history.filters.people
 */
function accountCondition(value: Sql | undefined, names: readonly string[], isIn: boolean): Condition {
  // The array is evaluated only once, so that the database can use an index on the account.
  const accounts = sql`array(select a.id from account a where a.login = any (${[...names]}) or a.id::text = any (${[...names]}))`;
  return isIn ? sql`${value} = any (${accounts})` : sql`coalesce(${value} <> all (${accounts}), true)`;
}

const planCondition = (plans: readonly string[], isIn: boolean): Sql => {
  const steps = sql`
    select s.id
    from plan_step_execution s
    join plan_execution p on p.id = s.plan_execution_id
    where p.plan_id = any (${[...plans]})`;
  return isIn
    ? sql`x.plan_step_execution_id in (${steps})`
    : sql`(x.plan_step_execution_id is null or x.plan_step_execution_id not in (${steps}))`;
};

function runtimeCondition({ field, operator, values }: RuntimePart, kind: HistoryKind): Condition {
  const isIn = operator === 'in';
  if (kind === 'plans') return isIn ? 'never' : 'always';
  const columns = {
    engineId:
      kind === 'ended' ? sql`coalesce(x.engine_id, x.wanted_engine_id)` : sql`coalesce(x.engine_id, l.engine_id, x.wanted_engine_id)`,
    clusterId: sql`x.wanted_cluster_id`,
    destination: sql`x.runtime_type`,
  };
  return valueCondition(columns[field], values, isIn);
}

function joinConditions(conditions: readonly Condition[], operator: 'and' | 'or'): Condition {
  const [deciding, neutral] = operator === 'and' ? (['never', 'always'] as const) : (['always', 'never'] as const);
  if (conditions.includes(deciding)) return deciding;
  const rest = conditions.filter((condition): condition is Sql => typeof condition !== 'string');
  if (rest.length === 0) return neutral;
  const all = rest.reduce((left, right) => (operator === 'and' ? sql`${left} and ${right}` : sql`${left} or ${right}`));
  return sql`(${all})`;
}
