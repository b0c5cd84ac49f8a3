import assert from 'node:assert/strict';
import { it } from 'node:test';

import { positionOfJsonError, parseJsonText } from './input.ts';

it('finds line and column where a text stops being JSON', () => {
  for (const [text, line, column] of [
    ['', 1, 1],
    ['{"a": 1,', 1, 9],
    ['{"a": 1,\n "b" 2}', 2, 6],
    ['{"a": 1,\n}', 2, 1],
    ['[1, 2,\n  ]', 2, 3],
    ['[1 2]', 1, 4],
    ['{\n  a: 1}', 2, 3],
    ["{'a': 1}", 1, 2],
    ['{"a": "tab\there"}', 1, 7],
    ['{"a": 01}', 1, 8],
    ['{} {}', 1, 4],
    ['[}', 1, 2],
    ['nothing', 1, 1],
    ['{"é":\n"a" ,\r\n  "b": tru}', 3, 8],
  ] as const) {
    assert.throws(() => JSON.parse(text) as unknown, SyntaxError);
    assert.deepEqual(positionOfJsonError(text), { line, column }, text);
  }
});

it('reads JSON, and refuses other texts without repeating them', () => {
  assert.deepEqual(parseJsonText('{"a": [1, {}, "b"], "c": null}', 'file.json'), { a: [1, {}, 'b'], c: null });
  assert.throws(() => parseJsonText('{"token": s3cret}', 'file.json', 'Put texts in quotes.'), {
    kind: 'usage',
    message: 'file.json is not JSON: see line 1, column 11. Put texts in quotes.',
  });
});
