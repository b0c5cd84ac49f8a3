/** A gate in front of the database server, as a network has one: it can be shut so that nobody hears anything, without an error. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A gate that is open. */
export type DatabaseGate = {
  /** The same database, through the gate. */
  url: string;
  /** Lets nothing through: bytes wait, new connections get no answer. */
  shut(): void;
  open(): void;
};

/** Opens a gate. */
export async function startDatabaseGate(database: string): Promise<DatabaseGate> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = createServer((client) => {
    const backend = connect(Number(target.port), target.hostname);
    for (const socket of [client, backend]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        backend.destroy();
      });
    }
    client.pipe(backend).pipe(client);
    if (isShut) for (const socket of [client, backend]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Those who come through it end their connections.
  server.unref();
  const url = new URL(database);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.toString(),
    shut: () => {
      isShut = true;
      for (const socket of sockets) socket.pause();
    },
    open: () => {
      isShut = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
