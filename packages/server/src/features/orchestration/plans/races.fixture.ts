/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, both, type RaceContext, type Races } from '../../../../test/support/race.ts';

const PLAN = { constraint: 'plan_name_once', code: 'plan_name_taken' };

/** The operations of this section that set a unique name, each with such a pair. */
export const planRaces = ({ make }: RaceContext): Races => ({
  'POST /orchestration/executables/plans': {
    ...PLAN,
    adds: 'plan',
    prepare: async (name) => {
      const task = await make.task();
      return twice(() => ({ body: { name, workspaceId: task.workspace, steps: [{ name: 'only', taskIds: [task.id] }] } }));
    },
  },
  'PUT /orchestration/executables/plans/{planId}': {
    ...PLAN,
    prepare: async (name) => {
      const { id: task, workspace } = await make.task();
      const body = { name, workspaceId: workspace, steps: [{ name: 'only', taskIds: [task] }] };
      return both(async () => ({ planId: (await make.plan({ workspace, steps: [[task]] })).id }), body);
    },
  },
});
