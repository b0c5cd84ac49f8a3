/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const URL_OF_CODE = 'https://git.example.com/a.git';

/** The operations of this section that set a unique name, each with such a pair. */
export const projectRaces = ({ make, create }: RaceContext): Races => ({
  'POST /orchestration/projects': {
    constraint: 'project_name_once',
    code: 'project_name_taken',
    adds: 'project',
    prepare: async (name) => twice(() => ({ body: { name, owner: 'admin', url: URL_OF_CODE } })),
  },
  'PUT /orchestration/projects/{projectId}/users/{userId}': {
    constraint: 'project_user_once',
    code: 'project_user_present',
    adds: 'project_user',
    prepare: async (name) => {
      const projectId = await create('POST /orchestration/projects', { name, owner: 'admin', url: URL_OF_CODE });
      const path = { projectId, userId: (await make.user()).id };
      return twice(() => ({ path }));
    },
  },
  'PUT /orchestration/projects/{projectId}/groups/{groupId}': {
    constraint: 'project_group_once',
    code: 'project_group_present',
    adds: 'project_group',
    prepare: async (name) => {
      const projectId = await create('POST /orchestration/projects', { name, owner: 'admin', url: URL_OF_CODE });
      const path = { projectId, groupId: await create('POST /account/groups', { name }) };
      return twice(() => ({ path }));
    },
  },
});
