/** A TCP proxy to the database server that simulates network failures: without an error, and without closing connections. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A running proxy. */
export type DatabaseGate = {
  /** The address of the database through the proxy. */
  url: string;
  /** Stops all traffic: bytes wait, new connections get no answer. */
  shut(): void;
  /** Stops all traffic as soon as a client sends this text, which then gets no answer. The promise resolves at that moment. */
  shutAt(text: string): Promise<void>;
  /** Lets the traffic go on. */
  open(): void;
  /**
   * Drops the open connections silently, as a firewall does: it discards their bytes, and neither side learns that the other side closed.
   * New connections work. Returns the number of dropped connections.
   */
  forget(): number;
  /** Lets new connections lead to another database. Open ones stay. */
  lead(database: string): void;
  /** Closes all connections on both sides. New ones work. */
  cut(): void;
  /** Closes all connections on both sides, and accepts no new ones. */
  close(): Promise<void>;
};

/** Starts a proxy, by default on a free port. */
export async function startDatabaseGate(database: string, port = 0): Promise<DatabaseGate> {
  let target = new URL(database);
  const sockets = new Set<Socket>();
  const forgettable = new Set<() => void>();
  let isShut = false;
  let trap: { text: string; onFound(): void } | undefined;
  const shut = (): void => {
    isShut = true;
    for (const socket of sockets) socket.pause();
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
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
      trap.onFound();
      trap = undefined;
    });
    client.pipe(backend).pipe(client);
    if (isShut) for (const socket of [client, backend]) socket.pause();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // The users of the proxy close their connections.
  server.unref();
  const url = new URL(database);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.toString(),
    shut,
    shutAt: (text) => new Promise((resolve) => (trap = { text, onFound: resolve })),
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
    lead: (other) => (target = new URL(other)),
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
