import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINE_BYTES, LineReader } from '../logs/line-reader.ts';
import { Automaton } from './automaton.ts';
import { formsOf } from './forms.ts';
import { MaskedStream, SecretMask } from './secret-mask.ts';

/** A slow reference implementation: hides each byte within a form, and replaces each run of hidden bytes by one mask. */
function slowMask(text: Buffer, forms: readonly Uint8Array[]): string {
  const hidden = new Uint8Array(text.length);
  for (const form of forms)
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) hidden.fill(1, at, at + form.length);
  const prefixes = forms.flatMap((form) => Array.from({ length: form.length - 1 }, (_, index) => form.subarray(0, index + 1)));
  const tail = Math.max(0, ...prefixes.filter((prefix) => text.subarray(-prefix.length).equals(prefix)).map(({ length }) => length));
  if (tail >= 4) hidden.fill(1, text.length - tail);
  let shown = '';
  for (const [index, byte] of text.entries()) {
    if (hidden[index] === 0) shown += String.fromCharCode(byte);
    else if (index === 0 || hidden[index - 1] === 0) shown += '***';
  }
  return shown;
}

/** Masks a text in chunks, and overwrites the memory of each chunk afterwards, because its owner may do so. */
function masked(stream: MaskedStream, chunks: readonly Buffer[]): string {
  const shown: string[] = [];
  for (const chunk of chunks) {
    const copy = Buffer.from(chunk);
    shown.push(stream.write(copy).toString('latin1'));
    copy.fill(0);
  }
  return shown.join('') + stream.end().toString('latin1');
}

