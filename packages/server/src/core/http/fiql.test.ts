import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Database } from '../database/db.ts';
import { compileFiql, type Selectors } from './fiql.ts';
import { Problem } from '../base/problem.ts';
import { sql, statement } from '../database/sql.ts';

const selectors: Selectors = {
  id: { column: sql`t.id`, type: 'uuid' },
  name: { column: sql`t.name`, type: 'text' },
  description: { column: sql`t.description`, type: 'text' },
  default: { column: sql`t.is_default`, type: 'boolean' },
  size: { column: sql`t.size`, type: 'integer' },
  createDate: { column: sql`t.created_at`, type: 'timestamp' },
  'workspace.environment.name': { column: sql`t.environment_name`, type: 'text' },
};

const ID = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`;

const table = sql`(values
  (${ID(1)}::uuid, 'Dev', 'an environment of ours', true, 1, '2026-01-01T00:00:00.123456Z'::timestamptz, 'PRD'),
  (${ID(2)}::uuid, 'dev', null, false, 2, '2026-01-02T00:00:00Z'::timestamptz, 'PRD'),
  (${ID(3)}::uuid, 'Dev 100%', 'a_b', false, null, '2026-03-01T00:00:00Z'::timestamptz, 'Kill "Bill"'),
  (${ID(4)}::uuid, 'Dev*', 'a\\b', false, 40, '2026-04-01T00:00:00Z'::timestamptz, 'it''s, (here); a=b'),
  (${ID(5)}::uuid, 'and', '', false, 5, null, 'Zürich 😀')
) as t(id, name, description, is_default, size, created_at, environment_name)`;

const url = process.env['MILLRACE_TEST_DATABASE_URL'];
const skip = url === undefined && 'MILLRACE_TEST_DATABASE_URL is not set';
const database = url === undefined ? undefined : new Database({ url, onError: (error) => assert.fail(error) });
after(() => database?.close());

/** Returns the numbers of the rows that a filter finds. */
async function found(filter: string | undefined): Promise<string> {
  assert.ok(database);
  const rows = await database.reader.rows<{ id: string }>(sql`
    select t.id
    from ${table}
    where ${compileFiql(filter, selectors)}
    order by t.id`);
  return rows.map((row) => row.id.at(-1)).join('');
}

function refusal(filter: string): Problem {
  try {
    compileFiql(filter, selectors);
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.status, 400);
    assert.equal(error.code, 'malformed_filter');
    return error;
  }
  return assert.fail(`No refusal of ${filter}`);
}

describe('filters.query.grammar', { skip }, () => {
  const cases: Record<string, readonly (readonly [filter: string | undefined, rows: string])[]> = {
    'finds all rows without a filter': [
      [undefined, '12345'],
      ['', '12345'],
      [' \t\n', '12345'],
    ],
    'compares text exactly, letter case included': [
      ['name==Dev', '1'],
      ['name==dev', '2'],
      ['name==Dev%', ''],
      ['name==and', '5'],
      ["description==''", '5'],
    ],
    'reads * as any characters and nothing else as a wildcard': [
      ['name==Dev*', '134'],
      ['name==*e*', '1234'],
      ['name==*%', '3'],
      ['name=="* 100*"', '3'],
      ['name=="D**v"', '1'],
      ['description==a_*', '3'],
      [String.raw`description==a\*`, '4'],
      ['name==*', '12345'],
      ['description==*', '1345'],
    ],
    'finds missing values by !=': [
      ['description!=a_b', '1245'],
      ['description!=a*', '25'],
      ['size!=5', '1234'],
      ['size=out=(5,1)', '234'],
    ],
    'compares numbers in both spellings': [
      ['size=lt=2', '1'],
      ['size<2', '1'],
      ['size=le=2', '12'],
      ['size<=2', '12'],
      ['size=gt=5', '4'],
      ['size>5', '4'],
      ['size=ge=5', '45'],
      ['size>=5', '45'],
      ['size==999999999999999999', ''],
      ['size>-1', '1245'],
    ],
    'orders text': [
      ['name=ge=b', '2'],
      ['name=lt=E', '134'],
    ],
    'compares times as answers show them': [
      ['createDate==2026-01-01T00:00:00.123Z', '1'],
      ['createDate=gt=2026-01-01T00:00:00.123Z', '234'],
      ['createDate=le=2026-01-02', '12'],
      ["createDate=='2026-01-02T02:00:00+02:00'", '2'],
      ['createDate=in=(2026-03-01,2026-04-01)', '34'],
      ['createDate!=2026-03-01', '1245'],
      ['createDate>0001-01-01T00:00:00+14:00', '1234'],
    ],
    'compares ids and booleans': [
      [`id==${ID(3)}`, '3'],
      [`id==${ID(3).toUpperCase()}`, '3'],
      [`id!=${ID(3)}`, '1245'],
      [`id=in=(${ID(1)},${ID(5)})`, '15'],
      [`id=out=(${ID(1)},${ID(5)})`, '234'],
      ['default==true', '1'],
      ['default!=true', '2345'],
    ],
    'does not read * in a list as a wildcard': [
      ['name=in=(Dev*,dev)', '24'],
      ['name=in=("Dev 100%",and)', '35'],
      ['name=out=(Dev*)', '1235'],
    ],
    'applies parentheses first, then ; and then ,': [
      ['name==Dev,name==dev;size==1', '1'],
      ['(name==Dev,name==dev);size==2', '2'],
      ['name==dev;(size==1,(size==2))', '2'],
      ['name==Dev or name==dev and size==2', '12'],
      ['size>1;size<40;name!=and', '2'],
    ],
    'accepts dotted selectors and quoted values': [
      ['workspace.environment.name==PRD', '12'],
      [String.raw`workspace.environment.name=="Kill \"Bill\""`, '3'],
      [`workspace.environment.name=='Kill "Bill"'`, '3'],
      [String.raw`workspace.environment.name=='it\'s, (here); a=b'`, '4'],
      ['workspace.environment.name=="Zürich 😀"', '5'],
      [' name == "Dev" ; ( size == 1 ) ', '1'],
    ],
  };
  for (const [title, rows] of Object.entries(cases)) {
    it(title, async () => {
      for (const [filter, expected] of rows) assert.equal(await found(filter), expected, filter);
    });
  }

  it('runs the largest filters that are accepted', async () => {
    assert.equal(await found(`${'('.repeat(990)}name==Dev${')'.repeat(990)}`), '1');
    assert.equal(await found(Array(280).fill('size>1').join(';')), '245');
    assert.equal(await found(`${'size>1;('.repeat(200)}size>1${')'.repeat(200)}`), '245');
    assert.equal(await found(`name==${'*e'.repeat(990)}*`), '');
    assert.equal(await found(`name=in=(${Array(990).fill('x').join(',')})`), '');
    assert.equal(await found(`name=="'; drop table t; --"`), '');
  });

  it('passes the values of a caller as parameters of the statement', () => {
    const { text, values } = statement(compileFiql(String.raw`name=='x\' or true',size==77,name==*z*`, selectors));
    assert.equal(text, '(((t.name) = $1::text or (t.size) = $2::bigint) or (t.name) like $3::text)');
    assert.deepEqual(values, ["x' or true", '77', '%z%']);
  });
});

describe('filters.query.broken', () => {
  const cases: readonly (readonly [filter: string, character: number, expected: RegExp])[] = [
    [
      'nam==Dev',
      1,
      /unknown selector 'nam'; expected one of id, name, description, default, size, createDate, workspace\.environment\.name\.$/,
    ],
    ['name==Dev;(size==1,constructor==2)', 20, /unknown selector 'constructor'/],
    ['__proto__==1', 1, /unknown selector/],
    ['name=="nam==1";nam==1', 16, /unknown selector 'nam'/],
    ['name==x and d==1', 13, /unknown selector 'd'/],
    ['name=="😀";nam==1', 11, /unknown selector 'nam'/],
    ['name=like=Dev', 5, /'=like=' cannot be used with 'name'; expected one of == != =lt= </],
    ['size==1;default>true', 16, /expected one of == !=\.$/],
    [`id=lt=${ID(1)}`, 3, /expected one of == != =in= =out=/],
    ['id==Dev*', 5, /'Dev\*' is no value of 'id'; expected an id/],
    ['id=in=(1)', 7, /expected an id/],
    ['size ==  1.5', 10, /expected a whole number/],
    ['size==1234567890123456789', 7, /expected a whole number/],
    ['default==yes', 10, /expected true or false/],
    ['createDate==2026-02-29', 13, /expected a time such as/],
    ['createDate==0000-01-01', 13, /expected a time/],
    ['createDate==2026-01-01T00:00:00', 13, /expected a time/],
    ['createDate==2026-01-01T00:00:00+15:59', 13, /expected a time/],
    ['name==(a,b)', 7, /'==' accepts no list; expected one value/],
    ['name==a\0b', 7, /U\+0000/],
    ['name', 5, /the text ends; expected an operator such as ==/],
    ['name=', 5, /'=' is not expected here; expected an operator/],
    ['name==', 7, /the text ends; expected a value/],
    ['name==;size==1', 7, /';' is not expected here; expected a value/],
    ['name==a;', 9, /the text ends; expected a comparison/],
    ['name==a;;name==b', 9, /expected a comparison/],
    ['==a', 1, /expected a comparison/],
    ['name==a b', 9, /'b' is not expected here; expected ';', ',' or the end/],
    ['name==a)', 8, /'\)' is not expected here/],
    ['(name==a', 9, /the text ends; expected '\)'/],
    ['()', 2, /expected a comparison/],
    ['name=="a', 7, /the quote " is never closed/],
    [`name=="x' at position 9" y`, 26, /'y' is not expected here/],
    ['name=="x" "z at position 3 in"', 11, /not expected here/],
    ['size=in=(', 10, /expected a value/],
    ['size=in=(1,', 12, /expected a value/],
    ['size=in=(1', 11, /expected ',' or '\)'/],
    ['name~a', 5, /'~' is not expected here; expected an operator/],
    ['name==a~', 8, /'~' is not expected here; expected ';'/],
    [';', 1, /expected a comparison/],
  ];
  for (const [filter, character, expected] of cases) {
    it(`refuses ${JSON.stringify(filter)} at character ${character}`, () => {
      const { message } = refusal(filter);
      assert.match(message, new RegExp(`^The filter cannot be used at character ${character}: `));
      assert.match(message, expected);
    });
  }

  it('refuses filters that are incomplete, nested too deeply or too long', () => {
    const broken = ['(', ')', '"', "'", '\\', ';', '=', '!', '*', 'a', 'a==', '"\\', '(a==', 'a=in=(', 'and ', '\n', '=a', "'\\'"];
    for (const piece of broken) assert.ok(refusal(`name==a;${piece.repeat(1990 / piece.length)}\u00A0`).message.length < 500);
    assert.match(refusal(`name==${'a'.repeat(2000)}`).message, /at character 2001: .* at most 2000 characters/);
  });
});
