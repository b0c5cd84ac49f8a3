/** Applies the operations of a PATCH to a resource (RFC 7644, section 3.5.2). */
import { neutralWord } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { attributesOf, findAttribute, isScimObject, readAttribute, type ScimObject } from './bodies.ts';
import { fitsFilter, type ScimElement } from './filter-match.ts';
import { readPatchPath, type PatchPath, type ScimFilter } from '../../../core/http/filter-text.ts';
import type { ScimAttribute, ScimSchema } from './schemas.ts';

/** An operation as a caller sends it. */
export type PatchOperation = { op: string; path?: string; value?: unknown };

type Kind = 'add' | 'replace' | 'remove';
type Target = { attribute: ScimAttribute; path: PatchPath };

/**
 * Returns the resource after the operations, in their order; the given object is not changed.
 * @rule scim.patch.operations
 */
export function patchResource(resource: ScimObject, operations: readonly PatchOperation[], schema: ScimSchema): ScimObject {
  const patched = structuredClone(resource);
  for (const { op, path, value } of operations) {
    const kind = op.toLowerCase();
    if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
      throw invalid('malformed_request', `'${op}' is not an operation; expected add, replace or remove.`);
    if (path) applyAt(patched, kind, path, value, schema);
    else if (kind === 'remove') throw invalid('no_target', 'The operation remove needs a path.');
    else applyAll(patched, kind, value, schema);
  }
  return patched;
}

/** Applies an operation without a path: its value is an object of attributes. Unknown and read-only attributes are ignored, as in a whole resource. */
function applyAll(resource: ScimObject, kind: Kind, value: unknown, schema: ScimSchema): void {
  if (!isScimObject(value)) throw invalid('invalid_value', `The operation ${kind} without a path needs an object as its value.`);
  for (const [name, part] of Object.entries(value)) {
    const known = findAttribute(attributesOf(schema), name.split(/[.[]/)[0] ?? '');
    if (known && known.mutability !== 'readOnly') applyAt(resource, kind, name, part, schema);
  }
}

function applyAt(resource: ScimObject, kind: Kind, path: string, value: unknown, schema: ScimSchema): void {
  const target = targetOf(path, schema);
  if (target) apply(resource, kind, target, value);
}

/**
 * Finds the target of a path; undefined for an attribute of the RFC or of another schema that is not stored.
 * @rule scim.patch.read-only
 * @rule scim.patch.ignored
 */
function targetOf(text: string, schema: ScimSchema): Target | undefined {
  const path = readPatchPath(text);
  if (path.schema !== undefined && path.schema !== schema.id.toLowerCase()) return undefined;
  if (schema.ignored.includes(path.attribute) || schema.ignored.includes(`${path.attribute}.${path.sub}`)) return undefined;
  const attribute = findAttribute(attributesOf(schema), path.attribute);
  const sub = path.sub === undefined ? undefined : findAttribute(attribute?.subAttributes ?? [], path.sub);
  if (!attribute || (path.sub !== undefined && !sub) || (path.filter && !attribute.multiValued))
    throw invalid('invalid_path', `The path '${text}' names no attribute of a ${schema.name}.`);
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    throw invalid('immutable', `The attribute '${text}' can only be read.`);
  return { attribute, path };
}

function apply(resource: ScimObject, kind: Kind, { attribute, path }: Target, value: unknown): void {
  if (attribute.multiValued) return applyToList(resource, kind, { attribute, path }, value);
  if (path.sub !== undefined) return applyToPart(resource, kind, { attribute, path }, value);
  if (kind === 'remove') return void delete resource[attribute.name];
  const read = readAttribute(value, attribute);
  if (read === undefined) delete resource[attribute.name];
  else resource[attribute.name] = isScimObject(read) ? { ...(resource[attribute.name] as ScimObject | undefined), ...read } : read;
}

/** Changes a sub-attribute of a complex attribute. */
function applyToPart(resource: ScimObject, kind: Kind, { attribute, path }: Target, value: unknown): void {
  const part = { ...(resource[attribute.name] as ScimObject | undefined) };
  setSub(part, kind, attribute, path, value);
  resource[attribute.name] = part;
}

function setSub(
  element: ScimObject,
  kind: Kind,
  { name, subAttributes = [] }: ScimAttribute,
  { sub = '' }: PatchPath,
  value: unknown,
): void {
  const known = findAttribute(subAttributes, sub);
  const read = known && kind !== 'remove' ? readAttribute(value, known, `${name}.${known.name}`) : undefined;
  if (!known) return;
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
  // A new primary element replaces the former primary one.
  const kept = added.some((one) => one['primary'] === true) ? elements.map(({ primary: _primary, ...one }) => one) : elements;
  return [...kept.filter((one) => !values.has(keyOf(one))), ...added];
}

const keyOf = ({ value }: ScimObject): string => neutralWord(String(value)).toLowerCase();

/** @rule scim.patch.no-target */
function changeChosen(elements: ScimObject[], chosen: readonly ScimObject[], kind: Kind, target: Target, value: unknown): ScimObject[] {
  const { attribute, path } = target;
  if (kind === 'remove' && path.sub === undefined) return elements.filter((one) => !chosen.includes(one));
  if (chosen.length === 0 && kind === 'remove') return elements;
  if (chosen.length === 0 && kind === 'replace') throw invalid('no_target', `No element of '${attribute.name}' fits the path.`);
  const created = chosen.length === 0 ? [elementFrom(path.filter)] : [];
  for (const element of [...chosen, ...created]) {
    if (path.sub !== undefined) setSub(element, kind, attribute, path, value);
    else Object.assign(element, ([readAttribute(value, attribute)].flat()[0] ?? {}) as ScimObject);
  }
  return [...elements, ...created];
}

/** The element that an addition creates if no element fits its filter: it has the values that the filter asks for. */
function elementFrom(filter: ScimFilter | undefined): ScimObject {
  if (filter?.kind === 'and') return Object.assign({}, ...filter.parts.map(elementFrom)) as ScimObject;
  return filter?.kind === 'compare' && filter.operator === 'eq' ? { [filter.path.attribute]: filter.value } : {};
}
