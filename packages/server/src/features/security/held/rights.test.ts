import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RIGHTS, type Right } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { holdsRight } from './rights.ts';

const { make, platform } = await startTestServer();

/** Returns the rights that a user holds on a workspace. Checks each right by itself. */
async function held(user: { id: string; tenant: string; login: string }, workspace: string): Promise<Right[]> {
  const actor = { ...user, userType: 'HUMAN' as const, permissions: new Set<never>(), allowlist: null };
  const found: Right[] = [];
  for (const right of RIGHTS) {
    const row = await platform.db.reader.only<{ held: boolean }>(sql`
      select ${holdsRight(actor, right)} as held
      from workspace w
      where w.id = ${workspace}`);
    if (row.held) found.push(right);
  }
  return found;
}

test('workspaces.rights.view', async () => {
  const { id } = await make.workspace();
  const cases: [Right[], Right[]][] = [
    [[], []],
    [['VIEW'], ['VIEW']],
    [['EXECUTE'], ['VIEW', 'EXECUTE']],
    [['AUTHOR'], ['VIEW', 'AUTHOR']],
    [['PUBLISH'], ['VIEW', 'PUBLISH']],
    [['MANAGE'], ['VIEW', 'MANAGE']],
    [
      ['VIEW', 'EXECUTE', 'PUBLISH'],
      ['VIEW', 'EXECUTE', 'PUBLISH'],
    ],
    [[...RIGHTS], [...RIGHTS]],
  ];
  for (const [stored, expected] of cases) assert.deepEqual(await held(await make.user({ rights: { [id]: stored } }), id), expected);
});

test('workspaces.create.rights', async () => {
  const owner = await make.user();
  const { id } = await make.workspace({ owner: owner.id });
  assert.deepEqual(await held(owner, id), [...RIGHTS]);
});

test('a right on a workspace is not a right on another workspace', async () => {
  const [workspace, other] = [await make.workspace(), await make.workspace()];
  const user = await make.user({ rights: { [workspace.id]: RIGHTS } });
  assert.deepEqual(await held(user, other.id), []);
});
