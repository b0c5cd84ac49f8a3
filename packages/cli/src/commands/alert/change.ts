import { Option } from 'commander';
import { serverCommand, thingCommand } from '../../group.ts';
import { findEngineId } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { alertNoun } from './lookup.ts';
import { type AlertOptions, fieldsOfOptions, withAlertOptions } from './options.ts';

const CONDITIONS = ['run_failed', 'run_long', 'run_absent', 'engine_lost'] as const;

type CreateOptions = AlertOptions & {
  when: (typeof CONDITIONS)[number];
  task?: string;
  plan?: string;
  workspace?: string;
  environment?: string;
  engine?: string;
};

/** `millrace alert create`. */
export const createAlert = serverCommand('create', {
  description: 'Create an alert rule. Without recipients it notifies you',
  arguments: { '<name>': 'name of the rule' },
  options: (command) =>
    withAlertOptions(
      command
        .addOption(new Option('--when <condition>', 'when it alerts').choices(CONDITIONS).default('run_failed'))
        .option('--task <name or id>', 'for runs of a task')
        .option('--plan <name or id>', 'for runs of a plan')
        .option('--workspace <name or id>', 'for all runs of a workspace')
        .option('--environment <name or id>', 'for all runs, or all engines, of an environment')
        .option('--engine <name or id>', 'for an engine'),
    ),
  examples: ['millrace alert create "Nightly load" --task load-airports --email ops@example.com'],
  async run({ client, output, shell }, name: string, options: CreateOptions) {
    const fields = await fieldsOfOptions(client, options, shell);
    const recipients = fields.recipients ?? { users: [(await client.call('GET /account/me')).body.id] };
    const target = {
      ...(options.task !== undefined && { taskId: await findTaskId(client, options.task) }),
      ...(options.plan !== undefined && { planId: await findPlanId(client, options.plan) }),
      ...(options.workspace !== undefined && { workspaceId: (await resolveWorkspace(client, options.workspace)).id }),
      ...(options.environment !== undefined && { environmentId: await findEnvironmentId(client, options.environment) }),
      ...(options.engine !== undefined && { engineId: await findEngineId(client, options.engine) }),
    };
    const { body } = await client.call('POST /api/v1/alerts', {
      body: { ...fields, ...target, name, condition: options.when, recipients },
    });
    return output.printResult(body, `Created alert ${body.name}. Its id is ${body.id}.`);
  },
});

const REMOVABLE = { seconds: 'boundSeconds', usual: 'usualFactor', success: 'successWithinSeconds', quiet: 'quietHours' } as const;

type ChangeOptions = AlertOptions & { name?: string; enable?: boolean; disable?: boolean; remove?: (keyof typeof REMOVABLE)[] };

/** `millrace alert change`. */
export const changeAlert = thingCommand(alertNoun, 'change', {
  description: 'Change one of your alert rules. Recipients are replaced as a whole',
  options: (command) =>
    withAlertOptions(
      command
        .option('--name <text>', 'another name')
        .option('--enable', 'let it send alerts again')
        .option('--disable', 'stop its alerts')
        .addOption(new Option('--remove <parts...>', 'remove bounds or the quiet hours').choices(Object.keys(REMOVABLE))),
    ),
  examples: [
    'millrace alert change "Nightly load" --quiet 22:00-06:00 --zone Europe/Berlin',
    'millrace alert change "Nightly load" --remove quiet',
  ],
  async run({ client, output, shell }, id, options: ChangeOptions) {
    const path = { id };
    const { body } = await client.call('PATCH /api/v1/alerts/{id}', {
      path,
      body: {
        ...(await fieldsOfOptions(client, options, shell)),
        ...(options.name !== undefined && { name: options.name }),
        ...Object.fromEntries((options.remove ?? []).map((part) => [REMOVABLE[part], null])),
        ...((options.enable ?? options.disable) && { enabled: options.enable === true }),
      },
    });
    return output.printResult(body, `Changed alert ${body.name}.`);
  },
});
