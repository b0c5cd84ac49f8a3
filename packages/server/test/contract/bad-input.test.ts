/** All operations of a kind refuse the same input: malformed filters, invalid triggers, incomplete uploads. The contract names them. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { BOUNDARY, FILE_HEAD, jsonPart, nextLine, openUpload } from '../support/raw-multipart.ts';
import { isRefused, leavesNothing } from '../support/refusals.ts';
import { resolved, sampleOf, shapeOf } from '../support/samples.ts';
import { startTestServer, type Sent } from '../support/server.ts';
import { served, type Served } from '../support/walk.ts';

const server = await startTestServer();
const { call, make } = server;
const token = await make.administratorToken();
const task = await make.task();
const resource = await make.resource({ workspace: task.workspace });
const plan = await make.plan({ workspace: task.workspace, steps: [[task.id]] });
const schedule = await make.schedule({ environment: task.environment });
const PATH = { taskId: task.id, planId: plan.id, scheduleId: schedule.id, resourceId: resource.id };

const atLeast = (minimum: number, feature: string, operations: readonly Served[]): readonly Served[] => {
  assert.ok(operations.length >= minimum, `the contract has only ${operations.length} operations with ${feature}`);
  return operations;
};

describe('filters.query.broken', () => {
  const nameOf = ({ route }: Served): string | undefined =>
    shapeOf(route).query.find((one) => one.name === 'query' || one.name === '_s')?.name;
  const broken: readonly (readonly [filter: string, character: number])[] = [
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
  for (const operation of atLeast(
    5,
    'filters',
    served.filter((operation) => nameOf(operation) !== undefined),
  ))
    test(operation.route, async () => {
      const name = nameOf(operation) ?? '';
      const ask = (filter: string) => call(operation.route, { query: { [name]: filter } });
      for (const [filter, character] of broken) {
        const answer = await ask(filter);
        isRefused(answer, 400, 'malformed_filter');
        assert.match(answer.body.message, new RegExp(`at character ${character}: `), filter);
      }
      isRefused(await ask('x'.repeat(2001)), 400, 'malformed_request');
      assert.equal((await ask("name=='); drop table tenant; --'")).status, 200);
    });
});

describe('schedules.3.valid', () => {
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
  const broken: readonly (readonly [trigger: object, code: string, message: RegExp])[] = [
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
    [cron('0 0 31 2 ?'), 'cron_malformed', /at position 1:/],
    [cron('0 0 29 2 ? 2031'), 'cron_malformed', /at position 1:/],
    [cron('30 2 ? * MON-FOO'), 'cron_malformed', /at position 14:/],
    [cron('60 0 * * ?'), 'cron_malformed', /at position 1:/],
    [cron('0 0 32 * ?'), 'cron_malformed', /at position 5:/],
    [cron('0 0 * 13 ?'), 'cron_malformed', /at position 7:/],
    [cron('0 0 * *'), 'cron_malformed', /at position 8:/],
  ];
  for (const operation of atLeast(
    6,
    'triggers',
    served.filter((operation) => triggerPath(operation) !== undefined),
  ))
    test(operation.route, async () => {
      const { body } = shapeOf(operation.route);
      const [field] = triggerPath(operation) ?? [];
      const otherFields = body ? (sampleOf(body) as Record<string, unknown>) : {};
      if ('environmentId' in otherFields) otherFields['environmentId'] = task.environment;
      for (const [trigger, code, message] of broken) {
        const hasName = 'name' in (resolved((field ? body?.properties?.[field] : body) ?? {}).properties ?? {});
        const sentTrigger = { ...(hasName && { name: 'noon' }), ...trigger };
        const sent: Sent = { path: PATH, body: field === undefined ? sentTrigger : { ...otherFields, [field]: sentTrigger } };
        const answer = await leavesNothing(server, operation.route, sent, 400, code, 'schedule', 'time_trigger', 'task_run_config');
        assert.match(answer.body.message, message, JSON.stringify(trigger));
      }
    });
});

describe('an incomplete upload leaves no rows and no files', { timeout: 30_000 }, () => {
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
  for (const operation of atLeast(
    3,
    'files',
    served.filter(({ route }) => shapeOf(route).parts !== undefined),
  )) {
    const route = operation.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => PATH[name as keyof typeof PATH]);
    test(`${operation.route}: in the middle of the file`, async () => {
      const before = await contents();
      const socket = openUpload(server.url, route, token, 1_000_000);
      socket.write(partOf(operation) + FILE_HEAD);
      socket.write(Buffer.alloc(100_000));
      await until(async () => (await server.files()).length > before.files.length);
      socket.destroy();
      await until(async () => (await server.files()).length === before.files.length);
      assert.deepEqual(await contents(), before);
    });
    test(`${operation.route}: without the last boundary`, async () => {
      const before = await contents();
      for (const body of [partOf(operation) + FILE_HEAD + 'PK', `--${BOUNDARY}\r\n`, 'nonsense']) {
        const socket = openUpload(server.url, route, token, body.length);
        socket.write(body);
        assert.match(await nextLine(socket), / 400 /, body);
        socket.destroy();
      }
      assert.deepEqual(await contents(), before);
    });
  }
});
