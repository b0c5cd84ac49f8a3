/** The uses of tenant-wide permissions, gathered in memory: each check that finds a permission is a use. */
import type { Permission } from '@millrace/contract';
import { now } from '../core/base/clock.ts';
import { WriteBuffer } from '../core/base/write-buffer.ts';

/** The last use of a permission by an account. */
export type PermissionUse = { account: string; permission: Permission; at: Date };

/** The last uses, by account and permission, that this process has not stored yet. */
export class PermissionUses extends WriteBuffer<PermissionUse> {
  /** Notes that an account uses a permission now. */
  note(account: string, permission: Permission): void {
    this.set(`${account} ${permission}`, { account, permission, at: now() });
  }
}

/** The permissions of an account. A check by `has` that finds a permission is noted as its use. */
export class HeldPermissions extends Set<Permission> {
  readonly #account: string;
  readonly #uses: PermissionUses;

  constructor(account: string, permissions: Iterable<Permission>, uses: PermissionUses) {
    super(permissions);
    this.#account = account;
    this.#uses = uses;
  }

  override has(permission: Permission): boolean {
    const held = super.has(permission);
    if (held) this.#uses.note(this.#account, permission);
    return held;
  }
}
