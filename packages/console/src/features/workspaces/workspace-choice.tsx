/** The fields in which a person chooses one of the workspaces of the environment of the page. */
import { useState, type ReactNode } from 'react';
import { useWorkspaceList } from '../../app/own-rights.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField, FilterChoice, type Option } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { workspaceMessages } from './messages.ts';

/** The workspaces of the environment of the page as a list to choose from, sorted by name. */
export const useWorkspaceOptions = (): readonly Option[] => useWorkspaceList().rows.map(({ id, name }) => ({ id, name }));

/** The id of the wanted entry, or of the first one if the list does not have it. */
export const idOrFirst = (options: readonly Option[], id: string | undefined): string | undefined =>
  (options.find((option) => option.id === id) ?? options[0])?.id;

/** The filter of a list by workspace. */
export function WorkspaceFilter(props: { value: string | undefined; onChange: (id: string | undefined) => void }): ReactNode {
  const text = useText();
  return <FilterChoice label={text('workspace')} {...props} options={useWorkspaceOptions()} />;
}

type MoveDialogProps = {
  /** The name of the object to move. */
  name: string;
  /** The id of its present workspace. */
  workspaceId: string | undefined;
  /** The state of the call that moves it. */
  change: { isPending: boolean; error: Error | null };
  onMove: (workspaceId: string) => void;
  onClose: () => void;
};

/** The dialog in which a person chooses the workspace to which an object is moved. */
export function MoveDialog({ name, workspaceId, change, onMove, onClose }: MoveDialogProps): ReactNode {
  const text = useText(workspaceMessages);
  const others = useWorkspaceOptions().filter(({ id }) => id !== workspaceId);
  const [chosen, setChosen] = useState<string>();
  const target = chosen ?? others[0]?.id ?? '';
  return (
    <FormDialog title={text('moveTitle', { name })} action={text('move')} change={change} onSubmit={() => onMove(target)} onClose={onClose}>
      <ChoiceField label={text('workspace')} value={target} options={others} onChange={setChosen} />
    </FormDialog>
  );
}
