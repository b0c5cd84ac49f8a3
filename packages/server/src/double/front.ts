/**
 * The front of the local double: it listens at the address that clients use, applies the faults, and passes requests on to the server. Engines call the
 * server directly, so that no fault affects them.
 */
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isLoopback } from '../core/base/addresses.ts';
import { StartError } from '../core/base/start-error.ts';
import type { FaultRule, Faults } from './faults.ts';

/** Headers that belong to one connection, and not to the request or the answer. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'expect']);

/** An answer of a source. */
export type SourceAnswer = { status: number; headers: OutgoingHttpHeaders; body: Readable };
/** The source of the answers of the API; `gone` is aborted when the client no longer waits. */
export type Source = (request: IncomingMessage, gone: AbortSignal) => Promise<SourceAnswer>;

/** The parts that the front needs: the faults, and a function that answers requests below `/double`. */
type FrontParts = {
  faults: Faults;
  control(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** Answers requests at the address that clients know. */
export class Front {
  readonly #parts: FrontParts;
  readonly #server: Server;
  #source: Source | undefined;
  #opened: Promise<void> = Promise.resolve();

  constructor(parts: FrontParts) {
    this.#parts = parts;
    this.#server = createServer({ requestTimeout: 0 }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** Listens and returns the address. Requests are refused until `answerBy` is called. */
  async listen(host: string, port: number): Promise<string> {
    this.#server.listen({ host, port });
    await once(this.#server, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new StartError(`Port ${port} on ${host} is in use: stop the program that uses it, or set MILLRACE_PORT to another port.`);
    });
    return `http://${host.includes(':') ? `[${host}]` : host}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets the source that answers requests from now on. */
  answerBy(source: Source): void {
    this.#source = source;
  }

  /** Makes new requests wait until `work` has ended. */
  async hold<Value>(work: () => Promise<Value>): Promise<Value> {
    const opened = Promise.withResolvers<void>();
    this.#opened = opened.promise;
    try {
      return await work();
    } finally {
      opened.resolve();
    }
  }

  /** Closes the port and all connections. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (path === '/double' || path.startsWith('/double/')) return this.#parts.control(request, response);
    const fault = this.#parts.faults.take(request.method ?? '', path);
    if (fault?.latencyMilliseconds) await wait(fault.latencyMilliseconds);
    if (response.destroyed) return;
    if (fault?.cut === 'before') return void request.socket.destroy();
    if (fault?.status !== undefined) return answerFault(request, response, { ...fault, status: fault.status });
    await this.#opened;
    await this.#pass(request, response, fault?.cut === 'after');
  }

  async #pass(request: IncomingMessage, response: ServerResponse, cutsConnection: boolean): Promise<void> {
    if (this.#source === undefined) return answerStarting(response);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { status, headers, body } = await this.#source(request, gone.signal);
    if (cutsConnection) {
      await finished(body.resume());
      return void request.socket.destroy();
    }
    response.writeHead(status, headers);
    body.once('error', () => response.destroy());
    body.pipe(response);
  }
}

/** Builds the source that passes requests on to a server. `moreHeaders` returns further headers for a request. */
export function fromServer(url: string, moreHeaders: (method: string) => Record<string, string>): Source {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return async (request, gone) => {
    const { method = 'GET', url: path, headers } = request;
    const passed = send({
      hostname,
      port,
      agent,
      method,
      path,
      headers: { ...withoutConnection(headers), ...moreHeaders(method) },
      signal: gone,
    });
    // `once` below reports an error before the answer. One after it ends the answer, too; without this listener it would end the process.
    passed.on('error', () => undefined);
    request.pipe(passed);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 502, headers: withoutConnection(answer.headers), body: answer };
  };
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(`${JSON.stringify(body)}\n`);
}

/** Refuses a request while the double starts. */
export const answerStarting = (response: ServerResponse): void =>
  answerJson(response, 503, { status: 503, message: 'The double is starting: try again in a second.' });

/** Answers as a fault says. Reads the body of the request to its end, so that the connection stays usable. */
function answerFault(request: IncomingMessage, response: ServerResponse, { status, headers, body }: FaultRule & { status: number }): void {
  request.resume();
  answerJson(response, status, body ?? { status, message: 'A fault of the double: PUT /double/faults has set it.' }, headers);
}

/** Returns the headers that are passed on: all except those of the connection. */
export const withoutConnection = <Value>(headers: NodeJS.Dict<Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || CONNECTION_HEADERS.has(name) ? [] : [[name, value]])),
  );

/** Requires an address that other machines do not reach, because the operations below `/double` need no credential. */
export function requireLoopbackHost(host: string): void {
  if (host !== 'localhost' && !isLoopback(host))
    throw new StartError(
      `MILLRACE_HOST is '${host}', and the double lets every caller change it: unset MILLRACE_HOST, or set it to 127.0.0.1.`,
    );
}
