import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import { readWord } from '../../input.ts';
import { InvalidArgumentError } from 'commander';
import { deleteCommand, group, listCommand, serverCommand, thingCommand, showCommand } from '../../command-builders.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { readWholeNumber } from '../../option-values.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { engineNoun } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { userNoun } from '../user/lookup.ts';
import { findWorkspaceId } from '../workspace/lookup.ts';
import { alertNoun, readAlerts } from './lookup.ts';

/** Options that creating and changing an alert rule share. */
const ALERT_OPTIONS = {
  '--seconds <n>': { text: 'bound in seconds: of a run, after a due instant, or without heartbeats', parse: readWholeNumber },
  '--usual <factor>': { text: 'run_long: this many times the usual duration', parse: factorOption },
  '--success <seconds>': { text: 'run_absent: seconds within which a run must succeed', parse: readWholeNumber },
  '--user <logins...>': 'users that get a mail and an entry in their inbox',
  '--email <addresses...>': 'mail addresses',
  '--slack-file <file>': 'file with the address of a Slack channel; - for stdin',
  '--teams-file <file>': 'file with the address of a Teams channel; - for stdin',
  '--webhook-file <file>': 'file with the address that JSON is posted to; - for stdin',
  '--quiet <from-to>': { text: 'hours in which messages are held back, such as 22:00-06:00', parse: quietHoursOption },
  '--zone <name>': 'time zone of the quiet hours (default: UTC)',
  '--repeat <minutes>': { text: 'notify about an open incident again after this many minutes', parse: readWholeNumber },
} as const satisfies OptionTable;

type AlertOptions = OptionsOf<typeof ALERT_OPTIONS>;

function factorOption(text: string): number {
  const value = Number(text);
  if (!(value >= 1)) throw new InvalidArgumentError('Give a number from 1.');
  return value;
}

function quietHoursOption(text: string): { from: string; to: string } {
  const [, from, to] = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new InvalidArgumentError('Give hours such as 22:00-06:00.');
  return { from, to };
}

/** The fields of a request that the options give. */
async function fieldsOfOptions(client: Client, options: AlertOptions, shell: Shell): Promise<Partial<Schema<'AlertRequest'>>> {
  const files = { slack: options.slackFile, teams: options.teamsFile, webhook: options.webhookFile } as const;
  const transports: Schema<'AlertTransportRequest'>[] = [];
  for (const type of ['slack', 'teams', 'webhook'] as const)
    if (files[type] !== undefined) transports.push({ type, url: await readWord(files[type], 'The address', shell) });
  const users = await Promise.all((options.user ?? []).map((login) => userNoun.find(client, login)));
  const hasRecipients = options.user !== undefined || options.email !== undefined || transports.length > 0;
  const { seconds, usual, success, repeat } = options;
  return {
    ...given({ boundSeconds: seconds, usualFactor: usual, successWithinSeconds: success, repeatMinutes: repeat }),
    ...(hasRecipients && { recipients: { users, emails: options.email ?? [], transports } }),
    ...(options.quiet && { quietHours: { ...options.quiet, zone: options.zone ?? 'UTC' } }),
  };
}

const CONDITIONS = ['run_failed', 'run_long', 'run_absent', 'engine_lost'] as const;

/** `millrace alert create`. */
const createAlert = serverCommand('create', {
  description: 'Create an alert rule. Without recipients it notifies you',
  arguments: { '<name>': 'name of the rule' },
  options: {
    '--when <condition>': { text: 'when it alerts', choices: CONDITIONS, default: 'run_failed' },
    '--task <name or id>': 'for runs of a task',
    '--plan <name or id>': 'for runs of a plan',
    '--workspace <name or id>': 'for all runs of a workspace',
    '--environment <name or id>': 'for all runs, or all engines, of an environment',
    '--engine <name or id>': 'for an engine',
    '--tag <tag>': 'only for tasks with a tag, of the workspace or environment',
    ...ALERT_OPTIONS,
  },
  examples: ['millrace alert create "Nightly load" --task load-airports --email ops@example.com'],
  async run({ client, output, shell, options }, name: string) {
    const fields = await fieldsOfOptions(client, options, shell);
    const recipients = fields.recipients ?? { users: [(await client.call('GET /account/me')).body.id] };
    const target = {
      ...(options.task !== undefined && { taskId: await findTaskId(client, options.task) }),
      ...(options.plan !== undefined && { planId: await findPlanId(client, options.plan) }),
      ...given({ workspaceId: await findWorkspaceId(client, options.workspace) }),
      ...(options.environment !== undefined && { environmentId: await findEnvironmentId(client, options.environment) }),
      ...(options.engine !== undefined && { engineId: await engineNoun.find(client, options.engine) }),
      ...given({ tag: options.tag }),
    };
    const { body } = await client.call('POST /api/v1/alerts', {
      body: { ...fields, ...target, name, condition: options.when, recipients },
    });
    return output.printResult(body, `Created alert ${body.name}. Its id is ${body.id}.`);
  },
});

