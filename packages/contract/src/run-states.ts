/**
 * The states of runs in words for people: the one vocabulary of console, command line and manual. The API spells a state in several ways, as
 * `EXECUTION_SUCCESS` and `execution_successful`; people read one word for it.
 */
import type { Schema } from './index.ts';

/**
 * The meaning of a state for the reader, which gives its mark a colour and a shape: it waits, it runs, it ended well, well in part, or not well, it was
 * stopped (`off`), it did not start (`missed`), or it is not reached yet (`unrun`).
 */
export type RunTone = 'waits' | 'runs' | 'good' | 'partly' | 'bad' | 'off' | 'missed' | 'unrun';

/** A coarser kind of states. `failed` are all that did not end well, `live` those that have not ended. */
type RunGroup = 'live' | 'succeeded' | 'failed' | 'stopped' | 'none';

type RunStateFacts = { word: string; tone: RunTone; icon: string; group: RunGroup };

/** The states, in the order of a list of choices. The icon is one column wide in a terminal, which may lack colours. */
export const RUN_STATES = {
  waiting: { word: 'Waiting', tone: 'waits', icon: '○', group: 'live' },
  starting: { word: 'Starting', tone: 'runs', icon: '◌', group: 'live' },
  running: { word: 'Running', tone: 'runs', icon: '●', group: 'live' },
  stopping: { word: 'Stopping', tone: 'off', icon: '■', group: 'live' },
  succeeded: { word: 'Succeeded', tone: 'good', icon: '✓', group: 'succeeded' },
  rejected: { word: 'Succeeded, rows rejected', tone: 'partly', icon: '▲', group: 'succeeded' },
  failed: { word: 'Failed', tone: 'bad', icon: '✗', group: 'failed' },
  undeployed: { word: 'Could not deploy', tone: 'bad', icon: '✗', group: 'failed' },
  timedOut: { word: 'Timed out', tone: 'bad', icon: '✗', group: 'failed' },
  missed: { word: 'Did not start', tone: 'missed', icon: '⊘', group: 'failed' },
  stopped: { word: 'Stopped', tone: 'off', icon: '■', group: 'stopped' },
  engineStopped: { word: 'Stopped with its engine', tone: 'off', icon: '■', group: 'stopped' },
  unrun: { word: 'Not run', tone: 'unrun', icon: '–', group: 'none' },
  unknown: { word: 'Unknown', tone: 'off', icon: '?', group: 'none' },
} as const satisfies Readonly<Record<string, RunStateFacts>>;

/** A state of a run, of a plan run, or of a step of it. */
export type RunState = keyof typeof RUN_STATES;

/** Every spelling of a status in the API: of runs, of plan runs and of steps, short and detailed. */
export type RunStatus =
  | Schema<'ExecutionStatus'>
  | Schema<'DetailedExecutionStatus'>
  | Schema<'HistoricExecution'>['status']
  | Schema<'PlanStatus'>
  | Schema<'DetailedPlanStatus'>
  | Schema<'StepStatus'>;

/** The state of each status. */
export const STATE_OF_STATUS = {
  EXECUTION_EVENT_RECEIVED: 'waiting',
  DISPATCHING_FLOW: 'starting',
  STARTING_FLOW_EXECUTION: 'running',
  STOPPING_FLOW_EXECUTION: 'stopping',
  EXECUTION_SUCCESS: 'succeeded',
  EXECUTION_REJECTED: 'rejected',
  EXECUTION_FAILED: 'failed',
  DEPLOY_FAILED: 'undeployed',
  EXECUTION_TERMINATED_TIMEOUT: 'timedOut',
  EXECUTION_MISFIRED: 'missed',
  EXECUTION_TERMINATED: 'stopped',
  EXECUTION_TERMINATED_SHUTDOWN: 'engineStopped',
  STARTED: 'running',
  // Other servers of this API may send the next three.
  UNKNOWN: 'unknown',
  UNDEFINED: 'unknown',
  FINISHED: 'unknown',
  dispatching: 'waiting',
  executing: 'running',
  execution_successful: 'succeeded',
  execution_rejected: 'rejected',
  execution_failed: 'failed',
  deploy_failed: 'undeployed',
  execution_misfired: 'missed',
  terminated: 'stopped',
  terminated_timeout: 'timedOut',
  terminated_shutdown: 'engineStopped',
} as const satisfies Readonly<Record<RunStatus, RunState>>;

/** The state of a run. The API shows a run that did not start as one that could not deploy, with the reason. */
export const stateOfRun = (status: RunStatus, misfiredReason?: string): RunState =>
  STATE_OF_STATUS[status] === 'undeployed' && misfiredReason !== undefined ? 'missed' : STATE_OF_STATUS[status];
