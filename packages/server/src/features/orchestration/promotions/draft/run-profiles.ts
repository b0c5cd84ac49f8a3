/** Drafts run profiles. */
import { isDeepStrictEqual } from 'node:util';
import { byId, type ContentProfile } from './environment-content.ts';
import { fault, info, itemStatus, type Item, type Message } from './report.ts';
import type { DraftState } from './draft-state.ts';

/** The engine or cluster of a run profile in the target; with neither, it belongs to the dynamic engines of the environment. */
export type ProfileOwner = { engine: string | null; cluster: string | null };

const profileKey = ({ engine, cluster }: ProfileOwner, name: string): string => `${engine ?? cluster ?? ''} ${name}`;

/**
 * Returns a function that drafts a run profile of the source for its engine or cluster in the target. A run profile that the target has gets the JVM
 * arguments and the description of the source, unless the caller keeps run profiles.
 * @rule promotions.run-profiles.name
 * @rule promotions.run-profiles.arguments
 * @rule promotions.run-profiles.kept
 */
export function profileMatcher({
  source,
  target,
  options,
  changes,
  newId,
}: DraftState): (id: string, owner: ProfileOwner) => Item | undefined {
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
