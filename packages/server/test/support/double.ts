/** The local double, started as `npm start -- --double` starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@millrace/contract/client';
import { SERVER_OPTIONS } from '../../../../scripts/launch/server-options.mjs';
import { programEnvironment } from './program-environment.ts';
import type { Answer } from './server.ts';
import { folderBesideTasks } from './task-files.ts';

const program = fileURLToPath(new URL('../../../../scripts/start.ts', import.meta.url));

/** An answer of the double; the body is undefined if there is none. */
export type ControlAnswer = Pick<Answer, 'status' | 'body'>;

/** A running double. `control` calls its operations below `/double`. */
export type RunningDouble = {
  url: string;
  home: string;
  token: string;
  client: Client;
  control(operation: string, body?: unknown): Promise<ControlAnswer>;
};

/** Starts a double. It ends with the test file. */
export async function startTestDouble(options: readonly string[] = []): Promise<RunningDouble> {
  const folder = await folderBesideTasks('millrace-double-');
  const child = spawn(process.execPath, [...SERVER_OPTIONS, program, '--double', ...options], {
    env: { ...programEnvironment(), MILLRACE_HOME: folder, MILLRACE_PORT: '0', MILLRACE_METRICS_PORT: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /API +(http\S+)/.exec(output)?.[1];
      if (found !== undefined && output.includes('Serving until')) resolve(found);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => reject(new Error(`The double ended with ${code}: ${output}`)));
  });
  const home = join(folder, 'double', 'home');
  const token = (await readFile(join(home, 'admin.token'), 'utf8')).trim();
  return { url, home, token, client: createClient({ baseUrl: url, token }), control: (...given) => callDouble(url, ...given) };
}

/** Calls an operation below `/double`, such as `PUT clock`. */
export async function callDouble(url: string, operation: string, body?: unknown): Promise<ControlAnswer> {
  const [method = '', path = ''] = operation.split(' ');
  const answer = await fetch(`${url}/double/${path}`, {
    method,
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}
