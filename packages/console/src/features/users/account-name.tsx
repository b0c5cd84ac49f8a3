/** The name of an account, and the status of a user. */
import type { ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { userMessages } from './messages.ts';

const USER = 'GET /api/v1/users/{id}';
const CACHE_MILLISECONDS = 60_000;

/** The query that reads the name and the login of an account. */
export const accountNameQuery = (id: string) => ({
  queryKey: [USER, 'name', id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ name: string; login: string }> => {
    const { name = id, subject = id } = (await api.call(USER, { path: { id }, signal })).body;
    return { name, login: subject };
  },
  staleTime: CACHE_MILLISECONDS,
  retry: false,
});

/** The name of an account; its id while the name is unknown, or if the account was deleted. */
export const useAccountName = (id: string): string => useQuery(accountNameQuery(id)).data?.name ?? id;

/** The names of accounts by their ids, as far as they are known. */
export const useAccountNames = (ids: readonly string[]): ReadonlyMap<string, string> =>
  useQueries({
    queries: ids.map((id) => accountNameQuery(id)),
    combine: (results) => new Map(results.flatMap(({ data }, index): [string, string][] => (data ? [[ids[index] ?? '', data.name]] : []))),
  });

/** The name as a component; nothing while it is being read, because an id is far longer than a name. */
export function AccountName({ id }: { id: string }): ReactNode {
  const { data, isPending } = useQuery(accountNameQuery(id));
  return <span dir="auto">{isPending ? '\u00A0' : (data?.name ?? id)}</span>;
}

const TONES = { active: 'good', invited: 'waits', disabled: 'off' } as const;

/** The status of a user with its mark. */
export function UserStatusMark({ status }: { status: Schema<'TenantUser'>['status'] }): ReactNode {
  const text = useText(userMessages);
  return <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>;
}
