/** The command palette: a person types a text and gets the pages, actions, runs and other objects that match it. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { CommandList, type CommandEntry } from '../ui/command-list.tsx';
import { useFoundObjects } from './found-objects.ts';
import { useNavigation } from './navigation.tsx';
import { usePaletteActions } from './palette-actions.ts';
import { shellMessages } from './shell-messages.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The open palette. */
export function CommandPalette({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const searched = useDeferredValue(wanted);
  const objects = useFoundObjects(searched, !ID.test(searched));
  const actions = usePaletteActions(wanted);
  const pages: CommandEntry[] = useNavigation().flatMap(({ entries }) =>
    entries.map(({ path, name }) => ({ id: path, group: text('pages'), name: text(name), run: () => void navigate({ to: path }) })),
  );
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
  const matches = ({ name }: CommandEntry): boolean => name.toLowerCase().includes(wanted.toLowerCase());
  return (
    <CommandList
      label={text('palette')}
      hint={text('paletteHint')}
      empty={text('paletteEmpty')}
      typed={typed}
      onType={setTyped}
      entries={[...runs, ...pages.filter(matches), ...objects, ...actions.filter(matches)]}
      onClose={onClose}
    />
  );
}
