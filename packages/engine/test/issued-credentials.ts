import { randomUUID } from 'node:crypto';
import type { Schema } from '@millrace/contract';

/** The credentials that a control plane for tests has issued. */
export class IssuedCredentials {
  current = 'mre_of-the-test';
  /** The renewed credential; it replaces the current one at its first use. */
  next: string | undefined;
  /** The time after which engines should renew an issued credential. */
  renewAfter = new Date(Date.now() + 86_400_000);
  lifetimeMilliseconds = 86_400_000;

  /** Returns whether an authorization header is valid. The first use of the next credential makes it the current one. */
  accept(header: string | undefined): boolean {
    if (this.next !== undefined && header === `Bearer ${this.next}`) {
      this.current = this.next;
      this.next = undefined;
    }
    return header === `Bearer ${this.current}`;
  }

  /** Issues the next credential. */
  renew(): Schema<'EngineCredential'> {
    this.next = `mre_${randomUUID()}`;
    return this.toJson(this.next);
  }

  /** Builds the answer that issues a credential. */
  toJson(credential: string): Schema<'EngineCredential'> {
    const credentialExpiresAt = new Date(this.renewAfter.getTime() + this.lifetimeMilliseconds).toISOString();
    return { credential, credentialExpiresAt, renewCredentialAfter: this.renewAfter.toISOString() };
  }
}
