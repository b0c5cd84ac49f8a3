/** The form of the entries of the catalogue of events. */
import { type DataOf, type EventFields, recordId } from '../event-fields.ts';

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

/**
 * Returns the function that makes the entries of a category, each with the type of its data.
 * @rule events.catalogue.schema
 */
export const eventTypesOf =
  (category: string, levels: readonly EventLevel[]) =>
  <Fields extends EventFields>(facts: Omit<EventTypeFacts<Fields>, 'category' | 'levels'>): EventTypeFacts<Fields> => ({
    ...facts,
    category,
    levels,
  });

/** For webhooks of the tenant, and for those of users with the right VIEW on the workspace. */
export const BOTH_LEVELS: readonly EventLevel[] = ['tenant', 'user'];

/** For webhooks of the tenant. */
export const TENANT_LEVEL: readonly EventLevel[] = ['tenant'];

/** The field of events with the tenant to which they belong, and its value in examples. */
export const [tenantId, TENANT_EXAMPLE] = [recordId('Id of the tenant.'), '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a01'];

/** The actions on a record that raise events. */
type RecordAction = 'created' | 'updated' | 'deleted';

/** The three types of a kind of record. Their data is the record after the change, or its last state before its deletion. */
export const recordTypes = <const Noun extends string, Fields extends EventFields>(
  noun: Noun,
  { label, ...facts }: Omit<EventTypeFacts<Fields>, 'title' | 'description'> & { label: string },
): { [Action in RecordAction as `com.service.v1.${Noun}.${Action}`]: EventTypeFacts<Fields> } => {
  const article = /^[aeiou]/i.test(label) ? 'An' : 'A';
  const typeOf = (action: RecordAction, done: string): [string, EventTypeFacts<Fields>] => [
    `com.service.v1.${noun}.${action}`,
    { title: `${label.charAt(0).toUpperCase()}${label.slice(1)} ${action}`, description: `${article} ${label} ${done}.`, ...facts },
  ];
  return Object.fromEntries([
    typeOf('created', 'was created'),
    typeOf('updated', 'was changed'),
    typeOf('deleted', 'was deleted; what it contained was deleted with it'),
  ]) as { [Action in RecordAction as `com.service.v1.${Noun}.${Action}`]: EventTypeFacts<Fields> };
};
