/** Two sources of answers, for `npm run record` and `npm run replay`: a real service whose answers are recorded, and the recordings. */
import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { request as sendEncrypted } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../settings/config.ts';
import { Faults } from './faults.ts';
import { Front, requireLoopbackHost, type Source, type SourceAnswer, withoutConnection } from './front.ts';
import { answerOperation, DoubleBodies, faultOperations, performOperation } from './requests.ts';
import { isSame, type Recording, type RecordingWriter, routeOf, toRecordedAnswer, toRecordedRequest } from './recordings.ts';

/** Builds the source that passes requests on to a service and records its answers. `say` gets a line for each request. */
export function recordFrom(service: URL, writer: RecordingWriter, say: (line: string) => void): Source {
  const base = service.pathname.replace(/\/$/, '');
  const open = service.protocol === 'https:' ? sendEncrypted : send;
  return async (request, gone) => {
    const { method = 'GET', url = '/' } = request;
    const body = await buffer(request);
    // The name of the service in place of ours; an answer that is not compressed, because it is read here.
    const { host: _host, 'accept-encoding': _encoding, ...headers } = withoutConnection(request.headers);
    const target = {
      protocol: service.protocol,
      hostname: service.hostname.replace(/^\[|\]$/g, ''),
      port: service.port,
      path: `${base}${url}`,
    };
    const passed = open({ ...target, method, headers: { ...headers, 'accept-encoding': 'identity' }, signal: gone });
    passed.end(body);
    let answer: IncomingMessage;
    try {
      [answer] = (await once(passed, 'response')) as [IncomingMessage];
    } catch (error) {
      if (gone.aborted) throw error;
      return refusal(502, `The service does not answer: ${(error as Error).message}. Nothing was recorded.`);
    }
    const content = await buffer(answer);
    const status = answer.statusCode ?? 502;
    const answered = withoutConnection(answer.headers) as Record<string, string | string[]>;
    const route = routeOf(method, url);
    const stored = route && toRecordedAnswer(route, status, answered, content.toString());
    if (route === undefined) say(`not recorded: a ${method} that is no operation of the API, or whose path is a secret`);
    else if (stored === undefined) say(`not recorded, because the answer is not JSON: ${route}`);
    else say(`recorded as ${await writer.write(toRecordedRequest(route, method, url, body.toString()), stored)}`);
    return { status, headers: answered, body: Readable.from([content]) };
  };
}

/** Builds the source that answers from recordings. Recordings of the same request are answered in their order, and the last one again and again. */
export function replayOf(recordings: readonly Recording[]): Source {
  const answerCounts = new Map<Recording, number>();
  return async (request) => {
    const { method = 'GET', url = '/' } = request;
    const body = (await buffer(request)).toString();
    const route = routeOf(method, url);
    const asked = route && toRecordedRequest(route, method, url, body);
    const fitting = asked ? recordings.filter((recording) => isSame(recording.request, asked)) : [];
    const [first] = fitting;
    if (first === undefined) return refusal(501, nothingRecorded(method, url, recordings));
    const position = answerCounts.get(first) ?? 0;
    answerCounts.set(first, position + 1);
    const { answer } = fitting[Math.min(position, fitting.length - 1)] ?? first;
    const content = answer.body === undefined ? [] : [Buffer.from(JSON.stringify(answer.body))];
    return { status: answer.status, headers: answer.headers, body: Readable.from(content) };
  };
}

function nothingRecorded(method: string, url: string, recordings: readonly Recording[]): string {
  const path = url.split('?')[0];
  const near = recordings
    .filter((recording) => recording.request.method === method && recording.request.url.split('?')[0] === path)
    .map(({ name }) => name);
  const others = near.length === 0 ? 'No recording has this method and path' : `Another query or body have ${near.join(', ')}`;
  return `Nothing is recorded for ${method} ${path} with this query and body. ${others}. npm run record adds recordings.`;
}

const refusal = (status: number, message: string): SourceAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Readable.from([Buffer.from(`${JSON.stringify({ status, message })}\n`)]),
});

/** Serves the source on the address of the API. `say` gets lines for the terminal. */
export async function serveRecorded({ host, port }: Config, source: Source, say: (line: string) => void): Promise<void> {
  requireLoopbackHost(host);
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const faults = new Faults();
  const operations = faultOperations(faults, new DoubleBodies());
  const printError = (error: unknown): void => say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const front = new Front({
    faults,
    control: (request, response) => answerOperation(request, response, printError, (operation) => performOperation(operations, operation)),
  });
  front.answerBy(source);
  say(`Serving on ${await front.listen(host, port)} until you press Ctrl-C.`);
  await stopped;
  await front.close();
}
