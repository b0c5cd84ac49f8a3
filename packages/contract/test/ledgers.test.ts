import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseLedger, readGaps, readOperations, readRules, sectionFiles } from '../src/ledgers.ts';

const LITERAL = /\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s,;:()"]*[^\s,;:()".])/g;
const DOCUMENT = /^([123w-]|d[1-9]\d*)$/;

const operations = readOperations();
const rules = readRules();
const gaps = readGaps();
const documentOperations = new Set(operations.map(({ method, path }) => `${method} ${path}`));
/** Operations that are not in the documents but in the decision of a gap. */
const decidedOperations = new Set(gaps.flatMap(({ decision }) => [...decision.matchAll(LITERAL)].map(([literal]) => literal)));

describe('operations.tsv', () => {
  it('holds the 156 operations of the documents once each, in 21 sections', () => {
    assert.equal(operations.length, 156);
    assert.equal(documentOperations.size, 156);
    assert.equal(new Set(operations.map(({ section }) => section)).size, 21);
  });

  it('names only methods, absolute paths and success statuses', () => {
    for (const { method, path, success } of operations) {
      assert.match(method, /^(GET|POST|PUT|PATCH|DELETE)$/);
      assert.match(path, /^\/\S+[^/\s]$/);
      for (const status of success) assert.ok(status >= 200 && status < 400, `${method} ${path}: ${status} is not a success`);
    }
  });
});

describe('rules.tsv', () => {
  it('has unique ids of the form section, number or operation, word', () => {
    assert.deepEqual(repeated(rules.map(({ id }) => id)), []);
    for (const { id } of rules) assert.match(id, /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*){2}$/);
  });

  it('gives each rule a source and one sentence', () => {
    for (const { id, document, line, rule } of rules) {
      assert.match(document, DOCUMENT, id);
      assert.equal(line === 0, document === '-', `${id}: line ${line} of ${document}`);
      assert.match(rule, /^\S.*\S\.$/, `${id} is not a sentence`);
    }
  });

  it('lists for a rule only operations of the documents or of a gap', () => {
    const unknown = rules.flatMap(({ id, operations: listed }) =>
      listed.filter((literal) => !documentOperations.has(literal) && !decidedOperations.has(literal)).map((literal) => `${id}: ${literal}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('lists no operation twice for a rule', () => {
    for (const { id, operations: listed } of rules) assert.deepEqual(repeated(listed), [], id);
  });

  const served = new URL('../src/openapi.gen.json', import.meta.url);
  it('lists for a rule only operations of the documents or of the contract', { skip: !existsSync(served) && 'not generated yet' }, () => {
    const { paths } = JSON.parse(readFileSync(served, 'utf8')) as { paths: Record<string, Record<string, unknown>> };
    const unknown = rules.flatMap(({ id, operations: listed }) =>
      listed.filter((literal) => !documentOperations.has(literal) && !isServed(paths, literal)).map((literal) => `${id}: ${literal}`),
    );
    assert.deepEqual(unknown, []);
  });
});

describe('gaps.tsv', () => {
  it('has unique ids of the form section, word', () => {
    assert.deepEqual(repeated(gaps.map(({ id }) => id)), []);
    for (const { id } of gaps) assert.match(id, /^[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*$/);
  });

  it('gives each gap a source, a place and a decision', () => {
    for (const { id, document, line, place, decision, adr } of gaps) {
      assert.match(document, /^[123-]$/, id);
      assert.equal(line === 0, document === '-', `${id}: line ${line} of ${document}`);
      assert.match(place, /^\S.*\S$/, id);
      assert.match(decision, /^\S.*\.$/, `${id} has no decision`);
      assert.match(adr, /^(\d{4})?$/, `${id}: an ADR has four digits`);
    }
  });
});

describe('the sections', () => {
  const folders = new Set(sectionFiles('').map(({ folder }) => folder));
  /** The folders whose ids have another prefix, by that prefix: ids never change. */
  const RENAMED: Readonly<Record<string, string>> = { 'personal-access-tokens': 'tokens' };

  it('hold the rows whose ids begin with their name; rows of no section are in `shared`', () => {
    const misplaced = [...rules, ...gaps].filter(({ id, section }) => {
      const [prefix = ''] = id.split('.');
      const folder = RENAMED[prefix] ?? prefix;
      return section !== (folders.has(folder) ? folder : 'shared');
    });
    assert.deepEqual(
      misplaced.map(({ id, section }) => `${id} in ${section}`),
      [],
    );
  });

  it('have an openapi.yaml or open points for every section of the documents', () => {
    const known = new Set([...sectionFiles('openapi.yaml'), ...sectionFiles('todo.ts')].map(({ folder }) => folder));
    assert.deepEqual(
      [...new Set(operations.map(({ section }) => section.toLowerCase().replaceAll(' ', '-')))].filter((folder) => !known.has(folder)),
      [],
    );
  });
});

describe('parseLedger', () => {
  const columns = ['id', 'line'] as const;

  it('reads each row by its header', () => {
    assert.deepEqual(parseLedger('id\tline\na.b\t3\nc.d\t\n', 't', columns), [
      { id: 'a.b', line: '3' },
      { id: 'c.d', line: '' },
    ]);
  });

  for (const [fault, text, message] of [
    ['another header', 'id\tplace\n', /header must be id, line/],
    ['a row that is too short', 'id\tline\na.b\n', /t:2: 1 cells/],
    ['a row that is too long', 'id\tline\na.b\t1\t2\n', /t:2: 3 cells/],
    ['a row without an id', 'id\tline\n\t1\n', /t:2: the first cell/],
    ['an incomplete last line', 'id\tline\na.b\t1', /last line/],
  ] as const) {
    it(`refuses ${fault} and says where`, () => {
      assert.throws(() => parseLedger(text, 't', columns), message);
    });
  }
});

function isServed(paths: Record<string, Record<string, unknown>>, literal: string): boolean {
  const [method = '', path = ''] = literal.split(' ');
  return paths[path]?.[method.toLowerCase()] !== undefined;
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
