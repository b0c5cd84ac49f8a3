import type { BodyOf, Schema } from '@millrace/contract';

import { readAlerts } from '../../commands/alert/lookup.ts';
import type { EstateAddress } from '../model/address.ts';
import type { EstateFields, EstateKind, EstateObject } from '../model/kind.ts';
import type { Site } from '../model/site.ts';
import { HiddenValue } from '../model/places.ts';

type Request = BodyOf<'POST /api/v1/alerts'>;
type Target = Pick<Request, 'taskId' | 'planId' | 'workspaceId' | 'environmentId' | 'engineId'>;

const NAME = { type: 'string', minLength: 1, maxLength: 255 };

/** Fields that the API cannot change: an alert rule with other ones is a new rule. */
const FIXED = ['condition', 'workspace', 'task', 'plan', 'engine', 'tag'] as const;

/** The alert rules of the account that runs the command, below the environment of their target. */
export const ALERT_FILES: EstateKind = {
  noun: 'alert',
  path: 'environments/*/alerts/*.yaml',
  shape: {
    component: 'AlertRequest',
    fields: {
      workspace: { ...NAME, description: 'Name of the workspace of the task or plan; alone, for all runs of the workspace.' },
      task: { ...NAME, description: 'Name of the task.' },
      plan: { ...NAME, description: 'Name of the plan, in place of a task.' },
      engine: { ...NAME, description: 'Name of the engine. Without any of these, the rule is for the environment.' },
      recipients: {
        type: 'object',
        additionalProperties: false,
        properties: {
          users: { type: 'array', maxItems: 50, uniqueItems: true, items: NAME, description: 'Logins of users.' },
          emails: { type: 'array', maxItems: 20, uniqueItems: true, items: { type: 'string' }, description: 'Mail addresses.' },
          transports: { type: 'array', maxItems: 10, items: { $ref: '#/components/schemas/AlertTransportRequest' } },
        },
        description: 'Who gets the messages. Without it a new rule notifies the account that applies it.',
      },
    },
    omit: ['taskId', 'planId', 'workspaceId', 'environmentId', 'engineId', 'recipients.transports.*.id'],
    optional: ['recipients'],
  },
  secrets: [{ at: 'recipients.transports.*.url' }],
  kept: ['recipients'],
  // A change replaces the recipients as a whole.
  alwaysSendsSecrets: true,
  needs: (fields, address) => [targetOf(fields, address), ...loginsOf(fields).map(userOf)],
  // 0 is the same as absent.
  normalize: ({ repeatMinutes, ...rest }) =>
    repeatMinutes === 0 ? rest : { ...rest, ...(repeatMinutes !== undefined && { repeatMinutes }) },

  async read(site) {
    const alerts = await readAlerts(site.client);
    if (alerts.length > 0) await nameCaller(site);
    const objects = alerts.flatMap((alert) => asObject(site, alert));
    const counts = Map.groupBy(objects, ({ address }) => JSON.stringify(address.names));
    for (const { address, id } of objects) site.add(address, id);
    return objects.filter(({ address }) => {
      const { length } = counts.get(JSON.stringify(address.names)) ?? [];
      if (length > 1) site.notes.push(`An alert ${JSON.stringify(address.names.at(-1))} is left out, because ${length} have this name.`);
      return length === 1;
    });
  },

  create,

  async change(site, { address, id }, write) {
    const { changed, body } = write;
    const path = { id };
    if (FIXED.some((field) => changed.has(field))) {
      site.add(address, await create(site, write));
      await site.client.call('DELETE /api/v1/alerts/{id}', { path });
      return;
    }
    const removable = ['boundSeconds', 'usualFactor', 'successWithinSeconds', 'quietHours'].filter((field) => changed.has(field));
    const patch = {
      ...Object.fromEntries(removable.map((field) => [field, body[field] ?? null])),
      ...(changed.has('repeatMinutes') && { repeatMinutes: body['repeatMinutes'] ?? 0 }),
      ...(changed.has('enabled') && { enabled: body['enabled'] ?? true }),
      ...(changed.has('recipients') && { recipients: await recipientsOf(site, body) }),
    };
    await site.client.call('PATCH /api/v1/alerts/{id}', { path, body: patch as BodyOf<'PATCH /api/v1/alerts/{id}'> });
  },

  remove: (site, { id }) => site.client.call('DELETE /api/v1/alerts/{id}', { path: { id } }),
};

