/** A load balancer for TCP: one address in front of several servers, of which any may be gone. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A balancer that runs. */
export type Balancer = {
  url: string;
  /** Lets nothing through until `join` is called: bytes that are under way wait, new connections get no answer. */
  cut(): void;
  join(): void;
  close(): Promise<void>;
};

/** Passes each connection on to one of the ports, the next one when it cannot be reached. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  let isCut = false;
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    client.on('error', () => client.destroy());
    client.pause();
    const pass = (left: number): void => {
      if (left === 0 || client.destroyed) return void client.destroy();
      turn += 1;
      const backend = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
      let connected = false;
      backend.once('connect', () => {
        connected = true;
        keep(backend);
        client.pipe(backend).pipe(client);
        if (isCut) hold(client, backend);
        client.once('close', () => backend.destroy());
        backend.once('close', () => client.destroy());
      });
      backend.on('error', () => {
        backend.destroy();
        if (!connected) pass(left - 1);
      });
    };
    pass(ports.length);
  });
  const hold = (...sockets: Socket[]): void => sockets.forEach((socket) => socket.pause());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      hold(...open);
    },
    join: () => {
      isCut = false;
      // What waited for minutes belongs to callers that have given up: a cable that is plugged in again finds such connections dead.
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
