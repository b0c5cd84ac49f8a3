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
  /** The number of tasks that run at the same time; 4 by default. */
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
  /** The time that a task has to end itself after SIGTERM. */
  graceMilliseconds?: number;
  /** The length of a minute of a timeout; only tests shorten it. */
  timeoutUnitMilliseconds?: number;
  /** How long `stop` waits until the ends of all tasks are reported. */
  shutdownMilliseconds?: number;
  /** How long an agent whose parent process has died tries to report the ends of its tasks. */
  orphanMilliseconds?: number;
  /** How long the end of the agent waits for its last claim. */
  settleMilliseconds?: number;
  /** The pause before the first repetition of a self-test that has failed. */
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
  /** Claims no more work, waits for running tasks without a time limit, and stops when they are reported, or could not be reported for ten minutes. */
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
  /** Abandons all executions and ends the agent, because the control plane has answered that its engine is deleted. */
  deleted(): Promise<void>;
};
