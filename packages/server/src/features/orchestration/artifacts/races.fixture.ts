/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

/** The operations of this section that set a unique name, each with such a pair. */
export async function artifactRaces({ make }: RaceContext): Promise<Races> {
  const bundle = await shellBundle('exit 0');
  return {
    'POST /orchestration/artifacts': {
      constraint: 'artifact_version_once',
      code: 'artifact_version_taken',
      adds: 'artifact_version',
      prepare: async (name) => {
        const { id: workspaceId } = await make.workspace();
        return twice(() => ({ form: publication({ workspaceId, name, version: '1.0.0.20260101010000' }, bundle) }));
      },
    },
  };
}
