/** The type of a probe, and functions that read the parameters of a connection. */
import type { Outbound, ServerAddress } from '../../../../core/outbound/outbound.ts';
import { ProbeRefusal } from './reasons.ts';

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

/** Returns host and port of the server. */
export function addressOf(values: Values, defaultPort: number): ServerAddress {
  const host = requiredValue(values, 'host', 'the name or address of the server');
  const port = Number(values.get('port') || defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ProbeRefusal("The parameter 'port' is not a number from 1 to 65535.");
  return { host, port };
}

/** Returns whether a boolean parameter is true. */
export const isOn = (values: Values, name: string): boolean => /^(?:true|1|yes|on)$/i.test(values.get(name) ?? '');
