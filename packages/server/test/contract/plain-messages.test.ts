/** Each message of the server that names an operation can be shown to people without it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainMessage } from '@millrace/contract/plain-messages';
import { packageSources, readText } from '../../../../scripts/house/source-files.ts';

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const OPERATION = /\b(?:GET|POST|PUT|PATCH|DELETE) \//;

test('a message of the server has no operation once it is plain', () => {
  const sources = packageSources().filter(
    ({ path, isTest }) => path.startsWith('packages/server/src/') && !path.includes('/double/') && !isTest,
  );
  const messages = sources.flatMap(({ path }) =>
    [...readText(path).matchAll(LITERAL)].flatMap(([, quoted, template]) => {
      const text = (quoted ?? template ?? '').replaceAll(/\$\{[^{}]*\}/g, 'value');
      // A route alone, such as 'GET /datasets', is a literal of the code.
      return OPERATION.test(text) && !/^(?:GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(text) ? [text] : [];
    }),
  );
  assert.ok(messages.length > 15, 'the search found too few messages');
  assert.deepEqual(
    messages.filter((text) => OPERATION.test(plainMessage(text))),
    [],
  );
});
