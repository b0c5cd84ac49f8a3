import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operate, OWN } from '../../test/operate.ts';

test('warnings are reported as they come, change and expire, and their namespace is listed once for each watch', async (t) => {
  const { plane, cluster } = await operate(t);
  const events = `/api/v1/namespaces/${OWN}/events`;
  const failuresOf = (report: { infra: { failureEvents?: { message?: string }[] } }): (string | undefined)[] =>
    (report.infra.failureEvents ?? []).map(({ message }) => message);
  const warn = (name: string, message: string, minute: number): void =>
    cluster.put(`${events}/${name}`, {
      reason: 'Failed',
      message,
      lastTimestamp: `2026-11-23T10:0${minute}:00Z`,
      involvedObject: { kind: 'Pod', name },
    });
  const isListed = (count: number): boolean => cluster.lists.filter((path) => path === events).length === count;
  warn('one', 'no image', 1);
  await plane.reported((report) => failuresOf(report).length === 1, 'the listed warning');
  warn('two', 'no memory', 2);
  await plane.next((report) => failuresOf(report).join() === 'Failed: no memory,Failed: no image', 'the newest one first');
  warn('one', 'no disk', 3);
  await plane.next((report) => failuresOf(report).join() === 'Failed: no disk,Failed: no memory', 'the change');
  cluster.expire(`${events}/two`);
  await plane.next((report) => failuresOf(report).join() === 'Failed: no disk', 'the end of a warning');
  assert.ok(isListed(1));
  cluster.endWatches();
  await plane.until(() => isListed(2), 'the list after the watch');
  assert.deepEqual(failuresOf(await plane.next(() => true, 'a report')), ['Failed: no disk']);
});

test('an operator whose role has no right to watch events lists them for each report', async (t) => {
  const { plane, cluster } = await operate(t);
  const events = `/api/v1/namespaces/${OWN}/events`;
  cluster.forbidsWatches = true;
  cluster.endWatches();
  const before = cluster.lists.length;
  cluster.put(`${events}/one`, { reason: 'Failed', message: 'no image', lastTimestamp: '2026-11-23T10:01:00Z' });
  await plane.next((report) => report.infra.failureEvents?.[0]?.message === 'Failed: no image', 'the warning');
  await plane.until(() => cluster.lists.slice(before).filter((path) => path === events).length > 2, 'the lists');
});
