/** The address of the client of a request: that of its connection, or the one that a trusted proxy reports. */
import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AddressRanges, plainAddress } from '@millrace/wire/address-ranges';
import { isLoopback } from '../base/addresses.ts';

/** The client of a request. */
export type RequestClient = {
  /** The address in the form of `plainAddress`; `unknown` if a trusted proxy reports a text that is no address. */
  address: string;
  /** Whether the client runs on this machine. A proxy on this machine passes on calls of other clients, so its own address does not count. */
  local: boolean;
};

/** An IPv4 client as Node reports it for a socket that serves IPv4 and IPv6. */
const MAPPED = /^::ffff:([\d.]+)$/;
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** Some proxies report the port of their client, too. */
const WITH_PORT = /^(?:([\d.]+)|\[([\da-f:.]+)\])(?::\d+)?$/i;

/**
 * Builds the function that decides whether a proxy is trusted, as Fastify wants it. Returns false if no proxy is.
 * @rule ip-allowlist.enforce.proxies
 */
export function trustProxies(ranges: readonly string[]): false | ((address: string) => boolean) {
  if (ranges.length === 0) return false;
  const trusted = new AddressRanges(ranges);
  return (address) => isIP(address) !== 0 && trusted.has(plainAddress(address));
}

/** Finds the client of a request. The server has applied `trustProxies`. */
export function clientOf(request: FastifyRequest): RequestClient {
  const address = addressIn(request.ip ?? '');
  if (address === undefined) return { address: 'unknown', local: false };
  return { address, local: isLoopback(address) && !FORWARDING_HEADERS.some((name) => name in request.headers) };
}

/** Returns the plain address in a text that may have a port; undefined where it has no address. */
function addressIn(reported: string): string | undefined {
  // A fast path for most clients: the test for IPv6 takes long.
  const mapped = MAPPED.exec(reported)?.[1] ?? reported;
  if (isIPv4(mapped)) return mapped;
  const [, four, six] = isIP(reported) === 0 ? (WITH_PORT.exec(reported) ?? []) : [reported];
  const text = four ?? six ?? reported;
  return isIP(text) === 0 ? undefined : plainAddress(text);
}
