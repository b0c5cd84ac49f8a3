/**
 * Requests over connections that are kept for the next request to the same host. Each new connection resolves the name and checks its addresses, as in
 * `Outbound`; no connection lasts longer than a minute, so an address is checked again at least that often.
 */
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { authoritiesWith, encryptSocket, lookUpBySystem, Outbound, type LookUp } from './outbound.ts';
import type { OutboundRules } from '@millrace/wire/outbound-rules';

/** The options of a pool: the rules are read for each new connection, `authorities` are certificates in addition to those of Node. */
export type OutboundPoolOptions = {
  rules(): Promise<OutboundRules>;
  authorities?: string | undefined;
  /** Milliseconds until a connection must be open and encrypted. */
  connectMilliseconds: number;
  lookUp?: LookUp;
  /** Refuses an encrypted connection by throwing. `stapled` is the OCSP response that the server has sent, if any. */
  verify?(socket: TLSSocket, stapled: Buffer | undefined, signal: AbortSignal): Promise<void>;
};

/** A request by POST: `milliseconds` limits its time, `answerBytes` how much of the body of the answer is read. */
export type PooledRequest = { headers: Record<string, string>; body: Buffer; milliseconds: number; answerBytes: number };

/** An answer; `isCut` if its body was longer than `answerBytes`, or incomplete. */
export type PooledAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer; isCut: boolean };

/** A request that had no answer in time; callers recognise it by its code. */
class NoAnswerInTime extends Error {
  readonly code = 'NO_ANSWER_IN_TIME';
}

/** Less than the time for which servers keep an idle connection, so that few requests meet a connection that closes. */
const IDLE_MILLISECONDS = 4000;
const AGE_MILLISECONDS = 60_000;
/** The most bytes of the headers of an answer, as in Node. */
const ANSWER_HEADER_BYTES = 16_384;

/** A pool of connections to many hosts by HTTPS. A redirect is an answer; it is never followed. */
export class OutboundPool {
  readonly #options: OutboundPoolOptions;
  readonly #lookUps = new Map<string, ReturnType<LookUp>>();
  #agent: Promise<Agent> | undefined;
  #trusted: SecureContext | undefined;

  constructor(options: OutboundPoolOptions) {
    this.#options = options;
  }

  /**
   * Sends a request. Throws a `TypeError` for an address that cannot be used. The promise fails as `Outbound` does, with the code NO_ANSWER_IN_TIME, or
   * with an error of the connection.
   */
  send(url: string, request: PooledRequest): Promise<PooledAnswer> {
    const { origin, protocol, pathname, search, username, password } = new URL(url);
    if (protocol !== 'https:') throw new TypeError('Only addresses that begin with https:// can be used');
    if (username !== '' || password !== '') throw new TypeError('An address with a user or a password cannot be used');
    const exchange = new Exchange(request);
    const { headers, body } = request;
    const sent = { origin, path: pathname + search, method: 'POST', headers, body, idempotent: false } as const;
    (this.#agent ??= this.#createAgent()).then((agent) => agent.dispatch(sent, exchange)).catch((error: unknown) => exchange.fail(error));
    return exchange.answer;
  }

  /** Closes all connections; running requests fail. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  /** The library is loaded by the first request, because most servers send none. */
  async #createAgent(): Promise<Agent> {
    const { Agent } = await import('undici');
    return new Agent({
      connect: (server, callback) => this.#connect(server, callback),
      pipelining: 1,
      keepAliveTimeout: IDLE_MILLISECONDS,
      keepAliveMaxTimeout: IDLE_MILLISECONDS,
      clientTtl: AGE_MILLISECONDS,
      maxHeaderSize: ANSWER_HEADER_BYTES,
      // `send` limits the time of the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  #connect({ hostname, port }: buildConnector.Options, callback: buildConnector.Callback): void {
    this.#open(hostname.replaceAll(/^\[|\]$/g, ''), port === '' ? 443 : Number(port)).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  }

  async #open(host: string, port: number): Promise<TLSSocket> {
    const { rules, verify, connectMilliseconds } = this.#options;
    const stopping = new AbortController();
    const timer = setTimeout(() => stopping.abort(new NoAnswerInTime('No connection in time')), connectMilliseconds);
    const { signal } = stopping;
    try {
      const socket = await new Outbound(await rules(), (name) => this.#lookUp(name)).connect({ host, port }, signal);
      const giveUp = (): void => void socket.destroy(signal.reason as Error);
      signal.addEventListener('abort', giveUp, { once: true });
      let stapled: Buffer | undefined;
      const onStaple = verify && ((response: Buffer): void => void (stapled = response));
      try {
        const secure = await encryptSocket(socket, host, { protocol: 'http/1.1', context: this.#context(), ...(onStaple && { onStaple }) });
        await verify?.(secure, stapled, signal);
        return secure;
      } catch (error) {
        socket.destroy();
        throw signal.aborted ? signal.reason : error;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Connections that open at the same time share a look-up. Node has four threads for look-ups. If a name server does not answer, each look-up
   * occupies one of them for seconds.
   */
  #lookUp(name: string): ReturnType<LookUp> {
    const running = this.#lookUps.get(name);
    if (running) return running;
    const begun = (this.#options.lookUp ?? lookUpBySystem)(name).finally(() => this.#lookUps.delete(name));
    this.#lookUps.set(name, begun);
    return begun;
  }

  /** Shared by all connections, because reading all certificates takes milliseconds. */
  #context(): SecureContext {
    const { authorities } = this.#options;
    return (this.#trusted ??= createSecureContext(authorities === undefined ? {} : { ca: authoritiesWith(authorities) }));
  }
}

/** One request and its answer, read up to a number of bytes. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<PooledAnswer>;
  readonly #chunks: Buffer[] = [];
  readonly #timer: NodeJS.Timeout;
  #remainingBytes: number;
  #settle: { resolve(answer: PooledAnswer): void; reject(error: unknown): void };
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<PooledAnswer, 'status' | 'headers'> | undefined;
  #ended = false;

  constructor({ milliseconds, answerBytes }: PooledRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<PooledAnswer>();
    this.answer = promise;
    this.#settle = { resolve, reject };
    this.#remainingBytes = answerBytes;
    this.#timer = setTimeout(() => this.#giveUp(), milliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request has waited for a connection for too long, and must not be sent any more.
    if (this.#ended) controller.abort(new NoAnswerInTime('The request waited too long for a connection'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: PooledAnswer['headers']): void {
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    this.#chunks.push(chunk.subarray(0, this.#remainingBytes));
    this.#remainingBytes -= chunk.length;
    if (this.#remainingBytes >= 0) return;
    this.#end(true);
    controller.abort(new Error('The rest of the answer is not wanted'));
  }

  onResponseEnd(): void {
    this.#end(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // The status decides about success; a body that breaks off counts as cut.
    if (this.#head) this.#end(true);
    else this.fail(error);
  }

  #giveUp(): void {
    const error = new NoAnswerInTime('No answer in time');
    if (this.#head) this.#end(true);
    else this.fail(error);
    this.#controller?.abort(error);
  }

  #end(isCut: boolean): void {
    if (this.#ended || !this.#head) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#settle.resolve({ ...this.#head, body: Buffer.concat(this.#chunks), isCut });
  }

  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#settle.reject(error);
  }
}
