// run: in parts because it calls every operation
/** All operations of a kind refuse the same input: malformed filters, invalid triggers, incomplete uploads. The contract names them. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { operationTests, assertEach } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { BOUNDARY, FILE_HEAD, jsonPart, nextLine, openUpload } from '../support/raw-multipart.ts';
import { assertRefused } from '../support/refusals.ts';
import { resolved, sampleOf, shapeOf } from '../support/samples.ts';
import { startTestServer, type Answer, type Sent } from '../support/server.ts';
import { served, type Served } from '../support/operation-requests.ts';

/** The name of the parameter of an operation that is a filter. */
const filterOf = ({ route }: Served): string | undefined =>
  shapeOf(route).query.find((one) => one.name === 'query' || one.name === '_s')?.name;
const BROKEN_FILTERS: readonly (readonly [filter: string, character: number])[] = [
  ['no.such.selector==1', 1],
  ['name==a;(name==b,nothing==1)', 18],
  ['name=like=a', 5],
  ['name', 5],
  ['name==', 7],
  ['name==a;', 9],
  ['(name==a', 9],
  ['name=="a', 7],
  ['name==a b', 9],
  [';', 1],
];

/** The path of the trigger in the body of an operation; undefined if the operation has no trigger. */
const triggerPath = ({ route }: Served): readonly string[] | undefined => {
  const { body } = shapeOf(route);
  if (body?.properties?.['cronExpression']) return [];
  return body?.properties?.['trigger'] && resolved(body.properties['trigger']).properties?.['cronExpression'] ? ['trigger'] : undefined;
};
const daily = { type: 'DAILY', interval: 1, startDate: '2031-01-01', startTime: '06:00' };
const cron = (cronExpression: string) => ({ type: 'CRON', cronExpression });
const days = (type: string, more: object) => ({
  ...daily,
  type,
  atDays: { type: type === 'WEEKLY' ? 'DAY_OF_WEEK' : 'DAY_OF_MONTH', ...more },
});
const BROKEN_TRIGGERS: readonly (readonly [trigger: object, code: string, message: RegExp])[] = [
  [{ ...daily, startDate: '2031-02-31' }, 'trigger_invalid', /startDate '2031-02-31' is no date/],
  [{ ...daily, startDate: '2031-02-29' }, 'trigger_invalid', /startDate/],
  [{ ...daily, startDate: '31.01.2031' }, 'trigger_invalid', /YYYY-MM-DD/],
  [{ ...daily, startTime: '24:00' }, 'trigger_invalid', /startTime/],
  [{ ...daily, timeZone: 'Europe/Atlantis' }, 'trigger_invalid', /timeZone 'Europe\/Atlantis' is unknown/],
  [{ ...daily, timeZone: 'UTC+2' }, 'trigger_invalid', /timeZone/],
  [{ ...daily, atTimes: { type: 'AT_TIME', time: '6 pm' } }, 'trigger_invalid', /atTimes.time/],
  [{ ...daily, interval: 0 }, 'malformed_request', /interval/],
  [{ ...daily, type: 'HOURLY' }, 'malformed_request', /type/],
  [days('WEEKLY', { days: ['MOONDAY'] }), 'malformed_request', /days/],
  [days('MONTHLY', { day: 32 }), 'malformed_request', /day/],
  [cron('0 0 31 2 ?'), 'cron_malformed', /unusable: it names no day that exists/],
  [cron('0 0 29 2 ? 2031'), 'cron_malformed', /unusable: it names no day that exists/],
  [cron('30 2 ? * MON-FOO'), 'cron_malformed', /at position 14:/],
  [cron('60 0 * * ?'), 'cron_malformed', /at position 1:/],
  [cron('0 0 32 * ?'), 'cron_malformed', /at position 5:/],
  [cron('0 0 * 13 ?'), 'cron_malformed', /at position 7:/],
  [cron('0 0 * *'), 'cron_malformed', /at position 8:/],
];

const hasFilter = (operation: Served): boolean => filterOf(operation) !== undefined;
const hasTrigger = (operation: Served): boolean => triggerPath(operation) !== undefined;
const hasFile = ({ route }: Served): boolean => shapeOf(route).parts !== undefined;
const checked = served.filter((operation) => [hasFilter, hasTrigger, hasFile].some((has) => has(operation)));

if (operationsOfThisRun(checked).length > 0) await testBadInput();

