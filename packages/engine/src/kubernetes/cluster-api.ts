/** Calls of the API of a Kubernetes cluster (ADR 70). Answers are the plain JSON of the API. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { Agent as HttpAgent, request as httpRequest } from '@millrace/wire/node-http';

/** The address of the API, and the files of the service account. The token is read again, because Kubernetes renews it. */
export type ClusterAddress = { url: string; tokenFile?: string; authorityFile?: string };

/** The cluster refused a call; `reason` is the reason code of the API, such as `AlreadyExists` or `Forbidden`. */
export class ClusterRefusal extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.name = 'ClusterRefusal';
    this.status = status;
    this.reason = reason;
  }
}

/** Whether the cluster refused a call with a status. */
export const isRefusal = (error: unknown, status: number): error is ClusterRefusal =>
  error instanceof ClusterRefusal && error.status === status;

/** Returns the answer to a call; undefined if the cluster has no such object. */
export async function ifPresent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error, 404)) return undefined;
    throw error;
  }
}

/** The parts of a call besides its method and path. */
type ClusterCall = { query?: Record<string, string>; body?: unknown; type?: string; signal?: AbortSignal };

/** The API of a cluster. */
export type ClusterApi = {
  /** Calls once. Rejects with a `ClusterRefusal`, or with the error of a connection. */
  call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, call?: ClusterCall): Promise<T>;
  /** Reads an answer line by line as it comes. Ends when the cluster ends it; throws as `call` does. */
  lines(path: string, query: Record<string, string>, signal: AbortSignal): AsyncGenerator<string, void, void>;
  close(): void;
};

const LINE_FEED = 10;
const ANSWER_MILLISECONDS = 20_000;
const TOKEN_MILLISECONDS = 60_000;
/** TCP keep-alive: after this time without data the kernel begins to probe a connection, and so detects a peer that is gone. */
const PROBE_MILLISECONDS = 15_000;

/** Opens connections to a cluster. A call that is not answered in time fails. */
export async function openClusterApi(
  { url, tokenFile, authorityFile }: ClusterAddress,
  answerMilliseconds = ANSWER_MILLISECONDS,
): Promise<ClusterApi> {
  const base = url.replace(/\/$/, '');
  const ca = authorityFile === undefined ? undefined : await readFile(authorityFile, 'utf8');
  const secure = base.startsWith('https:');
  const agent = secure ? new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  let token: { text: string; readAt: number } | undefined;

  async function authorization(): Promise<Record<string, string>> {
    if (tokenFile === undefined) return {};
    if (!token || performance.now() - token.readAt > TOKEN_MILLISECONDS)
      token = { text: (await readFile(tokenFile, 'utf8')).trim(), readAt: performance.now() };
    return { authorization: `Bearer ${token.text}` };
  }

  async function answerOf(method: string, path: string, { query = {}, body, type, signal }: ClusterCall): Promise<IncomingMessage> {
    const address = new URL(base + path);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const content = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      'user-agent': 'millrace-engine',
      ...(await authorization()),
      ...(content !== undefined && { 'content-type': type ?? 'application/json', 'content-length': Buffer.byteLength(content) }),
    };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(address, { method, agent, headers, ...(signal && { signal }) }, resolve);
      request.setTimeout(0);
      request.on('socket', (socket) => socket.setKeepAlive(true, PROBE_MILLISECONDS));
      request.on('error', reject);
      request.end(content);
    });
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) return answer;
    if (statusCode === 401) token = undefined;
    throw refusalOf(statusCode, await text(answer));
  }

  return {
    async call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, call: ClusterCall = {}): Promise<T> {
      const limit = AbortSignal.timeout(answerMilliseconds);
      const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
      return JSON.parse(await text(await answerOf(method, path, { ...call, signal }))) as T;
    },
    async *lines(path, query, signal) {
      const answer = await answerOf('GET', path, { query, signal });
      try {
        yield* splitLines(answer);
      } finally {
        answer.destroy();
      }
    },
    close: () => agent.destroy(),
  };
}

function refusalOf(status: number, body: string): ClusterRefusal {
  try {
    const { reason = '', message = '' } = JSON.parse(body) as { reason?: string; message?: string };
    return new ClusterRefusal(status, reason, message);
  } catch {
    return new ClusterRefusal(status, '', body.slice(0, 500));
  }
}

/** Yields the lines of a stream. Does not use `node:readline`, which also splits at characters that frames contain. */
async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  let rest: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      const piece = chunk.subarray(from, end);
      yield rest.length === 0 ? piece.toString() : Buffer.concat([...rest, piece]).toString();
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString();
}
