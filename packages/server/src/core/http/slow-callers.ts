/**
 * Callers that send or read too slowly. Without a limit, each of them holds a connection, and what the server keeps for it, for as long as it likes.
 * Three things close a connection: the rest of a body that is not wanted and does not come within `LINGER`, a body that is wanted and comes more slowly
 * than `LEAST_BYTES` in the patience of the server, and an answer of which the caller takes nothing in that time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../base/problem.ts';
import type { RawAnswers } from './raw-answers.ts';

/** Milliseconds in which the rest of a body may come after the answer is out: so long, a caller that sends all before it reads can get the answer. */
const LINGER = 5000;
/** Bytes of a body that must come in the patience of the server. */
const LEAST_BYTES = 16 * 1024;
/** Milliseconds between two looks of Node for connections whose headers do not come. */
const LOOK = 5000;
/** Milliseconds for which a connection may wait between two requests: longer than load balancers let it wait, so that they are the ones who close it. */
const KEEP_ALIVE = 72_000;

/** The time limits of Node, for a patience in milliseconds. A whole request has none: an upload may take hours, as long as it makes progress. */
export const timeLimits = (patience: number) => ({
  connectionTimeout: patience,
  keepAliveTimeout: KEEP_ALIVE,
  requestTimeout: 0,
  http: { requestTimeout: 0, requireHostHeader: false, headersTimeout: patience, connectionsCheckingInterval: Math.min(LOOK, patience) },
});

/** Watches the connections of a server that was made with `timeLimits`; `answers` refuses what comes too slowly. */
export function closeSlowCallers(app: FastifyInstance, patience: number, answers: RawAnswers): void {
  watchAnswers(app, answers);
  app.addHook('preParsing', (request, reply, payload, done) => {
    // Its connection broke before the body was asked for, and nothing will tell the reader of the body.
    if (request.raw.socket.destroyed) return done(invalid('malformed_request', 'The body was cut off.'));
    // Mostly the whole body is there by now.
    if (!request.raw.complete) demandProgress(request, reply, patience, answers);
    done(null, payload);
  });
}

type Exchange = { request: IncomingMessage; response: ServerResponse; lingers: boolean };

function watchAnswers({ server, log }: FastifyInstance, answers: RawAnswers): void {
  const underWay = new WeakMap<Socket, Exchange>();
  const used = new WeakSet<Socket>();
  server.on('connection', (socket) => {
    const closeNow = socket.destroySoon.bind(socket);
    // Node calls this after an answer that ends a connection. To close it while bytes wait that were not read would reset it: the answer could be lost.
    socket.destroySoon = () => {
      const exchange = underWay.get(socket);
      if (!exchange || exchange.request.complete) closeNow();
      else linger(exchange, socket, closeNow);
    };
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const exchange = { request, response, lingers: false };
    used.add(socket);
    underWay.set(socket, exchange);
    response.once('finish', () => {
      if (!request.complete && !exchange.lingers) linger(exchange, socket, () => undefined);
    });
    response.once('close', () => {
      if (underWay.get(socket) === exchange) underWay.delete(socket);
    });
  });
  // Nothing came and nothing went for the patience of the server.
  server.on('timeout', (socket) => {
    const exchange = underWay.get(socket);
    // A caller that waits for its answer, or whose body is awaited, is not the slow one here.
    if (exchange && socket.writableLength === 0) return;
    if (exchange) log.info({ requestId: exchange.response.getHeader('x-request-id') }, 'an answer was not read; its connection was closed');
    // One that waits for its next request, or has never sent a byte, is closed without a word.
    else if (!used.has(socket) && socket.bytesRead > 0) answers.refuseSlowHeaders(socket);
    socket.destroy();
  });
}

/** Takes the rest of a body that is not wanted, for a while. */
function linger(exchange: Exchange, socket: Socket, then: () => void): void {
  exchange.lingers = true;
  const giveUp = setTimeout(() => socket.destroy(), LINGER).unref();
  onceRead(exchange.request, socket, () => {
    clearTimeout(giveUp);
    then();
  });
  exchange.request.resume();
}

function demandProgress(request: FastifyRequest, reply: FastifyReply, patience: number, answers: RawAnswers): void {
  const { raw } = request;
  const { socket } = raw;
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    const came = socket.bytesRead - before;
    before = socket.bytesRead;
    // What waits to be read is the server's to read: then it is not the caller that is slow.
    if (came >= LEAST_BYTES || raw.readableLength > 0 || raw.complete || reply.raw.writableEnded) return;
    request.log.info({ bytes: came }, 'a body came too slowly; its connection was closed');
    if (!reply.raw.headersSent) answers.refuseSlowBody(request);
    raw.destroy();
  }, patience).unref();
  onceRead(raw, socket, () => clearInterval(watch));
}

/** Calls back once the body is read to its end, or can never be. */
function onceRead(request: IncomingMessage, socket: Socket, callback: () => void): void {
  const done = (): void => {
    request.off('end', done);
    socket.off('close', done);
    callback();
  };
  request.once('end', done);
  socket.once('close', done);
}
