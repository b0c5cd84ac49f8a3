/** The type of a probe, and what probes share: they read the parameters of a connection and open sockets. */
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { authoritiesWith, type Outbound, type ServerAddress } from '../../../../core/outbound/outbound.ts';
import { ProbeFailure, ProbeRefusal } from './reasons.ts';

/** The values of a connection, by the names of its parameters. */
export type Values = ReadonlyMap<string, string>;

/**
 * Opens a connection as a task would, closes it and describes the success; throws the reason of a failure. The signal closes its sockets.
 * It runs in a thread of its own (see `worker.ts`), and connects to servers through `outbound` only.
 */
export type Probe = (values: Values, outbound: Outbound, signal: AbortSignal) => Promise<string>;

/** Returns the value of a required parameter; `remedy` completes the sentence "set …" of the refusal. */
export function requiredValue(values: Values, name: string, remedy: string): string {
  const value = values.get(name);
  if (value === undefined || value === '') throw new ProbeRefusal(`The parameter '${name}' is missing: set ${remedy}.`);
  return value;
}

/** Returns the value of `username`, or else of `user`. */
export const userOf = (values: Values): string | undefined => values.get('username') || values.get('user') || undefined;

/** Returns the user, or throws a refusal. */
export const requiredUser = (values: Values): string =>
  userOf(values) ?? requiredValue(values, 'username', 'the name by which the server knows you');

/** Returns host and port of the server. Throws a `ProbeRefusal` for a missing host or an invalid port. */
export function addressOf(values: Values, defaultPort: number): ServerAddress {
  const host = requiredValue(values, 'host', 'the name or address of the server');
  const port = Number(values.get('port') || defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ProbeRefusal("The parameter 'port' is not a number from 1 to 65535.");
  return { host, port };
}

/** Returns whether a boolean parameter is true. */
export const isOn = (values: Values, name: string): boolean => /^(?:true|1|yes|on)$/i.test(values.get(name) ?? '');

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

/**
 * Returns the authorities by which the certificate of a server is checked: those of this machine and the one in `ca`. Throws a `ProbeRefusal` for an
 * invalid one.
 */
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
