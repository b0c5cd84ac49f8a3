/** Opening sockets for libraries, so that one signal ends every conversation and none is endless. */
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { authoritiesWith, type Outbound, type ServerAddress } from '../../../../core/outbound/outbound.ts';
import type { Values } from './probe.ts';
import { ProbeFailure, ProbeRefusal } from './reasons.ts';

/** Bytes after which a server that goes on talking is not one that wants to let somebody in. */
const MOST_BYTES = 1024 * 1024;
const LOOK_EVERY = 20;

/** Opens a socket to a server that ends when it receives too much; the signal destroys it, whatever is done with it by then. */
export async function dial(outbound: Outbound, address: ServerAddress, signal: AbortSignal): Promise<Socket> {
  const socket = await outbound.connect(address, signal);
  const look = setInterval(() => {
    if (socket.bytesRead > MOST_BYTES) socket.destroy(new ProbeFailure('TOO_MUCH'));
  }, LOOK_EVERY);
  socket.once('close', () => clearInterval(look));
  return socket;
}

/** How the certificate of a server is checked: by the authorities this machine knows and the one in `ca`. */
export function trustOf(values: Values): { ca?: string[] } {
  const own = values.get('ca') || undefined;
  if (own === undefined) return {};
  if (!isCertificate(own))
    throw new ProbeRefusal("The parameter 'ca' is not a certificate: it is a text that begins with -----BEGIN CERTIFICATE-----.");
  return { ca: authoritiesWith(own) };
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}
