import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { findScheduleId, readSchedule } from './lookup.ts';

type BindOptions = { task?: string; plan?: string };

/** `millrace schedule bind`. */
export function bindScheduleCommand(parent: Command, shell: Shell): void {
  parent
    .command('bind')
    .description('Bind a schedule to a task or a plan; it replaces the trigger and the schedule that the task or plan had')
    .argument('<description or id>', 'the schedule')
    .option('--task <name or id>', 'the task')
    .option('--plan <name or id>', 'the plan')
    .addHelpText('after', examples('millrace schedule bind "Before the office opens" --task nightly-load'))
    .action(async (idOrDescription: string, { task, plan }: BindOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if ((task === undefined) === (plan === undefined)) throw new Failure('usage', 'Give either --task or --plan.');
      const scheduleId = await findScheduleId(client, idOrDescription);
      if (plan === undefined) await bindToTask(client, scheduleId, task ?? '');
      else await bindToPlan(client, scheduleId, plan);
      if (output.json) return output.printJson(await readSchedule(client, scheduleId));
      return output.print(`Bound schedule ${scheduleId}.`);
    });
}

async function bindToTask(client: Client, scheduleId: string, task: string): Promise<void> {
  const path = { taskId: await findTaskId(client, task) };
  await client.call('PUT /orchestration/executables/tasks/{taskId}/schedule', { path, body: { scheduleId } });
}

async function bindToPlan(client: Client, scheduleId: string, plan: string): Promise<void> {
  const path = { planId: await findPlanId(client, plan) };
  await client.call('PUT /orchestration/executables/plans/{planId}/schedule', { path, body: { scheduleId } });
}

/** `millrace schedule unbind`. */
export function unbindScheduleCommand(parent: Command, shell: Shell): void {
  parent
    .command('unbind')
    .description('Unbind a schedule from its task or plan, so that it starts nothing')
    .argument('<description or id>', 'the schedule')
    .addHelpText('after', examples('millrace schedule unbind "Before the office opens"'))
    .action(async (idOrDescription: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const scheduleId = await findScheduleId(client, idOrDescription);
      const { executableId: id, executableType } = await readSchedule(client, scheduleId);
      if (id === undefined) throw new Failure('refused', `Schedule ${scheduleId} is not bound to a task or plan.`);
      if (executableType === 'PLAN')
        await client.call('DELETE /orchestration/executables/plans/{planId}/schedule', { path: { planId: id } });
      else await client.call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: id } });
      return output.printResult({ id: scheduleId }, `Unbound schedule ${scheduleId}.`);
    });
}
