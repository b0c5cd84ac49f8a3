/** Requests at the same moment that cannot both succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const PATH = '/security/ip-allowlist';

/** The requests of this section of which one makes the allowlist or takes a range. */
export const ipAllowlistRaces = ({ call }: RaceContext): Races => ({
  [`POST ${PATH}`]: {
    constraint: 'ip_allowlist_once',
    code: 'allowlist_exists',
    adds: 'ip_allowlist',
    prepare: async () => {
      await call(`DELETE ${PATH}`);
      return twice(() => ({ body: { enabled: false } }));
    },
  },
  [`POST ${PATH}/ips`]: {
    constraint: 'ip_entry_once',
    code: 'address_listed',
    adds: 'ip_entry',
    prepare: async (description) => {
      await call(`DELETE ${PATH}`);
      await call(`POST ${PATH}`, { body: { enabled: false } });
      return twice(() => ({ body: [{ description, ip: '192.0.2.0/24' }] }));
    },
  },
});
