/** Assertions about refusals and about the rows after them. */
import assert from 'node:assert/strict';
import { PERMISSIONS, RIGHTS, type Permission, type Right } from '@millrace/contract';
import type { Answer, Sent, TestServer } from './server.ts';

/** Reads code and message of an error body of any surface. */
export function errorOf(body: Answer['body']): { code: string; message: string } {
  const [error] = body?.errors ?? [];
  if (error) return { code: error.meta.code, message: error.detail };
  if (body?.exception !== undefined) return { code: body.exception, message: body.message };
  if (body?.cause !== undefined) return { code: body.cause, message: body.message };
  if (body?.code !== undefined) return { code: body.code, message: body.detail ?? body.details };
  return { code: String(body?.detail).split(':')[0] ?? '', message: body?.message ?? body?.detail };
}

/** Asserts that an answer is a refusal with this status and code. */
export function assertRefused(answer: Answer, status: number, code: string): void {
  const actual = { status: answer.status, code: errorOf(answer.body).code };
  assert.deepEqual(actual, { status, code }, JSON.stringify(answer.body));
}

/** The right and the permission that an operation requires; one of several permissions is enough. */
export type Needs = { workspace: string; right: Right; permission?: Permission | readonly [Permission, ...Permission[]] };

/** Asserts that an operation refuses callers without one of the requirements, and accepts a caller with exactly the requirements. */
export async function requiresOneOf(
  server: TestServer,
  needs: Needs,
  call: (token: string | undefined) => Promise<Answer>,
  success: number,
): Promise<void> {
  const { make } = server;
  const { workspace, right, permission: permissions } = needs;
  const enough: readonly Permission[] = permissions === undefined ? [] : [permissions].flat();
  const user = async (held: readonly Permission[], rights: readonly Right[], tenant?: string): Promise<string> =>
    (await make.user({ permissions: held, rights: { [workspace]: rights }, ...(tenant !== undefined && { tenant }) })).token;

  assertRefused(await call(undefined), 401, 'not_signed_in');
  assertRefused(await call(await user(PERMISSIONS, [])), 404, 'not_found');
  assertRefused(await call(await user(PERMISSIONS, RIGHTS, await make.otherTenant())), 404, 'not_found');
  if (enough.length > 0)
    assertRefused(
      await call(
        await user(
          PERMISSIONS.filter((permission) => !enough.includes(permission)),
          RIGHTS,
        ),
      ),
      403,
      'forbidden',
    );
  if (right !== 'VIEW') assertRefused(await call(await user(PERMISSIONS, without(RIGHTS, right))), 403, 'right_missing');
  for (const granted of enough.length > 0 ? enough.map((permission) => [permission]) : [[]]) {
    const answer = await call(await user(granted, [right]));
    assert.equal(answer.status, success, JSON.stringify(answer.body));
  }
}

/** Calls an operation and asserts that it is refused and changes no number of rows. Returns the answer. */
export async function leavesNothing(
  server: TestServer,
  route: string,
  sent: Sent,
  status: number,
  code: string,
  ...tables: string[]
): Promise<Answer> {
  const before = await server.count(...tables);
  const answer = await server.call(route, sent);
  assertRefused(answer, status, code);
  assert.deepEqual(await server.count(...tables), before);
  return answer;
}

/** Calls `work` and asserts that it changes the numbers of rows by these amounts. */
export async function changesRows(server: TestServer, by: Readonly<Record<string, number>>, work: () => Promise<unknown>): Promise<void> {
  const before = await server.count(...Object.keys(by));
  await work();
  const after = await server.count(...Object.keys(by));
  assert.deepEqual(Object.fromEntries(Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)])), by);
}

const without = <Value>(all: readonly Value[], removed: Value): Value[] => all.filter((value) => value !== removed);
