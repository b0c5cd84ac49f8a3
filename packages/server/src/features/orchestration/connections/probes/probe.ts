/** What a probe is, and how it reads the parameters of a connection. */
import type { Outbound, ServerAddress } from '../../../../core/outbound/outbound.ts';
import { ProbeRefusal } from './reasons.ts';

/** The values of a connection by the names of its parameters. */
export type Values = ReadonlyMap<string, string>;

/**
 * Opens a connection as a task would, closes it, and says what was reached; throws what stands in the way. The signal destroys what it opened.
 * It runs in a thread of its own (see `worker.ts`), and reaches servers by `outbound` only.
 */
export type Probe = (values: Values, outbound: Outbound, signal: AbortSignal) => Promise<string>;

/** The value of a parameter that has to be there. */
export function wanted(values: Values, name: string, what: string): string {
  const value = values.get(name);
  if (value === undefined || value === '') throw new ProbeRefusal(`The parameter '${name}' is missing: set ${what}.`);
  return value;
}

/** The user, under the name that every application knows or the shorter one. */
export const userOf = (values: Values): string | undefined => values.get('username') || values.get('user') || undefined;

/** The user that has to be there. */
export const wantedUser = (values: Values): string =>
  userOf(values) ?? wanted(values, 'username', 'the name by which the server knows you');

/** The server, with the usual port where none is set. */
export function addressOf(values: Values, usual: number): ServerAddress {
  const host = wanted(values, 'host', 'the name or address of the server');
  const port = Number(values.get('port') || usual);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ProbeRefusal("The parameter 'port' is not a number from 1 to 65535.");
  return { host, port };
}

/** Whether a switch is on. */
export const isOn = (values: Values, name: string): boolean => /^(?:true|1|yes|on)$/i.test(values.get(name) ?? '');
