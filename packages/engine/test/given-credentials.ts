import { randomUUID } from 'node:crypto';
import type { Schema } from '@millrace/contract';

/** The credentials that a control plane for tests has given out. */
export class GivenCredentials {
  current = 'mre_of-the-test';
  /** Takes the place of the current one when it is used. */
  next: string | undefined;
  /** When those that are given out should be renewed. */
  renewAfter = new Date(Date.now() + 86_400_000);
  lifetimeMilliseconds = 86_400_000;

  /** Whether a call may pass. */
  knows(header: string | undefined): boolean {
    if (this.next !== undefined && header === `Bearer ${this.next}`) {
      this.current = this.next;
      this.next = undefined;
    }
    return header === `Bearer ${this.current}`;
  }

  /** Makes the next one. */
  renew(): Schema<'EngineCredential'> {
    this.next = `mre_${randomUUID()}`;
    return this.toJson(this.next);
  }

  /** A credential as it is given out. */
  toJson(credential: string): Schema<'EngineCredential'> {
    const credentialExpiresAt = new Date(this.renewAfter.getTime() + this.lifetimeMilliseconds).toISOString();
    return { credential, credentialExpiresAt, renewCredentialAfter: this.renewAfter.toISOString() };
  }
}
