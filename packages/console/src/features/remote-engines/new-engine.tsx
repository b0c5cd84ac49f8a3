/** Creates an engine, and shows the command that pairs it. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CopyLine } from '../../ui/copy-text.tsx';
import { FormDialog, DoneDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWorkspaceOptions } from '../workspaces/workspace-choice.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { engineMessages } from './messages.ts';

const ALL = 'all';

/** The dialog: first the fields, then the command. */
export function NewEngineDialog({ environment, onClose }: { environment: Schema<'EnvironmentInfo'>; onClose: () => void }): ReactNode {
  const text = useText(engineMessages);
  const workspaces = useWorkspaceOptions();
  const [{ name, description, workspaceId }, draft] = useDraft({ name: '', description: '', workspaceId: ALL });
  const create = useChange('POST /processing/runtimes/remote-engines', {
    refreshes: ['GET /processing/runtimes/remote-engines', 'GET /processing/engines'],
  });
  if (create.data?.preAuthorizedKey !== undefined)
    return <PairingDialog name={create.data.name} pairingKey={create.data.preAuthorizedKey} onClose={onClose} />;
  return (
    <FormDialog
      title={text('createTitle', { name: environment.name })}
      action={text('create')}
      change={create}
      onSubmit={() =>
        create.mutate({
          body: {
            name,
            environmentId: environment.id,
            ...(description !== '' && { description }),
            ...(workspaceId !== ALL && { workspaceId }),
          },
        })
      }
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <ChoiceField
        label={text('workspace')}
        {...draft.field('workspaceId')}
        options={[{ id: ALL, name: text('allWorkspaces') }, ...workspaces]}
      />
    </FormDialog>
  );
}

/** Shows the key of an engine once, in the command that pairs and starts it. The key is not an argument, because other users could read arguments. */
export function PairingDialog({ name, pairingKey, onClose }: { name: string; pairingKey: string; onClose: () => void }): ReactNode {
  const text = useText(engineMessages);
  return (
    <DoneDialog title={text('pairTitle', { name })} onDone={onClose}>
      <p>{text('pairHint')}</p>
      <CopyLine label={text('pairLine')}>
        {`MILLRACE_ENGINE_KEY=${pairingKey} millrace-engine pair ${window.location.origin} && millrace-engine run`}
      </CopyLine>
      <p className="hint">{text('pairInstall')}</p>
    </DoneDialog>
  );
}
