import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeQuery, parseQuery, positionInQuery, QueryError, type QueryNode } from '../src/query-language/index.ts';

const target = (name: string, at: number) => ({ name, at });

test('a query is parsed by the precedence of its operators', () => {
  assert.deepEqual(parseQuery("a = 1 or not (b.c in [true, 'x']) and d between ]1, 2.5["), {
    kind: 'or',
    parts: [
      { kind: 'compare', target: target('a', 0), operator: '=', value: { kind: 'number', text: '1' } },
      {
        kind: 'and',
        parts: [
          {
            kind: 'not',
            part: {
              kind: 'in',
              target: target('b.c', 14),
              values: [
                { kind: 'boolean', text: 'true' },
                { kind: 'text', text: 'x' },
              ],
            },
          },
          {
            kind: 'between',
            target: target('d', 38),
            from: { kind: 'number', text: '1' },
            to: { kind: 'number', text: '2.5' },
            isFromOpen: true,
            isToOpen: true,
          },
        ],
      },
    ],
  } satisfies QueryNode);
});

test('the examples of the grammar are parsed', () => {
  for (const text of [
    '(f1 = 76) or (f2 > 77)',
    'not((f2 = 777))',
    '(f1 is empty) or (f1 is invalid)',
    "name contains 'abc' and owner = 'x'",
    'n between [0, 10[',
    "s in ['a', 'b']",
    'a = field(b)',
    '* is null',
    "a1_.b ~ ''",
    'a=-1.',
    "a='is'",
  ])
    assert.ok(parseQuery(text), text);
});

test('keywords are not names of fields, and letter case matters', () => {
  for (const text of [
    'is = 1',
    'true = 1',
    'field = 1',
    'AND = 1 AND b = 1',
    'a = 1 OR b = 1',
    'a IS null',
    '12 = 1',
    '1.5 = 1',
    'a = b',
    'a',
    '',
    '(',
    '= 1',
  ])
    assert.throws(() => parseQuery(text), QueryError, text);
});

/** A generator of numbers from 0 to 1 that gives the same ones in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('random texts are parsed, or refused with a position within the text', () => {
  const next = numbersFrom(20_261_123);
  const parts =
    `a b.c * not ( ) and or = != < <= > >= is empty null valid invalid contains ~ complies between in [ ] , field( true false 1 -2 3.5 'x' '\\'' ' \\ é 😀 \u0000 ; "`.split(
      ' ',
    );
  for (let round = 0; round < 30_000; round += 1) {
    const length = Math.floor(next() * 14);
    const text = Array.from({ length }, () => parts[Math.floor(next() * parts.length)]).join(next() < 0.8 ? ' ' : '');
    try {
      parseQuery(text);
    } catch (error) {
      assert.ok(error instanceof QueryError, `${JSON.stringify(text)}: ${String(error)}`);
      const position = Number(/at character (\d+): /.exec(error.message)?.[1]);
      assert.ok(position >= 1 && position <= Array.from(text).length + 1, `${JSON.stringify(text)}: ${error.message}`);
      assert.equal(positionInQuery(error.message, text), error.at, `${JSON.stringify(text)}: ${error.message}`);
    }
  }
});

test('texts that repeat an incomplete part many times are refused', () => {
  for (const part of ['(', 'not(', "a = 'x' or ", 'a in [1,', "'", String.raw`\'`, ' ', '[', 'a '])
    for (const length of [100, 8000, 100_000])
      assert.throws(() => parseQuery(part.repeat(Math.ceil(length / part.length))), QueryError, part);
});

const completed = (text: string): [typed: string, expected: string, field: string | undefined] | undefined => {
  const found = completeQuery(text);
  return found && [found.typed, [...found.kinds, ...found.words].join(' '), found.field];
};

test('a completion offers the tokens that the parser expects after the text', () => {
  const operators = '= != < <= > >= is contains containsIgnoreCase ~ complies wordComplies between in';
  const values = 'text number true false field(';
  const cases: Record<string, ReturnType<typeof completed>> = {
    '': ['', 'field * not (', undefined],
    'not (la': ['la', 'field * not (', undefined],
    'label ': ['', operators, 'label'],
    'label cont': ['cont', operators, 'label'],
    'label = ': ['', values, 'label'],
    "a = 'x' and label = 'y": ["'y", values, 'label'],
    'a = field(': ['', 'field *', 'a'],
    'a is ': ['', 'empty null valid invalid', 'a'],
    "a contains 'x' ": ['', 'and or', undefined],
    "(a contains 'x' ": ['', ') and or', 'a'],
    'a in [1 ': ['', '] ,', 'a'],
    'a in [': ['', 'text number true false', 'a'],
    'a between [': ['', 'text number', 'a'],
    'a between ': ['', '[ ]', 'a'],
    'a ! ': undefined,
    'a = = ': undefined,
  };
  for (const [text, expected] of Object.entries(cases)) assert.deepEqual(completed(text), expected, text);
});

test('any text can be completed, also a long one', () => {
  for (const part of ['(', "'", "''", String.raw`'\'`, 'a = ', "a = 'x' and "])
    for (const length of [10, 1000, 20_000]) completeQuery(part.repeat(Math.ceil(length / part.length)));
});
