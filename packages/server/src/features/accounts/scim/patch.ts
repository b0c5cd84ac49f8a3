/** Applies the operations of a PATCH to a resource (RFC 7644, section 3.5.2). */
import { neutralWord } from '@millrace/contract';
import { invalid, type Problem } from '../../../core/base/problem.ts';
import {
  type AttributePath,
  type PatchPath,
  readPatchPath,
  scimFilterFault,
  type ScimFilter,
  type ScimOperator,
  type ScimValue,
  truthOf,
} from '../../../core/http/scim-filter.ts';
import { attributesOf, findAttribute, isScimObject, readAttribute, type ScimObject } from './bodies.ts';
import type { ScimAttribute, ScimSchema } from './schemas.ts';

/** An operation as a caller sends it. */
export type PatchOperation = { op: string; path?: string; value?: unknown };

type Kind = 'add' | 'replace' | 'remove';
type Target = { attribute: ScimAttribute; path: PatchPath };

/**
 * Returns the resource after the operations, in their order; the given object is not changed. Refuses an operation that does not fit the schema.
 * @rule scim.patch.operations
 */
export function patchResource(resource: ScimObject, operations: readonly PatchOperation[], schema: ScimSchema): ScimObject {
  const patched = structuredClone(resource);
  for (const { op, path, value } of operations) {
    const kind = op.toLowerCase();
    if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
      throw invalid('malformed_request', `'${op}' is not an operation; expected add, replace or remove.`);
    if (path) {
      const { target, refusal } = targetOf(path, schema);
      if (refusal) throw refusal;
      if (target) apply(patched, kind, target, value);
    } else if (kind === 'remove') throw invalid('no_target', 'The operation remove needs a path.');
    else applyAll(patched, kind, value, schema);
  }
  return patched;
}

/**
 * Applies an operation without a path: its value is an object of attributes. Unknown and read-only attributes are ignored, as in a whole resource.
 */
