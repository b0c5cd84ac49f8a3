/** Drafts the run configurations of tasks. */
import type { ContentTask } from './environment-content.ts';
import { info, warning, type Item, type Message } from './report.ts';
import type { Runtimes } from './runtimes.ts';
import type { DraftState } from './draft-state.ts';

/** The runtimes for which the target has a counterpart. */
const RUNTIMES: ReadonlySet<string | null> = new Set(['CLOUD', 'REMOTE_ENGINE', 'REMOTE_ENGINE_CLUSTER']);

/**
 * Drafts the run configurations that the task of the target lacks, without triggers, because a promotion must not start tasks.
 * Returns whether a run configuration is copied, and messages about it.
 * @rule promotions.tasks.run-config
 */
export function draftRunConfigs(
  { changes }: DraftState,
  runtimes: Runtimes,
  task: ContentTask,
  match: ContentTask | undefined,
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
    const counterparts = runtimes.counterpartsOf(task, missing);
    if (missing) {
      copied = true;
      changes.runConfigs.push({ id, source: task.id, ...counterparts });
      messages.push(info('The run configuration is copied without its trigger.'));
    }
  }
  if (task.has_dynamic_engine_run_config) {
    const profile = runtimes.dynamicEngineProfileOf(task);
    if (profile) messages.push(...profileMessages(profile));
    if (!match?.has_dynamic_engine_run_config) {
      copied = true;
      changes.dynamicEngineRunConfigs.push({ id, source: task.id, profile: profile?.target ?? null });
      messages.push(info('The run configuration for dynamic engines is copied without its trigger.'));
    }
  }
  return { copied, messages };
}

/** Builds the messages about a run profile for dynamic engines. They belong to its tasks, because the report has no item for dynamic engines. */
function profileMessages({ name, status, messages }: Item): Message[] {
  if (status === 'CREATED') return [info(`The run profile '${name}' for dynamic engines is created.`)];
  if (status === 'REPLACED') return [info(`The run profile '${name}' for dynamic engines gets the content of the source.`)];
  return messages;
}
