import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointTestText, endpointText } from './endpoint-text.ts';

const one = {
  route: 'POST /orchestration/schedules/{scheduleId}/triggers',
  name: 'addTrigger',
  summary: 'Copy a time trigger',
  statuses: [200, 400],
  allow: 'SVC_OPERATOR',
  rules: [{ section: 'schedules', id: 'schedules.3.room', document: '1', line: 1, rule: "A caller's schedule has room.", operations: [] }],
};

test('an endpoint begins with its literal, then who may call it', () => {
  const text = endpointText(one);
  assert.match(
    text,
    /\/\*\* Copies a time trigger\. \*\/\nexport const addTrigger = endpoint\('POST \/orchestration\/schedules\/\{scheduleId\}\/triggers', \{\n {2}allow: 'SVC_OPERATOR',/,
  );
});

test('several permissions open an endpoint to each of them', () => {
  assert.match(
    endpointText({ ...one, allow: 'SVC_OPERATOR,AUDIT_LOGS_VIEW' }),
    /allow: \{ anyOf: \['SVC_OPERATOR', 'AUDIT_LOGS_VIEW'\] \},/,
  );
});

test('its test has a title for each of its rules, and fails until it is written', () => {
  assert.match(
    endpointTestText(one),
    /test\('schedules\.3\.room', async \(\) => \{\n {2}assert\.fail\('Not written yet: A caller\\'s schedule has room\.'\);/,
  );
});
