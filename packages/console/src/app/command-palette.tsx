/** The command palette: a person types a text and gets the pages, actions, runs and other objects that match it. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../text/languages.ts';
import { CommandList, type CommandEntry } from '../ui/command-list.tsx';
import { useRead } from './api.ts';
import { useEnvironment } from './environment.tsx';
import { bestMatches, type FindableEntry } from './fuzzy.ts';
import { useNavigation } from './navigation.tsx';
import { CHANGES_CONNECTIONS, CHANGES_STARTS, CHANGES_TASKS, type Needs, PUBLISHES } from './needs.ts';
import { useMissingNeeds, useRightsAreRead } from './own-rights.ts';
import { browserZone, changePreferences } from './preferences.ts';
import { pathOfHref, recentPages } from './recent-pages.ts';
import { isUuid } from './link-targets.ts';
import { signOut, useMe } from './session.tsx';
import { shellMessages } from './shell-messages.ts';

/** The open palette. */
export function CommandPalette({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const searched = useDeferredValue(wanted);
  const objects = useFoundObjects(searched, !isUuid(searched));
  const actions = usePaletteActions(wanted);
  const pages: CommandEntry[] = useNavigation().flatMap(({ entries }) =>
    entries.map(({ path, name }) => ({ id: path, group: text('pages'), name: text(name), run: () => void navigate({ to: path }) })),
  );
  const recent = useRecentEntries();
  const runs: CommandEntry[] = isUuid(wanted)
    ? [
        {
          id: 'run',
          group: text('runs'),
          name: text('openRun', { id: wanted }),
          run: () => void navigate({ to: '/runs/$executionId', params: { executionId: wanted } }),
        },
      ]
    : [];
  return (
    <CommandList
      label={text('palette')}
      hint={text('paletteHint')}
      empty={text('paletteEmpty')}
      typed={typed}
      onType={setTyped}
      entries={wanted === '' ? [...recent, ...pages, ...actions] : [...runs, ...bestOfEach(wanted, [...pages, ...objects, ...actions])]}
      onClose={onClose}
    />
  );
}

/** The pages that the person has opened last, without the current one. */
function useRecentEntries(): CommandEntry[] {
  const text = useText(shellMessages);
  const router = useRouter();
  const { id } = useMe();
  const [pages] = useState(() => recentPages(id).filter(({ href }) => pathOfHref(href) !== router.state.location.pathname));
  return pages.map(({ href, title }) => ({
    id: `recent ${href}`,
    group: text('recent'),
    name: title,
    run: () => router.history.push(href),
  }));
}

type FoundEntry = CommandEntry & FindableEntry;

/** The best matches, a few of each kind; the kind with the best match comes first. */
const bestOfEach = (typed: string, entries: readonly FoundEntry[]): CommandEntry[] =>
  [...Map.groupBy(bestMatches(typed, entries), ({ group }) => group).values()].flatMap((members) => members.slice(0, MAX_OF_A_KIND));

const MIN_CHARACTERS = 2;
const MAX_OF_A_KIND = 5;
/** So many of a kind are read, of which the best are shown. */
const MOST_READ = 50;

/** The objects of the displayed environment whose names match: tasks, plans, artifacts and datasets. Kinds that the account may not list are left out. */
function useFoundObjects(typed: string, isWanted: boolean): FoundEntry[] {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const options = { enabled: isWanted && environment !== undefined && typed.length >= MIN_CHARACTERS };
  const query = { environmentId: environment?.id, words: typed, limit: MOST_READ };
  const { data: tasks } = useRead('GET /orchestration/executables/tasks', { query }, options);
  const { data: plans } = useRead('GET /orchestration/executables/plans', { query }, options);
  const { data: artifacts } = useRead('GET /orchestration/artifacts', { query }, options);
  const { data: named = [] } = useRead('GET /datasets', { query: { words: typed } }, options);
  const { data: found = [] } = useRead('GET /datasets', { query: { search: typed } }, options);
  if (!options.enabled) return [];
  const names = new Set(named.map(({ id }) => id));
  const datasets = [...named.slice(0, MOST_READ), ...found.filter(({ id }) => !names.has(id)).slice(0, MOST_READ)];
  return [
    ...(tasks?.items ?? []).map(({ executable, name }) => ({
      id: executable,
      group: text('tasks'),
      foundBy: 'words' as const,
      name,
      run: () => void navigate({ to: '/tasks/$taskId', params: { taskId: executable } }),
    })),
    ...(plans?.items ?? []).map(({ executable, name }) => ({
      id: executable,
      group: text('plans'),
      foundBy: 'words' as const,
      name,
      run: () => void navigate({ to: '/plans/$planId', params: { planId: executable } }),
    })),
    ...(artifacts?.items ?? []).map(({ id, name }) => ({
      id,
      group: text('artifacts'),
      foundBy: 'words' as const,
      name,
      run: () => void navigate({ to: '/artifacts/$artifactId', params: { artifactId: id } }),
    })),
    ...datasets.map(({ id = '', label }) => ({
      id,
      group: text('datasets'),
      foundBy: names.has(id) ? ('words' as const) : ('content' as const),
      name: label,
      run: () => void navigate({ to: '/catalogue/datasets/$datasetId', params: { datasetId: id } }),
    })),
  ];
}

/** Pages that an action opens, with the key of the name of the action, and what it needs. */
const PAGE_ACTIONS = [
  ['/artifacts/publish', 'publishZip', PUBLISHES],
  ['/tasks/new', 'newTask', CHANGES_TASKS],
  ['/plans/new', 'newPlan', CHANGES_TASKS],
  ['/schedules/new', 'newSchedule', CHANGES_STARTS],
  ['/setup/connections/new', 'newConnection', CHANGES_CONNECTIONS],
  ['/catalogue/crawlers/new', 'newCrawler', CHANGES_CONNECTIONS],
  ['/schedules/calendar', 'openCalendar', {}],
] as const satisfies readonly (readonly [`/${string}`, string, Needs])[];

/** The page actions for which the person lacks nothing; none until the rights are read, so that none disappears. */
function useOwnPageActions(): readonly (typeof PAGE_ACTIONS)[number][] {
  const missingOf = useMissingNeeds();
  const areRead = useRightsAreRead();
  return PAGE_ACTIONS.filter(([, , needs]) => {
    const { permission, right } = missingOf(needs);
    return areRead && permission === undefined && right === undefined;
  });
}

/** The actions of the command palette, on every page: create an object, choose another environment, and change what this browser shows. */
function usePaletteActions(typed: string): CommandEntry[] {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const { environment, environments = [], choose } = useEnvironment();
  const action = (id: string, name: string, run: () => void): CommandEntry => ({ id, group: text('actions'), name, run });
  // There may be many: they are found by their names.
  const others = typed === '' ? [] : environments.filter(({ id }) => id !== environment?.id);
  return [
    // The navigation has entries with the same paths.
    ...useOwnPageActions().map(([path, name]) => action(`open ${path}`, text(name), () => void navigate({ to: path }))),
    ...others.map(({ id, name }) => action(`environment ${id}`, `${text('environment')}: ${name}`, () => choose(id))),
    action('light', `${text('theme')}: ${text('themeLight')}`, () => changePreferences({ theme: 'light' })),
    action('dark', `${text('theme')}: ${text('themeDark')}`, () => changePreferences({ theme: 'dark' })),
    ...LANGUAGES.map((language) =>
      action(language, `${text('language')}: ${LANGUAGE_NAMES[language]}`, () => changePreferences({ language })),
    ),
    action('zone', `${text('zone')}: ${text('zoneOwn', { zone: browserZone() })}`, () => changePreferences({ zone: 'system' })),
    action('utc', `${text('zone')}: ${text('zoneUtc')}`, () => changePreferences({ zone: 'UTC' })),
    action('account', text('yourAccount'), () => window.location.assign('/account')),
    action('sign-out', text('signOut'), () => void signOut()),
  ];
}
