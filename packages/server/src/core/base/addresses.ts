/** Addresses and ranges of IPv4 and IPv6. */
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** A range of addresses: the first bits that all of them have in common. */
export type AddressRange = { address: string; bits: number };

/** A set of ranges. IPv4 and IPv6 have separate lists, because a range of IPv6 would also contain IPv4 addresses. */
export class AddressRanges {
  readonly #four = new BlockList();
  readonly #six = new BlockList();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const range = addressRange(text);
      if (range === undefined) throw new Error(`'${text}' is not a range of addresses`);
      if (isIPv6(range.address)) this.#six.addSubnet(range.address, range.bits, 'ipv6');
      else this.#four.addSubnet(range.address, range.bits, 'ipv4');
    }
  }

  /** Whether a range contains an address in the form of `plainAddress`. */
  has(address: string): boolean {
    if (isIP(address) === 0) return false;
    return isIPv6(address) ? this.#six.check(address, 'ipv6') : this.#four.check(address, 'ipv4');
  }
}

/** Returns whether a text is an IPv4 or IPv6 address, not a name. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;

/** Returns whether an address in the form of `plainAddress` is one of the machine itself. */
export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** Returns the canonical form of an address: without a zone, and an IPv4-mapped IPv6 address as IPv4. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = new SocketAddress({ address: address.replace(/%.*$/s, ''), family: 'ipv6' }).address;
  return /^::ffff:([\d.]+)$/.exec(plain)?.[1] ?? plain;
}

/** Reads a range or a single address; undefined for any other text. */
export function addressRange(text: string): AddressRange | undefined {
  const [address = '', length, ...more] = text.split('/');
  const most = isIPv6(address) ? 128 : 32;
  if (isIP(address) === 0 || more.length > 0 || !isCanonical(address)) return undefined;
  if (length === undefined) return { address, bits: most };
  return /^\d{1,3}$/.test(length) && Number(length) <= most ? { address, bits: Number(length) } : undefined;
}

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

/** Returns whether a text has the form in which addresses are compared: no zone, and no IPv4-mapped IPv6. */
function isCanonical(address: string): boolean {
  return !address.includes('%') && isIPv6(address) === isIPv6(plainAddress(address));
}

/** Returns the network that counts as one client: the address itself for IPv4, the /64 network for IPv6, because one client has all addresses of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return `${[...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':')}::/64`;
}
