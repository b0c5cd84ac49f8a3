/** A field that finds a task or plan of an environment by the beginning of its name. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { CommandList, type CommandEntry } from '../../ui/command-list.tsx';
import { scheduleMessages } from './messages.ts';

/** Tasks that are listed, and plans, at most. */
const MAX_FOUND = 8;

type ExecutableFinderProps = {
  environmentId: string | undefined;
  label: string;
  onTask: (id: string, name: string) => void;
  /** Without it, only tasks are found. */
  onPlan?: (id: string, name: string) => void;
  onClose: () => void;
};

/** The field, with the first entries that match. */
export function ExecutableFinder({ environmentId, label, onTask, onPlan, onClose }: ExecutableFinderProps): ReactNode {
  const text = useText(scheduleMessages);
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim()) || undefined;
  const query = { environmentId, name, limit: MAX_FOUND };
  const isKnown = environmentId !== undefined;
  const { data: tasks } = useRead('GET /orchestration/executables/tasks', { query }, { enabled: isKnown });
  const { data: plans } = useRead('GET /orchestration/executables/plans', { query }, { enabled: isKnown && onPlan !== undefined });
  const entriesOf = (
    items: readonly { executable: string; name: string }[] | undefined,
    group: string,
    choose: ((id: string, name: string) => void) | undefined,
  ): CommandEntry[] =>
    choose
      ? (items ?? []).map((item) => ({ id: item.executable, group, name: item.name, run: () => choose(item.executable, item.name) }))
      : [];
  return (
    <CommandList
      label={label}
      hint={text('bindHint')}
      empty={text('bindEmpty')}
      typed={typed}
      onType={setTyped}
      entries={[...entriesOf(tasks?.items, text('tasks'), onTask), ...entriesOf(plans?.items, text('plans'), onPlan)]}
      onClose={onClose}
    />
  );
}
