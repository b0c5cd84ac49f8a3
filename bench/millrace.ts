/** Millrace as separate processes, on a database of the benchmark. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { writeZip } from '../examples/pack.ts';
import { SERVER_OPTIONS } from '../scripts/launch/server-options.mjs';
import { freePort } from '../packages/engine/test/free-port.ts';
import { startProgram, untilAnswered, onDatabase } from './processes.ts';
import type { Stage } from './contestant.ts';

/** A running Millrace, with its address, token and key. */
export type Millrace = { url: string; home: string; pid: number; token: string; key: string; databaseUrl: string; stop(): Promise<void> };

const root = join(import.meta.dirname, '..');

/** Returns the program of the server in a checkout. */
const programIn = (checkout: string): string => join(checkout, 'packages', 'server', 'src', 'main.ts');

/** The program of the server of this checkout. */
export const serverProgram = programIn(root);

/** A version of Millrace that is measured: its name in the results, and the folder of its code. */
export type Edition = { readonly name: string; readonly checkout: string };

/** The Millrace of this checkout. */
export const ours: Edition = { name: 'Millrace', checkout: root };

/** Returns the Millrace of this checkout and, with `--beside`, of another checkout. */
export const editionsOf = ({ beside }: Stage): Edition[] => [
  ours,
  ...(beside === undefined ? [] : [{ name: 'Millrace, another checkout', checkout: beside }]),
];

/**
 * Starts a server on a database, with or without its engine. MILLRACE_BENCH_NODE adds options of Node, for example --cpu-prof.
 * `key` is the key of the database, if it has one; the default `checkout` is this one. `settings` are further variables of its environment.
 */
export async function startMillrace(
  stage: Stage,
  databaseUrl: string,
  engine: 'none' | { capacity: number },
  { key: givenKey, checkout = root, settings = {} }: { key?: string; checkout?: string; settings?: Record<string, string> } = {},
): Promise<Millrace> {
  const port = await freePort();
  const home = join(stage.folder, `home-${port}`);
  await mkdir(home, { recursive: true, mode: 0o711 });
  const options = process.env['MILLRACE_BENCH_NODE']?.split(' ').filter(Boolean) ?? [];
  const program = startProgram(stage, [process.execPath, ...SERVER_OPTIONS, ...options, programIn(checkout)], {
    name: 'millrace',
    folder: checkout,
    environment: {
      DATABASE_URL: databaseUrl,
      MILLRACE_HOME: home,
      MILLRACE_PORT: String(port),
      MILLRACE_METRICS_PORT: '0',
      // One account makes all calls.
      MILLRACE_TIER1_PER_MINUTE: '10000000',
      // In a smoke run, several contestants may use the database server at the same time.
      ...(stage.smoke && { MILLRACE_DATABASE_CONNECTIONS: '4' }),
      ...(givenKey !== undefined && { MILLRACE_KEY: givenKey }),
      MILLRACE_ENGINE: engine === 'none' ? 'none' : 'built-in',
      ...(engine !== 'none' && { MILLRACE_ENGINE_CAPACITY: String(engine.capacity) }),
      ...settings,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(`${url}/readyz`);
  const read = async (name: string): Promise<string> => (await readFile(join(home, name), 'utf8')).trim();
  // The server writes its files just after it opens the port, and `server.json` last.
  for (let tries = 0; tries < 100 && !(await read('server.json').catch(() => '')); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    url,
    home,
    pid: program.pid,
    token: await read('admin.token'),
    key: givenKey ?? (await read('key')),
    databaseUrl,
    stop: program.stop,
  };
}

/**
 * Adds an artifact of the layout `inline` by SQL, and tasks of it: the engine ends their executions at once, without a process. Returns the ids of the
 * tasks.
 */
export async function addEmptyTasks(databaseUrl: string, count: number): Promise<string[]> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query(`insert into blob (hash, key, size) values (repeat('0', 64), 'bench', 1)`);
    await client.query(`
      insert into artifact (id, tenant_id, workspace_id, name, type)
      select gen_random_uuid(), tenant_id, id, 'bench', 'standard'
      from workspace
      where type = 'shared'`);
    await client.query(`
      insert into artifact_version (
        id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, parameters, layout, blob_hash)
      select gen_random_uuid(), a.id, '1.0.0', w.owner_id, 'admin', 'HUMAN', 'Bench', '[]', 'inline', repeat('0', 64)
      from artifact a
      join workspace w on w.id = a.workspace_id`);
  });
  return addTasks(databaseUrl, count);
}

