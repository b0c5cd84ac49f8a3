/** The name of an account, and the status of a user. */
import type { ReactNode } from 'react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { colleaguesQuery } from './colleagues.ts';
import { userMessages } from './messages.ts';

const USER = 'GET /api/v1/users/{id}';
const CACHE_MILLISECONDS = 60_000;

/**
 * Returns the function that makes the query of the name and the login of an account. A person who may not read all users gets the names of colleagues,
 * without logins; of other accounts, such as deleted ones, the id.
 */
export function useAccountNameQuery() {
  const client = useQueryClient();
  const me = useMe();
  const mayReadAll = useMay('SVC_USER_MANAGEMENT');
  return (id: string) => ({
    queryKey: [USER, 'name', id, mayReadAll],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ name: string; login?: string }> => {
      if (!mayReadAll && id !== me.id) {
        const colleagues = await client.fetchQuery({ ...colleaguesQuery, staleTime: CACHE_MILLISECONDS });
        return { name: colleagues.find((one) => one.id === id)?.name ?? id };
      }
      const { name = id, subject = id } = (await api.call(USER, { path: { id }, signal })).body;
      return { name, login: subject };
    },
    staleTime: CACHE_MILLISECONDS,
    retry: false,
  });
}

/** The name of an account; its id while the name is unknown, or if the account was deleted. */
export const useAccountName = (id: string): string => useQuery(useAccountNameQuery()(id)).data?.name ?? id;

/** The names of accounts by their ids, as far as they are known. */
export const useAccountNames = (ids: readonly string[]): ReadonlyMap<string, string> =>
  useQueries({
    queries: ids.map(useAccountNameQuery()),
    combine: (results) => new Map(results.flatMap(({ data }, index): [string, string][] => (data ? [[ids[index] ?? '', data.name]] : []))),
  });

/** The name as a component; nothing while it is being read, because an id is far longer than a name. */
export function AccountName({ id }: { id: string }): ReactNode {
  const { data, isPending } = useQuery(useAccountNameQuery()(id));
  return <span dir="auto">{isPending ? '\u00A0' : (data?.name ?? id)}</span>;
}

const TONES = { active: 'good', invited: 'waits', disabled: 'off' } as const;

/** The status of a user with its mark. */
export function UserStatusMark({ status }: { status: Schema<'TenantUser'>['status'] }): ReactNode {
  const text = useText(userMessages);
  return <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>;
}
