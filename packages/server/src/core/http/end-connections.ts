/** Ends what would keep a stopping server open. Node itself only ends connections that wait between two requests. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds in which requests may still finish. */
const PATIENCE = 10_000;

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
    // Browsers and balancers connect ahead of need; Node takes such a connection for a request that is on its way.
    for (const socket of unused) socket.destroy();
    setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
  };
}
