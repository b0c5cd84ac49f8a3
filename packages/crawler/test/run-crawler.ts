/** Runs the bundle of the crawler as an engine does, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after } from 'node:test';
import { withEntries } from '@millrace/wire/zip-entries';
import { CRAWLED_CONNECTION, CRAWL_PARAMETERS, crawlerBundle } from '../src/crawler-bundle.ts';
import { Receiver } from './receiver.ts';

/** A run that has ended. */
export type EndedRun = { code: number | null; output: string; errors: string; receiver: Receiver };

/** The options of a run that a test may set. */
export type RunOptions = {
  connection: Record<string, string>;
  mode?: string;
  selection?: string[];
  sampleRows?: number;
  application?: string;
  statementSeconds?: number;
  /** The addresses that the engine has opened; by default also those of this machine. */
  outbound?: string;
  /** Whether the log may show why a database could not be opened. */
  reasons?: string;
  /** The path of a JDBC driver. */
  driver?: string;
  /** Variables beside those that the test always sets. */
  environment?: Record<string, string>;
};

let unpacked: Promise<string> | undefined;

/** Unpacks the bundle into a folder, once for a test file. */
export function unpackedCrawler(): Promise<string> {
  unpacked ??= unpack();
  return unpacked;
}

async function unpack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-crawler-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const zip = join(folder, 'bundle.zip');
  await writeFile(zip, (await crawlerBundle()).bytes);
  await withEntries(zip, async (entries) => {
    for (const { path, isFolder, content } of entries) {
      if (isFolder) continue;
      await mkdir(dirname(join(folder, 'bundle', path)), { recursive: true });
      await writeFile(join(folder, 'bundle', path), await buffer(content()));
    }
  });
  return join(folder, 'bundle');
}

/** Starts a crawl that sends its portions to the receiver. */
export async function startCrawl(receiver: Receiver, options: RunOptions): Promise<{ child: ChildProcess; ended: Promise<EndedRun> }> {
  const bundle = await unpackedCrawler();
  const context = join(dirname(bundle), `${crypto.randomUUID()}.json`);
  const connection = Object.entries(options.connection).map(([name, value]) => [`connection_${CRAWLED_CONNECTION}_${name}`, value]);
  const parameters = {
    [CRAWL_PARAMETERS.token]: receiver.token,
    [CRAWL_PARAMETERS.mode]: options.mode ?? 'crawl',
    [CRAWL_PARAMETERS.selection]: JSON.stringify(options.selection ?? []),
    [CRAWL_PARAMETERS.sampleRows]: String(options.sampleRows ?? 100),
    [CRAWL_PARAMETERS.outbound]: options.outbound ?? 'private,loopback',
    [CRAWL_PARAMETERS.reasons]: options.reasons ?? 'complete',
    ...(options.application !== undefined && { [CRAWL_PARAMETERS.application]: options.application }),
    ...(options.driver !== undefined && { [CRAWL_PARAMETERS.driver]: options.driver }),
    ...(options.statementSeconds !== undefined && { [CRAWL_PARAMETERS.statementSeconds]: String(options.statementSeconds) }),
  };
  await writeFile(context, JSON.stringify({ ...parameters, ...Object.fromEntries(connection) }));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'main.ts'], {
    cwd: bundle,
    env: {
      PATH: process.env['PATH'],
      HOME: dirname(bundle),
      LANG: 'C.UTF-8',
      MILLRACE_URL: receiver.url,
      MILLRACE_EXECUTION_ID: receiver.executionId,
      MILLRACE_CONTEXT: context,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { child, ended: ended.then(([code, output, errors]) => ({ code, output, errors, receiver })) };
}

/** Runs a crawl to its end with a receiver of its own. */
export async function runCrawler(options: RunOptions, prepare: (receiver: Receiver) => void = () => {}): Promise<EndedRun> {
  const receiver = await new Receiver().open();
  try {
    prepare(receiver);
    return await (
      await startCrawl(receiver, options)
    ).ended;
  } finally {
    await receiver.close();
  }
}

/** Starts a server on this machine that counts and ends all connections, until the end of the test file. */
export async function startCountingServer(): Promise<{ port: number; hits(): number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { port: (server.address() as AddressInfo).port, hits: () => count };
}
