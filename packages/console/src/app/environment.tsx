/** The environment whose content the pages show. It is part of every URL, so that a link leads to the same content. */
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from './api.ts';
import { storedText, storeText } from './browser-storage.ts';

/** The chosen environment, undefined if the account sees none; and all that it sees, undefined until they are read. */
type EnvironmentChoice = {
  environment: Schema<'EnvironmentInfo'> | undefined;
  environments: readonly Schema<'EnvironmentInfo'>[] | undefined;
  choose(id: string): void;
};

const EnvironmentContext = createContext<EnvironmentChoice>({ environment: undefined, environments: undefined, choose: () => undefined });

const STORAGE_KEY = 'millrace.environment';

/** The environment of the page. */
export const useEnvironment = (): EnvironmentChoice => use(EnvironmentContext);

/** Reads the environment from the URL. Without one, it chooses that of the last visit, or else the first, and writes it into the URL. */
export function EnvironmentScope({ children }: { children: ReactNode }): ReactNode {
  const { environment: wanted } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { data: environments } = useRead('GET /orchestration/environments', {});
  const environment =
    environments?.find(({ id }) => id === wanted) ?? environments?.find(({ id }) => id === storedText(STORAGE_KEY)) ?? environments?.[0];
  const id = environment?.id;
  useEffect(() => {
    if (id === undefined) return;
    storeText(STORAGE_KEY, id);
    // A path without a page has no route, so that '.' would lead to the start page.
    const path = window.location.pathname as '/';
    if (id !== wanted) void navigate({ to: path, search: (search) => ({ ...search, environment: id }), replace: true, resetScroll: false });
  }, [id, wanted, navigate]);
  const value = useMemo(
    () => ({
      environment,
      environments,
      choose: (chosen: string) => void navigate({ to: '.', search: (search) => ({ ...search, environment: chosen }) }),
    }),
    [environment, environments, navigate],
  );
  return <EnvironmentContext value={value}>{children}</EnvironmentContext>;
}
