import type { Route } from '@millrace/contract';
import type { ClientOptions } from '@millrace/contract/client';

type Send = NonNullable<ClientOptions['send']>;
type Answer = Awaited<ReturnType<Send>>;

/** Options for sending a call. */
type SendOptions = {
  route: Route;
  /** Milliseconds that one attempt may take; 0: no limit. */
  timeoutMs: number;
  /** Maximum number of repetitions. */
  maxRetries: number;
  /** Sends a request; `fetch` where it is left out. */
  transport?: Send | undefined;
  /** Whether an attempt reads the whole answer. If not, it ends with the head of the answer: for downloads. */
  readsWholeAnswer: boolean;
};

/** An attempt took longer than its time limit. */
export class TimeLimitReached extends Error {
  constructor(timeoutMs: number) {
    super(`No complete answer within ${timeoutMs} ms. The server may have done what the call asks for.`);
  }
}

/** Operations that read, although their method is POST: their filters do not fit into an address. A test compares the list with the contract. */
export const READING_POSTS: ReadonlySet<string> = new Set<Route>([
  'POST /api/v1/groups/actions/filter',
  'POST /api/v1/users/actions/filter',
  'POST /monitoring/observability/executions/download',
  'POST /monitoring/observability/executions/search',
  'POST /monitoring/observability/metrics/component',
  'POST /monitoring/observability/starts/search',
  'POST /orchestration/dynamic-engine-environments/search',
  'POST /orchestration/executables/events/search',
  'POST /orchestration/executables/tasks/search',
  'POST /processing/executables/tasks/executions',
  'POST /processing/run-profiles/search',
  'POST /scim/v2/.search',
  'POST /scim/v2/Groups/.search',
  'POST /scim/v2/Roles/.search',
  'POST /scim/v2/Users/.search',
]);

/** Whether an operation changes nothing. */
export const isRead = (route: string): boolean => route.startsWith('GET ') || READING_POSTS.has(route);

/** Whether the same call, sent twice, has the effect of one: by the definition of its method (RFC 9110, section 9.2.2), or because it only reads. */
export const isSafeToRepeat = (route: Route): boolean => isRead(route) || /^(?:PUT|DELETE) /.test(route);

const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A server that asks for a longer pause gets no repetition: the caller decides. */
const LONGEST_STATED_PAUSE_MS = 60_000;

/**
 * Makes the transport of one call. It returns the answer or throws the last error, and repeats attempts where that is safe. `attempts()` returns how many
 * were sent.
 */
export function createRepeatingSend(options: SendOptions): { send: Send; attempts: () => number } {
  const { route, maxRetries } = options;
  let attempts = 0;
  async function send(url: string, request: RequestInit): Promise<Answer> {
    for (;;) {
      attempts += 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
      try {
        const answer = await sendOnce(url, request, options);
        const wait = attempts > maxRetries ? undefined : pauseAfter(answer, route, pauseMs);
        if (wait === undefined) return answer;
        await pause(wait, request.signal);
      } catch (error) {
        if (request.signal?.aborted || attempts > maxRetries || !isSafeToRepeat(route)) throw error;
        await pause(pauseMs, request.signal);
      }
    }
  }
  return { send, attempts: () => attempts };
}

/** Sends a call once, within the time limit. */
async function sendOnce(
  url: string,
  request: RequestInit,
  { timeoutMs, readsWholeAnswer, transport = fetch }: SendOptions,
): Promise<Answer> {
  const limit = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => limit.abort(new TimeLimitReached(timeoutMs)), timeoutMs) : undefined;
  try {
    const signal = request.signal ? AbortSignal.any([limit.signal, request.signal]) : limit.signal;
    const answer = await transport(url, { ...request, signal });
    if (answer.ok && !readsWholeAnswer) return answer;
    const text = await answer.text();
    return { ok: answer.ok, status: answer.status, headers: answer.headers, body: null, text: async () => text };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the milliseconds until a refused call is sent again; undefined if it is not. A 429 or 503 with `Retry-After` says that nothing was done, so any
 * call is repeated after it.
 */
function pauseAfter({ status, headers }: Pick<Answer, 'status' | 'headers'>, route: Route, pauseMs: number): number | undefined {
  if (!TEMPORARY_STATUSES.has(status)) return undefined;
  const stated = headers.get('retry-after');
  const isStated = stated !== null && /^\d+$/.test(stated);
  const hadNoEffect = isStated && (status === 429 || status === 503);
  if (!hadNoEffect && !isSafeToRepeat(route)) return undefined;
  if (!isStated) return pauseMs;
  const statedMs = Number(stated) * 1000;
  return statedMs > LONGEST_STATED_PAUSE_MS ? undefined : Math.max(statedMs, pauseMs);
}

/** Waits. Throws the reason of the signal at once when it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal?.aborted) reject(signal.reason as Error);
  const timer = setTimeout(resolve, milliseconds);
  const stop = (): void => {
    clearTimeout(timer);
    reject(signal?.reason as Error);
  };
  signal?.addEventListener('abort', stop, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  });
}
