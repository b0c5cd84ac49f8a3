import { send } from '../control-plane/http.ts';
import { DeployFault } from '../program/faults.ts';
import { messageOf } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { PodOrder } from './pod-order.ts';

/** The time for which a pod tries to reach the agent: longer than an agent needs to start again. */
const GIVE_UP_MILLISECONDS = 60_000;
/** Once connected, the agent may first download the content itself. */
const ANSWER_MILLISECONDS = 600_000;

/** Fetches content by its SHA-256. Rejects with a `DeployFault` when the agent refuses it, or cannot be reached for a minute. */
export async function fetchContent(
  { url, token }: PodOrder['content'],
  hash: string,
  signal: AbortSignal,
  giveUpMilliseconds = GIVE_UP_MILLISECONDS,
): Promise<ReadableStream<Uint8Array>> {
  const until = performance.now() + giveUpMilliseconds;
  const backoff = new Backoff();
  for (;;) {
    const answer = await ask(`${url}/content/${hash}`, token, signal);
    if (typeof answer !== 'string' && answer.ok && answer.body) return answer.body;
    signal.throwIfAborted();
    const reason = typeof answer === 'string' ? answer : await reasonOf(answer);
    // An agent that was started again knows the token only after it has adopted its runs.
    const isFinal = typeof answer !== 'string' && answer.status !== 503 && answer.status !== 401;
    if (isFinal || performance.now() > until)
      throw new DeployFault('BUNDLE_UNAVAILABLE', `The pod could not fetch content from the agent of its environment at ${url}: ${reason}`);
    await sleepUnlessAborted(backoff.next(), signal);
  }
}

/** Returns the answer, or the reason why there is none. */
async function ask(address: string, token: string, signal: AbortSignal): Promise<Awaited<ReturnType<typeof send>> | string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]);
  try {
    return await send(address, { headers: { authorization: `Bearer ${token}` }, signal: limit });
  } catch (error) {
    return messageOf(error);
  }
}

async function reasonOf(answer: Pick<Response, 'status' | 'text'>): Promise<string> {
  const text = await answer.text().catch(() => '');
  return `it answered ${answer.status}${text === '' ? '' : `, ${text.trim().slice(0, 1000)}`}`;
}
