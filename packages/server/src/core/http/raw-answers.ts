/** Refusals of bytes that never become a request, or fail while they are read. They are written to the connection, which is then closed. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '@millrace/wire/node-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANSWER_HEADERS, refusalType, refusedPath } from './refuse.ts';
import type { Surface } from './feature.ts';
import { newId } from '../base/id.ts';
import { invalid, Problem } from '../base/problem.ts';
import { requestIdOf } from './request-watch.ts';

/** The form of a refusal for a path, and the log. */
export type RawAnswerOptions = { surfaceAt(url: string): Surface; note(requestId: string, status: number): void };

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** The most bytes of the path, its query and the headers: enough for all parameters of an operation at their longest; a test adds them up. */
export const HEADER_BYTES = 160 * 1024;

const UNREADABLE = invalid('malformed_request', 'The request is not valid HTTP/1.1.');

/** Refuses on the connections of one server. */
export class RawAnswers {
  readonly #options: RawAnswerOptions;
  /** The latest request of each connection. */
  readonly #latest = new WeakMap<Duplex, Exchange>();

  constructor(options: RawAnswerOptions) {
    this.#options = options;
  }

  /** Follows the requests of a server, and answers those that Node does not pass to its routes. */
  follow(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const { socket } = request.raw;
      this.#latest.set(socket, { request, reply });
      // HTTP/1.1 requires a Host header: without one, Node would refuse the request without a body. It would accept a later version, another protocol.
      const { httpVersion, headers } = request.raw;
      if (httpVersion === '1.0' || (httpVersion === '1.1' && headers.host !== undefined)) return done();
      reply.hijack();
      this.refuse(socket, UNREADABLE, request.url, request.id);
      socket.end();
    });
    // An unknown expectation may be ignored. Node would answer it without a body.
    app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
    app.server.on('connect', (request, socket) => {
      socket.on('error', () => undefined);
      const problem = new Problem(404, 'route_unknown', 'There is no operation CONNECT: this is no proxy.');
      this.refuse(socket, problem, '', requestIdOf(request));
      socket.end();
    });
  }

  /** Answers bytes that Node could not parse, and closes the connection. A known request is answered with its id. */
  refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
    const latest = this.#latest.get(socket);
    const { request, reply } = latest?.reply.raw.writableEnded === false ? latest : {};
    // After an answer has begun, a second one must not be written.
    if (error.code !== 'ECONNRESET' && reply?.raw.headersSent !== true)
      this.refuse(socket, problemOf(error.code), request?.url ?? '', request?.id);
    socket.destroy(error);
  }

  /** Answers a connection whose first request did not send its headers in time. */
  refuseSlowHeaders(socket: Duplex): void {
    this.refuse(socket, tooSlow('The headers'), '');
  }

  /** Answers a request whose body came too slowly. */
  refuseSlowBody({ raw, url, id }: Pick<FastifyRequest, 'url' | 'id'> & { raw: Pick<IncomingMessage, 'socket'> }): void {
    this.refuse(raw.socket, tooSlow('The body'), url, id);
  }

  /** Writes a refusal to a connection on which no answer has begun; the url is empty where the path is unknown. */
  refuse(socket: Duplex, problem: Problem, url: string, requestId: string = newId()): void {
    if (!socket.writable) return;
    const surface = this.#options.surfaceAt(url);
    const body = JSON.stringify(surface(problem, requestId, refusedPath(url)));
    const headers = {
      ...ANSWER_HEADERS,
      'x-request-id': requestId,
      'content-type': refusalType(surface),
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
    this.#options.note(requestId, problem.status);
  }
}

const tooSlow = (part: string): Problem => new Problem(408, 'too_slow', `${part} came too slowly: send the request again.`);

function problemOf(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow('The headers');
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem(431, 'too_large', `The headers are larger than ${HEADER_BYTES / 1024} KiB.`);
  return UNREADABLE;
}
