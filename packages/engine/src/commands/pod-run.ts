import { jsonLog } from '../own-log.ts';
import { runInPod } from '../kubernetes/pod-run.ts';
import { readPodOrder } from '../kubernetes/pod-order.ts';
import { folderOf, type CommandInput } from '../settings.ts';

/** Where the Job mounts its Secret. */
const ORDER_FOLDER = '/millrace/order';

/**
 * `millrace-engine pod-run`: runs the execution of a pod. An engine with the runner "kubernetes" starts it. It writes frames to standard output and its
 * own log to standard error. A signal ends the task after a grace period.
 */
export async function podRunCommand(input: CommandInput): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort(new Error(signal)));
  // Where nothing reads the frames any more, the task still runs to its end.
  process.stdout.on('error', () => {});
  const { environment } = input;
  const outcome = await runInPod({
    order: await readPodOrder(environment['MILLRACE_POD_ORDER'] || ORDER_FOLDER),
    folder: folderOf(input),
    environment,
    log: jsonLog(process.stderr),
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    stop: stop.signal,
  });
  return outcome === 'EXECUTION_SUCCESS' || outcome === 'EXECUTION_REJECTED' ? 0 : 1;
}
