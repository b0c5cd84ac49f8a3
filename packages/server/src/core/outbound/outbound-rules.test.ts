import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { addressRange, plainAddress } from '@millrace/wire/address-ranges';
import { OpenAddresses, type OutboundRules } from '@millrace/wire/outbound-rules';

const NOTHING: OutboundRules = { private: false, loopback: false, ranges: [] };
const openWith = (rules: Partial<OutboundRules>) => new OpenAddresses({ ...NOTHING, ...rules });
const withoutRules = openWith({});

/** The closed ranges of IPv4 in the registries of IANA: first address, last address, kind. */
const IPV4: readonly [string, string, string][] = [
  ['0.0.0.0', '0.255.255.255', 'reserved'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.127.255.255', 'shared'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['169.254.0.0', '169.254.255.255', 'link-local'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'reserved'],
  ['192.0.2.0', '192.0.2.255', 'reserved'],
  ['192.31.196.0', '192.31.196.255', 'reserved'],
  ['192.52.193.0', '192.52.193.255', 'reserved'],
  ['192.88.99.0', '192.88.99.255', 'reserved'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['192.175.48.0', '192.175.48.255', 'reserved'],
  ['198.18.0.0', '198.19.255.255', 'reserved'],
  ['198.51.100.0', '198.51.100.255', 'reserved'],
  ['203.0.113.0', '203.0.113.255', 'reserved'],
  ['224.0.0.0', '239.255.255.255', 'multicast'],
  ['240.0.0.0', '255.255.255.255', 'reserved'],
];
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.42.42',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:42::42',
];
const own = new Set(
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address),
);

const toNumber = (address: string): number => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
const toAddress = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
function expectedOf(address: string): string | undefined {
  if (METADATA.includes(address)) return 'metadata';
  if (own.has(address)) return 'loopback';
  const value = toNumber(address);
  return IPV4.find(([first, last]) => toNumber(first) <= value && value <= toNumber(last))?.[2];
}

