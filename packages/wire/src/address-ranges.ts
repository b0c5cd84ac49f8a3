/** Ranges of IPv4 and IPv6 addresses, and the form in which addresses are compared. */
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** A range of addresses: the first bits that all of them have in common. */
export type AddressRange = { address: string; bits: number };

/** A set of ranges. IPv4 and IPv6 have separate lists, because a range of IPv6 would also contain IPv4 addresses. */
export class AddressRanges {
  readonly #four = new BlockList();
  readonly #six = new BlockList();

  /** Throws an error for a text that `addressRange` cannot read. */
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

/** Returns whether a text has the form in which addresses are compared: no zone, and no IPv4-mapped IPv6. */
function isCanonical(address: string): boolean {
  return !address.includes('%') && isIPv6(address) === isIPv6(plainAddress(address));
}
