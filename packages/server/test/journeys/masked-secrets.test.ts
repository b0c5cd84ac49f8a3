// run: own process, waiting, in test:all because it starts whole programs
/** A task prints secrets in many encodings. The test then searches for them in logs, records, files and the database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { createClient } from '@millrace/contract/client';
import { sql } from '../../src/core/database/sql.ts';
import { publication, zip } from '../support/bundles.ts';
import { eventually, finished, wholeLog } from '../support/install.ts';
import { engineFolder, startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer({ MILLRACE_LOG_LEVEL: 'debug' });
const { call, make, platform } = server;
const client = createClient({ baseUrl: server.url, token: await make.administratorToken() });

/** Returns random letters, whose sequences occur nowhere else. */
const letters = (count: number): string => Array.from(randomBytes(count), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
const SECRETS = {
  connection_vault_password: `${letters(14)} "/+&<${letters(14)}\\=ü%€${letters(14)}`,
  connection_vault_key: [
    '-----BEGIN PRIVATE KEY-----',
    ...Array.from({ length: 20 }, () => letters(64)),
    letters(20),
    '-----END PRIVATE KEY-----',
    '',
  ].join('\n'),
  connection_vault_token: letters(4000),
  token: letters(40),
  pin: letters(12),
  // Only its name says that it is a secret.
  api_key: letters(30),
};
const PLAIN = { connection_vault_host: 'vault.example', city: 'Lisbon' };

/** Parts of the secrets, as text and in base64, that must not be visible. */
const CANARIES = Object.values(SECRETS).flatMap((secret) => {
  const own = secret.match(/[a-z]{8}(?=[a-z]*)/g) ?? [];
  const coded =
    Buffer.from(secret)
      .toString('base64')
      .match(/[A-Za-z0-9]{12}/g) ?? [];
  // In hex only letters count: the first line of a key is the same for all keys, and may be visible.
  const [twelve = ''] = secret.match(/[a-z]{12}/) ?? [];
  return [...own, ...coded.slice(3, -3), Buffer.from(twelve).toString('hex')];
});
const seenIn = (text: string): string[] => CANARIES.filter((canary) => text.includes(canary));

const PROGRAM = String.raw`
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { inspect } from 'node:util';
const given = JSON.parse(readFileSync(process.env.MILLRACE_CONTEXT, 'utf8'));
const names = ['connection_vault_password', 'connection_vault_key', 'connection_vault_token', 'token', 'pin', 'api_key'];
const pause = () => new Promise((resolve) => setTimeout(resolve, 40));
const base64 = (text) => Buffer.from(text).toString('base64');
const lowerCase = (text) => text.replaceAll(/%../g, (code) => code.toLowerCase());
const forms = (secret) => [
  secret,
  secret.trim(),
  JSON.stringify({ secret }),
  JSON.stringify({ message: JSON.stringify({ secret }) }),
  'https://user:' + encodeURIComponent(secret) + '@vault.example/?' + new URLSearchParams({ secret }),
  lowerCase(encodeURIComponent(secret)),
  base64(secret),
  base64(secret + '\n'),
  base64('user:' + secret),
  base64(secret).replaceAll(/.{76}/g, '$&\n'),
  Buffer.from(secret).toString('hex'),
  inspect({ secret }),
  secret.replaceAll('\n', '\r\n'),
  secret.split('\n').reverse().join('\n'),
  '<a b="' + secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') + '"/>',
];
const outputs = [1, 2];
for (const output of outputs) {
  const write = (text) => { for (let rest = Buffer.from(text); rest.length > 0; ) { try { rest = rest.subarray(writeSync(output, rest)); } catch {} } };
  write('city ' + given.city + ' host ' + given.connection_vault_host + '\n');
  for (const name of names) {
    const secret = given[name];
    for (const form of forms(secret)) write('form ' + form + '\n');
    // In pieces with pauses between them, in the middle of a character too.
    const bytes = Buffer.from('slowly ' + secret + '\n');
    for (const at of [0, 1, 2, 3, 4, 5]) {
      write(bytes.subarray(Math.floor((bytes.length * at) / 6), Math.floor((bytes.length * (at + 1)) / 6)));
      await pause();
    }
    // Over the borders of pipes and of the longest line.
    for (const before of [65536 - 9, 65536 - 5, 65536 * 2 - 3]) write('.'.repeat(before) + secret + '\n');
    write((secret + ' ').repeat(50) + secret.repeat(3) + '\n');
  }
  write(given.token + given.pin + '\n');
}
spawnSync('sh', ['-c', 'echo "child $token"; printf %s "$pin" >&2; env'], { stdio: 'inherit' });
appendFileSync(process.env.MILLRACE_REPORT, 'no JSON ' + given.token + '\n' + JSON.stringify({ processed: 3, note: given.pin }) + '\n' + JSON.stringify({ component: { process_id: '1', job_name: 'job', pid: '1', father_pid: '1', root_pid: '1', connector_type: 'tLog', connector_label: 'shows ' + given.token, connector_id: 'tLog_1', component_start_time_seconds: 1, stacktrace: 'at ' + given.pin } }) + '\n');
console.log(JSON.stringify({ level: 'fatal', msg: 'cannot sign in with ' + JSON.stringify(given.connection_vault_password) }));
const cause = new Error('inner ' + given.connection_vault_key);
throw Object.assign(new Error('cannot sign in with ' + given.connection_vault_password + ' and ' + given.token, { cause }), { given });
`;

const DECLARED = [
  { name: 'token', type: 'secret' },
  { name: 'pin', type: 'id_Password', value: SECRETS.pin },
  { name: 'api_key' },
  { name: 'city' },
];

async function makeTask(workspace: string, connection: string, files: Record<string, string>): Promise<string> {
  const content = await zip(files);
  const { status, body } = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId: workspace, name: letters(10) }, content),
  });
  assert.equal(status, 201, JSON.stringify(body));
  const task = await make.task({ workspace, artifactVersion: body.id, parameters: { city: PLAIN.city } });
  await platform.db.writer.rows(sql`
    update task
    set connections = jsonb_build_object('vault', ${connection}::text)
    where id = ${task.id}`);
  return task.id;
}

