import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { type AddCommand, deleteCommand, group, listCommand, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import { readWholeNumber } from '../../option-values.ts';
import { readWholeList } from '../../pages.ts';
import { localTime, oneLine } from '../../text.ts';
import { findEnvironmentId, nameEnvironments } from '../environment/lookup.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { describeTrigger, toTriggerTimes, TRIGGER_OPTIONS } from '../trigger/options.ts';
import { nameBindings, readSchedule, readSchedules, scheduleNoun } from './lookup.ts';

/** `millrace schedule remove-trigger`. */
const removeTrigger = thingCommand(scheduleNoun, 'remove-trigger', {
  description: 'Remove a trigger from a schedule',
  arguments: { '<trigger>': 'name of the trigger' },
  examples: ['millrace schedule remove-trigger "Before the office opens" saturday'],
  async run({ client, output }, scheduleId, name: string) {
    await client.call('DELETE /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, query: { name } });
    return output.printResult({ id: scheduleId, trigger: name }, `Removed trigger ${name} of schedule ${scheduleId}.`);
  },
});

/** Returns a command that sends a trigger of a schedule. */
const triggerCommand = (verb: string, description: string, method: 'POST' | 'PUT', done: string): AddCommand =>
  serverCommand(verb, {
    description,
    arguments: { '<description or id>': 'the schedule', '<trigger>': 'name of the trigger' },
    options: { ...TRIGGER_OPTIONS, '--timeout <minutes>': { text: 'end a run of this trigger that takes longer', parse: readWholeNumber } },
    examples: [`millrace schedule ${verb} "Before the office opens" saturday --weekly sat --at 07:00 --zone Europe/Zurich`],
    async run({ client, output, options }, idOrDescription: string, name: string) {
      const rule = toTriggerTimes(options);
      if (!rule) throw new Failure('usage', 'Say when it fires with --cron, --once, --daily, --weekly or --monthly.');
      const scheduleId = await scheduleNoun.find(client, idOrDescription);
      const body = { name, ...rule, ...(options.timeout !== undefined && { timeout: options.timeout }) };
      await client.call(`${method} /orchestration/schedules/{scheduleId}/triggers`, { path: { scheduleId }, body });
      if (output.wantsData) return output.printData(await readSchedule(client, scheduleId));
      return output.print(oneLine(`${done} trigger ${name} of schedule ${scheduleId}.`));
    },
  });

/** `millrace schedule add-trigger`. */
const addTrigger = triggerCommand(
  'add-trigger',
  'Add a trigger to a schedule. Two executions of a schedule are at least five minutes apart',
  'POST',
  'Added',
);

/** `millrace schedule replace-trigger`. */
const replaceTrigger = triggerCommand('replace-trigger', 'Replace a trigger of a schedule as a whole', 'PUT', 'Replaced');

/** `millrace schedule create`. */
const createSchedule = serverCommand('create', {
  description: 'Create a schedule with its first trigger\n\nIt starts nothing until `schedule bind` gives it a task or a plan.',
  arguments: { '<description>': 'what it is for; commands find it by this text' },
  options: {
    '--environment <name or id>': 'its environment (default: the only one you see, or the default one)',
    '--trigger <name>': { text: 'name of the trigger', default: 'main' },
    ...TRIGGER_OPTIONS,
    '--timeout <minutes>': { text: 'end a run of this trigger that takes longer', parse: readWholeNumber },
  },
  examples: [
    'millrace schedule create "Before the office opens" --cron "30 5 ? * MON-FRI" --zone Europe/Zurich',
    'millrace schedule create "Office hours" --weekly mon,tue,wed --between 08:30-18:30 --step 120',
    'millrace schedule create "Move" --once "2031-01-31 22:00" --zone Europe/Berlin',
  ],
  async run({ client, output, options }, description: string) {
    const { trigger: name, timeout } = options;
    const rule = toTriggerTimes(options);
    if (!rule) throw new Failure('usage', 'Say when it fires with --cron, --once, --daily, --weekly or --monthly.');
    const environmentId = await findEnvironmentId(client, options.environment);
    const trigger = { name, ...rule, ...(timeout !== undefined && { timeout }) };
    const { body } = await client.call('POST /orchestration/schedules', { body: { description, environmentId, trigger } });
    return output.printResult(body, `Created schedule ${description} (${body.id}).`);
  },
});

/** `millrace schedule change`. */
const changeSchedule = thingCommand(scheduleNoun, 'change', {
  description: 'Change the description of a schedule; its triggers have commands of their own',
  options: { '--description <text>': { text: 'new description', required: true } },
  examples: ['millrace schedule change "Before the office opens" --description "Before eight"'],
  async run({ client, output, options: { description } }, scheduleId) {
    await client.call('PATCH /orchestration/schedules/{scheduleId}', { path: { scheduleId }, body: { description } });
    if (output.wantsData) return output.printData(await readSchedule(client, scheduleId));
    return output.print(`Changed schedule ${scheduleId}.`);
  },
});

/** `millrace schedule copy`. */
const copySchedule = thingCommand(scheduleNoun, 'copy', {
  description: 'Copy a schedule with its triggers; the copy starts nothing until it is bound',
  options: { '--description <text>': 'description of the copy (default: that of the schedule, marked as a copy)' },
  examples: ['millrace schedule copy "Before the office opens" --description "In summer"'],
  async run({ client, output, options: { description } }, scheduleId) {
    const { body } = await client.call('POST /orchestration/schedules/{scheduleId}', {
      path: { scheduleId },
      body: { ...(description !== undefined && { description }) },
    });
    return output.printResult(body, `Created schedule ${body.id}.`);
  },
});

/** The longest period that the server computes. */
const FIVE_YEARS_MS = 5 * 365 * 86_400_000;

/** `millrace schedule next`. */
const listScheduleEvents = thingCommand(scheduleNoun, 'next', {
  description: 'List the next times at which a schedule fires, of the next five years',
  adjust: (command) => command.argument('[n]', 'maximum number', readWholeNumber, 10),
  examples: ['millrace schedule next "Before the office opens" 5'],
  async run({ client, output }, scheduleId, maximum: number) {
    const from = Date.now();
    const input = { path: { scheduleId }, query: { from, to: from + FIVE_YEARS_MS } };
    const events = await readWholeList(client, 'GET /orchestration/schedules/{scheduleId}/events', input, maximum);
    if (output.wantsData) return output.printData(events);
    return output.printTable(
      ['TIME', 'TRIGGER'],
      events.map((event) => [localTime(event.datetime), event.sourceTriggerName]),
      'It does not fire within five years.',
    );
  },
});

/** `millrace schedule bind`. */
const bindScheduleCommand = serverCommand('bind', {
  description: 'Bind a schedule to a task or a plan; it replaces the trigger and the schedule that the task or plan had',
  arguments: { '<description or id>': 'the schedule' },
  options: { '--task <name or id>': 'the task', '--plan <name or id>': 'the plan' },
  examples: ['millrace schedule bind "Before the office opens" --task nightly-load'],
  async run({ client, output, options: { task, plan } }, idOrDescription: string) {
    if ((task === undefined) === (plan === undefined)) throw new Failure('usage', 'Give either --task or --plan.');
    const scheduleId = await scheduleNoun.find(client, idOrDescription);
    if (plan === undefined) await bindToTask(client, scheduleId, task ?? '');
    else await bindToPlan(client, scheduleId, plan);
    if (output.wantsData) return output.printData(await readSchedule(client, scheduleId));
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
const unbindScheduleCommand = thingCommand(scheduleNoun, 'unbind', {
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

const listSchedules = listCommand({
  description: 'List schedules',
  examples: ['millrace schedule list', 'millrace schedule list --bound --environment production'],
  options: {
    '--environment <name or id>': 'only those of an environment',
    '--bound': 'only those that a task or plan uses',
    '--match <expression>': 'only those whose description matches a regular expression',
  },
  read: async ({ client }, { environment, bound, match }) =>
    readSchedules(client, {
      ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
      ...(bound && { onlyBound: true }),
      ...(match !== undefined && { descriptionFilter: match }),
    }),
  async columns({ client }, schedules: readonly Schema<'Schedule'>[]) {
    const [environmentOf, bindingOf] = [await nameEnvironments(client), await nameBindings(client, schedules)];
    return {
      ID: ({ id }) => id,
      DESCRIPTION: ({ description }) => description,
      ENVIRONMENT: ({ environmentId }) => environmentOf(environmentId),
      STARTS: bindingOf,
      TRIGGERS: ({ triggers = [] }) => triggers.map(describeTrigger).join('; '),
    };
  },
  none: 'No schedules.',
});

const showSchedule = showCommand(scheduleNoun, {
  description: 'Show a schedule with its triggers',
  examples: ['millrace schedule show "Before the office opens"'],
  read: readSchedule,
  async print({ client, output }, shown) {
    output.printProperties([
      ['Id', shown.id],
      ['Description', shown.description],
      ['Environment', (await nameEnvironments(client))(shown.environmentId)],
      ['Starts', (await nameBindings(client, [shown]))(shown) || 'nothing'],
    ]);
    output.print('');
    output.printTable(
      ['TRIGGER', 'FIRES', 'TIME LIMIT'],
      (shown.triggers ?? []).map((trigger) => [
        trigger.name,
        describeTrigger(trigger),
        trigger.timeout ? `${trigger.timeout} min` : undefined,
      ]),
      'It has no triggers.',
    );
  },
});

const deleteSchedule = deleteCommand(scheduleNoun, {
  description: 'Delete a schedule. Refused while a task or plan uses it',
  examples: ['millrace schedule delete "Before the office opens"'],
  send: (client, scheduleId) => client.call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId } }),
});

/** `millrace schedule`. */
export const scheduleGroup = group('schedule', 'Start tasks and plans at times: create schedules, bind them, list the next times', [
  createSchedule,
  listSchedules,
  showSchedule,
  changeSchedule,
  copySchedule,
  deleteSchedule,
  listScheduleEvents,
  addTrigger,
  replaceTrigger,
  removeTrigger,
  bindScheduleCommand,
  unbindScheduleCommand,
]);
