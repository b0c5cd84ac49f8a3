/** Opening sockets for libraries, so that one signal ends every conversation and none is endless. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, getCACertificates, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Address, Values } from './probe.ts';
import { Failure, Refusal } from './reasons.ts';

/** Bytes after which a server that goes on talking is not one that wants to let somebody in. */
const MOST_BYTES = 1024 * 1024;
const LOOK_EVERY = 20;

/** Opens a socket to a server; the signal destroys it, whatever is done with it by then. */
export async function dial({ host, port }: Address, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, signal, noDelay: true });
  guard(socket);
  await once(socket, 'connect');
  return socket;
}

/** Ends a socket that receives too much, and hears its errors when nobody else does. */
export function guard(socket: Socket): void {
  socket.on('error', () => undefined);
  const look = setInterval(() => {
    if (socket.bytesRead > MOST_BYTES) socket.destroy(new Failure('TOO_MUCH'));
  }, LOOK_EVERY);
  socket.once('close', () => clearInterval(look));
}

/** How the certificate of a server is checked: by the authorities this machine knows and the one in `ca`. */
export function trustOf(values: Values): { ca?: string[] } {
  const own = values.get('ca') || undefined;
  if (own === undefined) return {};
  if (!isCertificate(own))
    throw new Refusal("The parameter 'ca' is not a certificate: it is a text that begins with -----BEGIN CERTIFICATE-----.");
  return { ca: [...getCACertificates('default'), own] };
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}

/** Encrypts an open socket, once the certificate of the server is found to be right. */
export async function encrypt(socket: Socket, { host }: Address, values: Values): Promise<TLSSocket> {
  const options: ConnectionOptions = { socket, host, ...(isIP(host) === 0 && { servername: host }), ...trustOf(values) };
  const secure = connectSecurely(options);
  secure.on('error', () => undefined);
  await once(secure, 'secureConnect');
  return secure;
}
