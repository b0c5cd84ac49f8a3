/** Who is behind a request. */
import type { Permission } from '@millrace/contract';

/** A person, or later a service account, with the permissions held at this moment. */
export type Actor = {
  id: string;
  tenant: string;
  login: string;
  userType: 'HUMAN' | 'SERVICE';
  permissions: ReadonlySet<Permission>;
};

/** A paired engine; it may touch its own executions only. `credential` is the hash of its token, for who waits longer than one may hold. */
export type EngineActor = {
  engineId: string;
  tenant: string;
  environment: string;
  /** The only workspace whose tasks it may carry out; null for all of its environment. */
  workspace: string | null;
  name: string;
  credential: Buffer;
};
