import type { Client } from '@millrace/contract/client';
import { serverCommand, thingCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { findScheduleId, readSchedule, scheduleNoun } from './lookup.ts';

type BindOptions = { task?: string; plan?: string };

/** `millrace schedule bind`. */
export const bindScheduleCommand = serverCommand('bind', {
  description: 'Bind a schedule to a task or a plan; it replaces the trigger and the schedule that the task or plan had',
  arguments: { '<description or id>': 'the schedule' },
  options: (command) => command.option('--task <name or id>', 'the task').option('--plan <name or id>', 'the plan'),
  examples: ['millrace schedule bind "Before the office opens" --task nightly-load'],
  async run({ client, output }, idOrDescription: string, { task, plan }: BindOptions) {
    if ((task === undefined) === (plan === undefined)) throw new Failure('usage', 'Give either --task or --plan.');
    const scheduleId = await findScheduleId(client, idOrDescription);
    if (plan === undefined) await bindToTask(client, scheduleId, task ?? '');
    else await bindToPlan(client, scheduleId, plan);
    if (output.json) return output.printJson(await readSchedule(client, scheduleId));
    return output.print(`Bound schedule ${scheduleId}.`);
  },
});

async function bindToTask(client: Client, scheduleId: string, task: string): Promise<void> {
  const path = { taskId: await findTaskId(client, task) };
  await client.call('PUT /orchestration/executables/tasks/{taskId}/schedule', { path, body: { scheduleId } });
}

async function bindToPlan(client: Client, scheduleId: string, plan: string): Promise<void> {
  const path = { planId: await findPlanId(client, plan) };
  await client.call('PUT /orchestration/executables/plans/{planId}/schedule', { path, body: { scheduleId } });
}

/** `millrace schedule unbind`. */
export const unbindScheduleCommand = thingCommand(scheduleNoun, 'unbind', {
  description: 'Unbind a schedule from its task or plan, so that it starts nothing',
  examples: ['millrace schedule unbind "Before the office opens"'],
  async run({ client, output }, scheduleId) {
    const { executableId: id, executableType } = await readSchedule(client, scheduleId);
    if (id === undefined) throw new Failure('refused', `Schedule ${scheduleId} is not bound to a task or plan.`);
    if (executableType === 'PLAN') await client.call('DELETE /orchestration/executables/plans/{planId}/schedule', { path: { planId: id } });
    else await client.call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: id } });
    return output.printResult({ id: scheduleId }, `Unbound schedule ${scheduleId}.`);
  },
});
