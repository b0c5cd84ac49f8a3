import { nearest } from '@millrace/contract/nearest';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { fileSchema } from './kinds.ts';
import type { EstateFields, EstateKind } from './model/kind.ts';
import { hasFields, PLACEHOLDER_PATTERN, placesAt } from './model/places.ts';
import { type FileSchema, propertiesOf, schemaWithin } from './schemas.ts';

/** A fault in a file: its position in the file, and what is wrong. */
export type EstateFault = { position: string; message: string };

/** The files of an estate cannot be used. Nothing has been changed. */
export class EstateFaults extends Error {
  readonly faults: readonly EstateFault[];

  constructor(faults: readonly EstateFault[]) {
    super(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in the files`);
    this.faults = faults;
  }
}

/** The fields of a file, and a function that finds the line of a field. */
export type ParsedFile = { fields: EstateFields; positionOf(path: readonly (string | number)[]): string };

const ajv = new Ajv2020({ strict: false, allErrors: true });
const validators = new Map<string, ValidateFunction>();

/** Reads the YAML of a file and checks it. Returns the faults if there are any. */
export function parseFile(kind: EstateKind, file: string, text: string): ParsedFile | EstateFault[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const positionAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  // Further errors of the syntax are mostly consequences of the first one.
  const [broken] = document.errors;
  if (broken) return [{ position: positionAt(broken.pos[0]), message: `${broken.message}.` }];
  const read = toFields(document);
  if (!hasFields(read)) return [{ position: positionAt(0), message: 'A file contains fields, such as name: load.' }];
  const fields = withoutNulls(read) as EstateFields;
  const positionOf = (path: readonly (string | number)[]): string => positionAt(offsetOf(document, path));
  const faults = [...schemaFaults(kind, fields, document, positionAt), ...secretFaults(kind, fields, positionOf)];
  return faults.length > 0 ? faults : { fields, positionOf };
}

function toFields(document: Document): unknown {
  try {
    return document.toJS();
  } catch {
    // The document has aliases that expand without end.
    return undefined;
  }
}

/** A field without a value counts as left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!hasFields(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, withoutNulls(item)]])));
}

/** Returns the position at which a field begins; for an absent field, the position of its nearest parent. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return 0;
}

/** Returns the position at which the key of a field begins. */
function offsetOfKey(document: Document, path: readonly (string | number)[], key: string): number {
  const holder = path.length === 0 ? document.contents : document.getIn(path, true);
  const pair = isMap(holder)
    ? holder.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key)
    : undefined;
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? 0) : offsetOf(document, path);
}

function schemaFaults(kind: EstateKind, fields: EstateFields, document: Document, positionAt: (offset: number) => string): EstateFault[] {
  const schema = fileSchema(kind);
  const validate = validators.get(kind.noun) ?? ajv.compile(schema);
  validators.set(kind.noun, validate);
  if (validate(fields)) return [];
  const errors = (validate.errors ?? []).filter(({ schemaPath }) => !/\/(anyOf|oneOf)\/\d/.test(schemaPath));
  return errors.map((error) => {
    const path = pathOfError(error, fields);
    const offset = error.keyword === 'additionalProperties' ? offsetOfKey(document, path, unknownField(error)) : offsetOf(document, path);
    return { position: positionAt(offset), message: describeFault(error, path, schemaAt(schema, path), kind) };
  });
}

/** The path of the field that an error is about. */
export function pathOfError({ instancePath }: ErrorObject, fields: EstateFields): (string | number)[] {
  let value: unknown = fields;
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(value) ? Number(key) : key;
      value = (value as Record<string | number, unknown>)[step];
      return step;
    });
}

const schemaAt = (schema: FileSchema, path: readonly (string | number)[]): FileSchema | undefined =>
  path.reduce<FileSchema | undefined>((within, key) => schemaWithin(within, String(key)), schema);

const unknownField = ({ params }: ErrorObject): string => String((params as { additionalProperty?: unknown }).additionalProperty);

function describeFault(error: ErrorObject, path: readonly (string | number)[], schema: FileSchema | undefined, kind: EstateKind): string {
  const field = path.join('.');
  const subject = field === '' ? 'The file' : field;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties': {
      const known = Object.keys(schema ? propertiesOf(schema) : {});
      const name = unknownField(error);
      const similarName = nearest(name, known);
      const advice = similarName === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${similarName}?`;
      return `There is no field ${JSON.stringify(name)}${field && ` in ${field}`}. ${advice}`;
    }
    case 'required':
      return `${subject} needs the field ${String(params['missingProperty'])}.`;
    case 'type':
      return params['type'] === 'string'
        ? `${subject} has to be a text. Put the value in quotes.`
        : `${subject} has to be of type ${String(params['type'])}.`;
    case 'enum':
      return `${subject} has to be one of ${(params['allowedValues'] as unknown[]).join(', ')}.`;
    case 'anyOf':
      return `${subject} has to be a name, or { name: …, workspace: … } for an object of another workspace.`;
    case 'oneOf':
      return `${subject} needs one of the fields ${(kind.shape.either ?? []).join(' and ')}, and not both.`;
    case 'pattern':
      return params['pattern'] === PLACEHOLDER_PATTERN
        ? secretMessage(subject)
        : `${subject} does not have the form ${String(params['pattern'])}.`;
    default:
      return `${subject} ${error.message ?? 'is not valid'}.`;
  }
}

const secretMessage = (subject: string): string =>
  `${subject} is a secret, which must not be in a file. Write \${env:NAME}, with the name of the variable that holds it.`;

/** Lists secrets that are only secret beside other fields. The schema of the file checks the other secrets. */
function secretFaults(kind: EstateKind, fields: EstateFields, positionOf: ParsedFile['positionOf']): EstateFault[] {
  const form = new RegExp(PLACEHOLDER_PATTERN);
  return (kind.secrets ?? [])
    .filter(({ when }) => when)
    .flatMap(({ at, when }) =>
      placesAt(fields, at)
        .filter(({ holder, value }) => when?.(holder) && !(typeof value === 'string' && form.test(value)))
        .map(({ path }) => ({ position: positionOf(path), message: secretMessage(path.join('.')) })),
    );
}
