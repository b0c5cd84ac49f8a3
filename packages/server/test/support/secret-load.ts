/** A load that writes secrets at one server and reads them at others: addresses of webhooks, and passwords of connections that an engine gets. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { json, sql } from '../../src/core/database/sql.ts';
import type { ControlPlanes } from './control-planes.ts';
import { RECEIVING } from './webhook-triggers.ts';

/** The counts of a load: written and read secrets, and the reasons of failures. */
export type SecretCounts = { written: number; read: number; unreadable: string[] };

/** Rows that only the rotation reads: more than one of its batches. */
const IDLE_ROWS = 600;
/** Milliseconds between two passes of a loop. */
const PAUSE = 20;

/** Starts the load. */
export async function startSecretLoad(planes: ControlPlanes): Promise<{
  /** The number of secrets that only the rotation reads. */
  rows: number;
  /** Waits until every kind of secret was written and read again. */
  untilRead(): Promise<void>;
  stop(): Promise<SecretCounts>;
}> {
  const { make, db } = planes;
  const token = await make.administratorToken();
  const workspace = await make.workspace({ environment: await make.environment({ name: 'rotated' }) });
  const seen: SecretCounts = { written: 0, read: 0, unreadable: [] };
  const stopping = new AbortController();
  const passes = [0, 0];

  const hooked = await make.task({ ...RECEIVING, workspace: workspace.id });
  const changeWebhook = async (): Promise<void> => {
    const path = { taskId: hooked.id };
    const body = { trigger: { type: 'WEBHOOK' as const, webhook: { name: 'hook', newUrl: true } }, runtime: { type: 'CLOUD' as const } };
    const set = await planes.call(token, (client) =>
      client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path, body }),
    );
    seen.written += 1;
    for (let times = 0; times < 3; times += 1) {
      const { body: shown } = await planes.call(token, (client) =>
        client.call('GET /orchestration/executables/tasks/{taskId}/run-config', { path }),
      );
      assert.equal(shown.trigger?.webhook?.url, set.body.trigger?.webhook?.url, 'address of a webhook');
      seen.read += 1;
    }
  };

  const task = await make.task({ workspace: workspace.id });
  const engine = await make.engine({ environment: task.environment });
  const withPassword = (value: string) => ({
    name: 'rotated',
    app: 'postgresql',
    parameters: [{ name: 'password', value, encrypted: true }],
  });
  const { body: made } = await planes.call(token, (client) =>
    client.call('POST /orchestration/connections', { body: { ...withPassword('first'), workspaceId: workspace.id } }),
  );
  const connectionId = made.id ?? '';
  await db.writer.rows(sql`
    update task
    set connections = jsonb_build_object('source', ${connectionId}::text)
    where id = ${task.id}`);
  const changePassword = async (): Promise<void> => {
    const value = crypto.randomUUID();
    await planes.call(token, (client) =>
      client.call('PUT /orchestration/connections/{connectionId}', { path: { connectionId }, body: withPassword(value) }),
    );
    seen.written += 1;
    await planes.call(token, (client) => client.call('POST /processing/executions', { body: { executable: task.id } }));
    const { body: claimed } = await planes.call(engine.credential, (client) =>
      client.call('POST /engine/v1/claims', { body: { free: 1, waitMilliseconds: 0, running: [] } }),
    );
    const [run] = claimed.executions;
    assert.equal(run?.parameters['connection_source_password'], value, 'password of a connection');
    seen.read += 1;
    const finish = { executionId: run.executionId, fence: run.fence, outcome: 'EXECUTION_SUCCESS' as const, finishedAt: Date.now() };
    await planes.call(engine.credential, (client) => client.call('POST /engine/v1/reports', { body: { finishes: [finish] } }));
  };
  await addIdleRows(planes, connectionId);

  const repeat = async (work: () => Promise<void>, loop: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => void seen.unreadable.push(String(error)));
      passes[loop] = (passes[loop] ?? 0) + 1;
      await wait(PAUSE);
    }
  };
  const loops = [changeWebhook, changePassword].map(repeat);
  return {
    rows: IDLE_ROWS,
    untilRead: async () => {
      // A pass may have begun before this call, so the second one to end counts.
      const ends = passes.map((count) => count + 2);
      while (ends.some((end, loop) => (passes[loop] ?? 0) < end)) await wait(5);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      return seen;
    },
  };
}

/** Adds secrets to a second connection in one statement. */
async function addIdleRows({ db, any }: ControlPlanes, like: string): Promise<void> {
  const { secrets } = any().platform;
  const { id } = await db.writer.only<{ id: string }>(sql`
    insert into connection (id, tenant_id, workspace_id, name, app)
    select ${crypto.randomUUID()}::uuid, tenant_id, workspace_id, 'idle', app
    from connection
    where id = ${like}
    returning id`);
  const rows = Array.from({ length: IDLE_ROWS }, (_, position) => ({
    name: `p${position}`,
    position,
    secret: secrets.encrypt(`secret ${position}`, `connection ${id} p${position}`).toString('hex'),
  }));
  await db.writer.rows(sql`
    insert into connection_parameter (connection_id, name, position, encrypted, secret_value)
    select ${id}, r.name, r.position, true, decode(r.secret, 'hex')
    from json_to_recordset(${json(rows)}::json) as r (name text, position integer, secret text)`);
}
