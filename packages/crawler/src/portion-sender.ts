/**
 * Sends the portions of a crawl to the control plane, one at a time. Repeats a portion for ten minutes while the control plane is busy or cannot be
 * reached; a refusal ends the crawl at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlAnswer } from './portions.ts';

/** The control plane does not accept a portion: the crawl ends with this message. */
export class PortionRefused extends Error {}

/** An account has ended the crawl: nothing more is read, and this is not a failure. */
export class CrawlEnded extends Error {}

/** The address of the control plane, and how long the sender repeats a portion (`giveUpMilliseconds`). */
type SenderOptions = {
  url: string;
  executionId: string;
  token: string;
  warn: (message: string) => void;
  giveUpMilliseconds?: number;
  firstPauseMilliseconds?: number;
};

/** Definitions or samples are added to a portion until they have this many bytes. */
export const PORTION_BYTES = 4 * 2 ** 20;
/** The largest definition or sample: the control plane accepts portions of 8 MiB. */
export const LARGEST_PART_BYTES = 7 * 2 ** 20;

const GIVE_UP_MILLISECONDS = 600_000;
const FIRST_PAUSE_MILLISECONDS = 250;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** The control plane stores a portion before it answers. */
const ANSWER_MILLISECONDS = 120_000;
const LONGEST_REASON = 300;

/** Numbers and sends the portions. */
export class PortionSender {
  #number = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * Sends a portion after those before it; `content` is the JSON text of a `CrawlContent`. After a portion that was not accepted, sends nothing more: each
   * later call rejects with the error of that portion.
   */
  send(content: string): Promise<CrawlAnswer> {
    const sent = this.#last.then(() => {
      this.#number += 1;
      return this.#untilAccepted(`{"number":${this.#number},${content.slice(1)}`);
    });
    this.#last = sent;
    // The caller may wait for it later: until then, nobody handles its error.
    sent.catch(() => {});
    return sent;
  }

  async #untilAccepted(body: string): Promise<CrawlAnswer> {
    const { giveUpMilliseconds = GIVE_UP_MILLISECONDS, firstPauseMilliseconds = FIRST_PAUSE_MILLISECONDS, warn } = this.#options;
    const end = performance.now() + giveUpMilliseconds;
    for (let pause = firstPauseMilliseconds, tries = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS), tries += 1) {
      const attempt = await this.#post(body);
      if ('answer' in attempt) {
        if (attempt.answer.ends) throw new CrawlEnded('An account has ended the crawl');
        return attempt.answer;
      }
      if (performance.now() >= end)
        throw new PortionRefused(
          `Millrace did not accept a portion within ${Math.round(giveUpMilliseconds / 1000)} seconds: ${attempt.reason}`,
        );
      if (tries === 1) warn(`Millrace cannot accept a portion at the moment; it is sent again: ${attempt.reason}`);
      await sleep(Math.min(attempt.afterMilliseconds ?? pause * (0.5 + Math.random() / 2), Math.max(0, end - performance.now()) + 1));
    }
  }

  /** Posts a portion once. Throws where another try would not help. */
  async #post(body: string): Promise<{ answer: CrawlAnswer } | { reason: string; afterMilliseconds?: number }> {
    const { url, executionId, token } = this.#options;
    let status: number;
    let retryAfter: string | null;
    let text: string;
    try {
      const response = await fetch(`${url}/engine/v1/crawls/${encodeURIComponent(executionId)}/portions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        // A redirect would send the token to another address: it counts as a refusal.
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      });
      status = response.status;
      retryAfter = response.headers.get('retry-after');
      text = await response.text();
    } catch (error) {
      return { reason: networkReason(error) };
    }
    if (status === 200) return { answer: answerOf(text) };
    if (status === 429 || status >= 500) {
      const seconds = Number(retryAfter ?? '');
      return {
        reason: `status ${status}`,
        ...(seconds > 0 && { afterMilliseconds: Math.min(seconds * 1000, LONGEST_PAUSE_MILLISECONDS) }),
      };
    }
    throw new PortionRefused(`Millrace refused a portion of the crawl with status ${status}${reasonIn(text)}`);
  }
}

function answerOf(text: string): CrawlAnswer {
  try {
    const { known, ends } = JSON.parse(text) as Partial<CrawlAnswer>;
    if (Array.isArray(known) && typeof ends === 'boolean') return { known, ends };
  } catch {
    // Invalid JSON ends with the same error as an answer of another form.
  }
  throw new PortionRefused('Millrace answered a portion of the crawl in a form that this version does not know: check MILLRACE_URL');
}

/** Returns the message of a refusal, with a colon before it. */
function reasonIn(text: string): string {
  try {
    const body = JSON.parse(text) as { message?: unknown; errors?: { title?: unknown; detail?: unknown }[] };
    const message = body.message ?? body.errors?.[0]?.detail ?? body.errors?.[0]?.title;
    return typeof message === 'string' && message !== '' ? `: ${message.slice(0, LONGEST_REASON)}` : '';
  } catch {
    return '';
  }
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MILLISECONDS / 1000} seconds`;
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return cause instanceof Error ? cause.message || (cause as { code?: string }).code || error.message : error.message;
}
