import type { AnswerOf, Route, Schema } from '@millrace/contract';
import { createClient, type Client, type ClientOptions, type InputOf } from '@millrace/contract/client';
import { readListPages, type ItemOf } from './lists.ts';
import { MillraceError, toMillraceError } from './millrace-error.ts';
import { createRepeatingSend } from './sending.ts';
import { WaitedTooLong, waitForEnd, type WaitOptions } from './waiting.ts';

/** The server, the caller, and the limits of calls: time and repetitions. */
export type ClientSettings = {
  /** Address of the server, for example `https://millrace.example.com`. */
  url: string;
  /** Bearer token: a personal access token, or the token of a service account. Left out for public operations. */
  token?: string;
  /** Name and version of the calling program. Browsers send their own. */
  userAgent?: string;
  /** Milliseconds that one attempt of a call may take, default 30 000; 0: no limit. A download may take longer after the head of its answer. */
  timeoutMs?: number;
  /** Maximum number of repetitions of a call; default 4. `README.md` says which calls are repeated. */
  maxRetries?: number;
  /** Sends the requests in place of `fetch`. */
  send?: ClientOptions['send'];
};

/**
 * Calls the operations of the API by their route, such as `GET /orchestration/workspaces`. Each method throws a `MillraceError`, or the reason of an
 * aborted signal; `list` a `TypeError` if the answer is no list.
 */
export type MillraceClient = {
  /** Makes a call and returns status and body of its success. */
  call<R extends Route>(route: R, input?: InputOf<R>): Promise<AnswerOf<R>>;
  /** Makes a call and returns its body as a stream. */
  download<R extends Route>(route: R, input?: InputOf<R>): Promise<ReadableStream<Uint8Array>>;
  /** Reads the entries of a list, page by page: by offset, cursor or number, as the list has it. `break` ends the reading. */
  list<R extends Route>(route: R, input?: InputOf<R>): AsyncGenerator<ItemOf<R>, void, undefined>;
  /** Waits for the end of the execution of a task. A failed execution is a result, not an error: read its `status`. */
  waitForTask(executionId: string, options?: WaitOptions): Promise<Schema<'JobExecutionStatus'>>;
  /** Waits for the end of the execution of a plan. */
  waitForPlan(executionId: string, options?: WaitOptions): Promise<Schema<'PlanExecutionStatus'>>;
  /** Waits for the end of the execution or analysis of a promotion. */
  waitForPromotion(executionId: string, options?: WaitOptions): Promise<Schema<'PromotionExecutionStatus'>>;
};

type LooseInput = { signal?: AbortSignal };

const TASK_EXECUTION = 'GET /processing/executions/{executionId}';
const PLAN_EXECUTION = 'GET /processing/executions/plans/{planExecutionId}';
const PROMOTION_EXECUTION = 'GET /processing/executions/promotions/{promotionExecutionId}';

/** Makes a client for one server and one caller. It opens no connection before the first call. */
export function openClient(settings: ClientSettings): MillraceClient {
  const { url, token, userAgent, timeoutMs = 30_000, maxRetries = 4, send: transport } = settings;

  /** Makes one call, with repetitions, and turns what it throws into a `MillraceError`. The reason of the caller's own signal is thrown as it is. */
  async function makeCall<T>(
    route: Route,
    signal: AbortSignal | undefined,
    readsWholeAnswer: boolean,
    use: (client: Client) => Promise<T>,
  ): Promise<T> {
    const { send, attempts } = createRepeatingSend({ route, timeoutMs, maxRetries, transport, readsWholeAnswer });
    try {
      return await use(
        createClient({ baseUrl: url, send, ...(token !== undefined && { token }), ...(userAgent !== undefined && { userAgent }) }),
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw toMillraceError(error, route, attempts());
    }
  }

  const call: MillraceClient['call'] = (route, input) =>
    makeCall(route, (input as LooseInput | undefined)?.signal, true, (client) => client.call(route, input));

  async function* list<R extends Route>(route: R, input?: InputOf<R>): AsyncGenerator<ItemOf<R>, void, undefined> {
    for await (const { entries } of readListPages(call, route, input)) yield* entries;
  }

  async function waitFor<Execution>(
    route: Route,
    read: (signal: AbortSignal) => Promise<{ body: Execution }>,
    hasEnded: (execution: Execution) => boolean,
    options?: WaitOptions,
  ): Promise<Execution> {
    try {
      return await waitForEnd(async (signal) => (await read(signal)).body, hasEnded, options);
    } catch (error) {
      if (error instanceof WaitedTooLong) throw new MillraceError(route, error.message, { code: 'time_limit', cause: error });
      throw error;
    }
  }

  return {
    call,
    list,
    download: (route, input) =>
      makeCall(route, (input as LooseInput | undefined)?.signal, false, (client) => client.download(route, input)),
    waitForTask: (executionId, options) =>
      waitFor(TASK_EXECUTION, (signal) => call(TASK_EXECUTION, { path: { executionId }, signal }), hasFinishTimestamp, options),
    waitForPlan: (planExecutionId, options) =>
      waitFor(PLAN_EXECUTION, (signal) => call(PLAN_EXECUTION, { path: { planExecutionId }, signal }), hasFinishTimestamp, options),
    waitForPromotion: (promotionExecutionId, options) =>
      waitFor(
        PROMOTION_EXECUTION,
        (signal) => call(PROMOTION_EXECUTION, { path: { promotionExecutionId }, signal }),
        hasFinishTimestamp,
        options,
      ),
  };
}

/** An execution has a finish time once it has ended. */
const hasFinishTimestamp = ({ finishTimestamp }: { finishTimestamp?: string | null }): boolean => typeof finishTimestamp === 'string';
