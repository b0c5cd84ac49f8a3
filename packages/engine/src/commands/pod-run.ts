import { jsonLog } from '../program/own-log.ts';
import { runInPod } from '../kubernetes/pod-run.ts';
import { type PodOrder, readPodOrder, awaitOrder, readPodWait } from '../kubernetes/pod-order.ts';
import { folderOf, type CommandInput } from '../settings.ts';

/** The folder where the Job mounts its Secret. */
const ORDER_FOLDER = '/millrace/order';

/**
 * `millrace-engine pod-run`: runs the execution of a pod. An engine with the runner "kubernetes" starts it. It writes frames to standard output and its
 * own log to standard error. A signal ends the task after a grace period. Returns 0 for a successful or rejected run, else 1.
 */
export const podRunCommand = (input: CommandInput): Promise<number> => runOrder(input, (folder) => readPodOrder(folder));

/** `millrace-engine pod-wait`: the same for a pod that waits, with its program loaded, until the engine gives it an execution. */
export const podWaitCommand = (input: CommandInput): Promise<number> =>
  runOrder(input, async (folder, stop) => awaitOrder(await readPodWait(folder), stop));

async function runOrder(
  input: CommandInput,
  orderIn: (folder: string, stop: AbortSignal) => Promise<PodOrder | undefined>,
): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort(new Error(signal)));
  // An error of standard output means that no program reads the frames any more. The task still runs to its end.
  process.stdout.on('error', () => {});
  const { environment } = input;
  const outcome = await runInPod({
    order: orderIn(environment['MILLRACE_POD_ORDER'] || ORDER_FOLDER, stop.signal),
    folder: folderOf(input),
    environment,
    log: jsonLog(process.stderr),
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    stop: stop.signal,
  });
  return outcome === 'EXECUTION_SUCCESS' || outcome === 'EXECUTION_REJECTED' ? 0 : 1;
}
