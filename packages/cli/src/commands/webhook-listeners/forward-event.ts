import type { Schema } from '@millrace/contract';
import { signatureHeaders } from '@millrace/wire/webhook-signatures';

import { orInterruption } from '../../shell.ts';

const ANSWER_MS = 15_000;

/**
 * Sends an event as a webhook does, and returns the outcome as a text. A failed request is not repeated, because the developer of the receiver sees
 * the failure.
 */
export async function forwardEvent(event: Schema<'ListenedEvent'>, address: string, secret: string, signal: AbortSignal): Promise<string> {
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
