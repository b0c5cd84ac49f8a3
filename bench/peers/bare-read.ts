/**
 * The minimal server of P15: Fastify and pg send the product's two statements of an authenticated read of an execution, and do nothing else.
 * PIPELINED=true sends them over two pipelined connections, as Millrace does, instead of through a pool.
 */
import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import { Client, type ClientConfig, Pool } from 'pg';
import { readStatements } from '../read-statements.ts';
import { databaseUrl, serve } from './serve.ts';

type Answer = { rows: Record<string, unknown>[] };

const { findActor, findExecution } = await readStatements();
const connectionString = databaseUrl();
const key = Buffer.from(process.env['KEY'] ?? '', 'base64');
const clients = [0, 1].map(() => new Client({ connectionString, pipeline: true } as ClientConfig));
const pool = new Pool({ connectionString, max: 10 });
if (process.env['PIPELINED'] === 'true') await Promise.all(clients.map((client) => client.connect()));
let turn = 0;
const query = ({ name, text }: { name: string; text: string }, values: unknown[]): Promise<Answer> =>
  (process.env['PIPELINED'] === 'true' ? (clients[(turn = 1 - turn)] ?? pool) : pool).query({ name, text, values });

const app = fastify();
app.get<{ Params: { id: string } }>('/processing/executions/:id', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const actor = (await query(findActor, findActor.values({ hash: createHmac('sha256', key).update(token).digest() }))).rows[0];
  if (!actor) return reply.code(401).send();
  const row = (await query(findExecution, findExecution.values({ id: request.params.id, actor }))).rows[0];
  return row ?? reply.code(404).send();
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });

serve<'url'>({ answer: async () => url, stop: () => app.close() });
