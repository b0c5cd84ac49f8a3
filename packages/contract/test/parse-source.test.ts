import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSource } from '../scripts/parse-source.ts';

const parse = (...lines: string[]) => parseSource('file.ts', `${lines.join('\n')}\n`);

describe('imports', () => {
  for (const [text, from, kind, typeOnly] of [
    [`import a from './a.ts';`, './a.ts', 'static', false],
    [`import type { A } from './a.ts';`, './a.ts', 'static', true],
    [`import { type A, type B } from './a.ts';`, './a.ts', 'static', true],
    [`import { type A, b } from './a.ts';`, './a.ts', 'static', false],
    [`import a, { type B } from './a.ts';`, './a.ts', 'static', false],
    [`export { a } from './a.ts';`, './a.ts', 'static', false],
    [`export type { A } from './a.ts';`, './a.ts', 'static', true],
    [`export * from './a.ts';`, './a.ts', 'static', false],
    [`type A = import('./a.ts').A;`, './a.ts', 'static', true],
    [`const a = () => import('./a.ts');`, './a.ts', 'dynamic', false],
    [`const a = import.meta.resolve('program');`, 'program', 'program', false],
  ] as const) {
    test(`are found in ${text}`, () => {
      assert.deepEqual(parse(text).imports, [{ from, line: 1, kind, typeOnly }]);
    });
  }

  test('are not found in comments and texts', () => {
    assert.deepEqual(parse(`// import './a.ts'`, `const text = "import './b.ts'";`).imports, []);
  });
});

describe('exports', () => {
  test('are documented by the comment in front of them', () => {
    const { exports } = parse(
      '/** What it is for. */',
      'export const a = 1;',
      'export type B = string;',
      '/** */',
      'export function c() {}',
    );
    assert.deepEqual(
      exports.map(({ name, documented, kind }) => [name, documented, kind]),
      [
        ['a', true, 'value'],
        ['B', false, 'type'],
        ['c', false, 'value'],
      ],
    );
  });

  test('as default are found in both forms', () => {
    assert.deepEqual(
      parse('export default 1;', 'export default function a() {}').exports.map(({ kind }) => kind),
      ['default', 'default'],
    );
  });

  test('of another file count as documented', () => {
    assert.deepEqual(
      parse(`export { a, b } from './a.ts';`).exports.map(({ name, documented }) => [name, documented]),
      [
        ['a', true],
        ['b', true],
      ],
    );
  });
});

describe('effects', () => {
  for (const text of [
    'start();',
    'await start();',
    'const a = await start();',
    `import './a.ts';`,
    'for (;;) {}',
    'if (a) start();',
    'a.b = 1;',
  ]) {
    test(`are found in ${text}`, () => assert.deepEqual(parse(text).effects, [1]));
  }
  for (const text of [
    'const a = make();',
    'function a() { start(); }',
    'const a = async () => { await start(); };',
    'if (import.meta.main) start();',
  ]) {
    test(`are not found in ${text}`, () => assert.deepEqual(parse(text).effects, []));
  }
});

describe('rules, endpoints and titles', () => {
  test('a tag belongs to the declaration after its comment', () => {
    const { rules } = parse(
      '/**',
      ' * A rule.',
      ' * @rule a.1.b',
      ' * @rule a.2.c',
      ' */',
      'export const isRight = () => true;',
      'const map = {',
      '  /** @rule a.3.d */',
      '  name: 1,',
      '};',
    );
    assert.deepEqual(rules, [
      { id: 'a.1.b', line: 3, on: 'isRight', callable: true },
      { id: 'a.2.c', line: 4, on: 'isRight', callable: true },
      { id: 'a.3.d', line: 8, on: 'name', callable: false },
    ]);
  });

  test('an endpoint has the name of the variable that holds it, and the lines of its statement with its comment', () => {
    const { endpoints } = parse('const other = 1;', '/** Gets a task. */', `export const getTask = endpoint('GET /tasks', {`, '});');
    assert.deepEqual(endpoints, [{ route: 'GET /tasks', name: 'getTask', line: 3, first: 2, last: 4 }]);
  });

  test('a call of a function that asks, whose result is not read, is found', () => {
    const { unread } = parse(
      'isEmpty(list);',
      'await store.mayRead(id);',
      'if (isEmpty(list)) requireRoom(list);',
      'issue(list);',
      'list.forEach(isName);',
    );
    assert.deepEqual(unread, [
      { name: 'isEmpty', line: 1 },
      { name: 'mayRead', line: 2 },
      { name: 'isName', line: 5 },
    ]);
  });

  test('titles of tests and of groups are read up to the first interpolated value', () => {
    const { titles } = parse(
      `test('one', () => {});`,
      "describe.skip('two', () => it(`three ${4}`, () => {}));",
      `t.test('five', () => {});`,
      `attest('six');`,
    );
    assert.deepEqual(titles.map(({ title }) => title).toSorted(), ['five', 'one', 'three ', 'two']);
  });

  test('the names of checks are titles if their table is an argument of a matrix whose tests are declared', () => {
    const { titles } = parse(
      `for (const one of operationTests(served, { 'a.1.b': [always, (one) => holds(one, { 'a.2.c': 1 })] }, {`,
      `  'a.3.d': [always, holds],`,
      '  ...others,',
      '}))',
      '  test(one.title, one.holds);',
      `const others = { 'a.4.e': [always, holds] };`,
      `operationTests(served, { 'a.5.f': [always, holds] });`,
      `for (const one of otherTests({ 'a.6.g': [always, holds] })) test(one.title, one.holds);`,
    );
    assert.deepEqual(titles, [
      { title: 'a.1.b', line: 1 },
      { title: 'a.3.d', line: 2 },
    ]);
  });
});

test('names are used where they are called or read, not where they are declared, imported or exported', () => {
  const { uses } = parse(`import { a } from './a.ts';`, 'const b = 1;', 'function c() {}', 'export { d };', 'e(f.g);', 'const h = { i };');
  assert.deepEqual([...uses].toSorted(), ['e', 'f', 'g', 'i']);
});

test('uses of the clock are found by line', () => {
  assert.deepEqual(parse('const a = Date.now();', 'const b = new Date();', 'const c = new Date(0);').clock, [1, 2]);
});

test('globals that open connections are found by line, methods of the same name are not', () => {
  const facts = parse(
    `const a = await fetch('http://a');`,
    'const b = fetch;',
    `globalThis.fetch('http://a');`,
    `new WebSocket('ws://a');`,
    `new EventSource('http://a');`,
    'const c = { fetch };',
    `outbound.fetch('http://a');`,
    `class D { async fetch() { return this.fetch(); } }`,
    `// fetch('http://a')`,
  );
  assert.deepEqual(facts.network, [1, 2, 3, 4, 5, 6]);
});
