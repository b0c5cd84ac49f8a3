/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

/** The operations of this section that set a unique name, each with such a pair. */
export const promotionRaces = ({ make }: RaceContext): Races => ({
  'POST /orchestration/executables/promotions': {
    constraint: 'promotion_pair_once',
    code: 'promotion_exists',
    adds: 'promotion',
    prepare: async () => {
      const body = { sourceEnvironmentId: await make.environment(), targetEnvironmentId: await make.environment() };
      return twice(() => ({ body }));
    },
  },
  'PUT /orchestration/executables/promotions/{promotionId}/users/{userId}': {
    constraint: 'promotion_account_once',
    code: 'promotion_user_present',
    adds: 'promotion_account',
    prepare: async () => {
      const path = { promotionId: (await make.promotion()).id, userId: (await make.user()).id };
      return twice(() => ({ path }));
    },
  },
});
