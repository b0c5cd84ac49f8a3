import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RIGHTS, type Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { randomNumbers } from '../../../../../../soak/stage.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { KINDS } from './kinds.fixture.ts';

const { call, make } = await startTestServer();

type Row = { workspaceId: string; userId: string; permissions: Right[] };
type Kind = (typeof KINDS)[number];

/** The size of the largest batch in the random walk. */
const MAX_ROWS = 40;

test('random changes of rights leave exactly the rights of a simple model', async (context) => {
  const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  context.diagnostic(`TEST_SEED=${seed}`);
  const random = randomNumbers(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => random() < 0.5);

  const workspaces = (await Promise.all([1, 2, 3, 4, 5].map(() => make.workspace()))).map(({ id }) => id);
  const foreign = await make.otherTenant();
  const stranger = await make.user({ tenant: foreign });
  const foreignWorkspace = await make.workspace({ tenant: foreign, owner: stranger.id });
  const groups = await Promise.all(
    KINDS.map(async (kind) => ({ kind, accounts: await Promise.all([1, 2, 3, 4].map(() => make.user({ type: kind.type }))) })),
  );
  /** The rights of each account on each workspace, by `workspace account`. */
  const model = new Map<string, Set<Right>>();
  const known = new Set(groups.flatMap(({ kind, accounts }) => accounts.map(({ id }) => `${kind.type} ${id}`)));
  /** Rights that were granted or revoked, and rows that were rejected. */
  const counts = { changes: 0, rejected: 0 };

  const heldBy = (workspaceId: string, userId: string): Set<Right> => model.get(`${workspaceId} ${userId}`) ?? new Set();
  const setRights = (workspaceId: string, userId: string, rights: Iterable<Right>): void => {
    const set = new Set(rights);
    const held = heldBy(workspaceId, userId);
    counts.changes += RIGHTS.filter((right) => held.has(right) !== set.has(right)).length;
    if (set.size === 0) model.delete(`${workspaceId} ${userId}`);
    else model.set(`${workspaceId} ${userId}`, set);
  };
  const exists = (kind: Kind, { workspaceId, userId }: Row): boolean =>
    workspaces.includes(workspaceId) && known.has(`${kind.type} ${userId}`);

  /** Applies a row of a batch to the model, or returns the status with which the server must reject it. */
  function apply(kind: Kind, method: 'POST' | 'PUT', row: Row): number | undefined {
    if (!exists(kind, row)) return 404;
    const held = heldBy(row.workspaceId, row.userId);
    if (method === 'PUT' && held.size === 0) return 404;
    if (method === 'POST' && row.permissions.every((right) => held.has(right))) return 409;
    setRights(row.workspaceId, row.userId, method === 'PUT' ? row.permissions : [...held, ...row.permissions]);
    return undefined;
  }
  const someRights = (): Right[] => {
    const rights = some(RIGHTS);
    return rights.length > 0 ? rights : [pick(RIGHTS)];
  };
  const randomRow = (kind: Kind): Row => {
    const own = groups.find((group) => group.kind === kind)?.accounts ?? [];
    const others = groups.find((group) => group.kind !== kind)?.accounts ?? [];
    const isInvalid = random() < 0.1;
    return {
      workspaceId: isInvalid && random() < 0.5 ? pick([newId(), foreignWorkspace.id]) : pick(workspaces),
      userId: isInvalid ? pick([newId(), stranger.id, pick(others).id]) : pick(own).id,
      permissions: someRights(),
    };
  };

  async function changeInBatch({ kind }: (typeof groups)[number]): Promise<void> {
    const method = pick(['POST', 'PUT'] as const);
    const body = Array.from({ length: 1 + below(MAX_ROWS) }, () => randomRow(kind));
    const dryRun = random() < 0.1;
    const answer = await call(`${method} ${kind.all}/batch`, { body, ...(dryRun && { query: { dryRun } }) });
    if (dryRun) return assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const statuses = body.map((row) => apply(kind, method, row)).filter((status) => status !== undefined);
    counts.rejected += statuses.length;
    assert.equal(answer.status, statuses.length > 0 ? 207 : 204, JSON.stringify(answer.body));
    if (statuses.length > 0) assert.deepEqual(answer.body.map(({ status }: { status: number }) => status), statuses); // prettier-ignore
  }

  async function removeInBatch({ kind, accounts }: (typeof groups)[number]): Promise<void> {
    const [users, chosenWorkspaces] = [some(accounts).map(({ id }) => id), some(workspaces)];
    if (users.length + chosenWorkspaces.length === 0) return;
    const { status } = await call(`DELETE ${kind.all}/batch`, { query: { [`${kind.idName}s`]: users, workspaceIds: chosenWorkspaces } });
    assert.equal(status, 204);
    for (const userId of users.length > 0 ? users : accounts.map(({ id }) => id))
      for (const workspaceId of chosenWorkspaces.length > 0 ? chosenWorkspaces : workspaces)
        if (heldBy(workspaceId, userId).size > 0) setRights(workspaceId, userId, []);
  }

  async function changeOne({ kind }: (typeof groups)[number]): Promise<void> {
    const row = randomRow(kind);
    const { workspaceId, userId, permissions } = row;
    const path = { workspaceId, [kind.idName]: userId };
    const method = pick(['POST', 'PUT', 'DELETE'] as const);
    if (method === 'DELETE') {
      const expected = exists(kind, row) && heldBy(workspaceId, userId).size > 0 ? 204 : 404;
      assert.equal((await call(`DELETE ${kind.single}`, { path })).status, expected);
      if (expected === 204) setRights(workspaceId, userId, []);
      return;
    }
    const status = apply(kind, method, row) ?? (method === 'POST' ? 201 : 204);
    assert.equal((await call(`${method} ${kind.single}`, { path, body: permissions })).status, status);
  }

  /** Compares the list of rights and the workspaces that an account sees with the model. */
  async function compare({ kind, accounts }: (typeof groups)[number]): Promise<void> {
    const account = pick(accounts);
    const expected = workspaces.flatMap((id) => {
      const rights = heldBy(id, account.id);
      return rights.size > 0 ? [`${id} ${RIGHTS.filter((right) => rights.has(right)).join(' ')}`] : [];
    });
    const listed = await call(`GET ${kind.all}`, { query: { [kind.idName]: account.id } });
    const actual = listed.body.map(({ workspaceId, permissions }: Row) => `${workspaceId} ${permissions.join(' ')}`);
    assert.deepEqual(actual.toSorted(), expected.toSorted(), `TEST_SEED=${seed}`);
    const seen = await call('GET /orchestration/workspaces', { token: account.token });
    assert.deepEqual(
      seen.body.map(({ id }: { id: string }) => id).toSorted(),
      expected.map((text) => text.split(' ')[0]).toSorted(),
      `TEST_SEED=${seed}`,
    );
  }

  const wanted = Number(process.env['MILLRACE_GRANTS'] ?? 3000);
  while (counts.changes < wanted) {
    const group = pick(groups);
    await pick([changeInBatch, changeInBatch, changeOne, removeInBatch])(group);
    await compare(group);
  }
  context.diagnostic(`soak: ${counts.changes} rights granted or revoked, ${counts.rejected} rows rejected, all as in the model`);
  assert.ok(counts.rejected > 0, 'no change was rejected');
});