/** The command of a bundle, and the parameters that it gets as environment variables. */
type Command = { run: readonly string[]; environment?: readonly string[] };

/** Publishes a bundle that runs a command, adds tasks of it and returns their ids. */
export async function addCommandTasks(server: Millrace, command: Command, count: number): Promise<string[]> {
  const zip = join(server.home, 'bench.zip');
  await writeZip(zip, [{ name: 'millrace.json', content: JSON.stringify({ name: 'bench', ...command }) }]);
  return addBundleTasks(server, zip, count);
}

/** Publishes a bundle, adds tasks of it and returns their ids. */
export async function addBundleTasks(server: Millrace, zip: string, count: number): Promise<string[]> {
  const [workspace] = await callMillrace<{ id: string }[]>(server, 'GET', '/orchestration/workspaces');
  const form = new FormData();
  form.append('artifact', JSON.stringify({ workspaceId: workspace?.id, name: 'bench' }));
  form.append('file', new Blob([await readFile(zip)], { type: 'application/zip' }), 'bench.zip');
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.url}/orchestration/artifacts`, { method: 'POST', headers, body: form });
  if (response.status !== 201) throw new Error(`The bundle was refused with ${response.status}: ${await response.text()}`);
  return addTasks(server.databaseUrl, count);
}

/** Adds tasks of the only artifact, with a run configuration that allows parallel executions. */
function addTasks(databaseUrl: string, count: number): Promise<string[]> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(insertTasks, [count]);
    await client.query(`
      insert into task_run_config (task_id, runtime_type, parallel_execution_allowed, log_level)
      select id, 'CLOUD', true, 'INFO'
      from task`);
    await client.query('analyze');
    return rows.map((row) => row.id);
  });
}

const insertTasks = `
  insert into task (id, tenant_id, workspace_id, name, artifact_version_id)
  select gen_random_uuid(), a.tenant_id, a.workspace_id, 'bench ' || n, v.id
  from artifact a
  join artifact_version v on v.artifact_id = a.id, generate_series(1, $1::int) n
  returning id`;

/** Waits until every execution is finished, and returns how many succeeded. Throws after `timeout` milliseconds. */
export async function untilAllFinished(client: Client, timeout: number): Promise<number> {
  for (const deadline = performance.now() + timeout; performance.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const { rows } = await client.query<{ done: boolean }>(`select not exists (select from live_execution) as done`);
    if (!rows[0]?.done) continue;
    const counted = await client.query<{ count: string }>(`select count(*) from task_execution where outcome = 'EXECUTION_SUCCESS'`);
    return Number(counted.rows[0]?.count);
  }
  const { rows } = await client.query<{ status: string; count: string }>('select status, count(*) from live_execution group by status');
  throw new Error(`Executions are not finished: ${rows.map((row) => `${row.count} ${row.status}`).join(', ')}`);
}

/** Calls an operation, and returns its answer. Throws if it is refused. */
export async function callMillrace<Answer>(
  { url, token }: Pick<Millrace, 'url' | 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Pairs an engine through the API and returns its credential. */
export async function addEngine(server: Millrace): Promise<string> {
  const [environment] = await callMillrace<{ id: string }[]>(server, 'GET', '/orchestration/environments');
  const engine = { name: 'bench', environmentId: environment?.id };
  const { preAuthorizedKey } = await callMillrace<{ preAuthorizedKey: string }>(
    server,
    'POST',
    '/processing/runtimes/remote-engines',
    engine,
  );
  const pairing = { preAuthorizedKey, version: 'bench' };
  return (await callMillrace<{ credential: string }>(server, 'POST', '/engine/v1/pairing', pairing)).credential;
}

/** Starts executions, which wait for an engine. */
export async function startWaiting(server: Millrace, tasks: readonly string[], count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await callMillrace(server, 'POST', '/processing/executions', { executable: tasks[index % tasks.length] });
}
