/** Dialogs that create and change a dynamic engine. */
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { ChangeState } from '../../ui/change-form.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { dynamicEngineMessages } from './messages.ts';

const READS: readonly Route[] = ['GET /processing/runtimes/dynamic-engines', 'GET /processing/runtimes/dynamic-engines/{id}'];

/** Creates a dynamic engine, and goes to its page, which has the package. */
export function NewDynamicEngine({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(dynamicEngineMessages);
  const navigate = useNavigate();
  const create = useChange('POST /processing/runtimes/dynamic-engines', {
    refreshes: READS,
    notice: text('createdNext'),
    onDone: ({ id }) => void navigate({ to: '/setup/dynamic-engines/$dynamicEngineId', params: { dynamicEngineId: id } }),
  });
  return (
    <EngineDialog
      title={text('new')}
      action={text('create')}
      change={create}
      onSave={(body) => create.mutate({ body })}
      onClose={onClose}
    />
  );
}

/** Changes the name and the description of a dynamic engine. */
export function ChangeDynamicEngine({ engine, onClose }: { engine: Schema<'DynamicEngine'>; onClose: () => void }): ReactNode {
  const text = useText(dynamicEngineMessages);
  const change = useChange('PUT /processing/runtimes/dynamic-engines/{id}', {
    refreshes: READS,
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <EngineDialog
      title={text('changeName', { name: engine.name })}
      engine={engine}
      action={text('save')}
      change={change}
      onSave={(body) => change.mutate({ path: { id: engine.id }, body })}
      onClose={onClose}
    />
  );
}

type EngineDialogProps = {
  title: string;
  engine?: Schema<'DynamicEngine'>;
  action: string;
  change: ChangeState;
  onSave: (fields: { name: string; description: string }) => void;
  onClose: () => void;
};

function EngineDialog({ engine, onSave, ...rest }: EngineDialogProps): ReactNode {
  const text = useText();
  const [{ name, description }, draft] = useDraft({ name: engine?.name ?? '', description: engine?.description ?? '' });
  return (
    <FormDialog {...rest} onSubmit={() => onSave({ name, description })}>
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
    </FormDialog>
  );
}
