/** The workspaces of the environment of the page, and the fields in which a person chooses one. */
import type { Schema } from '@millrace/contract';
import { useState, type ReactNode } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { type ReadList, useWholeList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField, FilterChoice, type Option } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { workspaceMessages } from './messages.ts';

/** A workspace with its id and name. */
export type NamedWorkspace = Schema<'WorkspaceInfo'> & { id: string; name: string };

/** The workspaces, sorted by name. */
export function useWorkspaceList(): Omit<ReadList<NamedWorkspace>, 'readAll'> {
  const { environment } = useEnvironment();
  const { readAll: _readAll, ...list } = useWholeList(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  const rows = list.rows.map((workspace) => ({ ...workspace, id: workspace.id ?? '', name: workspace.name ?? '' }));
  return { ...list, rows: rows.toSorted((a, b) => a.name.localeCompare(b.name)) };
}

/** The workspaces as a list to choose from. */
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

/** The dialog. */
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
