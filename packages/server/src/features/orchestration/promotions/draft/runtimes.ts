/** Drafts the engines, clusters and run profiles that run configurations name. */
import { isDeepStrictEqual } from 'node:util';
import { counterpartOf, type DraftState, usesOf } from './draft-state.ts';
import { byId, type ContentProfile, type ContentRuntime, type ContentTask } from './environment-content.ts';
import { fault, hasFault, info, type Item, itemStatus, type Message, type RuntimeItem, sorted, warning } from './report.ts';

/** The ids for the run configuration of a task in the target. */
type CounterpartRuntime = { engine: string | null; cluster: string | null; profile: string | null };

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
      const engine = engines.itemFor(task.engine_id, task, isNeeded);
      const cluster = clusters.itemFor(task.cluster_id, task, isNeeded);
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
    /** Returns the item of the engine or cluster of a task, and drafts it at its first task. */
    itemFor(id: string | null, task: ContentTask, isNeeded: boolean): MatchedRuntime | undefined {
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

/** The engine or cluster of a run profile in the target; with neither, it belongs to the dynamic engines of the environment. */
type ProfileOwner = { engine: string | null; cluster: string | null };

const profileKey = ({ engine, cluster }: ProfileOwner, name: string): string => `${engine ?? cluster ?? ''} ${name}`;

/**
 * Returns a function that drafts a run profile of the source for its engine or cluster in the target. A run profile that the target has gets the JVM
 * arguments and the description of the source, unless the caller keeps run profiles.
 * @rule promotions.run-profiles.name
 * @rule promotions.run-profiles.arguments
 * @rule promotions.run-profiles.kept
 */
function profileMatcher({ source, target, options, changes, newId }: DraftState): (id: string, owner: ProfileOwner) => Item | undefined {
  const known = byId(source.profiles);
  const existing = new Map(
    target.profiles.map(
      (profile) => [profileKey({ engine: profile.engine_id, cluster: profile.cluster_id }, profile.name), profile] as const,
    ),
  );
  const items = new Map<string, Item>();

  const draft = (profile: ContentProfile, owner: ProfileOwner): Item => {
    const { id, name } = profile;
    const match = existing.get(profileKey(owner, name));
    const targetId = match?.id ?? newId();
    const isOtherType = match !== undefined && match.type !== profile.type;
    const differs = match !== undefined && !isDeepStrictEqual(contentOf(match), contentOf(profile));
    const isReplaced = differs && !options.keepTargetRunProfiles;
    if (!match) changes.profiles.push({ id: targetId, source: id, ...owner });
    else if (isReplaced) changes.replacedProfiles.push({ id: targetId, source: id });
    const messages: Message[] = [];
    if (isOtherType)
      messages.push(
        fault(
          `The run profile '${name}' is of type ${profile.type}, and the run profile of that name in the target environment of type ${match.type}: rename one of the two.`,
        ),
      );
    else if (differs && !isReplaced) messages.push(info(`The run profile '${name}' of the target environment differs and is kept.`));
    return { id, target: targetId, name, status: itemStatus(isOtherType, match !== undefined, isReplaced), messages };
  };

  return (id, owner) => {
    const profile = known.get(id);
    if (!profile) return undefined;
    const item = items.get(id) ?? draft(profile, owner);
    items.set(id, item);
    return item;
  };
}

const contentOf = ({ description, jvm_arguments, pod }: ContentProfile): object => ({ description, jvm_arguments, pod });
