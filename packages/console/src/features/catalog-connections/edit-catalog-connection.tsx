/** Changes the facts that the catalogue stores about a connection. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { catalogConnectionMessages } from './messages.ts';

type EditCatalogConnectionProps = { connection: Schema<'CatalogConnection'>; onClose: () => void };

/** The dialog. Address and credentials are changed on the page of the connection in its workspace. */
export function EditCatalogConnection({ connection, onClose }: EditCatalogConnectionProps): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { id: connectionId = '', keepsSamples: keptSamples = false } = connection;
  const [label, setLabel] = useState(connection.label);
  const [description, setDescription] = useState(connection.description ?? '');
  const [lines, setLines] = useState(connection.tags?.join('\n') ?? '');
  const [enabled, setEnabled] = useState(connection.enabled);
  const [keepsSamples, setKeepsSamples] = useState(keptSamples);
  const save = useChange('PUT /connections/{connectionId}', {
    refreshes: ['GET /connections', 'GET /connections/{connectionId}'],
    onDone: () => {
      toast(text('saved'));
      onClose();
    },
  });
  const tags = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    <ModalDialog title={text('changeTitle')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        isPending={save.isPending}
        error={save.error}
        onSubmit={() => save.mutate({ path: { connectionId }, body: { label, description, tags, enabled, keepsSamples } })}
        onCancel={onClose}
      >
        <TextField label={text('name')} value={label} onChange={setLabel} isRequired autoComplete="off" />
        <TextField label={text('description')} value={description} onChange={setDescription} lines={2} />
        <TextField label={text('catalogTags')} hint={text('tagsHint')} value={lines} onChange={setLines} lines={3} />
        <CheckField isSelected={enabled} onChange={setEnabled}>
          {text('enabled')}
        </CheckField>
        <div>
          <CheckField isSelected={keepsSamples} onChange={setKeepsSamples}>
            {text('keepsSamples')}
          </CheckField>
          <p className="hint">{text(keptSamples && !keepsSamples ? 'samplesGone' : 'keepsSamplesHint')}</p>
        </div>
      </ChangeForm>
    </ModalDialog>
  );
}
