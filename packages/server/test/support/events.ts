/** Subscribes to events like a webhook, and reads the raised ones. */
import assert from 'node:assert/strict';
import { dataSchema } from '@millrace/contract/event-fields';
import { EVENT_TYPES, type EventTypeName } from '@millrace/contract/event-types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sql } from '../../src/core/database/sql.ts';
import { subscribeTo } from '../../src/features/events/outbox/index.ts';
import type { TestServer } from './server.ts';

/** A raised event; `type` is without the prefix that all types have. */
export type SeenEvent = {
  type: string;
  tenant: string;
  space: string | null;
  resource: string;
  owner: string | null;
  actor: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests compare data of every shape with literals
  data: any;
};

/** The prefix of all types. */
export const EVENT_PREFIX = 'com.service.v1.';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv, ['uuid', 'date-time']);

/** Asserts that the data of an event fits its type, and has no field that the type does not know. */
export function assertFitsType(type: string, data: Record<string, unknown>): void {
  const facts = EVENT_TYPES[type as EventTypeName];
  assert.ok(facts, `the catalogue has no type ${type}`);
  assert.ok(ajv.validate(dataSchema(facts.fields), data), `${type}: ${ajv.errorsText()} in ${JSON.stringify(data)}`);
  const unknown = Object.keys(data).filter((name) => !Object.hasOwn(facts.fields, name));
  assert.deepEqual(unknown, [], `${type} has fields that the catalogue does not know`);
}

/** Subscribes the tenant of the administrator to types, by default to all, and returns functions that read the events. */
export async function watchEvents({ platform: { db }, make }: TestServer, types: readonly string[] = Object.keys(EVENT_TYPES)) {
  const tenant = await make.tenant();
  // A webhook without a record: fan-out has nothing to deliver for it, and no timer ends its subscriptions, as one does for notifications.
  const id = crypto.randomUUID();
  await db.transaction((tx) => subscribeTo(tx, { tenant, kind: 'webhook', id }, types));
  let last = 0;

  /** Returns the events since the last call, in their order, each checked against its type. */
  async function newEvents(): Promise<SeenEvent[]> {
    const rows = await db.writer.rows<SeenEvent & { number: number }>(sql`
      select o.number, o.type, o.tenant_id as tenant, o.space_id as space, o.resource_id as resource, o.owner_id as owner, o.actor_id as actor, o.data
      from outbox_event o
      where o.number > ${last}
      union all
      select e.number, e.type, e.tenant_id, e.space_id, e.resource_id, e.owner_id, e.actor_id, e.data
      from event e
      where e.number > ${last}
      order by number`);
    return rows.map(({ number, type, ...event }) => {
      last = number;
      assertFitsType(type, event.data);
      return { type: type.slice(EVENT_PREFIX.length), ...event };
    });
  }

  /** Makes a change, and returns the only event that it raises, which must have the type. */
  async function assertRaisesOne(type: string, change: () => Promise<unknown>): Promise<SeenEvent> {
    await newEvents();
    await change();
    const events = await newEvents();
    assert.deepEqual(
      events.map((event) => event.type),
      [type],
    );
    return events[0] ?? assert.fail();
  }

  /** Makes a change, and asserts the types of the events that it raises, in their order. Returns them. */
  async function assertRaises(wanted: readonly string[], change: () => Promise<unknown>): Promise<SeenEvent[]> {
    await newEvents();
    await change();
    const events = await newEvents();
    assert.deepEqual(
      events.map((event) => event.type),
      wanted,
    );
    return events;
  }

  return {
    tenant,
    newEvents,
    assertRaisesOne,
    assertRaises,
    end: () => db.transaction((tx) => subscribeTo(tx, { tenant, kind: 'webhook', id }, [])),
  };
}
