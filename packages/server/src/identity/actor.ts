/** The callers of requests. */
import type { Allow, Route } from '@millrace/contract';
import type { RequestClient } from '../core/http/client-address.ts';
import type { Permissions } from './uses.ts';

/** A person or a service account, with its current permissions. */
export type Actor = {
  id: string;
  tenant: string;
  login: string;
  userType: 'HUMAN' | 'SERVICE';
  permissions: Permissions;
  /** The version of the IP allowlist that is enabled for its tenant; null if there is none. */
  allowlist: string | null;
  /** The scopes of its token, which limit its permissions; undefined if its token has no scopes. */
  scopes?: ReadonlySet<string>;
  /** Whether its service account or its OAuth client was created with words of the published product; answers then have these words. */
  usesVendorWords?: boolean;
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

/** The operator of a dynamic engine, which may access only its own engine. */
export type DynamicEngineActor = { dynamicEngineId: string; tenant: string; name: string };

/** The caller of an operation that is not public. */
export type AnyActor = Actor | EngineActor | DynamicEngineActor;

/** Refuses an account that may not call from an address. Returns no promise if this is known at once. */
export type Admit = (account: Pick<Actor, 'id' | 'tenant' | 'allowlist'>, client: RequestClient) => Promise<void> | undefined;

/**
 * Finds the caller of an operation by the headers of a request. Throws a 401 if they prove no identity, and a 403 if another site may have forged
 * them.
 */
export type Authenticate = (header: (name: string) => string | undefined, operation: { allow: Allow; route: Route }) => Promise<AnyActor>;