/** Returns a generator of pseudo-random whole numbers; the same seed gives the same numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function split(text: Buffer, most: number, below: (limit: number) => number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < text.length;) {
    const size = 1 + below(most);
    chunks.push(text.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

test('execution-logs.secrets.masked: hides the same bytes as a search through the whole text, whatever the secrets, the text and the chunks', () => {
  const below = numbers(20_260_102);
  const seen = { hidden: 0, plain: 0 };
  for (let round = 0; round < 3000; round += 1) {
    // Few letters, so that strings overlap, touch, repeat and begin or end like others.
    const letters = 'ab\ncdefgh'.slice(0, 2 + below(8));
    const word = (least: number, most: number) =>
      Array.from({ length: least + below(most - least) }, () => letters[below(letters.length)]).join('');
    const forms = Array.from({ length: 1 + below(6) }, () => Buffer.from(word(2, 9)));
    const pieces = Array.from({ length: below(12) }, () => (below(2) === 0 ? word(0, 9) : String(forms[below(forms.length)])));
    const text = Buffer.from(pieces.join(''));
    const expected = slowMask(text, forms);
    const stream = () => new MaskedStream(new Automaton(forms));
    for (const most of [1, 3, 1000])
      assert.equal(masked(stream(), split(text, most, below)), expected, JSON.stringify([String(text), forms.map(String)]));
    if (expected.includes('***')) seen.hidden += 1;
    else seen.plain += 1;
  }
  assert.ok(seen.hidden > 500 && seen.plain > 100, JSON.stringify(seen));
});

test('execution-logs.secrets.masked: hides random secrets in all their forms in random bytes', () => {
  const below = numbers(7);
  const character = () => String.fromCodePoint([33 + below(94), 9 + below(5), 0xe4, 0x20ac, 0x1f600][below(10)] ?? 33 + below(94));
  for (let round = 0; round < 150; round += 1) {
    const values = Array.from({ length: 1 + below(4) }, () => Array.from({ length: 3 + below(40) }, character).join(''));
    const forms = formsOf(values);
    const pieces = Array.from({ length: 40 }, () => {
      const form = Buffer.from(forms[below(forms.length)] ?? []);
      return (
        [Buffer.from(Array.from({ length: below(6) }, () => below(256))), form, form.subarray(0, below(form.length + 1))][below(3)] ?? form
      );
    });
    const text = Buffer.concat(pieces);
    assert.equal(masked(new SecretMask(values).stream(), split(text, 1 + below(30), below)), slowMask(text, forms), JSON.stringify(values));
  }
});

const shown = (values: string[], ...chunks: string[]): string => {
  const stream = new SecretMask(values).stream();
  return chunks.map((chunk) => stream.write(Buffer.from(chunk)).toString()).join('|') + '|' + stream.end().toString();
};

test('execution-logs.secrets.masked: holds back only bytes that may be the beginning of a secret', () => {
  assert.equal(shown(['swordfish'], 'a sword', 'fish', '\n'), 'a |***|\n|');
  assert.equal(shown(['swordfish'], 'a swo', 'ns', 'wor', 'd'), 'a |swon|||***', 'what may be cut off at the end is hidden');
  assert.equal(shown(['swordfish'], 'no one', ' swo'), 'no one| |swo', 'too short to reveal anything');
  assert.equal(shown(['swordfish'], 'enter password: '), 'enter password: |', 'a prompt is shown immediately');
  assert.equal(shown(['first line\nsecond line'], 'x first line\n', 'y\n'), 'x |***\ny\n|');
});

test('execution-logs.secrets.masked: one mask stands for secrets that overlap, touch or repeat', () => {
  assert.equal(shown(['abcdef', 'defghi'], '<abcdefghi>'), '<***>|');
  assert.equal(shown(['abcd', 'abcdefgh'], '<abcd> <abcdefgh> <abcdefg>'), '<***> <***> <***efg>|');
  assert.equal(shown(['abcd', 'wxyz'], '<abcdwxyzab', 'cd>'), '<***|>|');
  assert.equal(shown(['aaaa'], 'aaaaa', 'aaaa', 'ab'), '***||b|');
});

test('execution-logs.secrets.masked: a line that is cut at 64 KiB shows nothing of a secret that lies over the cut', () => {
  const secret = 'swordfish-canary';
  for (let before = LINE_BYTES - secret.length - 2; before < LINE_BYTES + 2; before += 1) {
    for (const size of [7, LINE_BYTES * 2]) {
      const text = Buffer.from(`${'x'.repeat(before)}${secret}${'y'.repeat(100)}\n`);
      const stream = new SecretMask([secret]).stream();
      const reader = new LineReader('STDOUT');
      const lines: string[] = [];
      for (let at = 0; at < text.length; at += size)
        for (const line of reader.write(stream.write(text.subarray(at, at + size)), 1)) lines.push(line.message);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', /^x+(?:\*{1,3}y*)? … \[cut at 64 KiB\]$/);
    }
  }
});

test('execution-logs.secrets.masked: without a secret the bytes are passed on without a copy', () => {
  const bytes = Buffer.from('anything');
  for (const values of [[], [''], ['abc']]) assert.deepEqual(new SecretMask(values).stream().write(bytes), bytes);
  assert.equal(new SecretMask([]).stream().write(bytes).buffer, bytes.buffer);
  assert.equal(new SecretMask([]).stream().end().length, 0);
});

test('execution-logs.secrets.masked: a secret of many kilobytes that comes byte by byte is one mask', () => {
  const secret = Array.from({ length: 60_000 }, (_, index) => String.fromCharCode(33 + ((index * 7919 + (index >> 3)) % 90))).join('');
  const bytes = Array.from(Buffer.from(`<${secret}>${secret.slice(0, 5000)}!`), (byte) => Buffer.from([byte]));
  const all = masked(new SecretMask([secret]).stream(), bytes);
  assert.ok(all.startsWith('<***>***'), all.slice(0, 20));
  assert.ok(all.length < 1100 && all.endsWith('!'), 'less than a kilobyte of an incomplete secret is shown');
});

test('the mask of a claim hides the values of its secret parameters, and nothing when there are none', () => {
  const parameters = { password: 'swordfish', host: 'db.example', empty: '' };
  assert.equal(SecretMask.of({ parameters }).text('swordfish'), 'swordfish');
  const mask = SecretMask.of({ parameters, secretParameters: ['password', 'empty', 'of another claim'] });
  assert.equal(mask.text('swordfish at db.example'), '*** at db.example');
  const logged: unknown[] = [];
  mask.log((...entry) => logged.push(entry))('warn', 'It failed', { reason: 'no swordfish', count: 1 });
  assert.deepEqual(logged, [['warn', 'It failed', { reason: 'no ***', count: 1 }]]);
});

test('execution-logs.secrets.signs: the password of a URL is masked alone, too', () => {
  const mask = SecretMask.of({ parameters: { target: 'https://ada:pa%2Fss-17@example.com/x' }, secretParameters: ['target'] });
  assert.equal(
    mask.text('to https://ada:pa%2Fss-17@example.com/x as pa/ss-17 or pa%2Fss-17 at example.com'),
    'to *** as *** or *** at example.com',
  );
});