function applyAll(resource: ScimObject, kind: Kind, value: unknown, schema: ScimSchema): void {
  if (!isScimObject(value)) throw invalid('invalid_value', `The operation ${kind} without a path needs an object as its value.`);
  for (const [name, part] of Object.entries(value)) {
    if (!findAttribute(attributesOf(schema), name.split(/[.[]/)[0] ?? '')) continue;
    const { target } = targetOf(name, schema);
    if (target) apply(resource, kind, target, part);
  }
}

/**
 * Finds the target of a path, or the reason why it has none; neither for an attribute of another schema.
 * @rule scim.patch.read-only
 * @rule scim.patch.ignored
 */
function targetOf(text: string, schema: ScimSchema): { target?: Target; refusal?: Problem } {
  const path = readPatchPath(text);
  if (path.schema !== undefined && path.schema !== schema.id.toLowerCase()) return {};
  const attribute = findAttribute(attributesOf(schema), path.attribute);
  const sub = path.sub === undefined ? undefined : findAttribute(attribute?.subAttributes ?? [], path.sub);
  if (!attribute || (path.sub !== undefined && !sub) || (path.filter && !attribute.multiValued))
    return { refusal: invalid('invalid_path', `The path '${text}' names no attribute of a ${schema.name}.`) };
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    return { refusal: invalid('immutable', `The attribute '${text}' can only be read.`) };
  return { target: { attribute, path } };
}

/** Applies an operation to its target in a resource. */
function apply(resource: ScimObject, kind: Kind, { attribute, path }: Target, value: unknown): void {
  if (attribute.multiValued) return applyToList(resource, kind, { attribute, path }, value);
  if (path.sub !== undefined) {
    const part = { ...(resource[attribute.name] as ScimObject | undefined) };
    setSub(part, kind, attribute, path, value);
    resource[attribute.name] = part;
    return;
  }
  if (kind === 'remove') return void delete resource[attribute.name];
  const read = readAttribute(value, attribute);
  if (read === undefined) delete resource[attribute.name];
  else resource[attribute.name] = isScimObject(read) ? { ...withoutNulls(resource[attribute.name], value), ...read } : read;
}

/** The sub-attributes of a complex attribute, without those for which the value of an operation has null. */
const withoutNulls = (known: unknown, value: unknown): ScimObject => {
  const removed = new Set(Object.entries(value as ScimObject).flatMap(([name, part]) => (part === null ? [name.toLowerCase()] : [])));
  return Object.fromEntries(Object.entries((known ?? {}) as ScimObject).filter(([name]) => !removed.has(name.toLowerCase())));
};

function setSub(
  element: ScimObject,
  kind: Kind,
  { name, subAttributes = [] }: ScimAttribute,
  { sub = '' }: PatchPath,
  value: unknown,
): void {
  const known = findAttribute(subAttributes, sub);
  if (!known) return;
  const read = kind === 'remove' ? undefined : readAttribute(value, known, `${name}.${known.name}`);
  if (read === undefined) delete element[known.name];
  else element[known.name] = read;
}

function applyToList(resource: ScimObject, kind: Kind, { attribute, path }: Target, value: unknown): void {
  const elements = [...((resource[attribute.name] as ScimObject[] | undefined) ?? [])];
  const chosen = path.filter || path.sub !== undefined ? elements.filter((one) => isChosen(one, path.filter)) : undefined;
  resource[attribute.name] = chosen
    ? changeChosen(elements, chosen, kind, { attribute, path }, value)
    : changeList(elements, kind, attribute, value);
}

const isChosen = (element: ScimElement, filter: ScimFilter | undefined): boolean => filter === undefined || fitsFilter(element, filter);

/** Changes the whole list. Some identity providers send the elements to remove as the value. */
function changeList(elements: readonly ScimObject[], kind: Kind, attribute: ScimAttribute, value: unknown): ScimObject[] {
  const given = (readAttribute(value, attribute) ?? []) as ScimObject[];
  if (kind === 'replace') return given;
  const values = new Set(given.map(keyOf));
  if (kind === 'remove') return value === undefined || value === null ? [] : elements.filter((one) => !values.has(keyOf(one)));
  const added = given.filter((one, index) => given.findIndex((other) => keyOf(other) === keyOf(one)) === index);
  return withOnePrimary([...elements.filter((one) => !values.has(keyOf(one))), ...added], added);
}

/** Elements such as addresses have no value: they are the same if all that they have is the same. */
const keyOf = ({ value, ...rest }: ScimObject): string =>
  (value === undefined ? JSON.stringify(rest) : neutralWord(String(value))).toLowerCase();

/**
 * A new primary element replaces the former primary one.
 * @rule scim.patch.primary
 */
function withOnePrimary(elements: readonly ScimObject[], changed: readonly ScimObject[]): ScimObject[] {
  const primary = changed.find((one) => one['primary'] === true);
  if (primary === undefined) return [...elements];
  return elements.map(({ primary: isPrimary, ...one }, index) => (elements[index] === primary ? { ...one, primary: isPrimary } : one));
}

/**
 * Changes the chosen elements. If there is none, one is created where the operation adds, or where the filter names the type of the element: identity
 * providers replace what they did not create.
 * @rule scim.patch.no-target
 */
function changeChosen(elements: ScimObject[], chosen: readonly ScimObject[], kind: Kind, target: Target, value: unknown): ScimObject[] {
  const { attribute, path } = target;
  if (kind === 'remove' && path.sub === undefined) return elements.filter((one) => !chosen.includes(one));
  if (chosen.length === 0 && kind === 'remove') return elements;
  if (chosen.length === 0 && kind === 'replace' && !namesType(attribute, path.filter))
    throw invalid('no_target', `No element of '${attribute.name}' fits the path.`);
  const created = chosen.length === 0 ? [elementFrom(attribute, path.filter)] : [];
  for (const element of [...chosen, ...created]) {
    if (path.sub !== undefined) setSub(element, kind, attribute, path, value);
    else Object.assign(element, ([readAttribute(value, attribute)].flat()[0] ?? {}) as ScimObject);
  }
  return withOnePrimary([...elements, ...created], [...chosen, ...created]);
}

/** Returns whether the elements of a list have types, and a filter, if there is one, compares only type and primary flag. */
function namesType(attribute: ScimAttribute, filter: ScimFilter | undefined): boolean {
  if (findAttribute(attribute.subAttributes ?? [], 'type')?.mutability !== 'readWrite') return false;
  if (filter?.kind === 'and') return filter.parts.every((part) => namesType(attribute, part));
  return (
    filter === undefined || (filter.kind === 'compare' && filter.operator === 'eq' && ['type', 'primary'].includes(filter.path.attribute))
  );
}

/** The element that is created if no element fits the filter: it has the values that the filter asks for. */
function elementFrom(attribute: ScimAttribute, filter: ScimFilter | undefined): ScimObject {
  if (filter?.kind === 'and') return Object.assign({}, ...filter.parts.map((part) => elementFrom(attribute, part))) as ScimObject;
  const sub = filter?.kind === 'compare' && filter.operator === 'eq' && findAttribute(attribute.subAttributes ?? [], filter.path.attribute);
  return sub ? { [sub.name]: readAttribute(filter.value, sub, `${attribute.name}.${sub.name}`) } : {};
}

/** An element of a list attribute. */
type ScimElement = Readonly<Record<string, unknown>>;

/** Returns whether an element fits a filter. Texts are compared without regard to letter case. */
function fitsFilter(element: ScimElement, filter: ScimFilter): boolean {
  if (filter.kind === 'and') return filter.parts.every((part) => fitsFilter(element, part));
  if (filter.kind === 'or') return filter.parts.some((part) => fitsFilter(element, part));
  if (filter.kind === 'not') return !fitsFilter(element, filter.part);
  if (filter.kind === 'values') throw scimFilterFault('a path cannot contain a filter within a filter');
  const value = valueAt(element, filter.path);
  if (filter.kind === 'present') return value !== undefined && value !== null && value !== '';
  if (filter.path.attribute === 'primary') return compareValues(value === true, filter.operator, truthOf(filter.value));
  return compareValues(fold(value), filter.operator, fold(filter.value) as ScimValue);
}

function valueAt(element: ScimElement, { attribute, sub }: AttributePath): unknown {
  if (sub !== undefined) throw scimFilterFault(`there is no attribute '${attribute}.${sub}' here`);
  return Object.entries(element).find(([name]) => name.toLowerCase() === attribute)?.[1];
}

/** Both spellings of a word are the same value. */
const fold = (value: unknown): unknown => (typeof value === 'string' ? neutralWord(value).toLowerCase() : (value ?? null));

function compareValues(found: unknown, operator: ScimOperator, value: ScimValue): boolean {
  if (operator === 'eq') return found === value;
  if (operator === 'ne') return found !== value;
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  if (operator === 'co') return found.includes(value);
  if (operator === 'sw') return found.startsWith(value);
  if (operator === 'ew') return found.endsWith(value);
  if (operator === 'gt') return found > value;
  if (operator === 'ge') return found >= value;
  return operator === 'lt' ? found < value : found <= value;
}
