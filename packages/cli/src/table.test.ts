import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { chooseColumns, formatProperties, formatTable } from './table.ts';

describe('formatTable', () => {
  it('puts two blanks between columns and none at the end of a line', () => {
    assert.equal(
      formatTable(
        ['NAME', 'PLACE'],
        [
          ['load-airports', 'Shared'],
          ['hello', undefined],
        ],
        false,
      ),
      'NAME           PLACE\nload-airports  Shared\nhello',
    );
  });

  it('aligns columns of numbers to the right', () => {
    assert.equal(
      formatTable(
        ['ROWS', 'NAME'],
        [
          [3376, 'a'],
          [4, 'b'],
        ],
        false,
      ),
      'ROWS  NAME\n3376  a\n   4  b',
    );
  });

  it('aligns columns also with wide and combining characters', () => {
    assert.equal(
      formatTable(
        ['A', 'B'],
        [
          ['空港', 'x'],
          ['e\u0301', 'y'],
        ],
        false,
      ),
      'A     B\n空港  x\ne\u0301     y',
    );
  });

  it('writes a row on one line, without control characters', () => {
    assert.equal(
      formatTable(['A', 'B'], [['one\ntwo', '\u001b[31mred\u001b[0m\u0007\u202e']], false),
      'A        B\none two  red\ufffd\ufffd',
    );
  });

  it('cuts the widest cells where the terminal is narrow, but no id', () => {
    const id = '01985b5e-7d5c-7000-8000-000000000001';
    const rows = [[id, 'a task with a long name', 'done']];
    assert.equal(
      formatTable(['ID', 'NAME', 'STATUS'], rows, false, 60),
      `ID${' '.repeat(36)}NAME            STATUS\n${id}  a task with a…  done`,
    );
    const narrow = formatTable(['ID', 'NAME', 'STATUS'], rows, false, 10);
    assert.ok(narrow.includes(id) && narrow.includes('a task …'), narrow);
  });

  it('colours titles and cells with a tone only where colour is on', () => {
    const rows = [[{ text: 'failed', tone: 'red' as const }, 'x']];
    assert.equal(formatTable(['A', 'B'], rows, false), 'A       B\nfailed  x');
    assert.equal(formatTable(['A', 'B'], rows, true), '\u001b[1mA\u001b[22m       \u001b[1mB\u001b[22m\n\u001b[31mfailed\u001b[39m  x');
  });
});

it('lists properties below each other and leaves out those without a value', () => {
  assert.equal(
    formatProperties(
      [
        ['Status', 'executing'],
        ['Rows', undefined],
        ['Rejected rows', 0],
      ],
      false,
    ),
    'Status         executing\nRejected rows  0',
  );
});

it('chooses columns in the wanted order, and refuses an unknown one with the known ones', () => {
  assert.deepEqual(chooseColumns(['ID', 'NAME', 'LAST CALL'], undefined), [0, 1, 2]);
  assert.deepEqual(chooseColumns(['ID', 'NAME', 'LAST CALL'], ['last-call', ' Last call', 'id']), [2, 2, 0]);
  assert.throws(() => chooseColumns(['ID', 'LAST CALL'], ['nmae']), {
    kind: 'usage',
    message: 'There is no column "nmae". Known: id, last-call.',
  });
});
