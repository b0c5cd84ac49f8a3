import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Failure } from './failure.ts';
import { isId, listNamedChoices, pickOne } from './names.ts';

type Place = { id: string; name: string; environment: string };
const first: Place = { id: '01985b5e-7d5c-7000-8000-000000000001', name: 'Shared', environment: 'development' };
const second: Place = { id: '01985b5e-7d5c-7000-8000-000000000002', name: 'Shared', environment: 'production' };
const third: Place = { id: '01985b5e-7d5c-7000-8000-000000000003', name: 'Reports', environment: 'production' };
const pick = (text: string, choices: readonly Place[] = [first, second, third]): Place =>
  pickOne('workspace', text, choices, ({ id, name, environment }) => ({ id, names: [name, `${environment}/${name}`] }));

describe('pickOne', () => {
  it('finds by id, by name and by the longer name', () => {
    assert.equal(pick(second.id), second);
    assert.equal(pick(second.id.toUpperCase()), second);
    assert.equal(pick('Reports'), third);
    assert.equal(pick('production/Shared'), second);
  });

  it('finds by a beginning of an id that no other choice has', () => {
    const other: Place = { id: '01985b5f-0000-7000-8000-000000000009', name: 'Other', environment: 'test' };
    assert.equal(pick('01985b5f', [first, other]), other);
    assert.equal(pick('01985B5F-0', [first, other]), other);
    assert.throws(() => pick('01985b', [first, other]), {
      kind: 'usage',
      message: /^The ids of 2 workspaces begin with "01985b"\. Give more of the id: development\/Shared \(01985b5e-.*test\/Other \(/,
    });
    assert.throws(() => pick('0198', [other]), { kind: 'notFound' });
  });

  it('prefers a plain name to an equal full name of another choice', () => {
    const misleading: Place = { id: '01985b5e-7d5c-7000-8000-000000000004', name: 'production/Shared', environment: 'test' };
    assert.equal(pick('production/Shared', [second, misleading]), misleading);
  });

  it('refuses an ambiguous name and lists the choices that have it', () => {
    assert.throws(() => pick('Shared'), {
      kind: 'usage',
      message: `2 workspaces are called "Shared". Say which, or give its id: development/Shared (${first.id}), production/Shared (${second.id}).`,
    });
  });

  it('refuses an unknown name and lists the choices, the most similar first', () => {
    assert.throws(
      () => pick('report'),
      (error: unknown) => {
        assert.ok(error instanceof Failure);
        assert.equal(error.kind, 'notFound');
        assert.match(error.message, /^There is no workspace "report"\. Known: production\/Reports .*development\/Shared/);
        return true;
      },
    );
  });

  it('lists the most similar names first where none contains the text', () => {
    const others: Place[] = ['billing', 'load-airports', 'loud'].map((name, index) => ({ ...first, id: `id-${index}`, name }));
    assert.throws(() => pick('laod', others), { message: /Known: development\/loud .*load-airports/ });
    assert.throws(() => pick('load-airprots', others), { message: /Known: development\/load-airports / });
  });

  it('does not accept a part of a name or another letter case', () => {
    assert.throws(() => pick('reports'), { kind: 'notFound' });
    assert.throws(() => pick('Report'), { kind: 'notFound' });
  });

  it('says that there is nothing to choose from', () => {
    assert.throws(() => pick('Shared', []), {
      kind: 'notFound',
      message: 'There is no workspace "Shared". There are no workspaces that you can see.',
    });
    assert.throws(() => pickOne('delivery', 'x', [], (one: Place) => ({ id: one.id, names: [] })), { message: /There are no deliveries / });
  });

  it('does not write control characters of a name to the terminal', () => {
    assert.throws(() => pick('a\u001b[2J\nb'), { message: /^There is no workspace "a b"/ });
  });
});

it('shows at most ten choices', () => {
  const many = Array.from({ length: 11 }, (_, index) => ({ id: `id-${index}`, names: [`name-${index}`], place: 'Shared' }));
  assert.match(listNamedChoices(many), /^name-0 \(Shared, id-0\), .*name-9 \(Shared, id-9\) and more$/);
  assert.match(listNamedChoices(many.slice(0, 10)), /name-9 \(Shared, id-9\)$/);
});

it('distinguishes ids from names', () => {
  assert.ok(isId(first.id));
  assert.ok(!isId('load-airports'));
  assert.ok(!isId(`${first.id}0`));
});
