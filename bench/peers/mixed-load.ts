/** The load generator of P12: streams of calls, each at a fixed rate, whether or not earlier calls are answered. */
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { serve } from './serve.ts';

/**
 * A call. In its texts, `{n}` becomes a number that no other call has, and `{execution}` the id of an execution that an earlier call has started.
 * `bearer` is the own token of the order, the newest access token that a call has got, or none.
 */
export type MixedCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: object;
  form?: Readonly<Record<string, string>>;
  bearer: 'own' | 'issued' | 'none';
};

/** Calls that are made in turn, `perSecond` of them together. */
export type MixedStream = { name: string; perSecond: number; calls: readonly MixedCall[] };

/** A load of `seconds`. The numbers of `{n}` begin after `first`. */
export type MixedOrder = { url: string; token: string; streams: readonly MixedStream[]; seconds: number; first: number };

/** The result of a stream: its calls, the sorted milliseconds from the planned moment to the answer, and the failed calls, the first ones in words. */
export type MixedResult = { name: string; calls: number; delays: number[]; failed: number; failures: string[] };

const CONNECTIONS = 64;
/** The number of ids of executions that are stored, and the number of starts after which their logs are read. */
const [MAX_IDS, AGE] = [200, 40];
const MAX_FAILURES = 3;

/** The values that answers have returned: the ids of executions, oldest first, and the newest access token. */
type Seen = { executions: string[]; issued: string };

async function load(order: MixedOrder): Promise<MixedResult[]> {
  const pool = new Pool(order.url, { connections: CONNECTIONS, pipelining: 1 });
  const seen: Seen = { executions: [], issued: '' };
  let number = order.first;
  try {
    return await Promise.all(order.streams.map((stream) => runStream(pool, order, stream, { seen, next: () => (number += 1) })));
  } finally {
    await pool.close();
  }
}

async function runStream(
  pool: Pool,
  order: MixedOrder,
  { name, perSecond, calls }: MixedStream,
  shared: { seen: Seen; next(): number },
): Promise<MixedResult> {
  const result: MixedResult = { name, calls: Math.max(1, Math.round(perSecond * order.seconds)), delays: [], failed: 0, failures: [] };
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  const measure = async (call: MixedCall, planned: number): Promise<void> => {
    try {
      if (await send(pool, order, call, shared)) result.delays.push(performance.now() - planned);
    } catch (error) {
      result.failed += 1;
      if (result.failures.length < MAX_FAILURES) result.failures.push(error instanceof Error ? error.message : String(error));
    }
  };
  for (let index = 0; index < result.calls; index += 1) {
    const planned = startedAt + ((index + 0.5) * order.seconds * 1000) / result.calls;
    const pause = planned - performance.now();
    if (pause > 0) await wait(pause);
    running.push(measure(calls[index % calls.length] as MixedCall, planned));
  }
  await Promise.all(running);
  result.delays.sort((a, b) => a - b);
  return result;
}

/** Makes a call. Returns false for one that it left out. */
async function send(
  pool: Pool,
  order: MixedOrder,
  { method, path, body, form, bearer }: MixedCall,
  { seen, next }: { seen: Seen; next(): number },
): Promise<boolean> {
  const filled = (text: string): string =>
    text
      .replaceAll('{n}', () => String(next()))
      .replaceAll('{execution}', seen.executions[Math.max(0, seen.executions.length - AGE)] ?? '');
  // The first calls are made before an execution was started and a token was issued.
  if (path.includes('{execution}') && seen.executions.length === 0) return false;
  const token = bearer === 'own' || seen.issued === '' ? order.token : seen.issued;
  const text = form ? new URLSearchParams(form).toString() : body && filled(JSON.stringify(body));
  const { statusCode, body: answer } = await pool.request({
    method,
    path: filled(path),
    headers: {
      ...(bearer !== 'none' && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(text !== undefined && { body: text }),
  });
  const answerText = await answer.text();
  if (statusCode >= 300) throw new Error(`${method} ${path} was answered with ${statusCode}: ${answerText.slice(0, 300)}`);
  if (form) seen.issued = (JSON.parse(answerText) as { access_token: string }).access_token;
  if (method === 'POST' && path === '/processing/executions') {
    seen.executions.push((JSON.parse(answerText) as { executionId: string }).executionId);
    if (seen.executions.length > MAX_IDS) seen.executions.shift();
  }
  return true;
}

serve<MixedOrder>({ answer: load, stop: async () => undefined });
