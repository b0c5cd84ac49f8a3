/** The program of the engine as a process, and a proxy to the server that drops answers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';
import { folderBesideTasks } from './task-files.ts';

const program = fileURLToPath(new URL('../../../engine/src/main.ts', import.meta.url));

/** Creates a folder for an engine. It is removed at the end of the test file. */
export async function engineFolder(): Promise<string> {
  const folder = await folderBesideTasks('millrace-real-engine-');
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** Starts an engine as a server starts its built-in engine. It is killed at the end of the test file. `log` is the file for its log. */
export function startEngine(options: {
  url: string;
  credential: string;
  folder: string;
  capacity?: number;
  log?: string;
  environment?: Record<string, string>;
}): ChildProcess {
  const { url, credential, folder, capacity = 4, log } = options;
  const output = log === undefined ? 'ignore' : openSync(log, 'a');
  const child = spawn(process.execPath, [program, 'run', '--with-parent', '--folder', folder, '--capacity', String(capacity)], {
    env: { ...programEnvironment(), ...options.environment },
    stdio: ['pipe', output, output],
  });
  if (typeof output === 'number') closeSync(output);
  child.stdin?.write(`${JSON.stringify({ name: 'Engine of the test', url, credential })}\n`);
  after(() => void child.kill('SIGKILL'));
  return child;
}

/**
 * Starts a proxy to a server. Returns its address. An answer, or a line of a streamed answer, for which `drops` returns true is dropped and its
 * connection closed; for the server it looks as if the answer was read completely.
 */
export async function startLossyProxy(target: string, drops: (route: string, answer: string) => boolean): Promise<string> {
  const server = createServer((request, response) => void forward(target, drops, request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function forward(
  target: string,
  drops: (route: string, answer: string) => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await fetch(target + url, {
    method,
    headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
    ...(method === 'POST' && { body: Buffer.concat(chunks) }),
  });
  const type = answer.headers.get('content-type') ?? 'application/json';
  const isLines = type.startsWith('application/x-ndjson');
  for await (const part of isLines ? linesOf(answer) : [Buffer.from(await answer.arrayBuffer())]) {
    if (drops(`${method} ${url}`, part.toString('latin1'))) response.destroy();
    if (response.destroyed) continue;
    if (!response.headersSent) response.writeHead(answer.status, { 'content-type': type });
    response.write(part);
  }
  response.end();
}

async function* linesOf({ body }: Response): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const piece of body ?? []) {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      yield rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
    }
  }
}
