import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { chooseColumns, fitTable, formatProperties, type Cell } from './table.ts';

const formatTable = (titles: readonly string[], rows: readonly (readonly Cell[])[], colour: boolean, columns?: number): string =>
  fitTable(titles, rows, colour, { columns }).text;

describe('a table', () => {
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

  const ids = ['01985b5e-7d5c-7000-8000-000000000001', '01985b5e-7d5c-7000-8000-000000000002', '01985b5e-9999-7000-8000-000000000003'];
  const titles = ['EXECUTION', 'TASK', 'STATE', 'TRIGGERED', 'BY', 'ENGINE'];
  const rows = ids.map((id) => [
    id,
    'load airports at night',
    '✓ Succeeded',
    '2026-11-29 02:14:07 +01:00',
    'schedule',
    'the engine in the north hall',
  ]);

  it('stays whole where there is room, or no terminal', () => {
    for (const columns of [undefined, 200]) {
      const { text, left } = fitTable(titles, rows, false, { columns });
      assert.match(text, /^EXECUTION +TASK +STATE +TRIGGERED +BY +ENGINE\n01985b5e-7d5c-7000-8000-000000000001  load airports at night  /);
      assert.match(text, /02:14:07 \+01:00  schedule  the engine in the north hall$/);
      assert.deepEqual(left, []);
    }
  });

  it('has short ids that are unique in the list where the terminal is narrow', () => {
    const two = [rows[0] ?? [], rows[2] ?? []];
    assert.match(formatTable(titles, two, false, 130), /\n01985b5e-7d5c  load[^]*\n01985b5e-9999  load/);
    assert.match(formatTable(titles, rows, false, 130), /\n01985b5e-7d5c-7000-8000-000000000001  load[^]*02  load[^]*03  load/);
  });

  it('never cuts name and state: other columns become narrow, then are left out and named', () => {
    const [first = []] = rows;
    const at80 = fitTable(titles, [first], false, { columns: 80 });
    assert.deepEqual(at80, {
      text: [
        'EXECUTION      TASK                    STATE        TRIGGERED +01:00  BY',
        '01985b5e-7d5c  load airports at night  ✓ Succeeded  2026-11-29 02:14  schedule',
      ].join('\n'),
      left: ['ENGINE'],
    });
    const at60 = fitTable(titles, [first], false, { columns: 60 });
    assert.match(at60.text, /\n01985b5e-7d5c  load airports at night  ✓ Succeeded$/);
    assert.deepEqual(at60.left, ['TRIGGERED', 'BY', 'ENGINE']);
    for (const line of [...at80.text.split('\n'), ...at60.text.split('\n')]) assert.ok(line.length <= 80);
    assert.match(formatTable(titles, [first], false, 10), /load airports at night  ✓ Succeeded$/);
  });

  it('leaves out no column that the caller has chosen', () => {
    const { text, left } = fitTable(titles, rows, false, { columns: 60, isChosen: true });
    assert.match(text, /^EXECUTION +TASK +STATE +TRIGGERED \+01:00 +BY +ENGINE\n/);
    assert.deepEqual(left, []);
  });

  it('keeps the zone in each cell where a column has times of two zones', () => {
    const summer = [...(rows[0] ?? [])].with(3, '2026-08-29 02:14:07 +02:00');
    assert.match(formatTable(titles, [rows[0] ?? [], summer], false, 112), /TRIGGERED  [^]*\+01:00[^]*\+02:00/);
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
