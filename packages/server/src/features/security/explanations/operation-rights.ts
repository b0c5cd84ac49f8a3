/** The rights on objects that operations need, as the contract states them in `x-rights`. A test calls each operation with each right and compares. */
import type { Permission, Right, Route } from '@millrace/contract';
import { findOperation } from '../../../core/http/validation.ts';
import type { ObjectKind } from './objects.ts';

/** A right that an operation needs on an object. */
export type NeededRight = {
  object: ObjectKind;
  /** A right on the workspace of the object; ASSIGNMENT is that to a promotion. */
  right: Right | 'ASSIGNMENT';
  /** The variable of the path with the id of the object; by default the first one. With `body` the id is in the body. */
  id?: string;
  /** Permissions that replace the right; one of them is enough. */
  unless?: readonly Permission[];
};

/**
 * Returns the rights that an operation needs, in the order of its checks. An operation without such rights needs none, or only lists objects that its
 * caller may see.
 */
export function rightsFor(route: Route): readonly NeededRight[] {
  const [method = '', path = ''] = route.split(' ');
  return (findOperation(method, path) as { 'x-rights'?: readonly NeededRight[] })['x-rights'] ?? [];
}
