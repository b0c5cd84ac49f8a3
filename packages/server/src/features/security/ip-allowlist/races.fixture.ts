/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const PATH = '/security/ip-allowlist';

/** The operations of this section that create the allowlist or set a range, each with such a pair. */
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
