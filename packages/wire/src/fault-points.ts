/** Fault points: named places in the life of an execution and of an event at which a test can kill a process. Without a test they do nothing. */

/** All fault points, by the process that passes them. "before-commit" is just before a transaction is committed, "after-commit" just after it. */
export const FAULT_POINTS = {
  server: [
    'accept.before-commit',
    'accept.after-commit',
    'fire.before-commit',
    'fire.after-commit',
    'claim.before-commit',
    'claim.after-commit',
    'start.before-commit',
    'start.after-commit',
    'logs.before-commit',
    'logs.after-commit',
    'finish.before-commit',
    'finish.after-commit',
    'heartbeat.before-commit',
    'end.before-commit',
    'expire.before-commit',
    'expire.after-commit',
    'fan-out.before-commit',
    'held-events.before-commit',
    'deliver.before-send',
    'deliver.after-send',
    'deliver.before-commit',
  ],
  engine: [
    'engine.after-claim',
    'engine.before-spawn',
    'engine.after-spawn',
    'engine.after-exit',
    'engine.before-start-report',
    'engine.after-start-report',
    'engine.before-finish-report',
    'engine.after-finish-report',
    'engine.after-removal',
  ],
} as const;

/** The name of a fault point. */
export type FaultPoint = (typeof FAULT_POINTS)[keyof typeof FAULT_POINTS][number];

/** The fault point at which a process is killed; `nth` is 1 for the first time that the process passes it, 2 for the second, and so on. */
export type Fault = { point: FaultPoint; nth: number };

let armed: ((point: FaultPoint) => void) | undefined;

/** Marks a fault point. Nothing happens unless a test has armed it. */
export const reachFaultPoint = (point: FaultPoint): void => armed?.(point);

/**
 * Reads `MILLRACE_FAULT=<point>[:<nth>]`. Throws an error that says what to do where MILLRACE_FAULTS is not `on`, so that a fault is not set by
 * accident, and where there is no such fault point.
 */
export function readFault(environment: Readonly<Record<string, string | undefined>>): Fault | undefined {
  const text = environment['MILLRACE_FAULT'];
  if (!text) return undefined;
  if (environment['MILLRACE_FAULTS'] !== 'on')
    throw new Error('MILLRACE_FAULT makes this process kill itself and is for tests only: remove it from the environment.');
  const [, name, nth = '1'] = /^([a-z.-]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? [];
  const point = Object.values(FAULT_POINTS)
    .flat()
    .find((known) => known === name);
  if (point === undefined)
    throw new Error(`MILLRACE_FAULT is '${text}': set it to a fault point of fault-points.ts, such as accept.after-commit:2.`);
  return { point, nth: Number(nth) };
}

/** Makes this process kill itself at the fault point; `undefined` disarms all fault points. */
export function arm(fault: Fault | undefined, die: () => void = killSelf): void {
  if (!fault) return void (armed = undefined);
  let passed = 0;
  armed = (point) => {
    if (point !== fault.point) return;
    passed += 1;
    if (passed === fault.nth) die();
  };
}

/** Ends the process as the kernel or a lost machine would: no message is written and no exit handler runs. */
const killSelf = (): void => void process.kill(process.pid, 'SIGKILL');
