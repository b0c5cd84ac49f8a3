/** A control plane on a real cluster, with a database, a bucket and an engine outside of it, in the network of the node. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import type { Client } from '@millrace/contract/client';
import { startEmbeddedPostgres } from '../../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { S3_CREDENTIALS, startS3 } from '../../../packages/server/test/support/s3.ts';
import { root } from '../../../scripts/house/source-files.ts';
import { chartFolder } from '../charts.ts';

/** The address of the node, where pods reach this process. */
const NODE = '10.250.0.1';
/** The name of the release. */
export const RELEASE = 'mill';
/** The namespace of the release. */
export const SITE_NAMESPACE = 'millrace-control-plane';

const execute = promisify(execFile);

/** Runs kubectl in the namespace of the site, without blocking this process. */
export const kube = async (...words: string[]): Promise<string> =>
  (await execute('kubectl', ['--namespace', SITE_NAMESPACE, ...words])).stdout;

/** Runs helm in the namespace of the site, with values. Throws its output if it fails. */
export async function helm(words: readonly string[], values?: object): Promise<string> {
  const valueOptions = values === undefined ? [] : ['--values', '-'];
  const child = spawn('helm', ['--namespace', SITE_NAMESPACE, ...words, ...valueOptions], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify(values ?? {}));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output);
  return output;
}

/** Opens a port of the node that forwards to a local port. */
async function openToPods(port: number, target: number): Promise<void> {
  const server = createServer((client) => {
    const backend = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, backend],
      [backend, client],
    ] as const)
      socket.on('error', () => other.destroy()).once('close', () => other.destroy());
    client.pipe(backend).pipe(client);
  });
  server.listen(port, NODE);
  await once(server, 'listening');
  server.unref();
}

/** The values of the chart for a database and a bucket that this process starts. They end with the test file. */
export async function siteValues(): Promise<{ values: object; databaseUrl: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-site-'));
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false });
  after(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const store = await startS3();
  const database = new URL(postgres.tcpUrl);
  await openToPods(18_250, Number(database.port));
  await openToPods(18_251, Number(new URL(store.endpoint).port));
  database.host = `${NODE}:18250`;
  return {
    databaseUrl: postgres.tcpUrl,
    values: {
      database: { url: database.toString() },
      key: { value: randomBytes(32).toString('base64') },
      content: {
        bucket: `s3://data/cluster?endpoint=http://${NODE}:18251`,
        accessKeyId: S3_CREDENTIALS.AWS_ACCESS_KEY_ID,
        secretAccessKey: S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
      },
      api: { resources: { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '768Mi' } } },
      worker: { resources: { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '768Mi' } } },
    },
  };
}

/** Creates the namespace, which enforces the restricted pod security standard, and installs the chart. It is removed with the test file. */
export async function installChart(values: object): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: SITE_NAMESPACE, labels } };
  const applied = execute('kubectl', ['apply', '-f', '-']);
  applied.child.stdin?.end(JSON.stringify(namespace));
  await applied;
  after(() => kube('delete', 'namespace', SITE_NAMESPACE, '--wait=false'));
  await helm(['install', RELEASE, chartFolder('millrace'), '--wait', '--timeout', '5m'], values);
}

/** Starts an engine beside the cluster. It ends with the test file. */
export async function startSiteEngine(client: Client, url: string): Promise<void> {
  const { body: environments } = await client.call('GET /orchestration/environments');
  const { body: engine } = await client.call('POST /processing/runtimes/remote-engines', {
    body: { name: 'beside the cluster', environmentId: environments[0]?.id ?? '' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'millrace-site-engine-'));
  const program = join(root, 'packages/engine/src/main.ts');
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: folder, MILLRACE_ENGINE_KEY: engine.preAuthorizedKey ?? '' };
  await execute(process.execPath, [program, 'pair', url, '--folder', folder], { env });
  const running = spawn(process.execPath, [program, 'run', '--folder', folder], { env: { PATH, HOME: folder }, stdio: 'ignore' });
  after(async () => {
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
}
