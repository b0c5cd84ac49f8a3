/** What an agent needs, and what its caller can do with it. */
import type { Tracing } from '@millrace/wire/tracing';
import type { CredentialKeeper } from '../control-plane/credential.ts';
import type { IsolationSettings } from '../isolation/choose-isolation.ts';
import type { TaskLimits } from '../limits/cgroups.ts';
import type { HeldExecutions } from '../runs/claims.ts';
import type { Protocol } from '../control-plane/protocol.ts';
import type { Health } from '../runs/health.ts';
import type { OwnLog } from '../program/own-log.ts';
import type { OpenRunner } from '../runs/runner.ts';

/** Settings of an agent. Tests shorten the times. */
export type AgentOptions = {
  url: string;
  credentials: CredentialKeeper;
  folder: string;
  log: OwnLog;
  name?: string;
  capacity?: number;
  environment?: NodeJS.ProcessEnv;
  cacheBytes?: number;
  limits?: TaskLimits;
  isolation?: IsolationSettings;
  /** The runner of the tasks; by default they run as processes of this machine. */
  runner?: OpenRunner;
  tracing?: Tracing;
  heartbeatMilliseconds?: number;
  /** How long a claim waits for executions. */
  waitMilliseconds?: number;
  /** How long an answer may be late before its call is given up. */
  overdueMilliseconds?: number;
  graceMilliseconds?: number;
  /** The length of a minute of a timeout; only tests shorten it. */
  timeoutUnitMilliseconds?: number;
  shutdownMilliseconds?: number;
  /** How long running tasks may go on after the parent process has died. */
  orphanMilliseconds?: number;
  /** How long the end of the agent waits for its last claim. */
  settleMilliseconds?: number;
  selfTestMilliseconds?: number;
};

/** The reason why an agent ended: `stop` or `drain` was called, its engine was deleted, or its parent process died and all tasks have ended. */
export type AgentEnd = 'stopped' | 'deleted' | 'orphaned';

/** A running agent. */
export type Agent = {
  /** Ends running tasks with the outcome "terminated by shutdown", reports them and stops. */
  stop: () => Promise<void>;
  /** Claims no more work, waits for running tasks, reports them and stops. Tasks that still run when the time is over end by shutdown. */
  drain: (milliseconds: number) => Promise<void>;
  /** Claims no more work, waits for running tasks without a time limit, reports them and stops. */
  orphan: () => void;
  done: Promise<AgentEnd>;
};

/** What all loops of an agent use. */
export type AgentParts = {
  protocol: Protocol;
  held: HeldExecutions;
  health: Health;
  log: OwnLog;
  /** Whether the agent is ending its tasks. */
  isShuttingDown(): boolean;
  /** The control plane has answered that the engine is deleted. */
  deleted(): Promise<void>;
};
