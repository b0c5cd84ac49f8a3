/** For each point on which the documents are silent, the ledger of gaps has a decision. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readGaps, readOperations, readRules } from '@millrace/contract/ledgers';
import { findPaths } from '../../../../scripts/house/source-files.ts';
import { features } from '../../src/api.ts';

const gaps = readGaps();

describe('the ledger of gaps', () => {
  test('has an id and a decision in every row', () => {
    const ids = gaps.map((gap) => gap.id);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
    assert.deepEqual(
      gaps.filter((gap) => gap.decision.trim() === '').map((gap) => gap.id),
      [],
    );
  });

  test('names only decision records that exist', () => {
    const records = new Set(findPaths('docs/adr/*.md').map((path) => path.slice('docs/adr/'.length, 'docs/adr/'.length + 4)));
    assert.deepEqual(
      gaps.filter(({ adr }) => adr !== '' && !records.has(adr)).map(({ id, adr }) => `${id}: ${adr}`),
      [],
    );
  });

  test('has a decision for every served operation that is not in the documents', () => {
    const known = new Set([
      ...readOperations().map(({ method, path }) => `${method} ${path}`),
      ...readRules().flatMap((rule) => rule.operations),
      ...gaps.flatMap(({ decision }) =>
        [...decision.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/[^\s,;:()"]*[^\s,;:()".]/g)].map(([route]) => route),
      ),
    ]);
    const own = features.flatMap((feature) => feature.endpoints.map((endpoint) => endpoint.route)).filter((route) => !known.has(route));
    assert.deepEqual(own, [], 'write the decision into packages/contract/sections/<section>/gaps.tsv');
  });
});
