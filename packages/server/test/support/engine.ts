/** A fake engine: it uses the real protocol over HTTP and runs nothing. The test decides each of its calls. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyOf, Schema } from '@millrace/contract';
import { encodeChunk, type LogLine } from '@millrace/wire/log-chunks';
import type { Answer, TestServer } from './server.ts';

/** An execution that an engine has claimed. */
export type Claimed = Schema<'ClaimedExecution'>;
/** An execution with the fence of the claim. */
export type Lease = Schema<'ExecutionLease'>;
/** A log line of the protocol. */
export type Line = LogLine;

type Report = BodyOf<'POST /engine/v1/reports'>;
type Finish = Partial<Omit<Schema<'FinishReport'>, 'executionId' | 'fence'>>;

/** The default time in reports. */
export const REPORTED_AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** A paired fake engine. */
export type StandInEngine = ReturnType<typeof engineWithCredential>;

/** Makes a paired engine in an environment, for one of its workspaces or for all. */
export async function standInEngine(server: TestServer, environment: string, workspace?: string): Promise<StandInEngine> {
  const { id, credential } = await server.make.engine({ environment, ...(workspace !== undefined && { workspace }) });
  return engineWithCredential(server, id, credential);
}

/** Waits until exactly so many claims wait for work at the server, or until `isAnswered` returns true. */
export async function untilClaimsWait(server: TestServer, count: number, isAnswered = (): boolean => false): Promise<void> {
  for (const endAt = performance.now() + 60_000; !isAnswered(); await sleep(10)) {
    const { body } = await server.call('GET /metrics', { token: undefined });
    const [, waiting] = /^millrace_claims_waiting (\d+)$/m.exec(String(body)) ?? [];
    if (Number(waiting) === count) return;
    assert.ok(performance.now() < endAt, `${waiting} claims wait at the server instead of ${count}`);
  }
}

/** Sends a claim on a connection of its own. `disconnect` ends the connection without waiting for the answer; it resolves when the server knows. */
export async function claimByHand(
  server: TestServer,
  { credential }: Pick<StandInEngine, 'credential'>,
  claim: Schema<'ClaimRequest'>,
): Promise<{ isAnswered: () => boolean; disconnect: () => Promise<unknown> }> {
  const { port } = new URL(server.url);
  const body = JSON.stringify(claim);
  const head = `POST /engine/v1/claims HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${credential}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise<void>((resolve) => void socket.write(head + body, () => resolve()));
  let isAnswered = false;
  socket.once('data', () => (isAnswered = true));
  return { isAnswered: () => isAnswered, disconnect: () => once(socket.end(), 'close') };
}

/** Returns an engine that uses a credential. */
export function engineWithCredential(server: TestServer, id: string, credential: string) {
  const send = (route: string, body: unknown): Promise<Answer> => server.call(route, { token: credential, body });
  const sendAccepted = async (route: string, body: unknown) => {
    const answer = await send(route, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const leaseOf = ({ executionId, fence }: Lease): Lease => ({ executionId, fence });

  const engine = {
    id,
    credential,
    send,

    /** Claims executions; by default without waiting. */
    claim: ({
      free = 10,
      wait = 0,
      running = [],
      ...named
    }: {
      free?: number;
      wait?: number;
      running?: readonly Lease[];
      incarnation?: string;
      number?: number;
      unanswered?: readonly number[];
      gone?: readonly string[];
    } = {}): Promise<{ executions: Claimed[]; stop: string[] }> =>
      sendAccepted('POST /engine/v1/claims', { free, waitMilliseconds: wait, running: running.map(leaseOf), ...named }),

    /** Claims executions and asserts that there is exactly one. */
    claimOne: async (): Promise<Claimed> => {
      const { executions } = await engine.claim();
      const [execution] = executions;
      assert.ok(execution && executions.length === 1, `the claim returned ${executions.length} executions instead of one`);
      return execution;
    },

    /** Renews leases. */
    heartbeat: (running: readonly Lease[] = [], capacity?: number): Promise<{ stop: string[]; lost: string[] }> =>
      sendAccepted('POST /engine/v1/beats', {
        running: running.map(leaseOf),
        isolation: 'user',
        ...(capacity !== undefined && { capacity }),
      }),

    /** Sends a report and returns the executions that were refused. */
    report: async (report: Report): Promise<string[]> => (await sendAccepted('POST /engine/v1/reports', report)).refused,

    /** Reports that a run has started. */
    start: (lease: Lease, startedAt: number = REPORTED_AT): Promise<string[]> =>
      engine.report({ starts: [{ ...leaseOf(lease), startedAt }] }),

    /** Reports lines. Texts become lines of stdout, a millisecond apart. */
    log: (lease: Lease, lines: readonly (string | Line)[], firstIndex = 0): Promise<string[]> =>
      engine.report({
        logs: [{ ...leaseOf(lease), firstIndex, chunk: chunkOf(lines.map((line, index) => toLine(line, firstIndex + index))) }],
      }),

    /** Reports the end of a run; by default a success. */
    finish: (lease: Lease, finish: Finish = {}): Promise<string[]> =>
      engine.report({ finishes: [{ outcome: 'EXECUTION_SUCCESS', finishedAt: REPORTED_AT + 1000, ...finish, ...leaseOf(lease) }] }),

    /** Fetches a bundle. */
    bundle: (hash: string): Promise<Answer> => server.call('GET /engine/v1/bundles/{hash}', { token: credential, path: { hash } }),
  };
  return engine;
}

const toLine = (line: string | Line, index: number): Line =>
  typeof line === 'string' ? { at: REPORTED_AT + index, severity: 'INFO', type: 'STDOUT', message: line } : line;

/** Encodes lines for a report. */
export const chunkOf = (lines: readonly Line[]): string => encodeChunk(lines).toString('base64');
