/**
 * The bare figure of P15: Fastify and pg doing the two statements of an authenticated read of an execution, and nothing else.
 * PIPELINED=true sends them over two pipelined connections, as Millrace does, instead of a pool.
 */
import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import { Client, type ClientConfig, Pool } from 'pg';
import { databaseUrl, serve } from './serve.ts';

const findActor = {
  name: 'find-actor',
  text: `
    select t.id as token_id, a.id, a.tenant_id, a.login, a.user_type,
           (select array_agg(distinct p.permission)
            from account_role ar
            join role_permission p on p.role_id = ar.role_id
            where ar.account_id = a.id) as permissions,
           t.last_used_at is null or t.last_used_at < now() - make_interval(secs => $1) as stale
    from personal_access_token t
    join account a on a.id = t.account_id
    where t.hash = $2
      and a.active
      and (t.expires_at is null or t.expires_at > now())`,
};

const findExecution = {
  name: 'find-execution',
  text: `
    select x.id, x.tenant_id, x.workspace_id, x.task_id, x.task_version, x.execution_type, x.api_version, x.account_id, x.user_type,
           x.runtime_type, x.wanted_engine_id, x.run_profile_id, x.parallel_execution_allowed, x.status, x.engine_runtime_id, x.triggered_at,
           x.started_at, x.finished_at, x.timeout_minutes, x.processed_rows, x.rejected_rows, x.error_type, x.error_message, x.misfired_reason
    from task_execution x
    join workspace w on w.id = x.workspace_id
    where x.id = $1
      and x.tenant_id = $2
      and (
        w.owner_id = $3
        or exists (
          select from workspace_right r
          where r.workspace_id = w.id
            and r.account_id = $4
            and true
        ))`,
};

type Answer = { rows: Record<string, unknown>[] };

const connectionString = databaseUrl();
const key = Buffer.from(process.env['KEY'] ?? '', 'base64');
const clients = [0, 1].map(() => new Client({ connectionString, pipeline: true } as ClientConfig));
const pool = new Pool({ connectionString, max: 10 });
if (process.env['PIPELINED'] === 'true') await Promise.all(clients.map((client) => client.connect()));
let turn = 0;
const query = (statement: { name: string; text: string }, values: unknown[]): Promise<Answer> =>
  (process.env['PIPELINED'] === 'true' ? (clients[(turn = 1 - turn)] ?? pool) : pool).query({ ...statement, values });

const app = fastify();
app.get<{ Params: { id: string } }>('/processing/executions/:id', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const actor = (await query(findActor, [60, createHmac('sha256', key).update(token).digest()])).rows[0];
  if (!actor) return reply.code(401).send();
  const row = (await query(findExecution, [request.params.id, actor['tenant_id'], actor['id'], actor['id']])).rows[0];
  return row ?? reply.code(404).send();
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });

serve<'url'>({ answer: async () => url, stop: () => app.close() });
