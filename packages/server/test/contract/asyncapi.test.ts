/** The served AsyncAPI document fits the specification, and its examples fit their schemas. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EVENT_TYPES } from '@millrace/contract/event-types';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { body, status } = await server.call('GET /asyncapi.json', { token: undefined });
const document = body as Record<string, unknown> & {
  channels: Record<string, { messages: object }>;
  components: { messages: Record<string, Message> };
};
type Message = { payload: object; examples: { payload: object }[] };
const messages = Object.entries(document.components.messages);

test('GET /asyncapi.json fits the schema of AsyncAPI 3', async () => {
  assert.equal(status, 200);
  const file = fileURLToPath(import.meta.resolve('@asyncapi/specs/schemas/3.0.0.json'));
  // The file contains the schema of JSON Schema itself, under its own name.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(await readFile(file, 'utf8')));
  assert.ok(validate(document), JSON.stringify(validate.errors?.slice(0, 5)));
  assert.ok(!validate({ ...document, channels: { broken: { messages: 7 } } }), 'the schema refuses a broken document');
});

test('each event type is a message of one channel, and its example fits', () => {
  assert.deepEqual(
    messages.map(([name]) => name),
    Object.keys(EVENT_TYPES),
  );
  const inChannels = Object.values(document.channels).flatMap((one) => Object.keys(one.messages));
  assert.deepEqual(inChannels.toSorted(), Object.keys(EVENT_TYPES).toSorted());
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'events', false, false);
  messages.forEach(([name, { examples }], index) => {
    const validate = ajv.compile({ $ref: `events#/components/messages/${name}/payload` });
    assert.equal(examples.length, 1);
    assert.ok(validate(examples[0]?.payload), `${name}: ${JSON.stringify(validate.errors)}`);
    const other = messages[(index + 1) % messages.length]?.[1].examples[0]?.payload;
    assert.ok(!validate(other), `${name} accepts an event of another type`);
  });
});

test('each reference leads to a part of the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'));
  assert.ok(references.length >= 2 * messages.length);
  for (const path of references)
    assert.ok(
      path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document) !== undefined,
      path.join('/'),
    );
});
