import { Option, type Command } from 'commander';

import { openContext, type Context } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { PLAN_STATUSES, secondsBetween, toneOfPlan } from '../../outcomes/plan-outcomes.ts';
import { readPages } from '../../pages.ts';
import { periodFields, withPeriod, type PeriodOptions } from '../../period-options.ts';
import type { Schema } from '@millrace/contract';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';
import { findPlanId } from '../plans/find-plan.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { namePlans } from './step-names.ts';

type ListOptions = PeriodOptions & { environment?: string; workspace?: string; status?: Schema<'PlanStatus'>; limit: number };

/** `millrace plan executions`. */
export function listPlanExecutions(parent: Command, shell: Shell): void {
  withPeriod(
    parent
      .command('executions')
      .description('List executions of plans, newest first')
      .argument('[name or id]', 'only those of a plan')
      .option('--environment <name or id>', 'only those of an environment')
      .option('--workspace <name or id>', 'only those of a workspace')
      .addOption(new Option('--status <status>', 'only those with a status').choices(PLAN_STATUSES)),
  )
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .addHelpText('after', examples('millrace plan executions', 'millrace plan executions monthly --status execution_failed --last-days 7'))
    .action(async (plan: string | undefined, options: ListOptions, command: Command) => {
      await printPlanExecutions(await openContext(command, shell), plan, options);
    });
}

/** Prints the executions of a plan, or of all plans. */
export async function printPlanExecutions({ client, output }: Context, plan: string | undefined, options: ListOptions): Promise<void> {
  const { environment, workspace, status, limit: maximum } = options;
  if (plan !== undefined && (environment !== undefined || workspace !== undefined))
    throw new Failure('usage', 'A plan has one workspace: leave out --environment and --workspace.');
  const filter = { ...periodFields(options), ...(status !== undefined && { status }) };
  const planId = plan === undefined ? undefined : await findPlanId(client, plan);
  const location = {
    ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
    ...(workspace !== undefined && { workspaceId: (await resolveWorkspace(client, workspace)).id }),
  };
  const page = await readPages(async (limit, offset) => {
    const query = { ...filter, limit, offset };
    if (planId === undefined)
      return (await client.call('GET /processing/executables/plans/executions', { query: { ...query, ...location } })).body;
    return (await client.call('GET /processing/executables/plans/{planId}/executions', { path: { planId }, query })).body;
  }, maximum);
  if (output.json) return output.printJson(page);
  const nameOf = await namePlans(
    client,
    page.items.map((execution) => execution.planId),
  );
  return output.printTable(
    ['PLAN EXECUTION', 'PLAN', 'STATUS', 'STARTED', 'BY', 'TASKS', 'SECONDS'],
    page.items.map((execution) => [
      execution.executionId,
      nameOf(execution.planId),
      { text: execution.status, tone: toneOfPlan(execution.status) },
      localTime(execution.startTimestamp),
      execution.executionType,
      `${execution.doneExecutableCount} of ${execution.plannedExecutableCount}`,
      secondsBetween(execution),
    ]),
    'No plan executions.',
  );
}
