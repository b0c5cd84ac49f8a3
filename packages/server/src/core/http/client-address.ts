/** The address of the client of a request: that of its connection, or the one that a trusted proxy reports. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AddressRanges, isLoopback, plainAddress } from '../base/addresses.ts';

/** The client of a request. */
export type RequestClient = {
  /** The address in the form of `plainAddress`; `unknown` if a trusted proxy reports a text that is no address. */
  address: string;
  /** Whether the client runs on this machine. A proxy on this machine reports its own clients, and so is no such client. */
  local: boolean;
};

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
  const reported = request.ip ?? '';
  const [, four, six] = isIP(reported) === 0 ? (WITH_PORT.exec(reported) ?? []) : [reported];
  const text = four ?? six ?? reported;
  if (isIP(text) === 0) return { address: 'unknown', local: false };
  const address = plainAddress(text);
  return { address, local: isLoopback(address) && !FORWARDING_HEADERS.some((name) => name in request.headers) };
}
