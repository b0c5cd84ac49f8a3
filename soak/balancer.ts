/** A load balancer for TCP: one address for several servers, some of which may be down. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A running balancer. */
export type Balancer = {
  url: string;
  /** Cuts the network until `restore` is called: bytes in transit wait, new connections get no answer. */
  cut(): void;
  /** Ends the cut, and closes the connections of before. */
  restore(): void;
  close(): Promise<void>;
};

/** Starts a balancer that passes each connection to the ports in turn, and to the next port if one cannot be reached. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  let isCut = false;
  const open = new Set<Socket>();
  const track = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    client.on('error', () => client.destroy());
    client.pause();
    const pass = (attempts: number): void => {
      if (attempts === 0 || client.destroyed) return void client.destroy();
      turn += 1;
      const backend = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
      let connected = false;
      backend.once('connect', () => {
        connected = true;
        track(backend);
        client.pipe(backend).pipe(client);
        if (isCut) pauseAll(client, backend);
        client.once('close', () => backend.destroy());
        backend.once('close', () => client.destroy());
      });
      backend.on('error', () => {
        backend.destroy();
        if (!connected) pass(attempts - 1);
      });
    };
    pass(ports.length);
  });
  const pauseAll = (...sockets: Socket[]): void => sockets.forEach((socket) => socket.pause());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      pauseAll(...open);
    },
    restore: () => {
      isCut = false;
      // The callers may have given up these connections meanwhile, so they are closed, as after a real network failure.
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
