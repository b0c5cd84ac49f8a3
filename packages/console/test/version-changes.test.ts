import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kindOfType, shownValue } from '../src/features/artifacts/parameter-values.ts';
import { changesOf } from '../src/features/artifacts/version-changes.ts';

const parameter = (name: string, changed: { type?: string; value?: string; required?: boolean } = {}) => ({
  name,
  type: 'id_String',
  required: false,
  ...changed,
});

describe('the changes between two versions', () => {
  it('are the parameters that are new, were removed, or have another type, default value or requirement', () => {
    const before = [parameter('same', { value: '1' }), parameter('gone'), parameter('value', { value: 'a' }), parameter('duty')];
    const after = [
      parameter('added'),
      parameter('same', { value: '1' }),
      parameter('value', { value: 'b' }),
      parameter('duty', { required: true }),
    ];
    assert.deepEqual(
      changesOf(before, after).map(({ name, before: old, after: present }) => [name, old !== undefined, present !== undefined]),
      [
        ['added', false, true],
        ['value', true, true],
        ['duty', true, true],
        ['gone', true, false],
      ],
    );
  });

  it('are empty if a default value is empty in one version and absent in the other', () =>
    assert.deepEqual(changesOf([parameter('x', { value: '' })], [parameter('x')]), []));
});

describe('the type of a parameter', () => {
  it('gives the kind of its field, in any spelling', () => {
    assert.deepEqual(['id_Integer', 'LONG', 'id_Float', 'BigDecimal', 'id_Boolean', 'id_Password', 'id_Date', 'toString'].map(kindOfType), [
      'whole',
      'whole',
      'number',
      'number',
      'boolean',
      'secret',
      'text',
      'text',
    ]);
  });

  it('shows dots in place of the value of a secret, and nothing without a value', () => {
    assert.equal(shownValue('id_Password', 'hidden'), '••••••');
    assert.equal(shownValue('id_Password', ''), undefined);
    assert.equal(shownValue('id_String', 'CH'), 'CH');
  });
});
