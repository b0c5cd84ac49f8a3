/** For every unique name, and every operation that sets it: two simultaneous requests of which one must be refused. */
import { peopleRaces } from '../../src/features/accounts/people/races.fixture.ts';
import { serviceAccountRaces } from '../../src/features/accounts/service-accounts/races.fixture.ts';
import { tokenRaces } from '../../src/features/accounts/tokens/races.fixture.ts';
import { datasetRaces } from '../../src/features/catalog/datasets/races.fixture.ts';
import { artifactRaces } from '../../src/features/orchestration/artifacts/races.fixture.ts';
import { connectionRaces } from '../../src/features/orchestration/connections/races.fixture.ts';
import { environmentRaces } from '../../src/features/orchestration/environments/races.fixture.ts';
import { planRaces } from '../../src/features/orchestration/plans/races.fixture.ts';
import { projectRaces } from '../../src/features/orchestration/projects/races.fixture.ts';
import { promotionRaces } from '../../src/features/orchestration/promotions/races.fixture.ts';
import { resourceRaces } from '../../src/features/orchestration/resources/races.fixture.ts';
import { scheduleRaces } from '../../src/features/orchestration/schedules/races.fixture.ts';
import { taskRaces } from '../../src/features/orchestration/tasks/races.fixture.ts';
import { workspaceRaces } from '../../src/features/orchestration/workspaces/races.fixture.ts';
import { ipAllowlistRaces } from '../../src/features/security/ip-allowlist/races.fixture.ts';
import { clusterRaces } from '../../src/features/processing/engine-clusters/races.fixture.ts';
import { engineRaces } from '../../src/features/processing/remote-engines/races.fixture.ts';
import { runProfileRaces } from '../../src/features/processing/run-profiles/races.fixture.ts';
import type { RaceContext, Races } from './race.ts';
import type { TestServer } from './server.ts';

/** The races of all features on a server, by the operation. */
export async function racesOn({ call, make }: TestServer): Promise<Races> {
  const context: RaceContext = { call, make, create: async (route, body) => (await call(route, { body })).body.id };
  return {
    ...peopleRaces(context),
    ...serviceAccountRaces(context),
    ...tokenRaces(),
    ...(await artifactRaces(context)),
    ...connectionRaces(context),
    ...datasetRaces(context),
    ...environmentRaces(context),
    ...planRaces(context),
    ...projectRaces(context),
    ...promotionRaces(context),
    ...resourceRaces(context),
    ...scheduleRaces(context),
    ...taskRaces(context),
    ...workspaceRaces(context),
    ...ipAllowlistRaces(context),
    ...clusterRaces(context),
    ...engineRaces(context),
    ...runProfileRaces(context),
  };
}
