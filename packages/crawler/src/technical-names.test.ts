import assert from 'node:assert/strict';
import { test } from 'node:test';
import { technicalNameOf } from './technical-names.ts';

/** Reads a technical name back, by a grammar of its own. */
function read(name: string): string[] {
  const parts: string[] = [];
  let rest = `.${name}`;
  while (rest !== '') {
    const [whole = '', quoted, plain] =
      /^\.(?:"((?:[^"]|"")*)"|([^."]+))/.exec(rest) ?? assert.fail(`${JSON.stringify(name)} cannot be read`);
    parts.push(plain ?? (quoted ?? '').replaceAll('""', '"'));
    rest = rest.slice(whole.length);
  }
  return parts;
}

test('a part is quoted only where it has a dot or a quotation mark', () => {
  assert.equal(technicalNameOf(['public', 'air ports']), 'public.air ports');
  assert.equal(technicalNameOf(['a.b', 'c"d', '']), '"a.b"."c""d".""');
});

test('different tables have different names, whatever characters their names have', () => {
  const characters = ['a', '.', '"', '', '\\', "'", '\n', '\0', '%', '😀', ' '];
  const words = characters.flatMap((one) => characters.flatMap((two) => characters.map((three) => one + two + three)));
  const names = new Map<string, string>();
  for (const first of new Set(words))
    for (const second of ['t', '.', '"', '"."', '']) {
      const parts = [first, second];
      const name = technicalNameOf(parts);
      assert.deepEqual(read(name), parts);
      assert.equal(names.get(name) ?? JSON.stringify(parts), JSON.stringify(parts));
      names.set(name, JSON.stringify(parts));
    }
  assert.notEqual(technicalNameOf(['a.b', 'c']), technicalNameOf(['a', 'b.c']));
});
