import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { ESTATE_KINDS, estateKindOf, fileSchema } from '../kinds.ts';
import { addressKey, addressLabel, type EstateAddress } from '../model/address.ts';
import type { EstateFields, EstateKind, EstateObject } from '../model/kind.ts';
import { HiddenValue, mapLeaves, placesAt } from '../model/places.ts';
import { normalFields } from '../normalize.ts';
import { pathOfError } from '../parse-file.ts';
import { withNames } from '../references.ts';
import { withoutPath, withValueAt } from './answer-fields.ts';
import type { ImportRun } from './import-run.ts';
import { reportRuntime } from './read-accounts.ts';

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
    const errorPath = pathOfError(error, written);
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

/**
 * Brings the objects of an import into the form of files. An object that cannot have a file is left out together with the objects that need it;
 * references to it are removed. Returns the objects in the order of their kinds.
 */
export function settleObjects(run: ImportRun): EstateObject[] {
  let remaining = run.objects.toSorted((first, second) => orderOf(first) - orderOf(second));
  for (;;) {
    const keys = new Set(remaining.map(({ address }) => addressKey(address)));
    const settled: EstateObject[] = [];
    let isStable = true;
    for (const object of remaining) {
      const fields = settledFields(run, object, keys);
      if (fields) {
        settled.push({ ...object, fields });
        continue;
      }
      isStable = false;
      keys.delete(addressKey(object.address));
      run.addresses.delete(object.id);
    }
    if (isStable) return settled;
    remaining = remaining.filter(({ address }) => keys.has(addressKey(address)));
  }
}

const orderOf = ({ address }: EstateObject): number => ESTATE_KINDS.indexOf(estateKindOf(address.noun));

function settledFields(run: ImportRun, { address, fields }: EstateObject, keys: ReadonlySet<string>): EstateFields | undefined {
  const kind = estateKindOf(address.noun);
  const missing = [...parentsOf(address), ...neededBy(kind, fields, address)].find((needed) => !keys.has(addressKey(needed)));
  if (missing) {
    run.report.add('leftOut', addressLabel(address), `${addressLabel(missing)} has no file.`, 'See the lines about it.');
    return undefined;
  }
  const linked = withNames(kind, withoutMissingTargets(run, kind, fields, address), address, (id) => run.addresses.get(id));
  const fitting = fitFields(kind, normalFields(kind, fileSchema(kind), linked), (path, reason) =>
    run.report.add('fields', addressLabel(address), `${path} is left out: ${reason}.`, 'Compare the file with the account.'),
  );
  if (!fitting)
    run.report.add(
      'leftOut',
      addressLabel(address),
      'A field that every file needs is missing or does not fit.',
      'Write the file by hand (docs/estate.md).',
    );
  return fitting && normalFields(kind, fileSchema(kind), fitting);
}

const parentsOf = ({ noun, names: [environment = '', workspace = ''] }: EstateAddress): EstateAddress[] => {
  if (noun === 'environment' || noun === 'webhook') return [];
  const parent: EstateAddress = { noun: 'environment', names: [environment] };
  return noun === 'workspace' ? [parent] : [parent, { noun: 'workspace', names: [environment, workspace] }];
};

/** Only a schedule can lack what it needs: its task or plan. Accounts have no files, and the import writes the versions that tasks name. */
const neededBy = (kind: EstateKind, fields: EstateFields, address: EstateAddress): EstateAddress[] =>
  address.noun === 'schedule' ? (kind.needs?.(fields, address) ?? []) : [];

/** Removes references to objects that have no file, or that are in another environment. */
function withoutMissingTargets(run: ImportRun, kind: EstateKind, fields: EstateFields, address: EstateAddress): EstateFields {
  const missing = (kind.references ?? []).flatMap(({ at }) =>
    placesAt(fields, at).filter(({ value, path }) => {
      const target = value === undefined || value === null ? undefined : run.addresses.get(String(value));
      if (target && ['engine', 'cluster', 'run profile'].includes(target.noun)) reportRuntime(run, target);
      if (target && target.names[0] === address.names[0]) return false;
      if (value !== undefined && value !== null)
        run.report.add(
          'references',
          addressLabel(address),
          `${path.join('.')} ${target ? `is ${addressLabel(target)}, in another environment` : 'is an object that has no file'}.`,
          'Write the name of an object of this environment into the file.',
        );
      return true;
    }),
  );
  // Remove the later items of a list first, so that the indexes of the others stay valid.
  return missing.toReversed().reduce<unknown>((copy, { path }) => withoutPath(copy, path), fields) as EstateFields;
}
