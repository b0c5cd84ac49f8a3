/**
 * The catalogue of events: every type with its category, the levels of webhooks that can receive it, the fields of its data, and an example. A type is
 * never removed, and a field never changes its meaning.
 */
import { count, moment, oneOf, optional, recordId, text, type DataOf, type EventFields } from './event-fields.ts';

/** A kind of webhook that may receive a type: one of the tenant, or one of a user. */
export type EventLevel = 'tenant' | 'user';

/** A type of events. */
export type EventTypeFacts<Fields extends EventFields = EventFields> = {
  title: string;
  description: string;
  category: string;
  levels: readonly EventLevel[];
  fields: Fields;
  example: DataOf<Fields>;
};

const eventType = <Fields extends EventFields>(facts: EventTypeFacts<Fields>): EventTypeFacts<Fields> => facts;

/** For webhooks of the tenant, and for those of users with the right VIEW on the workspace. */
const BOTH: readonly EventLevel[] = ['tenant', 'user'];

/** The types by name. */
export const EVENT_TYPES = {
  'com.service.v1.task.run.finished': eventType({
    title: 'Task execution finished',
    description: 'An execution of a task has ended, with any outcome.',
    category: 'tasks',
    levels: BOTH,
    fields: {
      executionId: recordId('Id of the execution.'),
      taskId: recordId('Id of the task.'),
      taskName: text('Name of the task.'),
      environmentId: recordId('Id of the environment.'),
      workspaceId: recordId('Id of the workspace.'),
      status: oneOf(['ok', 'error'], 'ok after a success, otherwise error.'),
      executionStatus: text('Status of the execution, as in the API.'),
      startedAt: optional(moment('Start of the run.')),
      finishedAt: moment('End of the execution.'),
      processedRows: optional(count('Rows that the run processed.')),
      rejectedRows: optional(count('Rows that the run rejected.')),
      errorType: optional(text('Type of the error.')),
      errorMessage: optional(text('Error of the run.')),
      planExecutionId: optional(recordId('Id of the plan execution that the execution belongs to.')),
    },
    example: {
      executionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11',
      taskId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a12',
      taskName: 'load-airports',
      environmentId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a13',
      workspaceId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a14',
      status: 'error',
      executionStatus: 'EXECUTION_FAILED',
      startedAt: '2026-11-23T02:00:00.120Z',
      finishedAt: '2026-11-23T02:00:04.512Z',
      errorType: 'EXIT_CODE',
      errorMessage: 'The run ended with exit code 1.',
    },
  }),
  'com.service.v1.webhook.test': eventType({
    title: 'Test event',
    description: 'Sent on request to one webhook, to try its receiver.',
    category: 'webhooks',
    levels: BOTH,
    fields: { webhookId: recordId('Id of the webhook.'), message: text('A sentence for the reader.') },
    example: { webhookId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a15', message: 'A test event of Millrace.' },
  }),
  'com.service.v1.webhook.disabled': eventType({
    title: 'Webhook disabled',
    description: 'Millrace has disabled a webhook, because its receiver does not take deliveries any more.',
    category: 'webhooks',
    levels: BOTH,
    fields: {
      webhookId: recordId('Id of the webhook.'),
      name: text('Name of the webhook.'),
      code: text('Stable code of the reason.'),
      reason: text('The reason in words.'),
    },
    example: {
      webhookId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a15',
      name: 'Failed loads',
      code: 'gone',
      reason: 'The receiver has answered 410: it wants no more deliveries.',
    },
  }),
} as const;

/** The name of a type. */
export type EventTypeName = keyof typeof EVENT_TYPES;

/** The data of an event of a type. */
export type EventData<Name extends EventTypeName> = DataOf<(typeof EVENT_TYPES)[Name]['fields']>;
