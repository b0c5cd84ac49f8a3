/** A road between engines and control planes on which it is written down which log lines were acknowledged. */
import { once } from 'node:events';
import { request, type Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Schema } from '@millrace/contract';
import { decodeChunk } from '@millrace/wire/log-chunks';
import { openRoad } from './road.ts';

/** What was acknowledged: of each execution a mark of each line, at the number of that line. */
export type Acknowledged = ReadonlyMap<string, readonly number[]>;

/** A road that is open. */
export type Recorder = {
  url: string;
  acknowledged: Acknowledged;
  /** Reports that were answered with 200; lines that came once more, and such as came with other words; answers that wanted lines which had been taken. */
  counts: { reports: number; again: number; otherwise: number; wanted: number };
  close(): Promise<void>;
};

/** What a line is known by: its kind and its words. */
export const markOf = (type: string, message: string): number => crc32(`${type} ${message}`);

/**
 * Opens the road. An answer that has come counts as given, also where the engine dies before it reads it; those for which `loses` says so never
 * arrive.
 */
export async function startRecorder(target: string, loses: () => boolean): Promise<Recorder> {
  const acknowledged = new Map<string, number[]>();
  const counts = { reports: 0, again: 0, otherwise: 0, wanted: 0 };
  const note = (report: Schema<'Report'>, { refused, early = [] }: Schema<'ReportAnswer'>): void => {
    counts.reports += 1;
    const left = new Set([...refused, ...early.map((one) => one.executionId)]);
    for (const { executionId, nextIndex } of early) if (nextIndex < (acknowledged.get(executionId)?.length ?? 0)) counts.wanted += 1;
    for (const { executionId, firstIndex, chunk } of report.logs ?? []) {
      if (left.has(executionId)) continue;
      const marks = acknowledged.get(executionId) ?? [];
      acknowledged.set(executionId, marks);
      for (const [place, { type, message }] of decodeChunk(Buffer.from(chunk, 'base64')).entries()) {
        const known = marks[firstIndex + place];
        const mark = markOf(type, message);
        if (known === undefined) marks[firstIndex + place] = mark;
        else counts[known === mark ? 'again' : 'otherwise'] += 1;
      }
    }
  };
  const { url, close } = await openRoad((incoming, response, agent) => forward(incoming, response, { target, agent, note, loses }));
  return { url, acknowledged, counts, close };
}

async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  {
    target,
    agent,
    note,
    loses,
  }: {
    target: string;
    agent: Agent;
    note: (report: Schema<'Report'>, answer: Schema<'ReportAnswer'>) => void;
    loses: () => boolean;
  },
): Promise<void> {
  const body = await buffer(incoming);
  const { method, url = '/', headers } = incoming;
  const outgoing = request(target + url, { method, headers, agent });
  response.once('close', () => outgoing.destroy());
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (url !== '/engine/v1/reports' || answer.statusCode !== 200) {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await pipeline(answer, response);
    return;
  }
  const text = await buffer(answer);
  note(JSON.parse(body.toString()), JSON.parse(text.toString()));
  if (loses()) response.destroy();
  else response.writeHead(200, answer.headers).end(text);
}
