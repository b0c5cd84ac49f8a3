/** The names of accounts, as far as the caller may read them. */
import { useQueries } from '@tanstack/react-query';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { accountNameQuery } from '../users/account-name.tsx';

/** Returns the function that gives the name of an account: its id while the name is unknown; the name with the login if two names are equal. */
export function useNamesOf(kind: 'people' | 'programs', ids: readonly string[]): (id: string) => string {
  const mayFindPrograms = useMay('SVC_SERVICE_ACCOUNT_MANAGEMENT');
  const { data: programs = [] } = useRead(
    'GET /account/service-accounts',
    { query: {} },
    { enabled: mayFindPrograms && kind === 'programs' },
  );
  const names = useQueries({
    queries: kind === 'people' ? ids.map(accountNameQuery) : [],
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index], data])),
  });
  return (id) => {
    if (kind === 'programs') return programs.find((program) => program.id === id)?.name ?? id;
    const account = names.get(id);
    const isAmbiguous = [...names].some(([other, named]) => other !== id && named?.name === account?.name);
    if (!account) return id;
    return isAmbiguous ? `${account.name} (${account.login})` : account.name;
  };
}
