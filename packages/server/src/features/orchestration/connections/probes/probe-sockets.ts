/** Opens sockets for libraries, so that one signal closes every socket and no server can send without limit. */
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { authoritiesWith, type Outbound, type ServerAddress } from '../../../../core/outbound/outbound.ts';
import type { Values } from './probe.ts';
import { ProbeFailure, ProbeRefusal } from './reasons.ts';

/** The maximum bytes that a server may send; a sign-in needs far less. */
const MAX_BYTES = 1024 * 1024;
const CHECK_MILLISECONDS = 20;

/** Opens a socket to a server. It is destroyed when it receives too many bytes, and when the signal aborts, whichever library uses it by then. */
export async function openProbeSocket(outbound: Outbound, address: ServerAddress, signal: AbortSignal): Promise<Socket> {
  const socket = await outbound.connect(address, signal);
  const check = setInterval(() => {
    if (socket.bytesRead > MAX_BYTES) socket.destroy(new ProbeFailure('TOO_MUCH'));
  }, CHECK_MILLISECONDS);
  socket.once('close', () => clearInterval(check));
  return socket;
}

/** Returns the authorities by which the certificate of a server is checked: those of this machine and the authority in `ca`. */
export function trustOf(values: Values): { ca?: string[] } {
  const own = values.get('ca') || undefined;
  if (own === undefined) return {};
  if (!isCertificate(own))
    throw new ProbeRefusal("The parameter 'ca' is not a certificate: set a text that begins with -----BEGIN CERTIFICATE-----.");
  return { ca: authoritiesWith(own) };
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}
