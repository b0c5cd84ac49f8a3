/** Calls of an install with a long history: P14 and P19. */
import type { Pool } from 'undici';

const HOUR = 3_600_000;

/** A call: its name in the report, its path with the query, and its body if it is a POST. */
export type Call = { name: string; path: string; body?: object };

/** The calls of lists, of a log and of the audit log. `task` has executions, and `logged` is an execution with a log. */
export function listCalls({ task, logged }: { task: string; logged: string }): Call[] {
  const list = '/processing/executables/tasks/executions';
  const day = { from: Date.now() - 30 * 24 * HOUR, to: Date.now() - 29 * 24 * HOUR };
  return [
    { name: 'executions', path: `${list}?limit=100` },
    { name: 'executions that were rejected', path: `${list}?limit=100&status=execution_rejected` },
    { name: 'executions of a day', path: `${list}?limit=100&from=${day.from}&to=${day.to}` },
    { name: 'executions, page 1,000', path: `${list}?limit=100&offset=100000` },
    { name: 'executions of a task', path: `/processing/executables/tasks/${task}/executions?limit=100` },
    { name: 'tasks', path: '/orchestration/executables/tasks?limit=100' },
    { name: 'lines of a log', path: `/monitoring/executions/${logged}/logs?count=100` },
    { name: 'audit log', path: '/security/audit/logs?page=1' },
    { name: 'audits, newest first', path: '/api/v1/audits?sort=-eventTime&limit=100' },
  ];
}

/** The calls by which Home shows the last 24 hours and the last 7 days of an environment. */
export function homeCalls(environmentId: string): Call[] {
  const counts = '/monitoring/observability/executions/counts';
  const now = Date.now();
  const hour = Math.floor(now / HOUR) * HOUR;
  const is = (...value: string[]): object => ({ filters: [{ field: 'status', operator: 'in', value }] });
  const ever = { environmentId, from: now - 60 * 24 * HOUR, to: now, exclude: 'PLAN_EXECUTIONS' };
  const ofRange = ([name, hours]: readonly [string, number]): Call[] => {
    const range = { environmentId, from: hour - (hours - 1) * HOUR, to: now };
    return [
      { name: `by hour, ${name}`, path: counts, body: { ...range, bucketMinutes: 60, exclude: 'PLAN_EXECUTIONS' } },
      { name: `plans that did not start, ${name}`, path: counts, body: { ...range, bucketMinutes: 60, ...is('EXECUTION_MISFIRED') } },
      { name: `causes, ${name}`, path: '/monitoring/observability/executions/causes', body: { ...range, limit: 50 } },
    ];
  };
  return [
    ...(
      [
        ['24 h', 24],
        ['7 d', 168],
      ] as const
    ).flatMap(ofRange),
    { name: 'waiting', path: counts, body: { ...ever, ...is('EXECUTION_EVENT_RECEIVED') } },
    { name: 'running', path: counts, body: { ...ever, ...is('DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION') } },
    {
      name: 'due soon',
      path: '/orchestration/executables/events/search',
      body: { environmentId, from: now, to: now + 12 * HOUR, limit: 20 },
    },
  ];
}

/** Makes a call. Throws unless the answer is 200. */
export async function makeCall(pool: Pool, token: string, { path, body }: Call): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await pool.request({ method: body ? 'POST' : 'GET', path, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${text}`);
}
