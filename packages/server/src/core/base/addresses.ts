/** Addresses and networks of callers. */
import { isIP, isIPv6 } from 'node:net';
import { addressRange, plainAddress, type AddressRange } from '@millrace/wire/address-ranges';

/** Returns whether a text is an IPv4 or IPv6 address, not a name. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;

/** Returns whether an address in the form of `plainAddress` is one of the machine itself. */
export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** The bits before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;

/**
 * Reads a range or a single address, IPv4-mapped IPv6 as IPv4; undefined for any other text.
 * @rule ip-allowlist.address.mapped
 */
export function unmappedRange(text: string): AddressRange | undefined {
  const [address = '', ...length] = text.split('/');
  const plain = plainAddress(address);
  if (address.includes('%') || isIPv6(address) === isIPv6(plain)) return addressRange(text);
  return addressRange([plain, ...length.map((bits) => String(Number(bits) - MAPPED_BITS))].join('/'));
}

/** Returns the network that counts as one client: the address itself for IPv4, the /64 network for IPv6, because one client has all addresses of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return `${[...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':')}::/64`;
}