const REMOVABLE = { seconds: 'boundSeconds', usual: 'usualFactor', success: 'successWithinSeconds', quiet: 'quietHours' } as const;

/** `millrace alert change`. */
const changeAlert = thingCommand(alertNoun, 'change', {
  description: 'Change one of your alert rules. Recipients are replaced as a whole',
  options: {
    '--name <text>': 'another name',
    '--enable': 'let it send alerts again',
    '--disable': 'stop its alerts',
    '--remove <parts...>': { text: 'remove bounds or the quiet hours', choices: Object.keys(REMOVABLE) as (keyof typeof REMOVABLE)[] },
    ...ALERT_OPTIONS,
  },
  examples: [
    'millrace alert change "Nightly load" --quiet 22:00-06:00 --zone Europe/Berlin',
    'millrace alert change "Nightly load" --remove quiet',
  ],
  async run({ client, output, shell, options }, id) {
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

const listAlerts = listCommand({
  description: 'List your alert rules',
  examples: ['millrace alert list'],
  read: ({ client }) => readAlerts(client),
  columns: () => ({
    ID: (alert) => alert.id,
    NAME: (alert) => alert.name,
    CONDITION: (alert) => alert.condition,
    STATE: (alert) => stateOf(alert),
  }),
  none: 'You have no alert rules.',
});

const stateOf = ({ enabled, snoozedUntil }: { enabled: boolean; snoozedUntil?: string }): string => {
  if (!enabled) return 'disabled';
  return snoozedUntil === undefined ? 'enabled' : `snoozed until ${localTime(snoozedUntil)}`;
};

const showAlert = showCommand(alertNoun, {
  description: 'Show one of your alert rules',
  examples: ['millrace alert show "Nightly load"'],
  read: async (client, id) => (await client.call('GET /api/v1/alerts/{id}', { path: { id } })).body,
  print: ({ output }, alert) =>
    output.printTable(
      ['FIELD', 'VALUE'],
      Object.entries(alert).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      '',
    ),
});

const deleteAlert = deleteCommand(alertNoun, {
  description: 'Delete one of your alert rules with its incidents',
  examples: ['millrace alert delete "Nightly load"'],
  send: (client, id) => client.call('DELETE /api/v1/alerts/{id}', { path: { id } }),
});

const MINUTE_MS = 60_000;

const snoozeAlert = thingCommand(alertNoun, 'snooze', {
  description: 'Snooze one of your alert rules for a while',
  options: { '--minutes <n>': { text: 'duration in minutes', parse: readWholeNumber, default: 60 } },
  examples: ['millrace alert snooze "Nightly load" --minutes 480'],
  async run({ client, output, options }, id) {
    const until = new Date(Date.now() + options.minutes * MINUTE_MS).toISOString();
    const path = { id };
    const { body } = await client.call('POST /api/v1/alerts/{id}/actions/snooze', { path, body: { until } });
    return output.printResult(body, `Alert ${body.name} is silent until ${localTime(until)}.`);
  },
});

const LARGEST_PAGE = 100;

const listAlertIncidents = listCommand({
  verb: 'incidents',
  description: 'List the incidents of your alert rules, newest first',
  options: {
    '--open': 'only open ones',
    '--limit <n>': { text: `maximum number, at most ${LARGEST_PAGE}`, parse: readWholeNumber, default: 20 },
  },
  examples: ['millrace alert incidents --open'],
  async read({ client }, options) {
    const query = { limit: Math.min(options.limit, LARGEST_PAGE), ...(options.open === true && { open: true }) };
    return (await client.call('GET /api/v1/alerts/incidents', { query })).body.data;
  },
  columns: () => ({
    OPENED: (incident) => localTime(incident.openedAt),
    ENDED: (incident) => (incident.endedAt === undefined ? '' : localTime(incident.endedAt)),
    KIND: (incident) => incident.kind,
    NAME: (incident) => incident.name,
    FAILURES: (incident) => String(incident.failures),
    EXECUTION: (incident) => incident.executionId ?? '',
  }),
  none: 'There are no incidents.',
});

/** `millrace alert`. */
export const alertGroup = group('alert', 'Send alerts about failed, late and missing runs and lost engines, and list their incidents', [
  createAlert,
  listAlerts,
  showAlert,
  changeAlert,
  deleteAlert,
  snoozeAlert,
  listAlertIncidents,
]);
