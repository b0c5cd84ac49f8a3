import { randomBytes } from 'node:crypto';
import { isUnavailable } from '@millrace/client';
import type { Schema } from '@millrace/contract';
import { signatureHeaders } from '@millrace/wire/webhook-signatures';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { deleteCommand, group, listCommand, serverCommand, showCommand, thingCommand } from '../../group.ts';
import { readUsedFile } from '../../input.ts';
import { wholeNumber } from '../../option-values.ts';
import { orInterruption, sleep } from '../../shell.ts';
import { localTime, oneLine } from '../../text.ts';
import { changeWebhook, createWebhook } from './change.ts';
import { findDeliveryId, readAllWebhooks, readDeliveries, webhookNoun } from './lookup.ts';

type CreateOptions = { event?: string[]; level: 'user' | 'tenant'; filter?: string; forward?: string; secretFile?: string };

const WAIT_SECONDS = 20;
const PAUSE_MS = 2000;
const SECRET_BYTES = 32;

/** `millrace webhook listen`: prints events as they occur, and forwards them to a program on this machine. */
const createWebhookListener = serverCommand('listen', {
  description:
    'Print events as they occur, and forward them to a program under development\n\nThe events come through the connection of this command, so the program needs no address that the server can reach. Ctrl-C ends it.',
  options: {
    '--event <types...>': 'only these event types (default: all of the level)',
    '--level <level>': { text: 'events of the user, or of the whole tenant', choices: ['user', 'tenant'], default: 'user' },
    '--filter <filter>': 'only events that match, for example spaceId eq "<workspace id>"',
    '--forward <address>': 'send each event there as a webhook does, for example http://localhost:3000/events',
    '--secret-file <file>': 'file with the secret that signs forwarded events (default: a new secret, which is printed)',
  },
  examples: ['millrace webhook listen --event com.service.v1.task.run.finished --forward http://localhost:3000/events'],
  async run(context) {
    const target = await targetOf(context, context.options);
    const body = await requestOf(context, context.options);
    const { body: listener } = await context.client.call('POST /api/v1/webhook-listeners', { body });
    try {
      context.output.note(`Listening for ${body.eventTypes.length} event types. Ctrl-C ends it.`);
      await printEvents(context, listener.id, target);
    } finally {
      // A listener that cannot be deleted ends by itself.
      await context
        .lastClient()
        .call('DELETE /api/v1/webhook-listeners/{id}', { path: { id: listener.id } })
        .catch(() => undefined);
    }
  },
});

type Target = { address: string; secret: string } | undefined;

async function targetOf({ output, shell }: Context, { forward, secretFile }: CreateOptions): Promise<Target> {
  if (forward === undefined) return undefined;
  if (!/^https?:$/.test(URL.parse(forward)?.protocol ?? ''))
    throw new Failure('usage', `--forward: ${forward} is not an address that begins with http://.`);
  if (secretFile !== undefined) return { address: forward, secret: (await readUsedFile(secretFile, shell)).trim() };
  const secret = randomBytes(SECRET_BYTES).toString('base64');
  output.note(`Forwarded events are signed with the secret ${secret}`);
  return { address: forward, secret };
}

async function requestOf(
  { client }: Context,
  { event, level, filter }: CreateOptions,
): Promise<Schema<'WebhookListenerRequest'> & { eventTypes: string[] }> {
  const known = async () => (await client.call('GET /api/v1/webhooks/event-types')).body.data;
  const eventTypes = event ?? (await known()).filter(({ levels }) => levels.includes(level)).map(({ name }) => name);
  return { eventTypes, level, ...(filter !== undefined && { filter }) };
}

/** Prints and forwards events until Ctrl-C, also across restarts of the server. */
async function printEvents(context: Context, id: string, target: Target): Promise<void> {
  const { client, output, shell } = context;
  let after: string | undefined;
  for (let isUnreachable = false; ;) {
    try {
      const query = { waitSeconds: WAIT_SECONDS, ...(after !== undefined && { after }) };
      const { body } = await client.call('GET /api/v1/webhook-listeners/{id}/events', { path: { id }, query });
      isUnreachable = false;
      for (const event of body.data) await show(context, event, target);
      after = body.after;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (!isUnreachable) output.note('The server does not answer. Trying again until it does.');
      isUnreachable = true;
      await sleep(PAUSE_MS, shell.signal);
    }
  }
}

async function show({ output, shell }: Context, event: Schema<'ListenedEvent'>, target: Target): Promise<void> {
  if (output.json) output.printJsonLine(event);
  else output.print(oneLine(`${localTime(event.time)}  ${event.type}  ${event.toplevelresourceid ?? ''}`));
  if (target) output.note(`  ${target.address} ${await forwardEvent(event, target.address, target.secret, shell.signal)}`);
}

const ANSWER_MS = 15_000;

/**
 * Sends an event as a webhook does, and returns the outcome as a text. A failed request is not repeated, because the developer of the receiver sees
 * the failure.
 */
async function forwardEvent(event: Schema<'ListenedEvent'>, address: string, secret: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'user-agent': 'Millrace-Webhook/1',
    ...signatureHeaders({ id: event.id, seconds, body }, [secret]),
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  return orInterruption(
    fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
      .then(async (answer) => {
        await answer.body?.cancel();
        return `answered ${answer.status}`;
      })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        return `did not answer: ${reasonOf(error)}`;
      }),
    signal,
  );
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code } = (cause ?? {}) as { code?: string };
  return code ?? message;
}

