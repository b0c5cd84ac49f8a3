import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAuthenticate, allows } from '../../identity/authenticate.ts';
import { assertRefused } from '../../../test/support/refusals.ts';
import { startTestServer } from '../../../test/support/server.ts';
import { endpoint, type Call } from './endpoint.ts';
import { createHttpServer } from './http.ts';
import { newId } from '../base/id.ts';
import { conflict } from '../base/problem.ts';
import { sql } from '../database/sql.ts';
import { orchestrationErrors } from '../../surfaces/error-formats.ts';

const LIST = 'GET /orchestration/environments';
const CREATE = 'POST /orchestration/environments';
const { platform, make, count } = await startTestServer();
const { token, tenant } = await make.user();
const body = { name: 'Written', workspaceName: 'w' };
/** The work of both endpoints; each test sets it. */
let work: (call: Call<typeof CREATE, 'signed-in'>) => Promise<unknown> = async () => undefined;
const created = { status: 201, body: { id: newId(), name: 'answered' } } as const;

const feature = {
  surface: orchestrationErrors,
  constraints: { environment_name_once: () => conflict('environment_name_taken', 'Taken.') },
  endpoints: [
    endpoint(CREATE, {
      allow: 'signed-in',
      run: async (call) => {
        await work(call);
        return created;
      },
    }),
    endpoint(LIST, {
      allow: 'signed-in',
      run: async (call) => {
        await work(call as never);
        return { status: 200, body: [] };
      },
    }),
  ],
};
const callers = { authenticate: createAuthenticate(platform), admit: () => undefined, allows };
const app = await createHttpServer({
  platform,
  features: [feature],
  ...callers,
  record: () => Promise.resolve(),
  checkAnswers: true,
  fallbackSurface: orchestrationErrors,
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
after(() => app.close());

async function post(): Promise<{ status: number; body: { message: string; detail: string; requestId: string }; headers: Headers }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/orchestration/environments`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as never, headers: response.headers };
}

const insert = ({ tx }: Pick<Call<typeof CREATE>, 'tx'>, name: string): Promise<unknown> =>
  tx.rows(sql`
    insert into environment (id, tenant_id, name)
    values (${newId()}, ${tenant}, ${name})`);

test('commits a write before the answer is sent', async () => {
  work = (call) => insert(call, 'committed');
  const before = (await count('environment'))['environment'] ?? 0;
  assert.equal((await post()).status, 201);
  assert.deepEqual(await count('environment'), { environment: before + 1 });
});

test('errors.status.server', async () => {
  const before = await count('environment');
  work = async (call) => {
    await insert(call, 'lost');
    throw new Error('the cause, with a secret in it');
  };
  const { status, body: answer, headers } = await post();
  assert.deepEqual([status, answer.detail, answer.requestId], [500, 'server_error', headers.get('x-request-id')]);
  assert.doesNotMatch(JSON.stringify(answer), /secret|cause, /);
  assert.deepEqual(await count('environment'), before);
});

test('requests.refusal.nothing-behind: a refusal after a write rolls the write back', async () => {
  const before = await count('environment');
  work = async (call) => {
    await insert(call, 'first');
    await insert(call, 'second');
    throw conflict('environment_in_use', 'Too late.');
  };
  assertRefused(await post(), 409, 'environment_in_use');
  assert.deepEqual(await count('environment'), before);
});

test('answers the violation of a constraint with the refusal that the feature names, and writes nothing', async () => {
  const before = await count('environment');
  work = async (call) => {
    await insert(call, 'twice');
    await insert(call, 'twice');
  };
  assertRefused(await post(), 409, 'environment_name_taken');
  assert.deepEqual(await count('environment'), before);
});

test('answers the violation of a constraint without a refusal with status 500', async () => {
  const id = newId();
  work = async ({ tx }) => {
    for (let times = 0; times < 2; times += 1) {
      await tx.rows(sql`
        insert into tenant (id, name)
        values (${id}, 'Twice')`);
    }
  };
  assertRefused(await post(), 500, 'server_error');
});

test('refuses text that the database cannot store', async () => {
  for (const statement of [sql`select ${'a\0b'}::text`, sql`select ${'{"a":"\\u0000"}'}::jsonb`, sql`select ${'{"a":"\\ud800"}'}::jsonb`]) {
    work = ({ tx }) => tx.rows(statement);
    assertRefused(await post(), 400, 'malformed_request');
  }
});

test('retries a request that was the victim of a deadlock, and answers it', async () => {
  const [left, right] = [await make.environment(), await make.environment()];
  const bothHold = Promise.withResolvers<void>();
  let holders = 0;
  let attempts = 0;
  const touch = ({ tx }: Pick<Call<typeof CREATE>, 'tx'>, id: string): Promise<unknown> =>
    tx.rows(sql`
      update environment
      set max_cloud_containers = max_cloud_containers + 1
      where id = ${id}`);
  const orders = new Map<string, readonly [string, string]>();
  work = async (call) => {
    attempts += 1;
    const order = orders.get(call.requestId) ?? (orders.size === 0 ? ([left, right] as const) : ([right, left] as const));
    orders.set(call.requestId, order);
    const [first, second] = order;
    await touch(call, first);
    if ((holders += 1) >= 2) bothHold.resolve();
    await bothHold.promise;
    await touch(call, second);
  };
  const answers = await Promise.all([post(), post()]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  );
  assert.ok(attempts > 2, 'one of the two ran again');
  const rows = await platform.db.reader.rows(sql`
    select max_cloud_containers as n
    from environment
    where id = any (${[left, right]}::uuid[])`);
  assert.deepEqual(rows, [{ n: 2 }, { n: 2 }], 'the work of each is done once');
});

test('answers 500 with checkAnswers when an answer does not match the contract', async () => {
  work = async () => undefined;
  const { body: complete } = created;
  const mutable = complete as { name?: string };
  const { name } = complete;
  delete mutable.name;
  assertRefused(await post(), 500, 'server_error');
  mutable.name = name;
  assert.equal((await post()).status, 201);
});

test('runs a read without a transaction, and aborts its signal when the caller disconnects', async () => {
  const aborted = Promise.withResolvers<boolean>();
  work = async ({ tx, signal }) => {
    const first = await tx.only(sql`select txid_current()::text as id`);
    const second = await tx.only(sql`select txid_current()::text as id`);
    assert.notDeepEqual(first, second);
    signal.addEventListener('abort', () => aborted.resolve(true), { once: true });
    caller.abort();
    await aborted.promise;
  };
  const caller = new AbortController();
  await assert.rejects(
    fetch(`${url}/orchestration/environments`, { headers: { authorization: `Bearer ${token}` }, signal: caller.signal }),
    {
      name: 'AbortError',
    },
  );
  assert.equal(await aborted.promise, true);
});
