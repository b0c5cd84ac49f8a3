// run: own process, waiting, in test:all because it starts whole programs on two databases of its own
/** A server whose database is a standby waits and says so; it serves when the database is promoted, and waits again when it was demoted. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { freePort } from '../../../engine/test/free-port.ts';
import { runCommand } from '../support/command.ts';
import { startDatabaseGate } from '../support/database-gate.ts';
import { eventually, Install } from '../support/install.ts';
import { ask, markAsStandby, startRegionDatabase, startStandby } from '../support/standby.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const folder = await folderBesideTasks('millrace-standby-');
after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
const key = randomBytes(32).toString('base64');
const blobs = join(folder, 'blobs');

type Region = { install: Install; url: string; watchUrl: string };

async function region(name: string, databaseUrl: string): Promise<Region> {
  const [port, watchPort] = [await freePort(), await freePort()];
  const install = new Install(join(folder, `home-${name}`), {
    DATABASE_URL: databaseUrl,
    MILLRACE_KEY: key,
    MILLRACE_BLOB_FOLDER: blobs,
    MILLRACE_ENGINE: 'none',
    MILLRACE_PORT: String(port),
    MILLRACE_METRICS_PORT: String(watchPort),
  });
  after(() => install.kill());
  return { install, url: `http://127.0.0.1:${port}`, watchUrl: `http://127.0.0.1:${watchPort}` };
}

async function answerOf(url: string, init: RequestInit = {}): Promise<[status: number, body: Record<string, unknown>, headers: Headers]> {
  const answer = await fetch(url, init);
  return [answer.status, (await answer.json()) as Record<string, unknown>, answer.headers];
}

/** Reads a metric of a process; NaN if it has none of this name. */
async function metricOf({ watchUrl }: Region, name: string): Promise<number> {
  const text = await (await fetch(`${watchUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
}

const untilStandby = ({ url }: Region): Promise<unknown> =>
  eventually('the process waits as a standby', async () => {
    const [status, body] = await answerOf(`${url}/readyz`).catch(() => [0, undefined] as const);
    return (status === 503 && String(body?.['failing']) === 'standby') || undefined;
  });

describe('a server on a standby', { timeout: 240_000 }, async () => {
  const first = await startRegionDatabase(join(folder, 'one'));
  after(() => first.postgres.stop());
  const one = await region('one', first.postgres.tcpUrl);
  await one.install.start();
  const second = await startStandby(first, join(folder, 'two'), 'two');
  after(() => second.postgres.stop());
  const two = await region('two', second.postgres.tcpUrl);
  const serves = two.install.start();
  serves.catch(() => undefined);
  await untilStandby(two);

  it('lives, is not ready, and refuses every other call, each in the form of its part of the API', async () => {
    for (const url of [two.url, two.watchUrl]) {
      assert.deepEqual((await answerOf(`${url}/healthz`)).slice(0, 2), [
        200,
        { status: 'ok', version: (await answerOf(`${one.url}/healthz`))[1]['version'] },
      ]);
      const [status, { reason, status: word, failing }, headers] = await answerOf(`${url}/readyz`);
      assert.deepEqual([status, word, failing], [503, 'unavailable', ['standby']]);
      assert.equal(reason, 'The database is a standby of another one: it accepts no writes until it is promoted.');
      assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    }
    const refusal =
      'The database is a standby of another one: it accepts no writes until it is promoted. Nothing was changed by this call.';
    const [status, body] = await answerOf(`${two.url}/orchestration/environments`, { method: 'POST', body: '{}' });
    assert.deepEqual([status, body['detail'], body['message']], [503, 'unavailable: standby', refusal]);
    const [scim, { schemas, detail }, headers] = await answerOf(`${two.url}/scim/v2/Users`);
    assert.deepEqual([scim, schemas, detail], [503, ['urn:ietf:params:scim:api:messages:2.0:Error'], `unavailable: ${refusal}`]);
    assert.match(headers.get('content-type') ?? '', /scim\+json/);
    assert.equal((await answerOf(`${two.url}/anything`, { method: 'DELETE' }))[0], 503);
  });

  it('serves its metrics on their port, which say that it waits and where the standby stands', async () => {
    assert.equal(await metricOf(one, 'millrace_standby'), 0);
    const answer = await fetch(`${two.watchUrl}/metrics`);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/plain; version=0.0.4; charset=utf-8']);
    assert.match(await answer.text(), /^millrace_build_info\{version="[^"]+"\} 1$/m);
    for (const name of ['millrace_standby', 'millrace_standby_receives', 'millrace_database_up'])
      assert.equal(await metricOf(two, name), 1, name);
    for (const name of ['millrace_standby_age_seconds', 'millrace_standby_behind_bytes', 'process_cpu_seconds_total'])
      assert.ok((await metricOf(two, name)) >= 0, name);
    assert.equal((await answerOf(`${two.url}/metrics`))[0], 503, 'the port of the API has none');
  });

  it('says so once in its log', async () => {
    const waits = async (): Promise<number> =>
      (await readFile(join(two.install.home, 'logs', 'server.log'), 'utf8')).split('"message":"the start waits for the database"').length -
      1;
    const before = await waits();
    await answerOf(`${two.url}/readyz`);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.deepEqual([before, await waits()], [1, 1]);
  });

  it('is left as it is by migrate, which succeeds and says that the primary migrates it', async () => {
    const environment = { DATABASE_URL: second.postgres.tcpUrl, MILLRACE_KEY: key, MILLRACE_HOME: join(folder, 'home-migrate') };
    assert.deepEqual(await runCommand('migrate', [], environment), {
      code: 0,
      output: 'The database is a standby of another one: its primary migrates it. Nothing was changed.\n',
      errors: '',
    });
  });

  it('goes on serving when its connections lead to a standby only for a moment, although open ones stay there', async () => {
    const gate = await startDatabaseGate(first.postgres.tcpUrl);
    after(() => gate.close());
    const three = await region('three', gate.url);
    await three.install.start();
    const asks = gate.shutAt('millrace standby watch');
    gate.lead(second.postgres.tcpUrl);
    gate.cut();
    // The first question is on its way to the standby, and further connections lead to the primary.
    await asks;
    gate.lead(first.postgres.tcpUrl);
    gate.open();
    const log = await eventually('the server has found the primary', async () => {
      const text = await readFile(join(three.install.home, 'logs', 'server.log'), 'utf8');
      return text.includes('"message":"new connections lead to a primary"') ? text : undefined;
    });
    assert.equal(log.split('"message":"started"').length - 1, 1);
    assert.doesNotMatch(log, /"message":"the start waits for the database"/);
    await eventually('it writes', async () => {
      const headers = { authorization: `Bearer ${await three.install.token()}`, 'content-type': 'application/json' };
      const body = '{"name":"after a moment","workspaceName":"w"}';
      const [status] = await answerOf(`${three.url}/orchestration/environments`, { method: 'POST', headers, body });
      return status === 201 || undefined;
    });
    await three.install.kill();
  });

  it('serves by itself when its database is promoted, with what the primary had', async () => {
    const token = await one.install.token();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const created = await fetch(`${one.url}/orchestration/environments`, {
      method: 'POST',
      headers,
      body: '{"name":"before","workspaceName":"w"}',
    });
    assert.equal(created.status, 201);
    await eventually(
      'the standby has it',
      async () => (await ask(second.postgres.tcpUrl, `select from environment where name = 'before'`)).length === 1 || undefined,
    );
    await one.install.kill();
    await first.postgres.stop();
    assert.equal((await answerOf(`${two.url}/readyz`))[0], 503);
    await eventually(
      'the metrics say that no primary sends',
      async () => (await metricOf(two, 'millrace_standby_receives')) === 0 || undefined,
    );
    await ask(second.postgres.tcpUrl, 'select pg_promote()');
    await serves;
    assert.equal((await answerOf(`${two.url}/readyz`))[0], 200);
    const list = (await (await fetch(`${two.url}/orchestration/environments`, { headers })).json()) as { name: string }[];
    assert.ok(list.some(({ name }) => name === 'before'));
    assert.deepEqual([await metricOf(two, 'millrace_standby'), await metricOf(two, 'millrace_standby_receives')], [0, NaN]);
  });

  it('stops its work and waits again when its database becomes a standby, and serves after the next promotion', async () => {
    await second.postgres.stop();
    await markAsStandby(join(folder, 'two'));
    await writeFile(join(folder, 'two', 'postgres', 'data', 'own.conf'), '');
    const demoted = await startRegionDatabase(join(folder, 'two'));
    after(() => demoted.postgres.stop());
    assert.equal(demoted.postgres.tcpUrl, second.postgres.tcpUrl);
    await untilStandby(two);
    // The process may still be stopping: then it says only that its database accepts no writes.
    await eventually('it refuses reads', async () => {
      const [, body] = await answerOf(`${two.url}/orchestration/environments`).catch(() => [0, undefined] as const);
      return String(body?.['message']).includes('is a standby') || undefined;
    });
    await ask(demoted.postgres.tcpUrl, 'select pg_promote()');
    await eventually('it serves', async () => (await answerOf(`${two.url}/readyz`).catch(() => [0]))[0] === 200 || undefined);
  });
});
