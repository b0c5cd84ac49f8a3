/** The connections of callers: the port, the time limits of slow callers, and the end of connections when the server stops. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../base/problem.ts';
import { StartError } from '../base/start-error.ts';
import { HEADER_BYTES, type RawAnswers } from './raw-answers.ts';

/** The address and port to listen on, and the name of the setting of the port. */
export type ListenAddress = { host: string; port: number; setting: string };

/** Listens and returns the address. */
export const listen = (app: { listen(at: { host: string; port: number }): Promise<string> }, address: ListenAddress): Promise<string> =>
  app
    .listen({ host: address.host, port: address.port })
    .catch((error: NodeJS.ErrnoException) => Promise.reject(listenError(error, address)));

function listenError(error: NodeJS.ErrnoException, { host, port, setting }: ListenAddress): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is in use: stop the program that uses it, or set ${setting} to another port.`);
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be opened by this user: set ${setting} to a port above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`${host} is not an address of this machine: set ${setting.replace('PORT', 'HOST')} to one that is.`);
  return error;
}

/** Milliseconds in which the rest of a body may come after the answer, so that a caller that sends everything before it reads can get the answer. */
const LINGER = 5000;
/** Bytes of a body that must come within the time limit. */
const MIN_BYTES = 16 * 1024;
/** Milliseconds between two checks by Node for connections that send no headers. */
const CHECK_MILLISECONDS = 5000;
/** Milliseconds for which a connection may wait between two requests: longer than at load balancers, so that they close it first. */
const KEEP_ALIVE = 72_000;

/** The limits of Node: times in milliseconds, and the size of headers. A whole request has none: an upload may take hours as long as it makes progress. */
export const requestLimits = (timeLimit: number) => ({
  connectionTimeout: timeLimit,
  keepAliveTimeout: KEEP_ALIVE,
  requestTimeout: 0,
  http: {
    requestTimeout: 0,
    requireHostHeader: false,
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: timeLimit,
    connectionsCheckingInterval: Math.min(CHECK_MILLISECONDS, timeLimit),
  },
});

/**
 * Closes the connections of callers that send or read too slowly; without a limit, they could hold connections and memory without end. There are three
 * cases: the rest of an unwanted body does not come within `LINGER`; of a wanted body, less than `MIN_BYTES` come within the time limit; the caller
 * reads nothing of an answer within the time limit. The server was created with `requestLimits`; `answers` refuses slow callers.
 */
export function closeSlowCallers(app: FastifyInstance, timeLimit: number, answers: RawAnswers): void {
  watchAnswers(app, answers);
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The connection broke before the body was read; no event will end the reading of the body.
    if (request.raw.socket.destroyed) return done(invalid('malformed_request', 'The body was cut off.'));
    // Usually the whole body has arrived by now.
    if (!request.raw.complete) demandProgress(request, reply, timeLimit, answers);
    done(null, payload);
  });
}

type Exchange = { request: IncomingMessage; response: ServerResponse; lingers: boolean };

function watchAnswers({ server, log }: FastifyInstance, answers: RawAnswers): void {
  const underWay = new WeakMap<Socket, Exchange>();
  const used = new WeakSet<Socket>();
  server.on('connection', (socket) => {
    const closeNow = socket.destroySoon.bind(socket);
    // Node calls this after an answer that ends a connection. Closing it while unread bytes wait would reset it, and the answer could be lost.
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
  // No byte was received or sent within the time limit.
  server.on('timeout', (socket) => {
    const exchange = underWay.get(socket);
    // The caller is not slow if it waits for its answer, or if the server has not read its body yet.
    if (exchange && socket.writableLength === 0) return;
    if (exchange) log.info({ requestId: exchange.response.getHeader('x-request-id') }, 'an answer was not read; its connection was closed');
    // A connection between two requests, or without a first byte, is closed without an answer.
    else if (!used.has(socket) && socket.bytesRead > 0) answers.refuseSlowHeaders(socket);
    socket.destroy();
  });
}

/** Reads and discards the rest of an unwanted body, for a while. */
function linger(exchange: Exchange, socket: Socket, then: () => void): void {
  exchange.lingers = true;
  const giveUp = setTimeout(() => socket.destroy(), LINGER).unref();
  onceRead(exchange.request, socket, () => {
    clearTimeout(giveUp);
    then();
  });
  exchange.request.resume();
}

function demandProgress(request: FastifyRequest, reply: FastifyReply, timeLimit: number, answers: RawAnswers): void {
  const { raw } = request;
  const { socket } = raw;
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    const came = socket.bytesRead - before;
    before = socket.bytesRead;
    // If received bytes wait to be read, the server is slow and not the caller.
    if (came >= MIN_BYTES || raw.readableLength > 0 || raw.complete || reply.raw.writableEnded) return;
    request.log.info({ bytes: came }, 'a body came too slowly; its connection was closed');
    if (!reply.raw.headersSent) answers.refuseSlowBody(request);
    raw.destroy();
  }, timeLimit).unref();
  onceRead(raw, socket, () => clearInterval(watch));
}

/** Calls back when the body was read to its end, or failed. */
function onceRead(request: IncomingMessage, socket: Socket, callback: () => void): void {
  const done = (): void => {
    request.off('end', done);
    socket.off('close', done);
    callback();
  };
  request.once('end', done);
  socket.once('close', done);
}

/** Milliseconds that running requests have to finish. */
const GRACE_MILLISECONDS = 10_000;

/**
 * Watches the connections of a server. The returned function is called when it stops, before Node closes the connections that it takes for idle: it closes
 * those that would keep the server open, and tells callers that keep theirs to open another one.
 */
export function watchConnections(server: Server): () => Promise<void> {
  const unused = new Set<Socket>();
  /** The latest answer of each connection. Listeners of each answer would cost more. */
  const latest = new Map<Socket, ServerResponse>();
  let stopping = false;
  server.on('connection', (socket: Socket) => {
    if (stopping) return void socket.destroy();
    unused.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      latest.delete(socket);
    });
  });
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    latest.set(socket, response);
  });
  return async () => {
    setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS).unref();
    // Node takes a connection for idle when its answer is written, although the caller has not read it yet.
    for (const response of latest.values())
      if (response.writableEnded && !response.writableFinished) await new Promise((resolve) => response.once('close', resolve));
    stopping = true;
    // Browsers and load balancers open connections in advance. Node treats such a connection as one with a request under way.
    for (const socket of unused) socket.destroy();
  };
}

/**
 * Watches the connections that callers keep between two requests. The returned function is called before the server stops, which would cut a connection
 * on which the next request is under way already. From then on each answer says `Connection: close`. It resolves when no connection is between two
 * requests, at once if there is none, or after a time.
 * @rule requests.stop.drain
 */
export function watchKept(server: Server): (milliseconds: number) => Promise<void> {
  /** The latest answer of each connection, as above; once the server drains, only that of connections that are not told yet. */
  const latest = new Map<Socket, ServerResponse>();
  let isDraining = false;
  const none = Promise.withResolvers<void>();
  const checkNone = (): void => {
    // An answer that has ended leaves a kept connection behind, also while its caller still reads it.
    const isKept = ({ writableEnded, shouldKeepAlive }: ServerResponse): boolean => writableEnded && shouldKeepAlive;
    if (isDraining && !latest.values().some(isKept)) none.resolve();
  };
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      latest.delete(socket);
      checkNone();
    });
  });
  // Before the listener that answers, which may do so at once.
  server.prependListener('request', ({ socket }, response) => {
    if (!isDraining) return void latest.set(socket, response);
    response.shouldKeepAlive = false;
    latest.delete(socket);
    checkNone();
  });
  return async (milliseconds) => {
    isDraining = true;
    for (const response of latest.values()) if (!response.headersSent) response.shouldKeepAlive = false;
    checkNone();
    const end = setTimeout(none.resolve, milliseconds);
    await none.promise;
    clearTimeout(end);
  };
}
