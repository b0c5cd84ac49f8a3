/** A gate in front of the database server that fails as networks do: without an error, and without an end of any connection. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A gate that is open. */
export type DatabaseGate = {
  /** The same database, through the gate. */
  url: string;
  /** Lets nothing through: bytes wait, new connections get no answer. */
  shut(): void;
  /** Shuts as soon as a client sends this text, which gets no answer then; the promise is fulfilled when that is so. */
  shutAt(text: string): Promise<void>;
  open(): void;
  /**
   * Forgets the connections that are open, as a firewall does: their bytes are taken and go nowhere, and no side hears that the other one closed. New
   * connections work. Answers how many were forgotten.
   */
  forget(): number;
  /** Ends everything that is open, on both sides, and takes no further connection. */
  close(): Promise<void>;
};

/** Opens a gate, on a port that is free unless one is given. */
export async function startDatabaseGate(database: string, port = 0): Promise<DatabaseGate> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  const forgettable = new Set<() => void>();
  let isShut = false;
  let trap: { text: string; sprung(): void } | undefined;
  const shut = (): void => {
    isShut = true;
    for (const socket of sockets) socket.pause();
  };
  const server = createServer((client) => {
    const backend = connect(Number(target.port), target.hostname);
    let isForgotten = false;
    const forget = (): void => {
      isForgotten = true;
      for (const socket of [client, backend]) socket.unpipe().resume();
    };
    forgettable.add(forget);
    for (const socket of [client, backend]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        forgettable.delete(forget);
        if (isForgotten) return;
        client.destroy();
        backend.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (!trap || !chunk.includes(trap.text)) return;
      shut();
      trap.sprung();
      trap = undefined;
    });
    client.pipe(backend).pipe(client);
    if (isShut) for (const socket of [client, backend]) socket.pause();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // Those who come through it end their connections.
  server.unref();
  const url = new URL(database);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.toString(),
    shut,
    shutAt: (text) => new Promise((resolve) => (trap = { text, sprung: resolve })),
    open: () => {
      isShut = false;
      for (const socket of sockets) socket.resume();
    },
    forget: () => {
      const count = forgettable.size;
      for (const forget of forgettable) forget();
      forgettable.clear();
      return count;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
