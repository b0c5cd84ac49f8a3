/** Changes the facts that the catalogue stores about a connection. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { catalogConnectionMessages } from './messages.ts';

type EditCatalogConnectionProps = { connection: Schema<'CatalogConnection'>; onClose: () => void };

/** The dialog. Address and credentials are changed on the page of the connection in its workspace. */
export function EditCatalogConnection({ connection, onClose }: EditCatalogConnectionProps): ReactNode {
  const text = useText(catalogConnectionMessages);
  const { id: connectionId = '', keepsSamples: keptSamples = false } = connection;
  const [{ label, description, lines, enabled, keepsSamples }, draft] = useDraft({
    label: connection.label,
    description: connection.description ?? '',
    lines: connection.tags?.join('\n') ?? '',
    enabled: connection.enabled,
    keepsSamples: keptSamples,
  });
  const save = useChange('PUT /connections/{connectionId}', {
    refreshes: ['GET /connections', 'GET /connections/{connectionId}'],
    notice: text('saved'),
    onDone: onClose,
  });
  const tags = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    <ModalDialog title={text('changeTitle')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        change={save}
        onSubmit={() => save.mutate({ path: { connectionId }, body: { label, description, tags, enabled, keepsSamples } })}
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('label')} isRequired autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} lines={2} />
        <TextField label={text('catalogTags')} hint={text('tagsHint')} {...draft.field('lines')} lines={3} />
        <CheckField {...draft.check('enabled')}>{text('enabled')}</CheckField>
        <div>
          <CheckField {...draft.check('keepsSamples')}>{text('keepsSamples')}</CheckField>
          <p className="hint">{text(keptSamples && !keepsSamples ? 'samplesGone' : 'keepsSamplesHint')}</p>
        </div>
      </ChangeForm>
    </ModalDialog>
  );
}
