/** The run configurations of tasks. */
import type { EstateTask } from './estate.ts';
import { info, warning, type Item, type Message } from './report.ts';
import type { Runtimes } from './runtimes.ts';
import type { Sketch } from './sketch.ts';

/** The runtimes of which a promotion knows the counterpart. */
const RUNTIMES: ReadonlySet<string | null> = new Set(['CLOUD', 'REMOTE_ENGINE', 'REMOTE_ENGINE_CLUSTER']);

/**
 * Copies the run configurations that the task of the target does not have, never with a trigger: a promotion starts nothing. Says what was copied.
 * @rule promotions.tasks.run-config
 */
export function draftRunConfigs(
  { changes }: Sketch,
  runtimes: Runtimes,
  task: EstateTask,
  match: EstateTask | undefined,
  id: string,
): { copied: boolean; messages: Message[] } {
  const messages: Message[] = [];
  let copied = false;
  const missing = task.runtime_type !== null && (match?.runtime_type ?? null) === null;
  if (missing && !RUNTIMES.has(task.runtime_type)) {
    messages.push(
      warning(
        `The run configuration of the task '${task.name}' is not promoted: its runtime is ${task.runtime_type}. Set it in the target environment.`,
      ),
    );
  } else {
    const found = runtimes.counterpartsOf(task, missing);
    if (missing) {
      copied = true;
      changes.runConfigs.push({ id, source: task.id, ...found });
      messages.push(info('The run configuration is copied without its trigger.'));
    }
  }
  if (task.has_dynamic_engine_run_config) {
    const profile = runtimes.dynamicEngineProfileOf(task);
    if (profile) messages.push(...toldOf(profile));
    if (!match?.has_dynamic_engine_run_config) {
      copied = true;
      changes.dynamicEngineRunConfigs.push({ id, source: task.id, profile: profile?.target ?? null });
      messages.push(info('The run configuration for dynamic engines is copied without its trigger.'));
    }
  }
  return { copied, messages };
}

/** A run profile for dynamic engines belongs to no engine that the report could show: its tasks tell of it. */
function toldOf({ name, status, messages }: Item): Message[] {
  if (status === 'CREATED') return [info(`The run profile '${name}' for dynamic engines is created.`)];
  if (status === 'REPLACED') return [info(`The run profile '${name}' for dynamic engines gets the content of the source.`)];
  return messages;
}
