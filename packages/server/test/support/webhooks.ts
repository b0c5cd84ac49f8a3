/** Webhooks that start tasks, and calls of them. */
import assert from 'node:assert/strict';
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import type { MadeTask, Maker } from './make.ts';
import type { Answer, TestServer } from './server.ts';

type TaskOptions = NonNullable<Parameters<Maker['task']>[0]>;

/** What a job declares that gets what calls bring. */
export const RECEIVING = { artifactParameters: [{ name: 'resource_webhook_payload', required: false }] } satisfies TaskOptions;

/** A call with a body of some type, which is sent as it is. */
export type Delivery = { type?: string | undefined; text?: string };

/** Ways to set webhooks, to call them, and to look at what came of it. */
export function webhooksOf({ call, make, url, platform: { db } }: TestServer) {
  const deliver = (path: string, { type = 'text/plain', text = 'x' }: Delivery = {}): Promise<Answer> =>
    call(`POST ${path}`, { token: undefined, text, headers: { 'content-type': type } });
  const configure = (task: MadeTask, body: object): Promise<Answer> =>
    call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: task.id }, body });
  return {
    /** A task that receives, in an environment that may have webhooks. */
    task: async (options: TaskOptions = {}): Promise<MadeTask> => {
      const workspace = options.workspace ?? (await make.workspace({ environment: await make.environment({ name: newName() }) })).id;
      return make.task({ ...RECEIVING, ...options, workspace });
    },

    /** Sets the webhook of a task and returns the path that is called. */
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

    /** Sets a trigger that is started by hand. */
    unset: (task: MadeTask): Promise<Answer> => configure(task, { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } }),

    deliver,

    /** Calls, expects that the call is kept, and returns the execution that gets it. */
    bring: async (path: string, delivery?: Delivery): Promise<string> => {
      const { status, body } = await deliver(path, delivery);
      assert.equal(status, 202, JSON.stringify(body));
      assert.deepEqual(Object.keys(body), ['executionId']);
      return body.executionId;
    },

    /** The time of all windows is over. */
    pass: (): Promise<unknown> => db.writer.rows(sql`update webhook_window set closes_at = closes_at - interval '2 days'`),

    /** What a window becomes is there already: closing it fails until the row is taken away, by the function that is returned. */
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

    /** The executions of a task with what each was brought, oldest first. */
    executions: (task: MadeTask): Promise<Brought[]> =>
      db.reader.rows(sql`
        select id, (parameters ->> 'resource_webhook_payload')::json as items, execution_type as type, account_id, outcome, misfired_reason,
               error_message, timeout_minutes
        from task_execution
        where task_id = ${task.id}
        order by triggered_at, id`),
  };
}

/** An execution with what it was brought. */
export type Brought = {
  id: string;
  items: { type: string; data: string }[];
  type: string;
  account_id: string;
  outcome: string | null;
  misfired_reason: string | null;
  error_message: string | null;
  timeout_minutes: number | null;
};

/** What each execution was brought, texts only. */
export const textsOf = (executions: readonly Brought[]): string[][] => executions.map(({ items }) => items.map(({ data }) => data));

/** The variables of a path that is called. */
export const secretIn = (path: string): { secret: string } => ({ secret: path.slice(path.lastIndexOf('/') + 1) });

let number = 0;
const newName = (): string => `hooks_${(number += 1)}`;
