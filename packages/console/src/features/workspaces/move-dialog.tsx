/** Moves an object to another workspace of its environment. */
import { useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { workspaceMessages } from './messages.ts';
import { useWorkspaceOptions } from './use-workspaces.ts';

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

/** The dialog. */
export function MoveDialog({ name, workspaceId, change, onMove, onClose }: MoveDialogProps): ReactNode {
  const text = useText(workspaceMessages);
  const others = useWorkspaceOptions().filter(({ id }) => id !== workspaceId);
  const [chosen, setChosen] = useState<string>();
  const target = chosen ?? others[0]?.id ?? '';
  return (
    <ModalDialog title={text('moveTitle', { name })} isOpen onClose={onClose}>
      <ChangeForm action={text('move')} change={change} onSubmit={() => onMove(target)} onCancel={onClose}>
        <ChoiceField label={text('workspace')} value={target} options={others} onChange={setChosen} />
      </ChangeForm>
    </ModalDialog>
  );
}
