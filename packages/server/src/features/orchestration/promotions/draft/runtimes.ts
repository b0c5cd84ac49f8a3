/** The engines and clusters that tasks are set to run on: the one place of a draft that knows of them. */
import { byId, type EstateRuntime, type EstateTask } from './estate.ts';
import { fault, hasFault, sorted, warning, type Item, type Message, type RuntimeItem, type ReportStatus } from './report.ts';
import { profileMatcher } from './run-profiles.ts';
import { counterpartOf, usesOf, type Sketch } from './sketch.ts';

/** What the counterpart of a task is set to run on. */
export type CounterpartRuntime = { engine: string | null; cluster: string | null; profile: string | null };

/** Engines, clusters and run profiles as tasks ask for them. */
export type Runtimes = {
  /** The counterparts of what a task names; an engine or a cluster that the target lacks comes into being only where it is needed. */
  counterpartsOf(task: EstateTask, isNeeded: boolean): CounterpartRuntime;
  /** The counterpart of the run profile that a task names for dynamic engines. */
  dynamicEngineProfileOf(task: EstateTask): Item | undefined;
  /** What was found, once all tasks have asked. */
  items(): { engines: RuntimeItem[]; clusters: RuntimeItem[] };
};

/** Finds what has the same name in the target, and creates what is missing. */
export function runtimeMatcher(sketch: Sketch): Runtimes {
  const engines = matcher(sketch, 'engines');
  const clusters = matcher(sketch, 'clusters');
  const profileOf = profileMatcher(sketch);
  return {
    counterpartsOf(task, isNeeded) {
      const engine = engines.find(task.engine_id, task, isNeeded);
      const cluster = clusters.find(task.cluster_id, task, isNeeded);
      const found = { engine: engine?.target ?? null, cluster: cluster?.target ?? null };
      const item = engine ?? cluster;
      const profile = item && task.run_profile_id !== null ? profileOf(task.run_profile_id, found) : undefined;
      if (item && profile && !item.profiles.includes(profile)) item.profiles.push(profile);
      return { ...found, profile: profile?.target ?? null };
    },
    dynamicEngineProfileOf: ({ dynamic_engine_run_profile_id: id }) =>
      id === null ? undefined : profileOf(id, { engine: null, cluster: null }),
    items: () => ({ engines: engines.items(), clusters: clusters.items() }),
  };
}

type Matched = RuntimeItem & { target: string };

/**
 * @rule promotions.engines.name
 * @rule promotions.engines.created
 * @rule promotions.engines.owner
 * @rule promotions.clusters.name
 * @rule promotions.clusters.created
 */
function matcher(sketch: Sketch, kind: 'engines' | 'clusters') {
  const { source, target, changes, newId } = sketch;
  const known = byId(source[kind]);
  const existing = new Map(target[kind].map((one) => [one.name, one]));
  const items = new Map<string, Matched>();

  /** A task of another workspace cannot run on it: neither there, nor here. */
  const faultsOf = (runtime: EstateRuntime, task: EstateTask): Message[] => {
    const owner = existing.get(runtime.name)?.workspace_id ?? null;
    const isOfOthers =
      (runtime.workspace_id !== null && runtime.workspace_id !== task.workspace_id) ||
      (owner !== null && owner !== counterpartOf(sketch, task.workspace_id));
    return isOfOthers ? [fault(OF_OTHERS[kind](runtime.name, task.name))] : [];
  };

  const draft = ({ id, name, workspace_id: owner }: EstateRuntime): Matched => {
    const match = existing.get(name);
    const targetId = match?.id ?? newId();
    if (!match) changes[kind].push({ id: targetId, source: id, workspace: owner === null ? null : counterpartOf(sketch, owner) });
    return {
      id,
      target: targetId,
      name,
      status: match ? 'REUSED' : 'CREATED',
      messages: match ? [] : [warning(MISSING[kind](name))],
      usedBy: [],
      profiles: [],
    };
  };

  return {
    find(id: string | null, task: EstateTask, isNeeded: boolean): Matched | undefined {
      const runtime = id === null ? undefined : known.get(id);
      if (!runtime || (!isNeeded && !existing.has(runtime.name) && !items.has(runtime.id))) return undefined;
      const item = items.get(runtime.id) ?? draft(runtime);
      items.set(runtime.id, item);
      if (isNeeded) item.messages.push(...faultsOf(runtime, task));
      item.usedBy.push(...usesOf([task]));
      return item;
    },
    items: (): RuntimeItem[] => [...items.values()].map(withProfiles),
  };
}

const MISSING = {
  engines: (name: string) => `The target environment has no engine '${name}': one comes into being that must be paired.`,
  clusters: (name: string) => `The target environment has no cluster '${name}': one comes into being without engines.`,
} as const;

const OF_OTHERS = {
  engines: (name: string, task: string) =>
    `The engine '${name}' belongs to another workspace than the task '${task}' that is set to run on it: give the task another runtime, or rename one of the two engines.`,
  clusters: (name: string, task: string) =>
    `The cluster '${name}' belongs to another workspace than the task '${task}' that is set to run on it: give the task another runtime, or rename one of the two clusters.`,
} as const;

/** What happens to its run profiles happens to the engine or cluster. */
function withProfiles(item: RuntimeItem): RuntimeItem {
  const profiles = sorted(item.profiles);
  const messages = [...item.messages, ...profiles.flatMap((one) => one.messages)];
  return { ...item, status: hasFault(messages) ? 'FAILED' : statusOf(item.status, profiles), messages, profiles };
}

function statusOf(own: ReportStatus, profiles: readonly Item[]): ReportStatus {
  return own === 'REUSED' && profiles.some((one) => one.status !== 'REUSED') ? 'REPLACED' : own;
}
