import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { listCommand } from '../../command-builders.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { readEpochTime, readWholeNumber } from '../../option-values.ts';
import { STARTERS, stateCell, statusOption } from '../../states.ts';
import { localTime } from '../../text.ts';
import { readArtifact } from '../artifact/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { findWorkspaceOrDefault } from '../workspace/lookup.ts';

const STATUSES = ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'EXECUTION_REJECTED', 'EXECUTION_TERMINATED', 'EXECUTION_TERMINATED_TIMEOUT', 'EXECUTION_MISFIRED', 'DEPLOY_FAILED', 'EXECUTION_EVENT_RECEIVED', 'DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION'] as const satisfies readonly Schema<'HistoricExecution'>['status'][]; // prettier-ignore
const LARGEST_PAGE = 200;
/** Without --from, the period begins this long before --to. */
const PERIOD_MS = 60 * 86_400_000;

type Filter = Schema<'FieldFilter'>;
const SEARCH_OPTIONS = {
  '--environment <name or id>': 'the environment (default: the only one you see, or the default one)',
  '--workspace <name or id>': 'only those of a workspace',
  '--task <name or id>': 'only those of a task',
  '--plan <name or id>': 'only those of a plan',
  '--artifact <name or id>': 'only those of an artifact',
  '--name <part>': 'only those whose task or plan has this in its name',
  '--status <states...>': statusOption('only those in one of these states; failed are all that did not end well', STATUSES),
  '--tag <tags...>': 'only those with one of these tags',
  '--from <time>': { text: 'only those triggered from a time on, such as 2026-11-01 or 2026-11-01T08:00:00Z', parse: readEpochTime },
  '--to <time>': { text: 'only those triggered before a time', parse: readEpochTime },
  '--longer <seconds>': { text: 'only those that ran longer', parse: readWholeNumber },
  '--shorter <seconds>': { text: 'only those that ran shorter', parse: readWholeNumber },
  '--tasks-of-plans': 'list the executions of tasks that plans started instead of those of plans',
  '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 },
} as const satisfies OptionTable;

type SearchOptions = OptionsOf<typeof SEARCH_OPTIONS>;

/** `millrace execution search`. */
export const searchExecutions = listCommand({
  verb: 'search',
  description: 'Search executions of tasks and plans in the history of an environment, first the running ones, then the last ended ones',
  examples: [
    'millrace execution search --name invoice --status failed',
    'millrace execution search --plan monthly --tasks-of-plans --longer 600',
  ],
  options: SEARCH_OPTIONS,
  async read({ client }, options) {
    const environmentId = await environmentOf(client, options);
    const filters = await filtersOf(client, options);
    const exclude = options.tasksOfPlans ? ('PLAN_EXECUTIONS' as const) : ('TASK_EXECUTIONS_TRIGGERED_BY_PLAN' as const);
    const found: Schema<'HistoricExecution'>[] = [];
    const limit = Math.min(LARGEST_PAGE, options.limit);
    for (let more = true, offset = 0; more && found.length < options.limit; offset += limit) {
      const { body } = await client.call('POST /monitoring/observability/executions/search', {
        body: { environmentId, category: 'ETL', filters, exclude, limit, offset },
      });
      found.push(...body.items.filter(({ status, misfiredReason }) => options.status?.fits(status, misfiredReason) ?? true));
      more = body.nextPageExists;
    }
    return found.slice(0, options.limit);
  },
  columns: () => ({
    EXECUTION: (execution) => execution.id,
    NAME: (execution) => execution.name,
    TYPE: (execution) => execution.type,
    STATE: ({ status, misfiredReason }) => stateCell(status, misfiredReason),
    TRIGGERED: (execution) => (execution.triggerTime === undefined ? undefined : localTime(execution.triggerTime)),
    BY: (execution) => STARTERS[execution.triggerType],
    SECONDS: (execution) => (execution.executeDurationMs === undefined ? undefined : (execution.executeDurationMs / 1000).toFixed(1)),
    ENGINE: (execution) => execution.engineName,
  }),
  none: 'No executions.',
});

async function environmentOf(client: Client, { environment, workspace }: SearchOptions): Promise<string> {
  if (environment === undefined && workspace !== undefined) return (await findWorkspaceOrDefault(client, workspace)).environment.id;
  return findEnvironmentId(client, environment);
}

async function filtersOf(client: Client, options: SearchOptions): Promise<Filter[]> {
  const { workspace, task, plan, artifact, name, status, tag, from, to, longer, shorter } = options;
  const foundWorkspace = workspace === undefined ? undefined : await findWorkspaceOrDefault(client, workspace);
  const oneOf = (field: Filter['field'], value: readonly string[]): Filter => ({ field, operator: 'in', value: [...value] });
  const start = from ?? (to === undefined ? undefined : to - PERIOD_MS);
  const period = start === undefined ? [] : [start, to ?? Date.now()].map((time) => new Date(time).toISOString());
  return [
    ...(foundWorkspace ? [oneOf('workspaceId', [foundWorkspace.id])] : []),
    ...(task === undefined ? [] : [oneOf('taskId', [await findTaskId(client, task, foundWorkspace)])]),
    ...(plan === undefined ? [] : [oneOf('planId', [await findPlanId(client, plan, foundWorkspace)])]),
    ...(artifact === undefined ? [] : [oneOf('artifactId', [(await readArtifact(client, artifact, foundWorkspace?.id)).id])]),
    ...(status ? [oneOf('status', status.statuses)] : []),
    ...(tag ? [oneOf('tags', tag)] : []),
    ...(name === undefined ? [] : [{ field: 'name' as const, operator: 'match' as const, value: name }]),
    ...(period.length === 0 ? [] : [{ field: 'period' as const, operator: 'between' as const, value: period }]),
    ...(longer === undefined ? [] : [{ field: 'executeDurationMs' as const, operator: 'greater_than' as const, value: longer * 1000 }]),
    ...(shorter === undefined ? [] : [{ field: 'executeDurationMs' as const, operator: 'less_than' as const, value: shorter * 1000 }]),
  ];
}