test('the contract has operations with filters, with triggers and with files', () => {
  const counts = [hasFilter, hasTrigger, hasFile].map((has) => served.filter(has).length);
  assert.ok(
    counts.every((count, index) => count >= ([5, 6, 3][index] ?? 0)),
    String(counts),
  );
});

async function testBadInput(): Promise<void> {
  const server = await startTestServer();
  const { call, make } = server;
  const token = await make.administratorToken();
  const task = await make.task();
  const resource = await make.resource({ workspace: task.workspace });
  const plan = await make.plan({ workspace: task.workspace, steps: [[task.id]] });
  const schedule = await make.schedule({ environment: task.environment });
  const PATH = { taskId: task.id, planId: plan.id, scheduleId: schedule.id, resourceId: resource.id };

  async function refusesFilters(operation: Served): Promise<void> {
    const ask = (filter: string): Promise<Answer> => call(operation.route, { query: { [filterOf(operation) ?? '']: filter } });
    await assertEach(BROKEN_FILTERS, async ([filter, character]) => {
      const answer = await ask(filter);
      assertRefused(answer, 400, 'malformed_filter');
      assert.match(answer.body.message, new RegExp(`at character ${character}: `), filter);
    });
    assertRefused(await ask('x'.repeat(2001)), 400, 'malformed_request');
    assert.equal((await ask("name=='); drop table tenant; --'")).status, 200);
  }

  async function refusesTriggers(operation: Served): Promise<void> {
    const { body } = shapeOf(operation.route);
    const [field] = triggerPath(operation) ?? [];
    const otherFields = body ? (sampleOf(body) as Record<string, unknown>) : {};
    if ('environmentId' in otherFields) otherFields['environmentId'] = task.environment;
    const hasName = 'name' in (resolved((field ? body?.properties?.[field] : body) ?? {}).properties ?? {});
    const countRows = () => server.count('schedule', 'time_trigger', 'task_run_config');
    const before = await countRows();
    await assertEach(BROKEN_TRIGGERS, async ([trigger, code, message]) => {
      const sentTrigger = { ...(hasName && { name: 'noon' }), ...trigger };
      const sent: Sent = { path: PATH, body: field === undefined ? sentTrigger : { ...otherFields, [field]: sentTrigger } };
      const answer = await call(operation.route, sent);
      assertRefused(answer, 400, code);
      assert.match(answer.body.message, message, JSON.stringify(trigger));
    });
    assert.deepEqual(await countRows(), before);
  }

  const contents = async () => ({
    ...(await server.count('artifact', 'artifact_version', 'resource', 'blob')),
    files: (await server.files()).toSorted(),
  });
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    while (!(await condition())) await wait(10);
  };
  const own = { name: 'cut', workspaceId: task.workspace };
  /** The JSON part of an operation that has one. */
  const partOf = (operation: Served): string => {
    const name = Object.keys(shapeOf(operation.route).parts?.properties ?? {}).find((one) => one !== 'file');
    return name === undefined ? '' : jsonPart(own, name);
  };
  const addressOf = ({ route }: Served): string => route.replaceAll(/\{(\w+)\}/g, (_, name: string) => PATH[name as keyof typeof PATH]);

  async function forgetsHalfOfFile(operation: Served): Promise<void> {
    const before = await contents();
    const socket = openUpload(server.url, addressOf(operation), token, 1_000_000);
    socket.write(partOf(operation) + FILE_HEAD);
    socket.write(Buffer.alloc(100_000));
    await until(async () => (await server.files()).length > before.files.length);
    socket.destroy();
    await until(async () => (await server.files()).length === before.files.length);
    assert.deepEqual(await contents(), before);
  }

  async function refusesWithoutEnd(operation: Served): Promise<void> {
    const before = await contents();
    for (const body of [partOf(operation) + FILE_HEAD + 'PK', `--${BOUNDARY}\r\n`, 'nonsense']) {
      const socket = openUpload(server.url, addressOf(operation), token, body.length);
      socket.write(body);
      assert.match(await nextLine(socket), / 400 /, body);
      socket.destroy();
    }
    assert.deepEqual(await contents(), before);
  }

  for (const { title, holds } of operationTests(
    checked,
    { 'filters.query.broken': [hasFilter, refusesFilters], 'schedules.3.valid': [hasTrigger, refusesTriggers] },
    { 'an upload that ends in the middle of the file leaves no rows and no files': [hasFile, forgetsHalfOfFile] },
    { 'an upload without the last boundary leaves no rows and no files': [hasFile, refusesWithoutEnd] },
  ))
    test(title, { timeout: 30_000 }, holds);
}
