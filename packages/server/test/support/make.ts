/** Creates valid rows with their parents, so that a test only names the values that matter to it. The makers are in `make.fixture.ts` of each feature. */
import type { Platform } from '../../src/core/platform/platform.ts';
import { personMakers } from '../../src/features/accounts/sign-in/make.fixture.ts';
import { accountMakers } from '../../src/features/accounts/users/make.fixture.ts';
import { artifactMakers } from '../../src/features/orchestration/artifacts/make.fixture.ts';
import { dynamicEnvironmentMakers } from '../../src/features/orchestration/dynamic-engine-environments/make.fixture.ts';
import { environmentMakers } from '../../src/features/orchestration/environments/make.fixture.ts';
import { planMakers } from '../../src/features/orchestration/plans/make.fixture.ts';
import { promotionMakers } from '../../src/features/orchestration/promotions/make.fixture.ts';
import { resourceMakers } from '../../src/features/orchestration/resources/make.fixture.ts';
import { scheduleMakers } from '../../src/features/orchestration/schedules/make.fixture.ts';
import { taskMakers } from '../../src/features/orchestration/tasks/make.fixture.ts';
import { workspaceMakers } from '../../src/features/orchestration/workspaces/make.fixture.ts';
import { dynamicEngineMakers } from '../../src/features/processing/dynamic-engines/make.fixture.ts';
import { clusterMakers } from '../../src/features/processing/engine-clusters/make.fixture.ts';
import { engineMakers } from '../../src/features/processing/remote-engines/make.fixture.ts';
import { runProfileMakers } from '../../src/features/processing/run-profiles/make.fixture.ts';
import type { Making } from './making.ts';

export type { MadeUser } from '../../src/features/accounts/users/make.fixture.ts';
export type { MadeTask } from '../../src/features/orchestration/tasks/make.fixture.ts';

/** Makes rows. */
export type Maker = ReturnType<typeof createMaker>;

/** Binds the makers to one server. */
export function createMaker({ db, identity: { tokens } }: Platform) {
  let number = 0;
  const making: Making = { db, identity: { tokens }, name: (noun) => `${noun} ${(number += 1)}` };
  const accounts = accountMakers(making);
  const { environment } = environmentMakers(making, accounts);
  const { workspace } = workspaceMakers(making, { ...accounts, environment });
  const { artifact } = artifactMakers(making, { workspace });
  const { task } = taskMakers(making, { workspace, artifact });
  return {
    ...accounts,
    ...personMakers(making, accounts),
    environment,
    workspace,
    artifact,
    task,
    ...resourceMakers(making, { workspace }),
    ...planMakers(making, { workspace, task }),
    ...scheduleMakers(making, { workspace }),
    ...promotionMakers(making, { environment }),
    ...engineMakers(making, { ...accounts, environment }),
    ...dynamicEngineMakers(making, accounts),
    ...dynamicEnvironmentMakers(making, accounts),
    ...clusterMakers(making, { ...accounts, environment }),
    ...runProfileMakers(making, { environment }),
  };
}
