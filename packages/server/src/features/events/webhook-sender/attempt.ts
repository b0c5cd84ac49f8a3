/** One attempt: a request to a receiver, and its outcome. The receivers with their decrypted secrets are cached until their webhook is changed. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { signatureHeaders } from '@millrace/wire/webhook-signatures';
import { now, nowMilliseconds } from '../../../core/base/clock.ts';
import { storable, type Tx } from '../../../core/database/sql.ts';
import type { OutboundPool, PooledAnswer } from '../../../core/outbound/outbound-pool.ts';
import type { Secrets } from '../../../core/secrets/secrets.ts';
import type { AttemptOutcome } from '../delivery-queue/index.ts';
import { deliveryBody } from '../outbox/index.ts';
import { openWebhookSecrets, withoutHiddenValues } from '../webhooks/index.ts';
import { ANSWER_BYTES, ANSWER_HEADER_CHARACTERS, ANSWER_HEADERS, ATTEMPT_SECONDS } from './bounds.ts';
import { type DueDelivery, selectTargets, type TargetRow } from './rows.ts';
import { askedPause, isGone, isSuccess, pauseAfter } from './rules.ts';
import { messageOfFault, messageOfStatus, UNREADABLE } from './status-messages.ts';

const USER_AGENT = 'Millrace-Webhook/1';

/** Sends a delivery once. It never fails: a failure is an outcome. */
export async function attemptDelivery(due: DueDelivery, target: WebhookTarget | undefined, pool: OutboundPool): Promise<AttemptOutcome> {
  const began = now();
  const attempt = due.attempts + 1;
  const outcome = { id: due.delivery_id, webhook: due.webhook_id, attempt, began: began.toISOString() };
  const noAnswer = { status: null, responseHeaders: null, responseBody: null };
  const nextPause = (asked?: number): number | null => pauseAfter(attempt, asked, Math.random()) ?? null;
  if (!target) return { ...outcome, ...noAnswer, succeeded: false, pause: nextPause(), message: UNREADABLE, url: '', requestHeaders: null };
  let sent: Pick<AttemptOutcome, 'url' | 'requestHeaders'> = { url: target.url, requestHeaders: null };
  try {
    const body = deliveryBody(due, due.cloud_events, due.vendor_words);
    const headers = requestHeaders(due, target, body, began);
    sent = { url: target.url, requestHeaders: withoutHiddenValues(headers, target.hidden) };
    reachFaultPoint('deliver.before-send');
    const answer = await pool.send(target.url, {
      headers,
      body: Buffer.from(body),
      milliseconds: ATTEMPT_SECONDS * 1000,
      answerBytes: ANSWER_BYTES,
    });
    reachFaultPoint('deliver.after-send');
    const { status } = answer;
    const succeeded = isSuccess(status);
    const asked = askedPause(status, firstValue(answer.headers['retry-after']), nowMilliseconds());
    return {
      ...outcome,
      ...sent,
      succeeded,
      pause: succeeded || isGone(status) ? null : nextPause(asked),
      message: messageOfStatus(status),
      status,
      responseHeaders: withoutHiddenValues(answerHeaders(answer), target.hidden),
      responseBody: storable(answer.body.toString('utf8')),
    };
  } catch (error) {
    return { ...outcome, ...sent, ...noAnswer, succeeded: false, pause: nextPause(), message: messageOfFault(error) };
  }
}

/** The headers of Millrace come last, so that those of a webhook cannot replace them. */
function requestHeaders({ id, cloud_events }: DueDelivery, target: WebhookTarget, body: string, moment: Date): Record<string, string> {
  const headers = new Map<string, string>();
  const own = {
    'content-type': cloud_events ? 'application/cloudevents+json; charset=utf-8' : 'application/json',
    'user-agent': USER_AGENT,
    ...signatureHeaders({ id, seconds: Math.floor(moment.getTime() / 1000), body }, target.secrets),
  };
  for (const [name, value] of [...Object.entries(target.headers), ...Object.entries(own)]) headers.set(name.toLowerCase(), value);
  return Object.fromEntries(headers);
}

const firstValue = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

function answerHeaders({ headers }: PooledAnswer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, ANSWER_HEADERS)
      .flatMap(([name, value]) =>
        value === undefined ? [] : [[storable(name), storable([value].flat().join(', ').slice(0, ANSWER_HEADER_CHARACTERS))]],
      ),
  );
}

/** A receiver of deliveries. `secrets` has the valid ones, the newest first. */
export type WebhookTarget = {
  url: string;
  headers: Record<string, string>;
  /** Names, in lower case, of headers whose values must not be shown. */
  hidden: ReadonlySet<string>;
  secrets: readonly string[];
  checksRevocation: boolean;
};

/** The targets of webhooks; undefined in place of one whose secrets cannot be read. */
export class WebhookTargets {
  readonly #secrets: Secrets;
  readonly #known = new Map<string, { version: string; target: WebhookTarget | undefined }>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Reads the targets that are not cached in this version. */
  async load(tx: Tx, due: readonly { webhook_id: string; version: string }[]): Promise<void> {
    const isUnknown = (one: (typeof due)[number]): boolean => this.#known.get(one.webhook_id)?.version !== one.version;
    const unknown = new Set(due.filter(isUnknown).map(({ webhook_id: webhook }) => webhook));
    if (unknown.size === 0) return;
    for (const row of await selectTargets(tx, [...unknown])) this.#known.set(row.id, { version: row.version, target: this.#decrypt(row) });
  }

  /** The target of a webhook; undefined if it is not loaded. */
  of(webhook: string): WebhookTarget | undefined {
    return this.#known.get(webhook)?.target;
  }

  /** Removes a webhook from the cache. */
  forget(webhook: string): void {
    this.#known.delete(webhook);
  }

  /** @rule webhooks.deliver.headers */
  #decrypt(row: TargetRow): WebhookTarget | undefined {
    try {
      const decrypted = openWebhookSecrets(this.#secrets, row, now());
      return {
        url: row.url,
        headers: { ...row.headers, ...decrypted.headers },
        hidden: new Set(Object.keys(decrypted.headers).map((name) => name.toLowerCase())),
        secrets: decrypted.secrets,
        checksRevocation: row.checks_revocation,
      };
    } catch {
      return undefined;
    }
  }
}
