/** Drafts the engines and clusters that run configurations name. */
import { byId, type ContentRuntime, type ContentTask } from './environment-content.ts';
import { fault, hasFault, itemStatus, sorted, warning, type Item, type Message, type RuntimeItem } from './report.ts';
import { profileMatcher } from './run-profiles.ts';
import { counterpartOf, usesOf, type DraftState } from './draft-state.ts';

/** The ids for the run configuration of a task in the target. */
export type CounterpartRuntime = { engine: string | null; cluster: string | null; profile: string | null };

/** Drafts engines, clusters and run profiles on demand, task by task. */
export type Runtimes = {
  /** Returns the counterparts of engine, cluster and run profile of a task. `isNeeded`: create an engine or a cluster that the target lacks. */
  counterpartsOf(task: ContentTask, isNeeded: boolean): CounterpartRuntime;
  /** Returns the counterpart of the run profile that a task has for dynamic engines. */
  dynamicEngineProfileOf(task: ContentTask): Item | undefined;
  /** Returns the items of the report; call it after all tasks were drafted. */
  items(): { engines: RuntimeItem[]; clusters: RuntimeItem[] };
};

/** Matches engines, clusters and run profiles by name, and creates those that the target lacks. */
export function runtimeMatcher(state: DraftState): Runtimes {
  const engines = matcher(state, 'engines');
  const clusters = matcher(state, 'clusters');
  const profileOf = profileMatcher(state);
  return {
    counterpartsOf(task, isNeeded) {
      const engine = engines.find(task.engine_id, task, isNeeded);
      const cluster = clusters.find(task.cluster_id, task, isNeeded);
      const owner = { engine: engine?.target ?? null, cluster: cluster?.target ?? null };
      const item = engine ?? cluster;
      const profile = item && task.run_profile_id !== null ? profileOf(task.run_profile_id, owner) : undefined;
      if (item && profile && !item.profiles.includes(profile)) item.profiles.push(profile);
      return { ...owner, profile: profile?.target ?? null };
    },
    dynamicEngineProfileOf: ({ dynamic_engine_run_profile_id: id }) =>
      id === null ? undefined : profileOf(id, { engine: null, cluster: null }),
    items: () => ({ engines: engines.items(), clusters: clusters.items() }),
  };
}

type MatchedRuntime = RuntimeItem & { target: string };

/**
 * Matches engines or clusters by name.
 * @rule promotions.engines.name
 * @rule promotions.engines.created
 * @rule promotions.engines.owner
 * @rule promotions.clusters.name
 * @rule promotions.clusters.created
 */
function matcher(state: DraftState, kind: 'engines' | 'clusters') {
  const { source, target, changes, newId } = state;
  const known = byId(source[kind]);
  const existing = new Map(target[kind].map((runtime) => [runtime.name, runtime]));
  const items = new Map<string, MatchedRuntime>();

  /** An engine or cluster of a workspace does not run tasks of other workspaces, neither in the target nor in the source. */
  const faultsOf = (runtime: ContentRuntime, task: ContentTask): Message[] => {
    const owner = existing.get(runtime.name)?.workspace_id ?? null;
    const belongsToOther =
      (runtime.workspace_id !== null && runtime.workspace_id !== task.workspace_id) ||
      (owner !== null && owner !== counterpartOf(state, task.workspace_id));
    return belongsToOther ? [fault(OTHER_WORKSPACE[kind](runtime.name, task.name))] : [];
  };

  const draft = ({ id, name, workspace_id: owner }: ContentRuntime): MatchedRuntime => {
    const match = existing.get(name);
    const targetId = match?.id ?? newId();
    if (!match) changes[kind].push({ id: targetId, source: id, workspace: owner === null ? null : counterpartOf(state, owner) });
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
    find(id: string | null, task: ContentTask, isNeeded: boolean): MatchedRuntime | undefined {
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
  engines: (name: string) => `The target environment has no engine '${name}': an engine is created, which must be paired.`,
  clusters: (name: string) => `The target environment has no cluster '${name}': a cluster without engines is created.`,
} as const;

const OTHER_WORKSPACE = {
  engines: (name: string, task: string) =>
    `The engine '${name}' belongs to another workspace than the task '${task}' that runs on it: give the task another runtime, or rename one of the two engines.`,
  clusters: (name: string, task: string) =>
    `The cluster '${name}' belongs to another workspace than the task '${task}' that runs on it: give the task another runtime, or rename one of the two clusters.`,
} as const;

/** Adds the changes and messages of the run profiles to the engine or cluster. */
function withProfiles(item: RuntimeItem): RuntimeItem {
  const profiles = sorted(item.profiles);
  const messages = [...item.messages, ...profiles.flatMap((profile) => profile.messages)];
  const hasChangedProfile = profiles.some(({ status }) => status !== 'REUSED');
  return { ...item, status: itemStatus(hasFault(messages), item.status === 'REUSED', hasChangedProfile), messages, profiles };
}
