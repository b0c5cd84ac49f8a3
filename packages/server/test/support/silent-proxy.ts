/** A TCP proxy that drops the bytes of one answer while the connection stays open, as a firewall that has dropped a connection. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after } from 'node:test';

/** The further course of the connection: it stays silent, or after some milliseconds it passes bytes again or is closed. */
export type Silence = { kind: 'permanent' } | { kind: 'resumes' | 'breaks'; milliseconds: number };

/** A running proxy; `dropped` counts the dropped answers. */
export type SilentProxy = { url: string; dropped(): number };

/**
 * Starts a proxy to a server. The first connection with an answer that contains `mark` becomes silent from that answer on; all other connections
 * work. The proxy ends with the test file.
 */
export async function startSilentProxy(target: string, mark: string, silence: Silence): Promise<SilentProxy> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let dropped = 0;
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
    let isSilent = false;
    backend.on('data', (bytes: Buffer) => {
      if (dropped === 0 && bytes.includes(mark)) {
        dropped += 1;
        isSilent = true;
        if (silence.kind === 'resumes') setTimeout(() => (isSilent = false), silence.milliseconds);
        if (silence.kind === 'breaks') setTimeout(() => caller.destroy(), silence.milliseconds);
      }
      if (!isSilent) caller.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, dropped: () => dropped };
}
