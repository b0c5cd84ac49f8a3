import { isUnavailable } from '@millrace/client';
import type { Schema } from '@millrace/contract';
import { signatureHeaders } from '@millrace/wire/webhook-signatures';
import { serverCommand } from '../../command-builders.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { readUsedFile } from '../../input.ts';
import { orInterruption, sleep } from '../../shell.ts';
import { localTime, oneLine } from '../../text.ts';
import { newWebhookSecret } from './change.ts';

type ListenOptions = { event?: string[]; level: 'user' | 'tenant'; filter?: string; forward?: string; secretFile?: string };

const WAIT_SECONDS = 20;
const PAUSE_MS = 2000;

/** `millrace webhook listen`: prints events as they occur, and forwards them to a program on this machine. */
export const listenToEvents = serverCommand('listen', {
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

async function targetOf({ output, shell }: Context, { forward, secretFile }: ListenOptions): Promise<Target> {
  if (forward === undefined) return undefined;
  if (!/^https?:$/.test(URL.parse(forward)?.protocol ?? ''))
    throw new Failure('usage', `--forward: ${forward} is not an address that begins with http:// or https://.`);
  if (secretFile !== undefined) return { address: forward, secret: (await readUsedFile(secretFile, shell)).trim() };
  const secret = newWebhookSecret();
  output.note(`Forwarded events are signed with the secret ${secret}`);
  return { address: forward, secret };
}

async function requestOf(
  { client }: Context,
  { event, level, filter }: ListenOptions,
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
      for (const event of body.data) await printAndForward(context, event, target);
      after = body.after;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (!isUnreachable) output.note('The server does not answer. Trying again until it does.');
      isUnreachable = true;
      await sleep(PAUSE_MS, shell.signal);
    }
  }
}

async function printAndForward({ output, shell }: Context, event: Schema<'ListenedEvent'>, target: Target): Promise<void> {
  if (output.wantsData) output.printDataLine(event);
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
