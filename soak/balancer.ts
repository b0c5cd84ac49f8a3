/** A load balancer for TCP: one address for several servers, some of which may be down. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A running balancer. */
export type Balancer = {
  url: string;
  /** The number of connections to a server that could not be made. */
  readonly notMade: number;
  /** Cuts the network until `restore` is called: bytes in transit wait, new connections get no answer. */
  cut(): void;
  /** Ends the cut, and closes the connections that existed before. */
  restore(): void;
  /** Waits until all servers are ready, for a balancer that checks them. */
  untilAllReady(): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds between two checks of a server. */
const BETWEEN_CHECKS = 100;

/**
 * Starts a balancer that passes each connection to the ports in turn, and to the next port if one cannot be reached. With `checksReadiness` it calls
 * `/readyz` of each server repeatedly, and passes new connections only to servers that are ready; to all of them if none is.
 */
export async function startBalancer(ports: readonly number[], { checksReadiness = false } = {}): Promise<Balancer> {
  let turn = 0;
  let isCut = false;
  let notMade = 0;
  const ready = new Set(ports);
  const closing = new AbortController();
  const checking = checksReadiness ? ports.map((port) => checkRepeatedly(port, ready, closing.signal)) : [];
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
      const readyPorts = ports.filter((port) => ready.has(port));
      const candidates = readyPorts.length > 0 ? readyPorts : ports;
      const backend = connect(candidates[turn % candidates.length] ?? 0, '127.0.0.1');
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
        if (connected) return;
        notMade += 1;
        pass(attempts - 1);
      });
    };
    pass(ports.length);
  });
  const pauseAll = (...sockets: Socket[]): void => sockets.forEach((socket) => socket.pause());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get notMade() {
      return notMade;
    },
    cut: () => {
      isCut = true;
      pauseAll(...open);
    },
    restore: () => {
      isCut = false;
      // The callers may have given up these connections meanwhile, so they are closed, as after a real network failure.
      for (const socket of open) socket.destroy();
    },
    untilAllReady: async () => {
      while (ready.size < ports.length) await wait(BETWEEN_CHECKS);
    },
    close: async () => {
      closing.abort();
      await Promise.all(checking);
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Checks a server until the balancer closes, and keeps its port in the set while it is ready. */
async function checkRepeatedly(port: number, ready: Set<number>, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    );
    if (isReady) ready.add(port);
    else ready.delete(port);
    await wait(BETWEEN_CHECKS);
  }
}
