/** The users or groups that may work on a project. */
import { useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { IconButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField, type Option } from '../../ui/choice-field.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { projectMessages } from './messages.ts';

type ProjectMembersProps = {
  kind: 'user' | 'group';
  ids: readonly string[] | undefined;
  /** The candidates; undefined if the account may not list them. */
  options: readonly Option[] | undefined;
  error: Error | null;
  isPending: boolean;
  onAdd: (id: string) => void;
  onRemove: (id: string) => void;
};

/** The list, with a field that adds a member: from a list, or by id if the account may not list the candidates. */
export function ProjectMembers({ kind, ids, options, error, isPending, onAdd, onRemove }: ProjectMembersProps): ReactNode {
  const text = useText(projectMessages);
  const [chosen, setChosen] = useState('');
  const names = new Map(options?.map(({ id, name }) => [id, name]));
  const others = options?.filter(({ id }) => !ids?.includes(id));
  const id = others && !others.some((other) => other.id === chosen) ? (others[0]?.id ?? '') : chosen;
  return (
    <section className="card">
      <h2>{text(kind === 'user' ? 'users' : 'groups')}</h2>
      {ids?.length === 0 && <p className="hint">{text(kind === 'user' ? 'noUsers' : 'noGroups')}</p>}
      <ul className="members">
        {ids?.map((memberId) => (
          <li key={memberId}>
            {names.has(memberId) ? <bdi>{names.get(memberId)}</bdi> : <code>{memberId}</code>}
            <IconButton
              icon="close"
              label={text('remove', { name: names.get(memberId) ?? memberId })}
              isDisabled={isPending}
              onPress={() => onRemove(memberId)}
            />
          </li>
        ))}
      </ul>
      {others?.length === 0 ? (
        error && <ErrorNote error={error} />
      ) : (
        <ChangeForm action={text('add')} change={{ isPending, error }} onSubmit={() => id !== '' && onAdd(id)}>
          {others ? (
            <ChoiceField label={text(kind)} value={id} options={others} onChange={setChosen} />
          ) : (
            <TextField label={text(`${kind}Id`)} value={chosen} onChange={setChosen} autoComplete="off" />
          )}
        </ChangeForm>
      )}
    </section>
  );
}
