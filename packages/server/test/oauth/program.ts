/** Programs in other languages that are clients of this server. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import {
  createPublicClient,
  createTestClient,
  REDIRECT_URI,
  type TestClient,
} from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { programEnvironment } from '../support/program-environment.ts';
import type { TestServer } from '../support/server.ts';
import { allowByBrowser, type Visitor } from './by-browser.ts';

const runAsync = promisify(execFile);

/** A command with its first arguments, and the environment that it adds. */
export type ClientProgram = { command: string; args: readonly string[]; environment?: Record<string, string>; folder?: string };

/** The report of a program: the caller of its token, and the answers of the server. */
export type ProgramReport = { caller: string; active: boolean | null; revoked: number; own: string | null; refreshed: boolean };

/** Runs a command to its end and returns what it prints; throws its output if it fails. */
export async function printedBy({ command, args, environment, folder }: ClientProgram): Promise<string> {
  const options = {
    env: { ...programEnvironment(), ...environment },
    maxBuffer: 64 * 1024 * 1024,
    ...(folder !== undefined && { cwd: folder }),
  };
  return (await runAsync(command, [...args], options)).stdout;
}

/** Returns whether a command succeeds; false also if it does not exist. */
export const endsWell = (program: ClientProgram): Promise<boolean> =>
  printedBy(program).then(
    () => true,
    () => false,
  );

/** Lets a program sign a person in by a client, refresh, call, and revoke, and checks its report. */
export async function checkSignIn(server: TestServer, program: ClientProgram, proof: string): Promise<ProgramReport> {
  const person = await server.make.person({});
  const isPublic = proof === 'none';
  const client = isPublic ? { ...(await createPublicClient(server)), secret: '' } : await createTestClient(server);
  const report = await runProgram(server, program, client, proof, person);
  assert.deepEqual(
    { ...report, active: null },
    { caller: person.id, active: null, revoked: 200, own: isPublic ? null : 'user_default', refreshed: true },
  );
  return report;
}

async function runProgram(
  server: TestServer,
  { command, args, environment, folder }: ClientProgram,
  { id, secret }: TestClient,
  proof: string,
  person: Visitor,
): Promise<ProgramReport> {
  const program = spawn(command, [...args, server.url, id, secret, REDIRECT_URI, proof], {
    env: { ...programEnvironment(), ...environment },
    ...(folder !== undefined && { cwd: folder }),
  });
  const ended = new Promise<number | null>((resolve) => void program.once('close', resolve));
  let errors = '';
  program.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  const lines: string[] = [];
  for await (const line of createInterface(program.stdout)) {
    if (lines.push(line) === 1) program.stdin.end(`${(await allowByBrowser(server, line, person)).href}\n`);
  }
  assert.equal(await ended, 0, errors);
  return JSON.parse(lines.at(-1) ?? '') as ProgramReport;
}
