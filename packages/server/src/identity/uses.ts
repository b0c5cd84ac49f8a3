/** The last uses of permissions, accounts and grants, gathered in memory. */
import type { Permission } from '@millrace/contract';
import { now } from '../core/base/clock.ts';
import { WriteBuffer } from '../core/base/in-memory.ts';

/** The last use of an account: its time, and the operation. */
type AccountUse = { at: Date; api: string };

/** The last uses, by account, that this process has not stored yet. */
export class AccountUses extends WriteBuffer<AccountUse> {
  /** Records that an account calls an operation now. */
  note(account: string, api: string): void {
    this.set(account, { at: now(), api });
  }
}

/** The times of the last uses, by the id of the grant, that this process has not stored yet. */
export class GrantUses extends WriteBuffer<Date> {
  /** Records that an access token of a grant is used now. */
  note(grant: string): void {
    this.set(grant, now());
  }
}

/** The last use of a permission by an account. */
type PermissionUse = { account: string; permission: Permission; at: Date };

/** The last uses, by account and permission, that this process has not stored yet. */
export class PermissionUses extends WriteBuffer<PermissionUse> {
  /** Records that an account uses a permission now. */
  note(account: string, permission: Permission): void {
    this.set(`${account} ${permission}`, { account, permission, at: now() });
  }
}

/** Permissions that can be asked for one by one, and listed. */
export type Permissions = Iterable<Permission> & { has(permission: Permission): boolean };

/** The permissions of an account. A check by `has` with a positive result is recorded as a use. */
export class HeldPermissions implements Permissions {
  readonly #account: string;
  readonly #permissions: Permissions;
  readonly #uses: PermissionUses;

  constructor(account: string, permissions: Permissions, uses: PermissionUses) {
    this.#account = account;
    // Not copied, because this code runs for each request.
    this.#permissions = permissions;
    this.#uses = uses;
  }

  has(permission: Permission): boolean {
    const held = this.#permissions.has(permission);
    if (held) this.#uses.note(this.#account, permission);
    return held;
  }

  [Symbol.iterator](): Iterator<Permission> {
    return this.#permissions[Symbol.iterator]();
  }
}
