/** A road to a server on which the bytes of one answer vanish, while the connection stays open: what a firewall does that has forgotten a connection. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after } from 'node:test';

/** What becomes of the connection: it stays silent, passes bytes on again after so many milliseconds, or breaks after so many. */
export type Deafness = { kind: 'for good' } | { kind: 'comes back' | 'breaks'; milliseconds: number };

/** A road, and how often it has swallowed the beginning of an answer. */
export type DeafRoad = { url: string; swallowed(): number };

/**
 * Passes connections on to a server. From the first piece of an answer that holds `mark` its connection is deaf; all others go on. It ends with the test
 * file.
 */
export async function deafRoad(target: string, mark: string, deafness: Deafness): Promise<DeafRoad> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let swallowed = 0;
  const server = createServer((caller) => {
    const backend = connect(Number(port), '127.0.0.1');
    for (const [socket, other] of [
      [caller, backend],
      [backend, caller],
    ] as const) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    caller.pipe(backend);
    let isDeaf = false;
    backend.on('data', (bytes: Buffer) => {
      if (swallowed === 0 && bytes.includes(mark)) {
        swallowed += 1;
        isDeaf = true;
        if (deafness.kind === 'comes back') setTimeout(() => (isDeaf = false), deafness.milliseconds);
        if (deafness.kind === 'breaks') setTimeout(() => caller.destroy(), deafness.milliseconds);
      }
      if (!isDeaf) caller.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, swallowed: () => swallowed };
}
