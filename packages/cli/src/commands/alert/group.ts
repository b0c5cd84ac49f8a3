import { group, listCommand, serverCommand, thingCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { changeAlert, createAlert } from './change.ts';
import { findAlertId, readAlerts, alertNoun } from './lookup.ts';

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

const getAlert = serverCommand('show', {
  description: 'Show one of your alert rules',
  arguments: { '<name or id>': 'the rule' },
  examples: ['millrace alert show "Nightly load"'],
  async run({ client, output }, idOrName: string) {
    const { body } = await client.call('GET /api/v1/alerts/{id}', { path: { id: await findAlertId(client, idOrName) } });
    if (output.json) return output.printJson(body);
    return output.printTable(
      ['FIELD', 'VALUE'],
      Object.entries(body).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      '',
    );
  },
});

const deleteAlert = thingCommand(alertNoun, 'delete', {
  description: 'Delete one of your alert rules with its incidents',
  examples: ['millrace alert delete "Nightly load"'],
  async run({ client, output }, id) {
    await client.call('DELETE /api/v1/alerts/{id}', { path: { id } });
    return output.printResult({ id }, `Deleted alert ${id}.`);
  },
});

const MILLISECONDS = 60_000;

const snoozeAlert = thingCommand(alertNoun, 'snooze', {
  description: 'Snooze one of your alert rules for a while',
  options: (command) => command.option('--minutes <n>', 'duration in minutes', wholeNumber, 60),
  examples: ['millrace alert snooze "Nightly load" --minutes 480'],
  async run({ client, output }, id, options: { minutes: number }) {
    const until = new Date(Date.now() + options.minutes * MILLISECONDS).toISOString();
    const path = { id };
    const { body } = await client.call('POST /api/v1/alerts/{id}/actions/snooze', { path, body: { until } });
    return output.printResult(body, `Alert ${body.name} is silent until ${localTime(until)}.`);
  },
});

const LARGEST_PAGE = 100;

const listAlertIncidents = serverCommand('incidents', {
  description: 'List the incidents of your alert rules, newest first',
  options: (command) =>
    command.option('--open', 'only open ones').option('--limit <n>', `maximum number, at most ${LARGEST_PAGE}`, wholeNumber, 20),
  examples: ['millrace alert incidents --open'],
  async run({ client, output }, options: { open?: boolean; limit: number }) {
    const query = { limit: Math.min(options.limit, LARGEST_PAGE), ...(options.open === true && { open: true }) };
    const { body } = await client.call('GET /api/v1/alerts/incidents', { query });
    if (output.json) return output.printJson(body.data);
    return output.printTable(
      ['OPENED', 'ENDED', 'KIND', 'NAME', 'FAILURES', 'EXECUTION'],
      body.data.map((incident) => [
        localTime(incident.openedAt),
        incident.endedAt === undefined ? '' : localTime(incident.endedAt),
        incident.kind,
        incident.name,
        String(incident.failures),
        incident.executionId ?? '',
      ]),
      'There are no incidents.',
    );
  },
});

/** `millrace alert`. */
export const alertGroup = group('alert', 'Send alerts about failed, late and missing runs and lost engines, and list their incidents', [
  createAlert,
  listAlerts,
  getAlert,
  changeAlert,
  deleteAlert,
  snoozeAlert,
  listAlertIncidents,
]);
