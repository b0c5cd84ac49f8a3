import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointTestText, endpointText } from './endpoint-text.ts';

const newEndpoint = {
  route: 'POST /orchestration/schedules/{scheduleId}/triggers',
  name: 'addTrigger',
  summary: 'Copy a time trigger',
  statuses: [200, 400],
  allow: 'SVC_OPERATOR',
  rules: [{ section: 'schedules', id: 'schedules.3.room', document: '1', line: 1, rule: "A caller's schedule has room.", operations: [] }],
};

test('an endpoint begins with its route literal, then its permission', () => {
  const text = endpointText(newEndpoint);
  assert.match(
    text,
    /\/\*\* Copies a time trigger\. \*\/\nexport const addTrigger = endpoint\('POST \/orchestration\/schedules\/\{scheduleId\}\/triggers', \{\n {2}allow: 'SVC_OPERATOR',/,
  );
});

test('several permissions become anyOf', () => {
  assert.match(
    endpointText({ ...newEndpoint, allow: 'SVC_OPERATOR,AUDIT_LOGS_VIEW' }),
    /allow: \{ anyOf: \['SVC_OPERATOR', 'AUDIT_LOGS_VIEW'\] \},/,
  );
});

test('the test of an endpoint has a failing test for each of its rules', () => {
  assert.match(
    endpointTestText(newEndpoint),
    /test\('schedules\.3\.room', async \(\) => \{\n {2}assert\.fail\('Not written yet: A caller\\'s schedule has room\.'\);/,
  );
});
