/** The environment whose content the pages show. It is part of every URL, so that a link leads to the same content. */
import { createContext, Fragment, Suspense, use, useEffect, useMemo, type ReactNode } from 'react';
import { Outlet, useNavigate, useRouteContext, useRouterState, useSearch } from '@tanstack/react-router';
import type { Permission, Schema } from '@millrace/contract';
import { ButtonLink, TextLink } from '../ui/links.tsx';
import { EmptyState, ErrorNote } from '../ui/page-parts.tsx';
import { hasUnsaved } from '../ui/unsaved.ts';
import { useText } from '../text/language.tsx';
import { useRead } from './api.ts';
import { storedText, storeText } from './browser-storage.ts';
import { NAVIGATION, type NavigationLink, navigationLinkOf, needsOf, placeOf } from './sections.ts';
import { useMay, useMe } from './session.tsx';
import { shellMessages } from './shell-messages.ts';

/** The chosen environment, undefined if the account sees none; and all that it sees, undefined until they are read. */
type EnvironmentChoice = {
  environment: Schema<'EnvironmentInfo'> | undefined;
  environments: readonly Schema<'EnvironmentInfo'>[] | undefined;
  /** Why they could not be read. */
  error: Error | null;
  choose(id: string): void;
};

const EnvironmentContext = createContext<EnvironmentChoice>({
  environment: undefined,
  environments: undefined,
  error: null,
  choose: () => undefined,
});

const STORAGE_KEY = 'millrace.environment';

/** The environment of the page. */
export const useEnvironment = (): EnvironmentChoice => use(EnvironmentContext);

/** Milliseconds between two questions whether a person without any workspace has got a right on one. */
const WAIT_INTERVAL = 15_000;

/**
 * The environments that the account sees. Only accounts with some permissions may list environments. Every account may list the workspaces on which it
 * has a right, and each of these names its environment.
 */
function useSeenEnvironments(): Pick<EnvironmentChoice, 'environments' | 'error'> {
  const mayList = useMay('SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR');
  const listed = useRead('GET /orchestration/environments', {}, { enabled: mayList });
  const workspaces = useRead(
    'GET /orchestration/workspaces',
    { query: {} },
    { enabled: !mayList, every: (seen) => seen?.length === 0 && WAIT_INTERVAL },
  );
  const ofWorkspaces = useMemo(() => {
    const found = workspaces.data?.flatMap(({ environment }) => environment ?? []);
    return found && [...new Map(found.map((one) => [one.id, one])).values()];
  }, [workspaces.data]);
  return mayList ? { environments: listed.data, error: listed.error } : { environments: ofWorkspaces, error: workspaces.error };
}

/** Reads the environment from the URL. Without one, it chooses that of the last visit, or else the first, and writes it into the URL. */
export function EnvironmentScope({ children }: { children: ReactNode }): ReactNode {
  const { environment: wanted } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { environments, error } = useSeenEnvironments();
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
      error,
      choose: (chosen: string) => void navigate({ to: '.', search: (search) => ({ ...search, environment: chosen }) }),
    }),
    [environment, environments, error, navigate],
  );
  return <EnvironmentContext value={value}>{children}</EnvironmentContext>;
}

/** Pages that show the content of an environment, by the beginning of their path. */
const PAGES_OF_ENVIRONMENT =
  /^\/(?:$|(?:runs|tasks|plans|schedules|artifacts)(?:\/|$)|setup\/(?:connections|resources|workspaces)(?:\/|$)|admin\/rights$|engines$|setup\/clusters$)/;

/** Pages that the navigation hides from people without their permissions, and that show these people their own records. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(['/admin/oauth-clients']);
/** The permissions that open the pages of single records, where they are others than those of the list. */
const NEEDS_OF_RECORDS: Readonly<Record<string, readonly Permission[]>> = {
  '/setup/dynamic-engines': ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ'],
};

/**
 * Shows the page of the address. A person who lacks a permission for it, or has no right on any workspace, reads instead what is missing and who can give
 * it, because the server would refuse each filter and button of the page.
 */
export function ShownPage(): ReactNode {
  const { environments, error } = useEnvironment();
  const { NotAllowedPage } = useRouteContext({ from: '__root__' });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = placeOf(path)?.page ?? '/';
  const entry = navigationLinkOf(page);
  const ofList = OPEN_TO_ALL.has(page) ? undefined : entry && needsOf(entry);
  const needs = (path !== page && NEEDS_OF_RECORDS[page]) || ofList;
  const may = useMay(...(needs ?? []));
  // What a person has typed stays, although a permission is withdrawn meanwhile: the server refuses it, and says why.
  if (entry && needs && !may && !hasUnsaved()) {
    return (
      <Suspense>
        <NotAllowedPage name={entry.name} permissions={needs} />
      </Suspense>
    );
  }
  if (!PAGES_OF_ENVIRONMENT.test(path)) return <Outlet />;
  if (!environments && error) return <ErrorNote error={error} />;
  return environments?.length === 0 ? <NoEnvironment /> : <Outlet />;
}

function NoEnvironment(): ReactNode {
  const text = useText(shellMessages);
  return useMay('SVC_ENVIRONMENT_MANAGEMENT') ? (
    <EmptyState
      title={text('noEnvironment')}
      hint={text('noEnvironmentHint')}
      action={<ButtonLink to="/setup/environments" tone="main" name={text('newEnvironment')} />}
    />
  ) : (
    <EmptyState title={text('noWorkspace')} hint={text('noWorkspaceHint')}>
      <OpenPages />
    </EmptyState>
  );
}

/** Links to the pages that a person may use without a right on a workspace: the catalogue, and what a role opens. */
function OpenPages(): ReactNode {
  const text = useText(shellMessages);
  const { permissions } = useMe();
  const open = NAVIGATION.flatMap<NavigationLink>(({ entries }) => [...entries]).filter((entry) => {
    if (entry.path === '/catalogue/datasets') return true;
    const isOpened = needsOf(entry)?.some((permission) => permissions.includes(permission)) ?? false;
    return isOpened && !PAGES_OF_ENVIRONMENT.test(entry.path);
  });
  return (
    <p>
      {text('openWithout')}{' '}
      {open.map(({ path, name }, index) => (
        <Fragment key={path}>
          {index > 0 && ' · '}
          <TextLink to={path} name={text(name)} />
        </Fragment>
      ))}
    </p>
  );
}
