/** The actions of the command palette. */
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import type { CommandEntry } from '../ui/command-list.tsx';
import { useEnvironment } from './environment.tsx';
import { changePreferences, browserZone } from './preferences.ts';
import { shellMessages } from './shell-messages.ts';
import { signOut } from './sign-out.ts';

/** Pages that an action opens, with the key of the name of the action. */
const PAGE_ACTIONS = [
  ['/artifacts/publish', 'publishZip'],
  ['/tasks/new', 'newTask'],
  ['/plans/new', 'newPlan'],
  ['/schedules/new', 'newSchedule'],
  ['/setup/connections/new', 'newConnection'],
  ['/catalogue/crawlers/new', 'newCrawler'],
  ['/schedules/calendar', 'openCalendar'],
] as const;

/** The actions of every page: create an object, choose another environment, and change what this browser shows. */
export function usePaletteActions(typed: string): CommandEntry[] {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const { environment, environments = [], choose } = useEnvironment();
  const action = (id: string, name: string, run: () => void): CommandEntry => ({ id, group: text('actions'), name, run });
  // There may be many: they are found by their names.
  const others = typed === '' ? [] : environments.filter(({ id }) => id !== environment?.id);
  return [
    ...PAGE_ACTIONS.map(([path, name]) => action(path, text(name), () => void navigate({ to: path }))),
    ...others.map(({ id, name }) => action(`environment ${id}`, `${text('environment')}: ${name}`, () => choose(id))),
    action('light', `${text('theme')}: ${text('themeLight')}`, () => changePreferences({ theme: 'light' })),
    action('dark', `${text('theme')}: ${text('themeDark')}`, () => changePreferences({ theme: 'dark' })),
    action('en', `${text('language')}: English`, () => changePreferences({ language: 'en' })),
    action('de', `${text('language')}: Deutsch`, () => changePreferences({ language: 'de' })),
    action('zone', `${text('zone')}: ${text('zoneOwn', { zone: browserZone() })}`, () => changePreferences({ zone: 'system' })),
    action('utc', `${text('zone')}: ${text('zoneUtc')}`, () => changePreferences({ zone: 'UTC' })),
    action('account', text('yourAccount'), () => window.location.assign('/account')),
    action('sign-out', text('signOut'), () => void signOut()),
  ];
}
