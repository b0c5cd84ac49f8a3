/** The engine's own program as a process, and a road to the server on which answers get lost. */
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

/** A folder for an engine that ends with the test file. */
export async function engineFolder(): Promise<string> {
  const folder = await folderBesideTasks('millrace-real-engine-');
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** Starts an engine as a server would start its own; it is killed with the test file. `log` is a file for its own log. */
export function startEngine(told: { url: string; credential: string; folder: string; capacity?: number; log?: string }): ChildProcess {
  const { url, credential, folder, capacity = 4, log } = told;
  const output = log === undefined ? 'ignore' : openSync(log, 'a');
  const child = spawn(process.execPath, [program, 'run', '--with-parent', '--folder', folder, '--capacity', String(capacity)], {
    env: programEnvironment(),
    stdio: ['pipe', output, output],
  });
  if (typeof output === 'number') closeSync(output);
  child.stdin?.write(`${JSON.stringify({ name: 'Engine of the test', url, credential })}\n`);
  after(() => void child.kill('SIGKILL'));
  return child;
}

/**
 * Forwards calls to a server. An answer, or a line of one that comes in lines, for which `swallows` says so is lost with its connection; to the server it
 * looks as if it was read to its end.
 */
export async function lossyRoad(target: string, swallows: (route: string, answer: string) => boolean): Promise<string> {
  const server = createServer((request, response) => void forward(target, swallows, request, response).catch(() => response.destroy()));
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
  swallows: (route: string, answer: string) => boolean,
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
    if (swallows(`${method} ${url}`, part.toString('latin1'))) response.destroy();
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
