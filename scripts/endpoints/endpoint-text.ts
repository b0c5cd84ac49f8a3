/** The initial texts of a new endpoint and of its test. */
import type { Rule } from '@millrace/contract/ledgers';

/** The facts that the contract states about the operation. */
type NewEndpoint = {
  route: string;
  name: string;
  summary: string;
  statuses: readonly number[];
  allow: string;
  rules: readonly Rule[];
};

/** The first lines of a new operations.ts. */
export const OPERATIONS_HEAD = `import { endpoint } from '../../../core/http/endpoint.ts';\n`;

/** Returns the source of a new endpoint, for operations.ts. It compiles and is served; each call fails until it is written. */
export function endpointText({ route, name, summary, statuses, allow }: NewEndpoint): string {
  return `
/** ${inThirdPerson(summary)}. */
export const ${name} = endpoint('${route}', {
  allow: ${
    /^[A-Z_]+(?:,[A-Z_]+)+$/.test(allow)
      ? `{ anyOf: [${allow
          .split(',')
          .map((permission) => `'${permission}'`)
          .join(', ')}] }`
      : `'${allow}'`
  },

  async run() {
    // In this order: rows through rows.ts, rules in the order of the documents, writes through rows.ts, the answer.
    throw new Error('${name} is not written yet; its contract lists ${statuses.join(', ')}');
  },
});
`;
}

/** Returns the test file: one test for the good case, one for each rule. All fail until they are written. */
export function endpointTestText({ route, name, rules }: NewEndpoint): string {
  const ruleTests = rules.map(
    ({ id, rule }) => `
test('${id}', async () => {
  assert.fail(${quoted(`Not written yet: ${rule}`)});
});
`,
  );
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';

const { call } = await startTestServer();

test('${name} answers what its contract says', async () => {
  const { status } = await call('${route}');
  assert.equal(status, 'the status of the good case');
});
${ruleTests.join('')}`;
}

/** "Add a trigger" → "Adds a trigger". */
function inThirdPerson(summary: string): string {
  const [verb = '', ...rest] = summary.split(' ');
  const inflected = /(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
  return [inflected, ...rest].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