async function create(site: Site, { address, body }: { address: EstateAddress; body: EstateFields }): Promise<string> {
  const { workspace: _workspace, task: _task, plan: _plan, engine: _engine, ...rest } = body;
  const target = targetOf(body, address);
  const named = { [ID_FIELDS[target.noun as keyof typeof ID_FIELDS]]: site.idOf(target) };
  const request = { ...rest, ...named, recipients: await recipientsOf(site, body) } as Request;
  return (await site.client.call('POST /api/v1/alerts', { body: request })).body.id;
}

const ID_FIELDS = {
  task: 'taskId',
  plan: 'planId',
  workspace: 'workspaceId',
  environment: 'environmentId',
  engine: 'engineId',
} as const satisfies Record<string, keyof Target>;

/** The object that a rule is about. */
function targetOf({ workspace, task, plan, engine }: EstateFields, { names: [environment = ''] }: EstateAddress): EstateAddress {
  if (engine !== undefined) return { noun: 'engine', names: [environment, String(engine)] };
  if (workspace === undefined) return { noun: 'environment', names: [environment] };
  const names = [environment, String(workspace)];
  if (task !== undefined) return { noun: 'task', names: [...names, String(task)] };
  return plan === undefined ? { noun: 'workspace', names } : { noun: 'plan', names: [...names, String(plan)] };
}

const userOf = (login: string): EstateAddress => ({ noun: 'user', names: [login] });
const loginsOf = (fields: EstateFields): string[] => (fields['recipients'] as { users?: string[] } | undefined)?.users ?? [];

/** The recipients of a request. A file without them means the caller. */
async function recipientsOf(site: Site, body: EstateFields): Promise<Request['recipients']> {
  const given = body['recipients'] as Request['recipients'] | undefined;
  if (given === undefined) return { users: [(await site.client.call('GET /account/me')).body.id] };
  return { ...given, users: loginsOf(body).map((login) => site.idOf(userOf(login))) };
}

/** Adds the login of the caller, which a rule may name although the caller may not list users. */
async function nameCaller(site: Site): Promise<void> {
  const { id, login, type } = (await site.client.call('GET /account/me')).body;
  if (type === 'USER' && !site.has(userOf(login))) site.add(userOf(login), id);
}

function asObject(site: Site, alert: Schema<'Alert'>): EstateObject[] {
  const { id, name, condition, recipients, boundSeconds, usualFactor, successWithinSeconds, quietHours, repeatMinutes, enabled } = alert;
  const target = site.addressOf(alert.taskId ?? alert.planId ?? alert.workspaceId ?? alert.engineId ?? alert.environmentId ?? '');
  // The site does not know the objects of environments that the caller did not request.
  if (!target && site.environments) return [];
  const users = recipients.users.map((user) => site.addressOf(user));
  if (!target || users.some((user) => user?.noun !== 'user')) {
    site.notes.push(`alert ${name} is left out. You may not see ${target ? 'a user that it notifies' : 'what it is about'}.`);
    return [];
  }
  const [environment = '', second = '', third = ''] = target.names;
  const { noun } = target;
  const counts = new Map<string, number>();
  const transports = recipients.transports.map(({ type }) => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return { type, url: new HiddenValue(count === 1 ? type : `${type} ${count}`) };
  });
  const fields = {
    name,
    condition,
    ...(noun === 'engine' ? { engine: second } : noun === 'environment' ? {} : { workspace: second }),
    ...((noun === 'task' || noun === 'plan') && { [noun]: third }),
    tag: alert.tag,
    boundSeconds,
    usualFactor,
    successWithinSeconds,
    recipients: { users: users.map((user) => user?.names[0]), emails: recipients.emails, transports },
    quietHours,
    repeatMinutes,
    enabled,
  };
  return [{ address: { noun: 'alert', names: [environment, name] }, id, fields }];
}
