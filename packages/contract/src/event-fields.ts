/** The fields of an event's data: their JSON Schema, and the type that follows from it. */

/** A field: its JSON Schema, and whether it may be left out. `Value` is the type of its values; `value` is there for the type only and never set. */
export type EventField<Value = unknown> = { schema: Readonly<Record<string, unknown>>; optional?: true; value?: Value };

/** The fields of an event's data by name. */
export type EventFields = Readonly<Record<string, EventField>>;

type ValueOf<Field> = Field extends EventField<infer Value> ? Value : never;
type OptionalNames<Fields extends EventFields> = {
  [Name in keyof Fields]: Fields[Name] extends { optional: true } ? Name : never;
}[keyof Fields];

/** The type of the data with these fields. */
export type DataOf<Fields extends EventFields> = { [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: ValueOf<Fields[Name]> } & {
  [Name in OptionalNames<Fields>]?: ValueOf<Fields[Name]> | null | undefined;
};

/** A text. */
export const text = (description: string): EventField<string> => ({ schema: { type: 'string', description } });

/** The id of a record, a UUID. */
export const recordId = (description: string): EventField<string> => ({ schema: { type: 'string', format: 'uuid', description } });

/** A moment in ISO 8601. */
export const moment = (description: string): EventField<string> => ({ schema: { type: 'string', format: 'date-time', description } });

/** A whole number from 0. */
export const count = (description: string): EventField<number> => ({ schema: { type: 'integer', minimum: 0, description } });

/** True or false. */
export const flag = (description: string): EventField<boolean> => ({ schema: { type: 'boolean', description } });

/** One of the given words. */
export const oneOf = <const Word extends string>(words: readonly Word[], description: string): EventField<Word> => ({
  schema: { type: 'string', enum: words, description },
});

/** A list of texts. */
export const texts = (description: string): EventField<readonly string[]> => ({
  schema: { type: 'array', items: { type: 'string' }, description },
});

/** A list of objects with the given fields. */
export const listOf = <Fields extends EventFields>(fields: Fields, description: string): EventField<readonly DataOf<Fields>[]> => ({
  schema: { type: 'array', items: dataSchema(fields), description },
});

/** A field that may be left out. */
export const optional = <Value>({ schema }: EventField<Value>): EventField<Value> & { optional: true } => ({ schema, optional: true });

/** The JSON Schema of data with these fields. Receivers must accept fields that later versions add. */
export const dataSchema = (fields: EventFields): object => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  required: Object.entries(fields)
    .filter(([, { optional: mayBeAbsent }]) => !mayBeAbsent)
    .map(([name]) => name),
});
