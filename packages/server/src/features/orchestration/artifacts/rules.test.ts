import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BundleManifest } from '@millrace/wire/bundles';
import { Problem } from '../../../core/base/problem.ts';
import { requireParametersDeclaredOnce, fillFromBundle, requireArtifactUnused, requireTypeKept } from './rules.ts';
import { completeVersion, isVersion, publishedVersion } from './version.ts';

const MANIFEST: BundleManifest = {
  layout: 'millrace',
  name: 'load',
  version: '1.0.0',
  type: 'standard',
  description: 'From the bundle',
  parameters: [{ name: 'limit', type: 'int', required: true }],
};
const request = { workspaceId: '019a0000-0000-7000-8000-000000000000' };

function refusal(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'was not refused' });
}

describe('artifacts.publish.from-bundle', () => {
  test('reads values that the request lacks from the bundle', () => {
    assert.deepEqual(fillFromBundle(request, MANIFEST), {
      ...request,
      name: 'load',
      version: '1.0.0',
      type: 'standard',
      description: 'From the bundle',
      parameters: [{ name: 'limit', type: 'int', required: true }],
    });
  });
  test('prefers the values of the request', () => {
    const complete = { ...request, name: ' own ', version: '2.0.0', type: 'route' as const, description: 'Own', parameters: [] };
    assert.deepEqual(fillFromBundle(complete, MANIFEST), { ...complete, name: 'own' });
  });
  test('publishes a bundle without a version as 0.1.0', () => {
    const { version: _, ...unversioned } = MANIFEST;
    assert.equal(fillFromBundle(request, unversioned).version, '0.1.0');
  });
  test('refuses a malformed version of a bundle', () => {
    for (const version of ['1', 'latest', '1.0.0-beta', '1.0.0.5', '']) {
      assert.equal(refusal(() => fillFromBundle(request, { ...MANIFEST, version })).code, 'bundle_refused', version);
    }
  });
});

test('artifacts.publish.type', () => {
  assert.equal(fillFromBundle(request, MANIFEST).type, 'standard');
  assert.equal(fillFromBundle({ ...request, type: 'pipeline' }, MANIFEST).type, 'pipeline');
  assert.equal(fillFromBundle(request, { ...MANIFEST, type: 'data_service' }).type, 'data_service');
});

test('artifacts.publish.name', () => {
  const { name: _, ...nameless } = MANIFEST;
  for (const manifest of [nameless, { ...nameless, name: '  ' }]) {
    const { status, code } = refusal(() => fillFromBundle(request, manifest));
    assert.deepEqual({ status, code }, { status: 400, code: 'bundle_name_missing' });
  }
});

describe('artifacts.publish.suffix', () => {
  const cases: [string, string, string][] = [
    ['2025-12-05T02:29:52.999Z', '0.1.3', '0.1.3.20251205022952'],
    ['2026-01-31T13:05:09Z', '1.0.0', '1.0.0.20260131130509'],
    ['2026-01-31T00:00:00Z', '1.0.0', '1.0.0.20260131000000'],
    ['2026-01-31T12:00:00Z', '1.0.0', '1.0.0.20260131120000'],
    ['2026-01-31T23:59:59Z', '12.3456.7', '12.3456.7.20260131235959'],
    ['2026-01-31T23:59:59Z', '1.0.0.20250512022952', '1.0.0.20250512022952'],
  ];
  for (const [at, version, published] of cases) {
    test(`${version} published at ${at} is ${published}`, () => {
      assert.equal(publishedVersion(version, new Date(at)), published);
      assert.ok(isVersion(published));
    });
  }
  test('completes the two numbers of a job archive to three', () => {
    assert.equal(completeVersion('0.1'), '0.1.0');
    assert.equal(completeVersion('0.1.2'), '0.1.2');
    assert.equal(completeVersion('1'), '1');
  });
});

test('artifacts.publish.same-type', () => {
  requireTypeKept({ type: 'route' }, 'route');
  const { status, code, message } = refusal(() => requireTypeKept({ type: 'route' }, 'standard'));
  assert.deepEqual({ status, code }, { status: 409, code: 'artifact_type_changed' });
  assert.match(message, /"type": "route"/);
});

test('refuses a parameter that is declared twice', () => {
  requireParametersDeclaredOnce([{ name: 'a' }, { name: 'A' }]);
  assert.match(refusal(() => requireParametersDeclaredOnce([{ name: 'a' }, { name: 'b' }, { name: 'a' }])).message, /declares 'a' twice/);
});

describe('refuses to delete a version that tasks run:', () => {
  const cases: [number, string[], RegExp][] = [
    [1, ['load'], /run this artifact: 'load'\. /],
    [5, ['a', 'b'], /run this artifact: 'a', 'b', 3 more\. /],
    [2, [], /run this artifact: 2 that you cannot see\. /],
    [30, Array.from({ length: 25 }, (_, index) => `t${index}`), /'t19', 10 more\. /],
  ];
  for (const [count, names, message] of cases) {
    test(`${count} tasks, of which the caller may see ${names.length}`, () => {
      const problem = refusal(() => requireArtifactUnused({ count, names }));
      assert.deepEqual({ status: problem.status, code: problem.code }, { status: 409, code: 'artifact_in_use' });
      assert.match(problem.message, message);
    });
  }
  test('allows it where no task runs it', () => requireArtifactUnused({ count: 0, names: [] }));
});
