import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';

import { addParameter, parseParameters, readParameters } from './input.ts';

const { signal } = new AbortController();

describe('addParameter', () => {
  it('splits at the first equals sign', () => {
    assert.deepEqual(addParameter('url=postgres://host/?a=b'), { url: 'postgres://host/?a=b' });
    assert.deepEqual(addParameter('empty='), { empty: '' });
  });

  it('adds to the earlier parameters; the last value of a name wins', () => {
    assert.deepEqual(addParameter('a=2', addParameter('b=3', addParameter('a=1'))), { a: '2', b: '3' });
  });

  it('refuses a text without a name and does not repeat it', () => {
    for (const text of ['s3cret', '=s3cret']) {
      assert.throws(
        () => addParameter(text),
        (error: Error) => !error.message.includes('s3cret'),
      );
    }
  });

  it('accepts names that every object has, such as __proto__', () => {
    assert.deepEqual(Object.entries(addParameter('__proto__=x')), [['__proto__', 'x']]);
  });
});

describe('parseParameters', () => {
  it('keeps plain values as they are', () => {
    const values = { table: 'airports', most: 100, dry: false, none: null };
    assert.deepEqual(parseParameters(JSON.stringify(values), 'file.json'), values);
  });

  it('refuses anything but an object of plain values; the message names the file and no value', () => {
    for (const json of ['{"password": s3cret}', '["s3cret"]', 'null', '{"a": {"b": "s3cret"}}', '{"a": ["s3cret"]}']) {
      assert.throws(
        () => parseParameters(json, 'file.json'),
        (error: Error & { kind?: string }) =>
          error.kind === 'usage' && error.message.startsWith('file.json') && !error.message.includes('s3cret'),
      );
    }
  });
});

describe('readParameters', () => {
  it('prefers a value of the command line to that of the file', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
    context.after(() => rm(folder, { recursive: true }));
    const parametersFile = join(folder, 'parameters.json');
    await writeFile(parametersFile, '{"a": 1, "b": 2}');
    const stdin = Readable.from([]);
    assert.deepEqual(await readParameters({ parametersFile, parameter: { b: '3' } }, { stdin, signal, workingFolder: '/' }), {
      a: 1,
      b: '3',
    });
  });

  it('reads stdin for a hyphen', async () => {
    const stdin = Readable.from(['{"a"', ': 1}']);
    assert.deepEqual(await readParameters({ parametersFile: '-' }, { stdin, signal, workingFolder: '/' }), { a: 1 });
  });

  it('refuses a missing file as wrong usage', async () => {
    const stdin = Readable.from([]);
    await assert.rejects(readParameters({ parametersFile: '/does/not/exist' }, { stdin, signal, workingFolder: '/' }), {
      kind: 'usage',
      message: /ENOENT/,
    });
  });

  it('returns undefined where there are no parameters', async () => {
    assert.equal(await readParameters({}, { stdin: Readable.from([]), signal, workingFolder: '/' }), undefined);
  });
});
