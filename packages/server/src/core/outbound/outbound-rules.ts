/** Which addresses are open to a process where a caller names them: the kinds of addresses, and the rules that open some of them. */
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What is open beside public addresses. Ranges are texts as in `10.0.0.0/8`. Plain data, so that it can be handed to a thread. */
export type OutboundRules = { private: boolean; loopback: boolean; ranges: readonly string[] };

/** Kinds of addresses that are closed unless a rule opens them. */
export type ClosedKind = 'metadata' | 'loopback' | 'private' | 'link-local' | 'shared' | 'multicast' | 'translated' | 'reserved';

/** A range of addresses: the first bits that all of them have in common. */
type AddressRange = { address: string; bits: number };

/** A set of ranges. IPv4 and IPv6 are apart: a range of IPv6 would hold IPv4 addresses, too. */
class Ranges {
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

  has(address: string): boolean {
    return isIPv6(address) ? this.#six.check(address, 'ipv6') : this.#four.check(address, 'ipv4');
  }
}

/** The first that holds an address says its kind. From the registries of IANA for special-purpose addresses; `metadata` from the clouds' manuals. */
const KINDS: readonly (readonly [ClosedKind, Ranges])[] = (
  [
    // Some lie among private, shared or public addresses: Amazon, Google, Azure, Alibaba, Oracle, Scaleway.
    ['metadata', ['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.42.42', '168.63.129.16']],
    ['metadata', ['100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42']],
    ['loopback', ['127.0.0.0/8', '::1']],
    ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
    ['link-local', ['169.254.0.0/16', 'fe80::/10']],
    ['shared', ['100.64.0.0/10']],
    ['multicast', ['224.0.0.0/4', 'ff00::/8']],
    // Unspecified: systems take it for their own machine.
    ['reserved', ['0.0.0.0/8', '::']],
    // IPv4-compatible, IPv4-translated, NAT64, NAT64 of a network's own, Teredo, 6to4.
    ['translated', ['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16']],
    // Protocol assignments, AS112, relays of 6to4, benchmarks, documentation, and the last sixteenth with broadcast.
    ['reserved', ['192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24', '198.18.0.0/15']],
    ['reserved', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4']],
    ['reserved', ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20']],
  ] satisfies [ClosedKind, string[]][]
).map(([kind, ranges]) => [kind, new Ranges(ranges)]);

/** Of IPv6 only this part is given out; what lies beside it is reserved. */
const GIVEN_OUT = new Ranges(['2000::/3']);

/** Where an address that stands for an IPv4 address keeps it: the place of its first 16 bits, and whether all bits are inverted. */
type Carrier = { range: Ranges; at: number; inverted: boolean };
const CARRIERS: readonly Carrier[] = [
  { range: new Ranges(['2002::/16']), at: 1, inverted: false },
  { range: new Ranges(['2001::/32']), at: 6, inverted: true },
];
const USUAL_CARRIER = { at: 6, inverted: false };

/** What a set of rules says of addresses. */
export class OpenAddresses {
  readonly #rules: OutboundRules;
  readonly #ranges: Ranges;
  readonly #single: Ranges;

  constructor(rules: OutboundRules) {
    this.#rules = rules;
    this.#ranges = new Ranges(rules.ranges);
    this.#single = new Ranges(rules.ranges.filter(isSingle));
  }

  /** The kind for which an address, in the form of `plainAddress`, is closed; undefined where it is open. */
  closes(address: string): ClosedKind | undefined {
    const kind = kindOf(address);
    if (kind !== undefined && !this.#opens(address, kind)) return kind;
    // What a gateway makes of the address has to be open, too.
    return kind === 'translated' ? this.closes(carriedBy(address)) : undefined;
  }

  #opens(address: string, kind: ClosedKind): boolean {
    // A range that an operator opens was hardly meant to hold the credentials of the machine.
    if (kind === 'metadata') return this.#single.has(address);
    if (kind === 'loopback' && this.#rules.loopback) return true;
    if (kind === 'private' && this.#rules.private) return true;
    return this.#ranges.has(address);
  }
}

/** An address in its usual form: without a zone, and as IPv4 where it is an IPv4 address written as IPv6. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = new SocketAddress({ address: address.replace(/%.*$/s, ''), family: 'ipv6' }).address;
  return /^::ffff:([\d.]+)$/.exec(plain)?.[1] ?? plain;
}

/** Reads a range, or a single address; undefined for another text. */
export function addressRange(text: string): AddressRange | undefined {
  const [address = '', length, ...more] = text.split('/');
  const most = isIPv6(address) ? 128 : 32;
  if (isIP(address) === 0 || more.length > 0 || !isUsual(address)) return undefined;
  if (length === undefined) return { address, bits: most };
  return /^\d{1,3}$/.test(length) && Number(length) <= most ? { address, bits: Number(length) } : undefined;
}

/** An address in a zone, or an IPv4 address written as IPv6, is compared in another form, and would never be found. */
function isUsual(address: string): boolean {
  return !address.includes('%') && isIPv6(address) === isIPv6(plainAddress(address));
}

function isSingle(text: string): boolean {
  const range = addressRange(text);
  return range?.bits === (isIPv6(range?.address ?? '') ? 128 : 32);
}

/** Undefined for a public address. The addresses of this machine lead past its firewall, as loopback does. */
function kindOf(address: string): ClosedKind | undefined {
  const told = KINDS.find(([, ranges]) => ranges.has(address))?.[0];
  if (told !== 'metadata' && ownAddresses().has(address)) return 'loopback';
  if (told !== undefined) return told;
  return isIPv6(address) && !GIVEN_OUT.has(address) ? 'reserved' : undefined;
}

const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address }) => plainAddress(address)),
  );

/** The IPv4 address for which an address of the kind `translated` stands. */
function carriedBy(address: string): string {
  const { at, inverted } = CARRIERS.find(({ range }) => range.has(address)) ?? USUAL_CARRIER;
  const [high = 0, low = 0] = groupsOf(address)
    .slice(at, at + 2)
    .map((group) => (inverted ? group ^ 0xffff : group));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // An address of the web has no dotted part.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(gap).fill('0'), ...tail].map((group) => Number.parseInt(group, 16));
}
