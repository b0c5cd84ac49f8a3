import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CloudEvent, HTTP } from 'cloudevents';
import { deliveryBody, type StoredEvent } from './event-body.ts';

const event: StoredEvent = {
  id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a01',
  tenant_id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a02',
  type: 'com.service.v1.task.run.finished',
  occurred_at: new Date('2026-11-23T02:00:04.512Z'),
  space_id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a03',
  resource_id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a04',
  owner_id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a05',
  actor_id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a06',
  data: { status: 'error', taskName: 'Grüße "1"' },
};
const alone: StoredEvent = { ...event, space_id: null, resource_id: null, owner_id: null, actor_id: null };

/** Reads a body as a receiver does; the constructor checks it against the specification. */
function parsed(body: string): object {
  const read = HTTP.toEvent({ headers: { 'content-type': 'application/cloudevents+json' }, body });
  return JSON.parse(JSON.stringify(new CloudEvent(Array.isArray(read) ? {} : { ...read })));
}

test('webhooks.deliver.cloud-event', () => {
  const body = deliveryBody(event, true, false);
  assert.deepEqual(parsed(body), JSON.parse(body));
  assert.deepEqual(JSON.parse(body), {
    specversion: '1.0',
    id: event.id,
    type: event.type,
    source: 'com.service/tasks',
    time: '2026-11-23T02:00:04.512Z',
    datacontenttype: 'application/json',
    tenantid: event.tenant_id,
    userid: event.actor_id,
    ownerid: event.owner_id,
    spaceid: event.space_id,
    toplevelresourceid: event.resource_id,
    data: event.data,
  });
  const small = parsed(deliveryBody(alone, true, false));
  for (const name of ['userid', 'ownerid', 'spaceid', 'toplevelresourceid']) assert.ok(!(name in small), name);
});

test('an older envelope has the same facts', () => {
  assert.deepEqual(JSON.parse(deliveryBody(event, false, false)), {
    cloudEventsVersion: '0.1',
    source: 'com.service/tasks',
    contentType: 'application/json',
    eventId: event.id,
    eventTime: '2026-11-23T02:00:04.512Z',
    eventTypeVersion: '1.0.0',
    eventType: event.type,
    extensions: {
      tenantId: event.tenant_id,
      userId: event.actor_id,
      ownerId: event.owner_id,
      spaceId: event.space_id,
      topLevelResourceId: event.resource_id,
      actor: { sub: event.actor_id, subType: 'user' },
    },
    data: event.data,
  });
  assert.deepEqual(JSON.parse(deliveryBody(alone, false, false)).extensions, { tenantId: event.tenant_id, actor: { subType: 'system' } });
});

test('the same event has the same bytes in each form', () => {
  for (const form of [true, false]) assert.equal(deliveryBody({ ...event }, form, false), deliveryBody(event, form, false));
});

test('an event of an unknown type has a source', () => {
  assert.equal(JSON.parse(deliveryBody({ ...event, type: 'com.service.v1.later' }, true, false)).source, 'com.service/other');
});
