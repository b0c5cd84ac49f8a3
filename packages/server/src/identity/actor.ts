/** The callers of requests. */
import type { Allow, Permission } from '@millrace/contract';

/** A person or a service account, with its current permissions. */
export type Actor = {
  id: string;
  tenant: string;
  login: string;
  userType: 'HUMAN' | 'SERVICE';
  permissions: ReadonlySet<Permission>;
};

/** A paired engine, which may access only its own executions. `credential` is the hash of its token: a call that waits for long checks it again. */
export type EngineActor = {
  engineId: string;
  tenant: string;
  environment: string;
  /** The only workspace whose tasks it may run; null for all workspaces of its environment. */
  workspace: string | null;
  name: string;
  credential: Buffer;
};

/** Finds the caller of an operation by a bearer token; undefined if the token is not valid. */
export type Authenticate = (token: string, operation: { allow: Allow; route: string }) => Promise<Actor | EngineActor | undefined>;
