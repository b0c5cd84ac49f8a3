import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

import { fileSchema } from '../kinds.ts';
import type { EstateFields, EstateKind } from '../model/kind.ts';
import { HiddenValue, mapLeaves } from '../model/placeholders.ts';
import { withoutPath, withValueAt } from './answer-fields.ts';

type Path = readonly (string | number)[];

const ajv = new Ajv2020({ strict: false, allErrors: false });
const validators = new Map<string, ValidateFunction>();
const MAX_ROUNDS = 1000;

/**
 * Removes the fields and values that a file of a kind cannot have, and calls `dropped` with each path and the reason. Returns undefined if a required
 * field is missing: the last path is that field.
 */
export function fitFields(
  kind: EstateKind,
  fields: EstateFields,
  dropped: (path: string, reason: string) => void,
): EstateFields | undefined {
  const validate = validators.get(kind.noun) ?? ajv.compile(fileSchema(kind));
  validators.set(kind.noun, validate);
  let fitting: unknown = fields;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // Secrets will be placeholders.
    const written = mapLeaves(fitting, (leaf) => (leaf instanceof HiddenValue ? '${env:SECRET}' : leaf)) as EstateFields;
    if (validate(written)) return fitting as EstateFields;
    const error = mainErrorOf(validate.errors ?? []);
    const errorPath = pathOf(error, written);
    const path =
      'propertyName' in error && typeof error.propertyName === 'string' ? [...errorPath, error.propertyName] : extraOf(error, errorPath);
    const converted = error.keyword === 'type' ? convertedValue(valueAt(fitting, path), error) : undefined;
    if (converted !== undefined) {
      fitting = withValueAt(fitting, path, converted);
      continue;
    }
    if (path.length === 0) {
      dropped(missingOf(error), 'every file of this kind needs it');
      return undefined;
    }
    dropped(path.map((key) => (typeof key === 'number' ? '*' : key)).join('.'), reasonOf(error));
    fitting = withoutPath(fitting, path);
  }
  dropped('(all)', 'more than 1000 of its fields do not fit');
  return undefined;
}

/** The validator lists the errors of each alternative before the error of the whole choice, which is the useful one. */
const mainErrorOf = (errors: readonly ErrorObject[]): ErrorObject =>
  errors.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf') ?? (errors[0] as ErrorObject);

function pathOf({ instancePath }: ErrorObject, fields: EstateFields): Path {
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

const extraOf = ({ keyword, params }: ErrorObject, errorPath: Path): Path =>
  keyword === 'additionalProperties' ? [...errorPath, String((params as { additionalProperty: string }).additionalProperty)] : errorPath;

const missingOf = ({ params }: ErrorObject): string => String((params as { missingProperty?: string }).missingProperty ?? 'a field');

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((within, key) => (within as Record<string | number, unknown> | undefined)?.[key], value);

/** Converts a value to the expected type if nothing is lost: a number to a text, or a text to a number or boolean. */
function convertedValue(value: unknown, { params }: ErrorObject): unknown {
  const type = (params as { type?: string }).type;
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if ((type === 'integer' || type === 'number') && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return undefined;
}

function reasonOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'additionalProperties') return 'files have no such field';
  if (keyword === 'enum') return `the value is none of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}`;
  if (keyword === 'required') return `it has no ${missingOf({ params } as ErrorObject)}`;
  return `the value ${message ?? 'does not fit'}`;
}
