/** The AsyncAPI document of the events that webhooks receive. It follows from the catalogue. */
import { dataSchema } from './event-fields.ts';
import { EVENT_TYPES, type EventTypeFacts } from './event-types.ts';

type Entry = readonly [name: string, facts: EventTypeFacts];

/** The name of a category in the sources of events and in the names of channels. */
export const categoryWord = (category: string): string => category.toLowerCase().replaceAll(' ', '-');

/** The fields around the data of an event, as a CloudEvent. */
const ENVELOPE = {
  type: 'object',
  required: ['specversion', 'id', 'type', 'source', 'time', 'datacontenttype', 'tenantid', 'data'],
  properties: {
    specversion: { type: 'string', const: '1.0', description: 'Version of CloudEvents.' },
    id: { type: 'string', format: 'uuid', description: 'Id of the event. A repeated delivery has the same.' },
    type: { type: 'string', description: 'Type of the event.' },
    source: { type: 'string', description: 'Part of Millrace that the event comes from.' },
    time: { type: 'string', format: 'date-time', description: 'Time of the change.' },
    datacontenttype: { type: 'string', const: 'application/json', description: 'Type of the data.' },
    tenantid: { type: 'string', format: 'uuid', description: 'Id of the tenant.' },
    userid: { type: 'string', format: 'uuid', description: 'Id of the account that made the change. Absent if Millrace itself made it.' },
    ownerid: { type: 'string', format: 'uuid', description: 'Id of the account that owns the record.' },
    spaceid: { type: 'string', format: 'uuid', description: 'Id of the workspace.' },
    toplevelresourceid: { type: 'string', description: 'Id of the record. Events of one record arrive in their order.' },
    data: { type: 'object', description: 'Facts of the event. Later versions may add fields.' },
  },
} as const;

/** Returns an example of an event as a webhook receives it. */
export const exampleEvent = (name: string, { category, example }: EventTypeFacts): object => ({
  specversion: '1.0',
  id: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a01',
  type: name,
  source: `com.service/${categoryWord(category)}`,
  time: '2026-11-23T02:00:04.512Z',
  datacontenttype: 'application/json',
  tenantid: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a02',
  data: example,
});

/** Renders the document for a version of Millrace. */
export function asyncApiDocument(version: string): object {
  const entries: readonly Entry[] = Object.entries(EVENT_TYPES);
  const categories = [...new Set(entries.map(([, { category }]) => category))];
  const entriesOf = (category: string): Entry[] => entries.filter(([, facts]) => facts.category === category);
  const channel = (category: string): string => `system-events.${categoryWord(category)}`;
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Millrace events',
      version,
      description:
        'Webhooks receive these events by HTTPS POST, each in a request of its own. Webhooks without CloudEvents receive the same data in the older envelope, which docs/events.md describes.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/cloudevents+json',
    channels: Object.fromEntries(
      categories.map((category) => [
        channel(category),
        {
          address: null,
          title: `Events of ${category}`,
          description: 'The address is the url of a webhook.',
          messages: Object.fromEntries(entriesOf(category).map(([name]) => [name, { $ref: `#/components/messages/${name}` }])),
        },
      ]),
    ),
    operations: Object.fromEntries(
      categories.map((category) => [
        `send-${categoryWord(category)}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${channel(category)}` },
          title: `Send events of ${category}`,
          messages: entriesOf(category).map(([name]) => ({ $ref: `#/channels/${channel(category)}/messages/${name}` })),
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(entries.map((entry) => [entry[0], messageOf(entry)])),
      schemas: { CloudEvent: ENVELOPE },
    },
  };
}

const messageOf = ([name, facts]: Entry): object => ({
  name,
  title: facts.title,
  summary: facts.description,
  contentType: 'application/cloudevents+json',
  payload: {
    allOf: [
      { $ref: '#/components/schemas/CloudEvent' },
      { type: 'object', properties: { type: { const: name }, data: dataSchema(facts.fields) } },
    ],
  },
  examples: [{ name: 'example', payload: exampleEvent(name, facts) }],
  'x-levels': facts.levels,
});
