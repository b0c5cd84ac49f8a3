/** Closes connections that would keep a stopping server open. Node closes only those that wait between two requests. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that running requests have to finish. */
const GRACE_MILLISECONDS = 10_000;

/** Watches the connections of a server; the returned function is called when it stops. */
export function watchConnections(server: Server): () => void {
  const unused = new Set<Socket>();
  let stopping = false;
  server.on('connection', (socket: Socket) => {
    if (stopping) return void socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => void unused.delete(socket));
  return () => {
    stopping = true;
    // Browsers and load balancers open connections in advance. Node treats such a connection as one with a request under way.
    for (const socket of unused) socket.destroy();
    setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS).unref();
  };
}
