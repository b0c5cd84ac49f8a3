import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRanges, addressRange, plainAddress } from '@millrace/wire/address-ranges';
import { unmappedRange } from './addresses.ts';

/** An address as a number, and the number of bits of its family. */
type Numbered = { value: bigint; bits: 32 | 128 };

const random = (bits: number): bigint =>
  crypto.getRandomValues(new Uint8Array(bits / 8)).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
const textOf = ({ value, bits }: Numbered): string => {
  const size = bits === 32 ? 8n : 16n;
  const parts = Array.from(
    { length: bits === 32 ? 4 : 8 },
    (_, at) => (value >> (size * BigInt((bits === 32 ? 3 : 7) - at))) & ((1n << size) - 1n),
  );
  return bits === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
};
const randomAddress = (): Numbered => {
  const bits = Math.random() < 0.5 ? 32 : 128;
  return { value: random(bits), bits };
};

test('ten thousand ranges contain exactly the addresses of a simple model', () => {
  const ranges = Array.from({ length: 10_000 }, () => {
    const address = randomAddress();
    const least = address.bits === 32 ? 8 : 12;
    return { ...address, length: least + Math.floor(Math.random() * (address.bits - least + 1)) };
  });
  const known = new AddressRanges(ranges.map((range) => `${textOf(range)}/${range.length}`));
  const contains = ({ value, bits }: Numbered): boolean =>
    ranges.some((range) => range.bits === bits && range.value >> BigInt(bits - range.length) === value >> BigInt(bits - range.length));
  let inside = 0;
  for (let round = 0; round < 1000; round += 1) {
    // An address beside the edge of a range, or any address.
    const near = ranges[Math.floor(Math.random() * ranges.length)] as (typeof ranges)[number];
    const flipped = { bits: near.bits, value: near.value ^ (1n << BigInt(Math.floor(Math.random() * near.bits))) };
    const address = round % 2 === 0 ? flipped : randomAddress();
    const expected = contains(address);
    inside += Number(expected);
    assert.equal(known.has(plainAddress(textOf(address))), expected, textOf(address));
  }
  assert.ok(inside > 0 && inside < 1000, `${inside} addresses were inside`);
});

test('a text that is no address is in no range', () => {
  const everything = new AddressRanges(['0.0.0.0/0', '::/0']);
  for (const text of ['', 'unknown', '10.0.0', '10.0.0.1 ', '1.2.3.4:80', 'fe80::1%eth0%', '999.1.1.1'])
    assert.equal(everything.has(text), false, text);
});

test('reads an IPv4-mapped range as IPv4', () => {
  assert.deepEqual(unmappedRange('::ffff:10.0.0.0/104'), { address: '10.0.0.0', bits: 8 });
  assert.deepEqual(unmappedRange('::FFFF:0a00:0001'), { address: '10.0.0.1', bits: 32 });
  assert.deepEqual(unmappedRange('10.0.0.1'), addressRange('10.0.0.1'));
  for (const text of ['::ffff:10.0.0.0/95', '::ffff:10.0.0.0/x', '::ffff:10.0.0.0/104/1', '::ffff:10.0.0.0/129', '10.0.0.0/-1'])
    assert.equal(unmappedRange(text), undefined, text);
});
