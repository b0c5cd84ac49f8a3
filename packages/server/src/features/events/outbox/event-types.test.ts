import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EVENT_TYPES } from '@millrace/contract/event-types';
import { packageSources } from '../../../../../../scripts/house/source-files.ts';
import { EVENT_PREFIX, assertFitsType } from '../../../../test/support/events.ts';

const types = Object.entries(EVENT_TYPES);
const sources = packageSources();

test('events.catalogue.schema', () => {
  const titles = new Set<string>();
  for (const [name, { title, description, category, levels, example }] of types) {
    assert.match(name, /^com\.service\.v1\.[a-z-]+(\.[a-z-]+)+$/);
    assertFitsType(name, example);
    assert.match(description, /^[A-Z].*\.$/, name);
    assert.ok(category.length > 0 && levels.length > 0, name);
    assert.ok(!titles.has(title), `${title} is the title of two types`);
    titles.add(title);
  }
});

test('events.catalogue.schema: an example that does not fit is found', () => {
  const { example } = EVENT_TYPES['com.service.v1.role.created'];
  const { id: _id, ...without } = example;
  assert.throws(() => assertFitsType('com.service.v1.role.created', without), /must have required property 'id'/);
  assert.throws(() => assertFitsType('com.service.v1.role.created', { ...example, id: 'x' }), /must match format "uuid"/);
  assert.throws(() => assertFitsType('com.service.v1.role.created', { ...example, password: 'x' }), /does not know/);
});

test('every type of the catalogue has a test that raises it', () => {
  const tests = sources.filter(
    ({ path, isTest }) => isTest && /features\/(?:events|catalog)\//.test(path) && !path.endsWith('event-types.test.ts'),
  );
  const text = tests.map(({ path }) => readFileSync(path, 'utf8')).join('\n');
  // The operations of webhooks raise it, and their tests receive it.
  const elsewhere = new Set(['com.service.v1.webhook.test']);
  const named = (name: string): boolean => text.includes(`'${name}'`) || text.includes(name.slice(EVENT_PREFIX.length));
  assert.deepEqual(
    types.map(([name]) => name).filter((name) => !elsewhere.has(name) && !named(name)),
    [],
  );
});

test('every statement that writes an outcome or the start of a run raises its events', () => {
  const writes =
    /\bset outcome = |\bupdate task_execution x\s+set \$\{set\}|\bupdate plan_execution\b[^`]*\bset status\b|\binsert into (?:task|plan)_execution \(|\bdelete from live_execution\b|\bstarted_at = coalesce\(/;
  const statements = sources
    .filter(({ path, isTest }) => !isTest && /\/processing\/(?:task|plan)-executions\//.test(path))
    .flatMap(({ path }) =>
      readFileSync(path, 'utf8')
        .split(/\n(?=(?:export )?(?:async )?(?:const|function) )/)
        .filter((part) => writes.test(part))
        .map((part) => ({ name: /(?:const|function) (\w+)/.exec(part)?.[1] ?? path, part })),
    );
  assert.ok(statements.length >= 9, `${statements.length} statements were found`);
  // `recorded` adds executions that have not begun, and `nextAttempts` such attempts.
  const raises = /\b(?:raised(?:Starts|Ends|PlanStarts|PlanEnds)|endSteps)\(|\braised: raisedMisfires\b/;
  const silent = statements.filter(({ name, part }) => name !== 'recorded' && name !== 'nextAttempts' && !raises.test(part));
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});
