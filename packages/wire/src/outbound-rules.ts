/** The addresses to which servers and engines may connect when a caller names them: kinds of addresses, and rules that open some kinds. */
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AddressRanges, addressRange, plainAddress } from './address-ranges.ts';

/** The addresses that are open in addition to public ones. `ranges` has texts such as `10.0.0.0/8`. Plain data, because a thread receives it. */
export type OutboundRules = { private: boolean; loopback: boolean; ranges: readonly string[] };

/** Kinds of addresses that are closed unless a rule opens them. */
export type ClosedKind = 'metadata' | 'loopback' | 'private' | 'link-local' | 'shared' | 'multicast' | 'translated' | 'reserved';

/** The names of closed kinds, and what opens them in the list of a setting. */
export const CLOSED_KINDS: Readonly<Record<ClosedKind, { name: string; opener: string }>> = {
  metadata: { name: 'the metadata services of clouds', opener: 'exactly that address' },
  loopback: { name: 'loopback addresses and other addresses of its own machine', opener: "the word 'loopback' or their range" },
  private: { name: 'addresses of private networks', opener: "the word 'private' or their range" },
  'link-local': { name: 'link-local addresses', opener: 'their range' },
  shared: { name: 'addresses of the shared range 100.64.0.0/10', opener: 'their range' },
  multicast: { name: 'multicast addresses', opener: 'their range' },
  translated: { name: 'IPv6 addresses that stand for IPv4 addresses', opener: 'their range' },
  reserved: { name: 'reserved addresses', opener: 'their range' },
};

const WORDS = new Set(['private', 'loopback', 'none']);

/** The valid values of a setting with open addresses, for the error of another value. */
export const OUTBOUND_LIST = 'none, or to private, loopback, addresses and ranges such as 10.1.0.0/16, with commas between them';

/** Reads the list of a setting, such as `private,100.64.0.0/10`; undefined if it is invalid. */
export function readOutboundList(text: string): OutboundRules | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const ranges = entries.filter((entry) => !WORDS.has(entry));
  if (ranges.some((entry) => addressRange(entry) === undefined) || (entries.includes('none') && entries.length > 1)) return undefined;
  return { private: entries.includes('private'), loopback: entries.includes('loopback'), ranges };
}

/** Returns whether a host names a socket of the file system in place of a server. No rule opens these. */
export const namesLocalSocket = (host: string): boolean => /[/\\]|%(?:2f|5c)/i.test(host);

/** The first entry that contains an address gives its kind. Source: IANA registries of special-purpose addresses, cloud manuals for `metadata`. */
const KINDS: readonly (readonly [ClosedKind, AddressRanges])[] = (
  [
    // Amazon, Google, Azure, Alibaba, Oracle, Scaleway. These come first, because other kinds contain some of them.
    ['metadata', ['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.42.42', '168.63.129.16']],
    ['metadata', ['100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42']],
    ['loopback', ['127.0.0.0/8', '::1']],
    ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
    ['link-local', ['169.254.0.0/16', 'fe80::/10']],
    ['shared', ['100.64.0.0/10']],
    ['multicast', ['224.0.0.0/4', 'ff00::/8']],
    // Unspecified addresses: operating systems connect them to the local machine.
    ['reserved', ['0.0.0.0/8', '::']],
    // IPv4-compatible, IPv4-translated, NAT64, local NAT64, Teredo, 6to4.
    ['translated', ['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16']],
    // Protocol assignments, AS112, relays of 6to4, benchmarks, documentation, and the last sixteenth with broadcast.
    ['reserved', ['192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24', '198.18.0.0/15']],
    ['reserved', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4']],
    ['reserved', ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20']],
  ] satisfies [ClosedKind, string[]][]
).map(([kind, ranges]) => [kind, new AddressRanges(ranges)]);

/** The only allocated part of IPv6; all other addresses are reserved. */
const ALLOCATED = new AddressRanges(['2000::/3']);

/** The position of an IPv4 address within an IPv6 address: the group of its first 16 bits, and whether all bits are inverted. */
type Carrier = { range: AddressRanges; at: number; inverted: boolean };
const CARRIERS: readonly Carrier[] = [
  { range: new AddressRanges(['2002::/16']), at: 1, inverted: false },
  { range: new AddressRanges(['2001::/32']), at: 6, inverted: true },
];
const DEFAULT_CARRIER = { at: 6, inverted: false };

const LINK_LOCAL = /^fe[89ab]/;

/** Decides by a set of rules which addresses are open. */
export class OpenAddresses {
  readonly #rules: OutboundRules;
  readonly #ranges: AddressRanges;
  readonly #single: AddressRanges;

  constructor(rules: OutboundRules) {
    this.#rules = rules;
    this.#ranges = new AddressRanges(rules.ranges);
    this.#single = new AddressRanges(rules.ranges.filter(isSingle));
  }

  /** Returns the kind because of which an address (in the form of `plainAddress`) is closed; undefined if it is open. */
  closedKindOf(address: string): ClosedKind | undefined {
    const kind = kindOf(address);
    if (kind !== undefined && !this.#opens(address, kind)) return kind;
    // The IPv4 address to which a gateway translates this address must be open, too.
    return kind === 'translated' ? this.closedKindOf(carriedBy(address)) : undefined;
  }

  /** Returns those of the resolved addresses of a server that are open, as one connects to them, and the kind of the first closed one. */
  among(addresses: readonly string[]): { open: string[]; closed: ClosedKind | undefined } {
    const checked = addresses.map((written) => {
      const plain = plainAddress(written);
      // A link-local address is only usable with its zone.
      return { address: LINK_LOCAL.test(plain) ? written : plain, kind: this.closedKindOf(plain) };
    });
    return {
      open: checked.filter(({ kind }) => kind === undefined).map(({ address }) => address),
      closed: checked.find(({ kind }) => kind !== undefined)?.kind,
    };
  }

  #opens(address: string, kind: ClosedKind): boolean {
    // Metadata services hand out the credentials of the machine, so a range does not open them; only the single address does.
    if (kind === 'metadata') return this.#single.has(address);
    if (kind === 'loopback' && this.#rules.loopback) return true;
    if (kind === 'private' && this.#rules.private) return true;
    return this.#ranges.has(address);
  }
}

function isSingle(text: string): boolean {
  const range = addressRange(text);
  return range?.bits === (isIPv6(range?.address ?? '') ? 128 : 32);
}

/** Returns undefined for a public address. The own addresses of this machine count as loopback, because they bypass its firewall, too. */
function kindOf(address: string): ClosedKind | undefined {
  const kind = KINDS.find(([, ranges]) => ranges.has(address))?.[0];
  if (kind !== 'metadata' && ownAddresses().has(address)) return 'loopback';
  if (kind !== undefined) return kind;
  return isIPv6(address) && !ALLOCATED.has(address) ? 'reserved' : undefined;
}

const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address }) => plainAddress(address)),
  );

/** Returns the IPv4 address within an address of the kind `translated`. */
function carriedBy(address: string): string {
  const { at, inverted } = CARRIERS.find(({ range }) => range.has(address)) ?? DEFAULT_CARRIER;
  const [high = 0, low = 0] = groupsOf(address)
    .slice(at, at + 2)
    .map((group) => (inverted ? group ^ 0xffff : group));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // `URL` writes a dotted IPv4 part as groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(gap).fill('0'), ...tail].map((group) => Number.parseInt(group, 16));
}
