/**
 * The front of the local double: it listens where the server would, applies the faults, and passes requests on to the server. Engines call the server
 * directly, so that no fault hits them.
 */
import { once } from 'node:events';
import { Agent, createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../core/base/start-error.ts';
import type { FaultRule, Faults } from './faults.ts';

/** Headers that belong to one connection, and not to the request or the answer. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'expect']);

/** What the front needs: the faults, a function that answers requests below `/double`, and one that returns further headers of a request. */
export type FrontParts = {
  faults: Faults;
  control(request: IncomingMessage, response: ServerResponse): Promise<void>;
  headersOf(method: string): Record<string, string>;
};

/** The server of the port that clients know. */
export class Front {
  readonly #parts: FrontParts;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  #target: { hostname: string; port: string } | undefined;
  #opened: Promise<void> = Promise.resolve();

  constructor(parts: FrontParts) {
    this.#parts = parts;
    this.#server = createServer({ requestTimeout: 0 }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** Listens and returns the address. Requests are refused until `passTo` is called. */
  async listen(host: string, port: number): Promise<string> {
    this.#server.listen({ host, port });
    await once(this.#server, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new StartError(`Port ${port} on ${host} is in use: stop the program that uses it, or set MILLRACE_PORT to another port.`);
    });
    return `http://${host.includes(':') ? `[${host}]` : host}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Passes requests on to a server from now on. */
  passTo(url: string): void {
    const { hostname, port } = new URL(url);
    this.#target = { hostname, port };
  }

  /** Has new requests wait until `work` has ended. */
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
    this.#agent.destroy();
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

  async #pass(request: IncomingMessage, response: ServerResponse, cuts: boolean): Promise<void> {
    if (this.#target === undefined)
      return answerJson(response, 503, { status: 503, message: 'The double is starting: try again in a second.' });
    const passed = send({
      ...this.#target,
      agent: this.#agent,
      method: request.method,
      path: request.url,
      headers: { ...withoutConnection(request.headers), ...this.#parts.headersOf(request.method ?? '') },
    });
    response.once('close', () => passed.destroy());
    passed.on('error', () => response.destroy());
    request.pipe(passed);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    if (cuts) {
      await finished(answer.resume());
      return void request.socket.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    answer.once('error', () => response.destroy());
    answer.pipe(response);
  }
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(`${JSON.stringify(body)}\n`);
}

/** Reads the body of the request to its end, so that the connection stays usable. */
function answerFault(request: IncomingMessage, response: ServerResponse, { status, headers, body }: FaultRule & { status: number }): void {
  request.resume();
  answerJson(response, status, body ?? { status, message: 'A fault of the double: PUT /double/faults has set it.' }, headers);
}

const withoutConnection = <Value>(headers: NodeJS.Dict<Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || OF_CONNECTION.has(name) ? [] : [[name, value]])),
  );
