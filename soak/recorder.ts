/** A proxy between engines and control planes that records which log lines were acknowledged. */
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { Schema } from '@millrace/contract';
import { partsOf } from '../packages/engine/src/control-plane/reporter.ts';
import { decodeChunk } from '@millrace/wire/log-chunks';
import { forwardCall, openProxy, passOn } from './http-proxy.ts';

/** The acknowledged lines: for each execution the marks of its lines, by line number. */
export type Acknowledged = ReadonlyMap<string, readonly number[]>;

/** A running proxy. */
export type Recorder = {
  url: string;
  acknowledged: Acknowledged;
  /** The times at which these lines were acknowledged first, by line number. Times are epoch milliseconds. */
  acknowledgedAt: ReadonlyMap<string, readonly number[]>;
  /** The times of the answers to claims and reports that concern each execution, without those that refuse or ignore it. */
  answeredAt: ReadonlyMap<string, readonly number[]>;
  /**
   * Counts: reports that were answered with 200; lines that were sent again with the same text, and with another text; executions of which
   * an answer requests acknowledged lines again.
   */
  counts: { reports: number; repeated: number; changed: number; requestedAgain: number };
  close(): Promise<void>;
};

/** Returns the mark of a line: a checksum of its type and text. */
export const markOf = (type: string, message: string): number => crc32(`${type} ${message}`);

/**
 * Starts the proxy. Lines count as acknowledged when the proxy gets the answer to their report, even if the engine is killed before it reads that answer.
 * An answer for which `dropsNext` returns true is not passed on.
 */
export async function startRecorder(target: string, dropsNext: () => boolean): Promise<Recorder> {
  const acknowledged = new Map<string, number[]>();
  const acknowledgedAt = new Map<string, number[]>();
  const answeredAt = new Map<string, number[]>();
  const counts = { reports: 0, repeated: 0, changed: 0, requestedAgain: 0 };
  const noteAnswer = (execution: string, at: number): void => void answeredAt.set(execution, [...(answeredAt.get(execution) ?? []), at]);
  const recordClaims = ({ executions }: Schema<'Claims'>): void => {
    for (const { executionId } of executions) noteAnswer(executionId, Date.now());
  };
  const record = (report: Schema<'Report'>, { refused, early = [] }: Schema<'ReportAnswer'>): void => {
    counts.reports += 1;
    const now = Date.now();
    const notAccepted = new Set([...refused, ...early.map(({ executionId }) => executionId)]);
    for (const { executionId, nextIndex } of early)
      if (nextIndex < (acknowledged.get(executionId)?.length ?? 0)) counts.requestedAgain += 1;
    for (const { executionId } of partsOf(report)) if (!notAccepted.has(executionId)) noteAnswer(executionId, now);
    for (const { executionId, firstIndex, chunk } of report.logs ?? []) {
      if (notAccepted.has(executionId)) continue;
      const marks = acknowledged.get(executionId) ?? [];
      acknowledged.set(executionId, marks);
      const times = acknowledgedAt.get(executionId) ?? [];
      acknowledgedAt.set(executionId, times);
      for (const [offset, { type, message }] of decodeChunk(Buffer.from(chunk, 'base64')).entries()) {
        const known = marks[firstIndex + offset];
        const mark = markOf(type, message);
        times[firstIndex + offset] ??= now;
        if (known === undefined) marks[firstIndex + offset] = mark;
        else counts[known === mark ? 'repeated' : 'changed'] += 1;
      }
    }
  };
  const { url, close } = await openProxy((incoming, response, agent) =>
    forward(incoming, response, { target, agent, record, recordClaims, dropsNext }),
  );
  return { url, acknowledged, acknowledgedAt, answeredAt, counts, close };
}

async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  {
    target,
    agent,
    record,
    recordClaims,
    dropsNext,
  }: {
    target: string;
    agent: Agent;
    record: (report: Schema<'Report'>, answer: Schema<'ReportAnswer'>) => void;
    recordClaims: (answer: Schema<'Claims'>) => void;
    dropsNext: () => boolean;
  },
): Promise<void> {
  const { answer, body } = await forwardCall(target, incoming, response, agent);
  const [isClaim, isReport] = [incoming.url === '/engine/v1/claims', incoming.url === '/engine/v1/reports'];
  if ((!isClaim && !isReport) || answer.statusCode !== 200) return passOn(answer, response);
  const text = await buffer(answer);
  if (isClaim) recordClaims(JSON.parse(text.toString()));
  else record(JSON.parse(body.toString()), JSON.parse(text.toString()));
  if (isReport && dropsNext()) response.destroy();
  else response.writeHead(200, answer.headers).end(text);
}
