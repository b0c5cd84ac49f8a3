/** Functions that set webhook triggers, call them, and read what they have started. */
import assert from 'node:assert/strict';
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import type { MadeTask, Maker } from './make.ts';
import type { Answer, TestServer } from './server.ts';

type TaskOptions = NonNullable<Parameters<Maker['task']>[0]>;

/** The parameter that an artifact declares to receive payloads. */
export const RECEIVING = { artifactParameters: [{ name: 'resource_webhook_payload', required: false }] } satisfies TaskOptions;

/** The body of a call, with its media type. */
export type Delivery = { type?: string | undefined; text?: string };

/** Returns functions that set webhooks, call them and read the executions. */
export function webhookTriggersOf({ call, make, url, platform: { db } }: TestServer) {
  const deliver = (path: string, { type = 'text/plain', text = 'x' }: Delivery = {}): Promise<Answer> =>
    call(`POST ${path}`, { token: undefined, text, headers: { 'content-type': type } });
  const configure = (task: MadeTask, body: object): Promise<Answer> =>
    call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id }, body });
  return {
    /** Makes a task that receives payloads, in an environment that may have webhooks. */
    task: async (options: TaskOptions = {}): Promise<MadeTask> => {
      const workspace = options.workspace ?? (await make.workspace({ environment: await make.environment({ name: newName() }) })).id;
      return make.task({ ...RECEIVING, ...options, workspace });
    },

    /** Sets the webhook of a task and returns the path of its URL. */
    set: async (task: MadeTask, webhook: object = {}): Promise<string> => {
      const body = {
        trigger: { type: 'WEBHOOK', webhook: { name: 'hook', ...webhook } },
        runtime: { type: 'CLOUD' },
        parallelExecutionAllowed: true,
      };
      const answer = await configure(task, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.trigger.webhook.url.slice(url.length);
    },

    /** Sets a manual trigger. */
    unset: (task: MadeTask): Promise<Answer> => configure(task, { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } }),

    deliver,

    /** Calls a webhook, asserts that the call is accepted, and returns the execution of the call. */
    callAccepted: async (path: string, delivery?: Delivery): Promise<string> => {
      const { status, body } = await deliver(path, delivery);
      assert.equal(status, 202, JSON.stringify(body));
      assert.deepEqual(Object.keys(body), ['executionId']);
      return body.executionId;
    },

    /** Moves the end of all windows into the past. */
    endWindows: (): Promise<unknown> => db.writer.rows(sql`update webhook_window set closes_at = closes_at - interval '2 days'`),

    /** Inserts the execution of a window, so that closing the window fails. Returns a function that removes the row. */
    obstruct: async (id: string, task: MadeTask): Promise<() => Promise<unknown>> => {
      await db.writer.rows(sql`
        insert into task_execution (
          id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
          parameters, log_level, parallel_execution_allowed, execution_type, account_id, user_type, runtime_type)
        select ${id}, tenant_id, environment_id, id, ${newId()}, '', 1, '{}', '', '', '', '', '{}', '', true, 'WEBHOOK', owner_id, 'HUMAN', 'CLOUD'
        from workspace
        where id = ${task.workspace}`);
      return () => db.writer.rows(sql`delete from task_execution where id = ${id}`);
    },

    /** Lists the executions of a task with their payloads, oldest first. */
    executions: (task: MadeTask): Promise<PayloadExecution[]> =>
      db.reader.rows(sql`
        select id, (parameters ->> 'resource_webhook_payload')::json as items, execution_type as type, account_id, outcome, misfired_reason,
               error_message, timeout_minutes
        from task_execution
        where task_id = ${task.id}
        order by triggered_at, id`),
  };
}

/** An execution with its payloads. */
export type PayloadExecution = {
  id: string;
  items: { type: string; data: string }[];
  type: string;
  account_id: string;
  outcome: string | null;
  misfired_reason: string | null;
  error_message: string | null;
  timeout_minutes: number | null;
};

/** Returns the texts of the payloads of each execution. */
export const textsOf = (executions: readonly PayloadExecution[]): string[][] =>
  executions.map(({ items }) => items.map(({ data }) => data));

/** Returns the variables of the path of a webhook. */
export const secretIn = (path: string): { secret: string } => ({ secret: path.slice(path.lastIndexOf('/') + 1) });

let number = 0;
const newName = (): string => `hooks_${(number += 1)}`;
