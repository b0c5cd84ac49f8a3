/** The run configurations of tasks, and the engines that they name: the one place of a draft that knows of them. */
import { byId, type EstateTask } from './estate.ts';
import { info, warning, type EngineItem, type Message } from './report.ts';
import { usesOf, type Sketch } from './sketch.ts';

/** Engines as they are asked for. */
export type Engines = { items: EngineItem[]; counterpartOf(id: string, task: EstateTask): string | null };

/**
 * Finds the engine of the same name in the target, or creates one that is not paired.
 * @rule promotions.engines.name
 * @rule promotions.engines.created
 */
export function engineMatcher({ source, target, changes, counterparts, newId }: Sketch): Engines {
  const known = byId(source.engines);
  const existing = new Map(target.engines.map((one) => [one.name, one]));
  const items = new Map<string, EngineItem>();
  return {
    get items() {
      return [...items.values()];
    },
    counterpartOf(id, task) {
      const engine = known.get(id);
      if (!engine) return null;
      let item = items.get(id);
      if (!item) {
        const match = existing.get(engine.name);
        const target = match?.id ?? newId();
        counterparts.set(id, target);
        if (!match) changes.engines.push({ id: target, source: id });
        item = {
          id,
          target,
          name: engine.name,
          status: match ? 'REUSED' : 'CREATED',
          messages: match
            ? []
            : [warning(`The target environment has no engine '${engine.name}': one comes into being that must be paired.`)],
          usedBy: [],
        };
        items.set(id, item);
      }
      item.usedBy.push(...usesOf([task]));
      return item.target;
    },
  };
}

/** The runtimes of which a promotion knows the counterpart. */
const RUNTIMES: ReadonlySet<string | null> = new Set(['CLOUD', 'REMOTE_ENGINE']);

/**
 * Copies the run configurations that the task of the target does not have. Says what was copied.
 * @rule promotions.tasks.run-config
 */
export function draftRunConfigs(
  { changes }: Sketch,
  engines: Engines,
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
  } else if (missing) {
    const engine = task.engine_id === null ? null : engines.counterpartOf(task.engine_id, task);
    copied = true;
    changes.runConfigs.push({ id, source: task.id, engine });
    messages.push(info('The run configuration is copied without its trigger.'));
  }
  if (task.has_dynamic_engine_run_config && !match?.has_dynamic_engine_run_config) {
    copied = true;
    changes.dynamicEngineRunConfigs.push({ id, source: task.id });
    messages.push(info('The run configuration for dynamic engines is copied without its trigger.'));
  }
  return { copied, messages };
}