/** `millrace webhook deliveries`. */
const listWebhookDeliveries = thingCommand(webhookNoun, 'deliveries', {
  description: 'List the deliveries of a webhook in the last week, the newest first',
  options: {
    '--status <status>': { text: 'only those with this outcome', choices: ['success', 'fail', 'waiting'] },
    '--limit <n>': { text: 'maximum number', parse: wholeNumber, default: 20 },
  },
  examples: ['millrace webhook deliveries loads --status fail'],
  async run({ client, output, options: { status, limit } }, webhookId) {
    const deliveries = await readDeliveries(client, webhookId, { ...(status !== undefined && { status }) }, limit);
    if (output.json) return output.printJson(deliveries);
    return output.printTable(
      ['ID', 'TIME', 'EVENT TYPE', 'STATUS', 'ATTEMPTS', 'ANSWER', 'MESSAGE'],
      deliveries.map((delivery) => [
        delivery.id,
        localTime(delivery.triggeredAt),
        delivery.eventType,
        delivery.status,
        String(delivery.attempts),
        delivery.response?.statusCode === undefined ? '' : String(delivery.response.statusCode),
        delivery.statusMessage ?? '',
      ]),
      'There are no such deliveries.',
    );
  },
});

/** `millrace webhook resend`. */
const resendWebhookDelivery = thingCommand(webhookNoun, 'resend', {
  description: 'Send the event of a delivery again, with the same payload',
  arguments: { '<delivery>': 'the delivery; the beginning of its id is enough' },
  examples: ['millrace webhook resend loads 019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11'],
  async run({ client, output }, id, idOrPrefix: string) {
    const deliveryId = await findDeliveryId(client, id, idOrPrefix);
    const { body } = await client.call('POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', { path: { id, deliveryId } });
    return output.printResult(body, `Queued delivery ${body.id}. Its outcome: millrace webhook deliveries ${id}`);
  },
});

/** `millrace webhook test`. */
const testWebhook = thingCommand(webhookNoun, 'test', {
  description: 'Send a test event to a webhook',
  examples: ['millrace webhook test loads'],
  async run({ client, output }, id) {
    const { body: delivery } = await client.call('POST /api/v1/webhooks/{id}/actions/test', { path: { id } });
    return output.printResult(delivery, `Queued delivery ${delivery.id}. Its outcome: millrace webhook deliveries ${id}`);
  },
});

const listWebhooks = listCommand({
  description: 'List your webhooks; a manager of webhooks sees all of the tenant',
  examples: ['millrace webhook list'],
  read: ({ client }) => readAllWebhooks(client),
  columns: () => ({
    ID: (webhook) => webhook.id,
    NAME: (webhook) => webhook.name,
    LEVEL: (webhook) => webhook.level,
    ENABLED: (webhook) => webhook.disabledReasonCode ?? (webhook.enabled ? 'yes' : 'no'),
    'EVENT TYPES': (webhook) => String(webhook.eventTypes.length),
    ADDRESS: (webhook) => webhook.url,
  }),
  none: 'There are no webhooks.',
});

const getWebhook = showCommand(webhookNoun, {
  description: 'Show a webhook',
  examples: ['millrace webhook show loads'],
  read: async (client, id) => (await client.call('GET /api/v1/webhooks/{id}', { path: { id } })).body,
  print: ({ output }, webhook) =>
    output.printProperties([
      ['Id', webhook.id],
      ['Name', webhook.name],
      ['Description', webhook.description],
      ['Address', webhook.url],
      ['Level', webhook.level],
      ['Owner', webhook.ownerId],
      ['Enabled', webhook.enabled ? 'yes' : 'no'],
      ['Disabled because', webhook.disabledReason],
      ['Event types', webhook.eventTypes.join(', ')],
      ['Filter', webhook.filter],
      [
        'Headers',
        Object.entries(webhook.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
      ],
      ['Encrypted headers', webhook.encryptedHeaders.join(', ')],
      ['Signed', webhook.secretKeyAdded ? 'yes' : 'no'],
      ['Form', webhook.enableCloudEventDelivery ? 'CloudEvents' : 'older envelope'],
      ['Revocation checked', webhook.checkCertificateRevocation ? 'yes' : 'no'],
      ['Changed', localTime(webhook.updatedAt)],
    ]),
});

const deleteWebhook = deleteCommand(webhookNoun, {
  description: 'Delete a webhook with its deliveries',
  examples: ['millrace webhook delete loads'],
  send: (client, id) => client.call('DELETE /api/v1/webhooks/{id}', { path: { id } }),
});

const listEventTypes = serverCommand('event-types', {
  description: 'List the event types that webhooks can receive',
  examples: ['millrace webhook event-types'],
  async run({ client, output }) {
    const { body } = await client.call('GET /api/v1/webhooks/event-types');
    if (output.json) return output.printJson(body.data);
    return output.printTable(
      ['NAME', 'TITLE', 'LEVELS'],
      body.data.map(({ name, title, levels }) => [name, title, levels.join(' ')]),
      'There are no event types.',
    );
  },
});

/** `millrace webhook`. */
export const webhookGroup = group('webhook', 'Send events to other systems: create webhooks, test them, and show their deliveries', [
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
  listEventTypes,
  createWebhookListener,
]);