describe('without rules only public addresses are open', () => {
  const edges = IPV4.flatMap(([first, last]) => [toNumber(first) - 1, toNumber(first), toNumber(last), toNumber(last) + 1]).filter(
    (value) => value >= 0 && value < 2 ** 32,
  );
  const random = Array.from({ length: 20_000 }, () => randomBytes(4).readUInt32BE());

  test('of IPv4, at each edge of each range and at 20,000 random addresses, also when mapped into IPv6', () => {
    for (const address of [...[...edges, ...random].map(toAddress), ...METADATA.filter((known) => !known.includes(':'))]) {
      assert.equal(withoutRules.closedKindOf(address), expectedOf(address), address);
      assert.equal(withoutRules.closedKindOf(plainAddress(`::ffff:${address}`)), expectedOf(address), `::ffff:${address}`);
    }
  });

  test('of IPv6', () => {
    const kinds: Record<string, string[]> = {
      open: [
        '2000::',
        '2001:200::1',
        '2001:4860:4860::8888',
        '2606:4700::1111',
        '2a00::1',
        '2001:db7:ffff::1',
        '2001:db9::',
        '3ffe::1',
        '2003::',
      ],
      metadata: METADATA.filter((address) => address.includes(':')),
      loopback: ['::1', '0:0:0:0:0:0:0:1', '::1%lo', '::0001%1'],
      private: ['fc00::', 'fc00::1', 'fd12:3456::1', 'fdff:ffff::ffff', 'fd00:ec2::255'],
      'link-local': ['fe80::1', 'fe80::1%eth0', 'febf:ffff::1'],
      multicast: ['ff00::', 'ff02::1', 'ff05::2', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      translated: [
        '::2',
        '::8.8.8.8',
        '::ffff:0:8.8.8.8',
        '64:ff9b::8.8.8.8',
        '64:ff9b:1::1',
        '64:ff9b:1:ffff::',
        '2001::1',
        '2002::',
        '2002:808:808::1',
      ],
      reserved: [
        '::',
        '1::',
        '100::1',
        '200::1',
        '1fff:ffff::',
        '4000::',
        '5f00::1',
        'fec0::1',
        'fbff::1',
        '2001:2::1',
        '2001:10::',
        '2001:1ff::1',
      ],
    };
    kinds['reserved']?.push('2001:db8::1', '2620:4f:8000::1', '3fff::1', '3fff:fff::', '64:ff9c::', '64:ff9b:2::1', '64:ff9b::1:0:0');
    for (const [kind, addresses] of Object.entries(kinds))
      for (const address of addresses) assert.equal(withoutRules.closedKindOf(plainAddress(address)) ?? 'open', kind, address);
  });

  test('and all addresses of this machine are closed, whatever their kind', () => {
    assert.ok(own.size > 0, 'this machine has no address');
    for (const address of own) {
      assert.equal(withoutRules.closedKindOf(plainAddress(address)), 'loopback', address);
      assert.equal(openWith({ private: true }).closedKindOf(plainAddress(address)), 'loopback', address);
      assert.equal(openWith({ loopback: true }).closedKindOf(plainAddress(address)), undefined, address);
      assert.equal(openWith({ ranges: [plainAddress(address)] }).closedKindOf(plainAddress(address)), undefined, address);
    }
  });
});

describe('a rule opens exactly its addresses:', () => {
  const ADDRESSES = {
    loopback: ['127.0.0.1', '127.0.0.2', '127.255.255.255', '::1'],
    private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12::1'],
    others: [
      '169.254.1.1',
      'fe80::1',
      '100.64.0.1',
      '0.0.0.0',
      '::',
      '224.0.0.1',
      'ff02::1',
      '255.255.255.255',
      '192.0.2.77',
      '2001:db8::1',
      '198.18.0.1',
    ],
    containing: [
      '64:ff9b::7f00:1',
      '64:ff9b::a00:1',
      '64:ff9b::808:808',
      '2002:7f00:1::',
      '2002:808:808::',
      '::127.0.0.1',
      '::8.8.8.8',
      '2001::f7f7:f7f7',
    ],
  };
  const all = [...Object.values(ADDRESSES).flat(), ...METADATA];
  const opens = (rules: Partial<OutboundRules>, expected: readonly string[]): void =>
    assert.deepEqual(
      all.filter((address) => openWith(rules).closedKindOf(address) === undefined),
      all.filter((address) => expected.includes(address)),
      JSON.stringify(rules),
    );

  test('the words private and loopback', () => {
    opens({}, []);
    opens({ loopback: true }, ADDRESSES.loopback);
    opens({ private: true }, ADDRESSES.private);
    opens({ private: true, loopback: true }, [...ADDRESSES.private, ...ADDRESSES.loopback]);
  });

  test('ranges and addresses', () => {
    opens({ ranges: ['127.0.0.2'] }, ['127.0.0.2']);
    opens({ ranges: ['127.0.0.2/32', '::1/128'] }, ['127.0.0.2', '::1']);
    opens({ ranges: ['10.0.0.0/24'] }, ['10.0.0.1']);
    opens({ ranges: ['100.64.0.0/10'] }, ['100.64.0.1']);
    opens({ ranges: ['fd12::/16', 'fe80::/10'] }, ['fd12::1', 'fe80::1']);
    opens({ ranges: ['0.0.0.0/8'] }, ['0.0.0.0']);
    opens({ ranges: ['169.254.0.0/16'] }, ['169.254.1.1']);
    const ipv4 = all.filter((address) => !address.includes(':') && !METADATA.includes(address));
    opens({ ranges: ['0.0.0.0/0'] }, ipv4);
  });

  test('a metadata service by its own address only', () => {
    for (const address of METADATA) {
      opens({ ranges: [address] }, [address]);
      const wide = address.includes(':') ? [`${address}/127`, 'fd00::/8', '::/0'] : [`${address}/31`, '100.64.0.0/10', '0.0.0.0/0'];
      assert.equal(openWith({ private: true, ranges: wide }).closedKindOf(address), 'metadata');
    }
  });

  test('an address that contains an IPv4 address, if both are open', () => {
    opens({ ranges: ['64:ff9b::/96'] }, ['64:ff9b::808:808']);
    opens({ loopback: true, ranges: ['64:ff9b::/96'] }, ['64:ff9b::808:808', '64:ff9b::7f00:1', ...ADDRESSES.loopback]);
    opens({ ranges: ['2002::/16'] }, ['2002:808:808::']);
    opens({ ranges: ['2001::/32'] }, ['2001::f7f7:f7f7']);
    assert.equal(openWith({ ranges: ['2001::/32'] }).closedKindOf('2001::80ff:fffe'), 'loopback', '127.0.0.1 inverted');
    assert.equal(openWith({ ranges: ['::/0'] }).closedKindOf('64:ff9b::a9fe:a9fe'), 'metadata');
    assert.equal(openWith({ ranges: ['::/0'] }).closedKindOf('::ffff:0:a00:1'), 'private');
  });
});

test('reads ranges and refuses text that only looks like one', () => {
  assert.deepEqual(addressRange('10.1.2.3'), { address: '10.1.2.3', bits: 32 });
  assert.deepEqual(addressRange('fd00::/8'), { address: 'fd00::', bits: 8 });
  assert.deepEqual(addressRange('0.0.0.0/0'), { address: '0.0.0.0', bits: 0 });
  const wrong = [
    '',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    'fd00::/129',
  ];
  for (const text of [...wrong, 'fd00::/1e1', 'fe80::1%eth0', '::ffff:10.0.0.0/104', '::ffff:a00:1', 'localhost', '[::1]', '10.0.0.0/08x'])
    assert.equal(addressRange(text), undefined, text);
});
