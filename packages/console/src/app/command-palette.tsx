/** The command palette: a person types a text and gets the pages, actions, tasks and runs that match it. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { CommandList, type CommandEntry } from '../ui/command-list.tsx';
import { useRead } from './api.ts';
import { useEnvironment } from './environment.tsx';
import { useNavigation } from './navigation.tsx';
import { changePreferences } from './preferences.ts';
import { shellMessages } from './shell-messages.ts';
import { signOut } from './sign-out.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MIN_CHARACTERS = 2;
const MAX_TASKS = 8;

/** The open palette. */
export function CommandPalette({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const asked = useDeferredValue(wanted);
  const { data: tasks } = useRead(
    'GET /orchestration/executables/tasks',
    { query: { environmentId: environment?.id, name: asked, limit: MAX_TASKS } },
    { enabled: environment !== undefined && asked.length >= MIN_CHARACTERS && !ID.test(asked) },
  );
  const pages: CommandEntry[] = useNavigation().flatMap(({ entries }) =>
    entries.map(({ path, name }) => ({ id: path, group: text('pages'), name: text(name), run: () => void navigate({ to: path }) })),
  );
  const actions: CommandEntry[] = [
    {
      id: 'light',
      group: text('actions'),
      name: `${text('theme')}: ${text('themeLight')}`,
      run: () => changePreferences({ theme: 'light' }),
    },
    { id: 'dark', group: text('actions'), name: `${text('theme')}: ${text('themeDark')}`, run: () => changePreferences({ theme: 'dark' }) },
    { id: 'account', group: text('actions'), name: text('account'), run: () => window.location.assign('/account') },
    { id: 'sign-out', group: text('actions'), name: text('signOut'), run: () => void signOut() },
  ];
  const runs: CommandEntry[] = ID.test(wanted)
    ? [
        {
          id: 'run',
          group: text('runs'),
          name: text('openRun', { id: wanted }),
          run: () => void navigate({ to: '/runs/$executionId', params: { executionId: wanted } }),
        },
      ]
    : [];
  const found: CommandEntry[] = (tasks?.items ?? []).map(({ executable, name }) => ({
    id: executable,
    group: text('tasks'),
    name,
    run: () => void navigate({ to: '/tasks/$taskId', params: { taskId: executable } }),
  }));
  const fits = ({ name }: CommandEntry): boolean => name.toLowerCase().includes(wanted.toLowerCase());
  return (
    <CommandList
      label={text('palette')}
      hint={text('paletteHint')}
      empty={text('paletteEmpty')}
      typed={typed}
      onType={setTyped}
      entries={[...runs, ...pages.filter(fits), ...found, ...actions.filter(fits)]}
      onClose={onClose}
    />
  );
}
