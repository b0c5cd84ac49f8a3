/** The connections of a stopping server: those that would keep it open are closed, and callers that keep theirs are told to open another one. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that running requests have to finish. */
const GRACE_MILLISECONDS = 10_000;

/** Watches the connections of a server; the returned function is called when it stops, before Node closes the connections that it takes for idle. */
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
