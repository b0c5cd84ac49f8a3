/** Which run profiles come into the target. */
import { isDeepStrictEqual } from 'node:util';
import { byId, type EstateProfile } from './estate.ts';
import { fault, info, type Item } from './report.ts';
import type { Sketch } from './sketch.ts';

/** What a run profile belongs to in the target; with neither, the dynamic engines of the environment. */
export type ProfilePlace = { engine: string | null; cluster: string | null };

const placeOf = ({ engine, cluster }: ProfilePlace, name: string): string => `${engine ?? cluster ?? ''} ${name}`;

/**
 * Finds the run profile of the same name in its place of the target, or creates it. One that exists gets the JVM arguments and the description of the
 * source, unless the caller keeps those of the target.
 * @rule promotions.run-profiles.name
 * @rule promotions.run-profiles.arguments
 * @rule promotions.run-profiles.kept
 */
export function profileMatcher({ source, target, options, changes, newId }: Sketch): (id: string, place: ProfilePlace) => Item | undefined {
  const known = byId(source.profiles);
  const existing = new Map(
    target.profiles.map((one) => [placeOf({ engine: one.engine_id, cluster: one.cluster_id }, one.name), one] as const),
  );
  const items = new Map<string, Item>();

  const draft = (profile: EstateProfile, place: ProfilePlace): Item => {
    const { id, name } = profile;
    const match = existing.get(placeOf(place, name));
    const targetId = match?.id ?? newId();
    const isOther = match !== undefined && match.type !== profile.type;
    const differs = match !== undefined && !isDeepStrictEqual(contentOf(match), contentOf(profile));
    const kept = differs && options.keepTargetRunProfiles;
    if (!match) changes.profiles.push({ id: targetId, source: id, ...place });
    else if (differs && !kept) changes.replacedProfiles.push({ id: targetId, source: id });
    return {
      id,
      target: targetId,
      name,
      status: isOther ? 'FAILED' : !match ? 'CREATED' : differs && !kept ? 'REPLACED' : 'REUSED',
      messages: isOther
        ? [
            fault(
              `The run profile '${name}' is of type ${profile.type}, and the one of that name in the target environment of type ${match.type}: rename one of the two.`,
            ),
          ]
        : kept
          ? [info(`The run profile '${name}' of the target environment differs and is kept.`)]
          : [],
    };
  };

  return (id, place) => {
    const profile = known.get(id);
    if (!profile) return undefined;
    const item = items.get(id) ?? draft(profile, place);
    items.set(id, item);
    return item;
  };
}

const contentOf = ({ description, jvm_arguments }: EstateProfile): object => ({ description, jvm_arguments });
