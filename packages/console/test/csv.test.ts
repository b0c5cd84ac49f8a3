/** Files for spreadsheets. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toCsv } from '../src/app/csv.ts';
import { readAllPages } from '../src/app/list-pages.ts';

it('quotes texts, leaves numbers as they are, and ends each row', () => {
  assert.equal(
    toCsv([
      ['a', 'b "c"', 1.5, undefined],
      ['ä\nü', '', 0, -3],
    ]),
    '\uFEFF"a","b ""c""",1.5,\r\n"ä\nü","",0,-3\r\n',
  );
});

it('makes texts of what a spreadsheet would compute', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx']) assert.equal(toCsv([[text]]), `\uFEFF"'${text}"\r\n`);
  assert.equal(toCsv([['a=b', ' =1']]), '\uFEFF"a=b"," =1"\r\n');
});

it('reads page after page, and says when rows are left', async () => {
  const read = async (page: number) => ({ rows: [page * 2, page * 2 + 1], next: page < 2 ? page + 1 : undefined });
  assert.deepEqual(await readAllPages(0, 10, read), { rows: [0, 1, 2, 3, 4, 5], isCut: false });
  assert.deepEqual(await readAllPages(0, 6, read), { rows: [0, 1, 2, 3, 4, 5], isCut: false });
  assert.deepEqual(await readAllPages(0, 3, read), { rows: [0, 1, 2], isCut: true });
  assert.deepEqual(await readAllPages(0, 4, read), { rows: [0, 1, 2, 3], isCut: true });
});
