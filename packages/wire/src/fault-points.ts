/** Named places on the way from a trigger to the end of its run at which a test can have a process killed. A running install never stops there. */

/** Every place, by the process that passes it. "before-commit" is the last moment at which nothing is kept, "after-commit" the first at which all is. */
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

/** A place at which a process can be killed. */
export type FaultPoint = (typeof FAULT_POINTS)[keyof typeof FAULT_POINTS][number];

/** Where a process is to die, and at the how manieth passing. */
export type Fault = { point: FaultPoint; nth: number };

let armed: ((point: FaultPoint) => void) | undefined;

/** Marks the place: nothing happens, unless a test has armed it. */
export const reach = (point: FaultPoint): void => armed?.(point);

/**
 * What `MILLRACE_FAULT=<point>[:<nth>]` asks for. It is refused unless MILLRACE_FAULTS is on, so that no operator comes upon it by chance; a refusal
 * is an error whose message says what to do.
 */
export function readFault(environment: Readonly<Record<string, string | undefined>>): Fault | undefined {
  const text = environment['MILLRACE_FAULT'];
  if (!text) return undefined;
  if (environment['MILLRACE_FAULTS'] !== 'on')
    throw new Error('MILLRACE_FAULT has this process kill itself, for tests: take it out of the environment.');
  const [, name, nth = '1'] = /^([a-z.-]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? [];
  const point = Object.values(FAULT_POINTS)
    .flat()
    .find((one) => one === name);
  if (point === undefined)
    throw new Error(`MILLRACE_FAULT is '${text}': set it to a place of fault-points.ts, such as accept.after-commit:2.`);
  return { point, nth: Number(nth) };
}

/** Has this process die when it comes to the place; without a fault no place does anything. */
export function arm(fault: Fault | undefined, die: () => void = killSelf): void {
  if (!fault) return void (armed = undefined);
  let passed = 0;
  armed = (point) => {
    if (point !== fault.point) return;
    passed += 1;
    if (passed === fault.nth) die();
  };
}

/** As the kernel or a lost machine would: without a word, and without an exit handler. */
const killSelf = (): void => void process.kill(process.pid, 'SIGKILL');
