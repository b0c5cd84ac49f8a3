/** JSON Patch (RFC 6902) of records: each record allows only some operations on some of its paths. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../base/problem.ts';
import { checkAs, type SchemaName } from './validation.ts';

/** The operations that a record allows at a path, and the schema of the contract for their values. A `remove` may have no value. */
export type PatchRule = { ops: readonly string[]; value: SchemaName };

/** An operation as a caller sends it. */
export type SentOperation = { op: string; path: string; value?: unknown };

/** An operation that a record allows, with its checked value. */
export type PatchStep<Rules extends Readonly<Record<string, PatchRule>>> = {
  [Path in keyof Rules]: {
    path: Path;
    op: Rules[Path]['ops'][number];
    value: Schema<Rules[Path]['value']> | Missing<Rules[Path]['ops'][number]>;
  };
}[keyof Rules];

type Missing<Op> = 'remove' extends Op ? undefined : never;

/**
 * Reads the operations of a PATCH, or refuses one that is not allowed. All of them are checked before the first one is applied. A path may lack its first
 * slash, as published clients send it.
 * @rule tenant-style.patch.allowed
 */
export function readPatch<const Rules extends Readonly<Record<string, PatchRule>>>(
  operations: readonly SentOperation[],
  rules: Rules,
): PatchStep<Rules>[] {
  return operations.map(({ op, path: sent, value }, index) => {
    const path = `/${sent.replace(/^\//, '')}`;
    const rule = Object.hasOwn(rules, path) ? rules[path] : undefined;
    if (!rule) throw operationFault(index, `path '${sent}' cannot be changed; expected one of ${Object.keys(rules).join(', ')}`);
    if (!rule.ops.includes(op))
      throw operationFault(index, `operation '${op}' is not possible on '${path}'; expected ${rule.ops.join(' or ')}`);
    if (op === 'remove' && value === undefined) return { path, op, value } as PatchStep<Rules>;
    return { path, op, value: checkAs(rule.value, `body.${index}.value`, value) } as PatchStep<Rules>;
  });
}

/**
 * Applies an operation to a list: `replace` takes the other elements in place of it, `add` appends them, and `remove-value` removes them from it.
 * @rule tenant-users.patch.lists
 */
export function patchList<Item>(known: readonly Item[], op: 'replace' | 'add' | 'remove-value', others: readonly Item[]): Item[] {
  if (op === 'replace') return [...others];
  return op === 'add' ? [...known, ...others] : known.filter((one) => !others.includes(one));
}

const operationFault = (index: number, message: string) => invalid('malformed_request', `body.${index}: the ${message}.`);