const VARIABLES = ['token', 'pin', 'api_key', 'city', 'connection_vault_password'];
const manifest = (run: string[]): string =>
  JSON.stringify({ name: 'prints', version: '1.0.0', run, parameters: DECLARED, environment: VARIABLES });

/** Returns every row of every table as text, without the parameters of tasks and executions, which are stored as plain text. */
async function dump(): Promise<string> {
  const tables = await platform.db.reader.rows<{ xml: string }>(sql`
    select query_to_xml(format('select (to_jsonb(t) - ''parameters'')::text as row from %I.%I t', schemaname, tablename), true, false, '')::text as xml
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  return tables.map(({ xml }) => xml).join('\n');
}

async function allFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).concat(files).join('\n');
}

it('execution-logs.secrets.masked: no secret of a run is visible in its log, its record, its explanation, the database, or on the engine', async () => {
  const workspace = await make.workspace();
  const values = Object.entries({ ...SECRETS, ...PLAIN }).filter(([name]) => name.startsWith('connection_vault_'));
  const parameters = values.map(([name, value]) => ({ name: name.replace('connection_vault_', ''), value, encrypted: name in SECRETS }));
  const made = await call('POST /orchestration/connections', {
    body: { name: 'Vault', workspaceId: workspace.id, app: 'Custom', parameters },
  });
  const connection = made.body.id as string;
  const prints = await makeTask(workspace.id, connection, { 'millrace.json': manifest(['node', 'main.mjs']), 'main.mjs': PROGRAM });
  const cannotStart = await makeTask(workspace.id, connection, { 'millrace.json': manifest([`./${SECRETS.token}`]) });
  const isKilled = await makeTask(workspace.id, connection, {
    'millrace.json': manifest(['sh', 'run.sh']),
    'run.sh': 'echo ready; printf "half %.30s" "$token"; printf "half %.9s" "$connection_vault_password" >&2; exec sleep 60',
  });

  const folder = await engineFolder();
  const log = join(await engineFolder(), 'engine.log');
  const { credential } = await make.engine({ environment: workspace.environment });
  const engine = startEngine({ url: server.url, credential, folder, log });

  const start = async (executable: string): Promise<string> =>
    (await call('POST /processing/executions', { body: { executable, parameters: { token: SECRETS.token, api_key: SECRETS.api_key } } }))
      .body.executionId;
  const ids = [await start(prints), await start(cannotStart), await start(isKilled)];
  const [printed = '', , killed = ''] = ids;
  await eventually('the last task has begun', async () =>
    (await wholeLog(client, killed)).some((line) => line.logMessage === 'ready') ? true : undefined,
  );
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: killed } });

  const outcomes: string[] = [];
  for (const executionId of ids) {
    const execution = await finished(client, executionId);
    outcomes.push(`${execution.executionStatus} ${execution.errorMessage ?? ''}`);
    const lines = await wholeLog(client, executionId);
    for (const line of lines) assert.deepEqual(seenIn(line.logMessage), [], `a line of ${line.logType}: ${line.logMessage.slice(0, 300)}`);
    const explanation = (await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } })).body;
    assert.deepEqual(seenIn(JSON.stringify([execution, explanation])), []);
  }
  assert.match(outcomes[0] ?? '', /^EXECUTION_FAILED .*cannot sign in with .*\*\*\*/s);
  assert.match(outcomes[1] ?? '', /^DEPLOY_FAILED The command "\.\/\*\*\*"/);
  assert.match(outcomes[2] ?? '', /^EXECUTION_TERMINATED/);
  assert.ok((await wholeLog(client, killed)).some((line) => line.logMessage === 'half ***'));

  const lines = await wholeLog(client, printed);
  for (const type of ['STDOUT', 'STDERR']) {
    const texts = lines.filter((line) => line.logType === type).map((line) => line.logMessage);
    assert.ok(texts.includes('city Lisbon host vault.example'), 'a parameter that is not secret is visible');
    assert.ok(texts.filter((text) => text === 'form ***').length >= 10, `the log of ${type} has masks`);
    assert.ok(texts.filter((text) => text === 'slowly ***').length >= 4);
    assert.ok(texts.filter((text) => text.endsWith(' … [cut at 64 KiB]')).length >= 5);
    assert.ok(texts.includes('***'));
  }
  assert.ok(lines.some((line) => line.logMessage === 'child ***'));

  await eventually('the folders of the runs are gone', async () => ((await readdir(join(folder, 'runs'))).length === 0 ? true : undefined));
  engine.kill('SIGTERM');
  await once(engine, 'exit');
  const own = await readFile(log, 'utf8');
  assert.match(own, /takes work/);
  assert.deepEqual(seenIn(own), [], 'the log of the engine');
  // The cache contains the bundle whose manifest names a secret, but compressed.
  assert.deepEqual(seenIn(await allFiles(folder)), [], 'the folder of the engine');
  const ofServer = await readFile(join(server.home, 'server.log'), 'utf8');
  assert.match(ofServer, /multipart/);
  assert.deepEqual(seenIn(ofServer), [], 'the log of the server');
  const rows = await dump();
  assert.match(rows, /vault\.example/, 'the dump must contain the connection');
  assert.deepEqual(seenIn(rows), [], 'the database');
});
