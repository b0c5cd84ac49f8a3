/** Changes a crawler. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { crawlerMessages } from './messages.ts';
import { TableChoice } from './table-choice.tsx';

/** The dialog: name, description and selection. */
export function EditCrawler({ crawler, onClose }: { crawler: Schema<'Crawler'>; onClose: () => void }): ReactNode {
  const text = useText(crawlerMessages);
  const { id: crawlerId, connectionId, crawledDatasets } = crawler;
  const [{ name, description }, draft] = useDraft({ name: crawler.name, description: crawler.description ?? '' });
  const [tables, setTables] = useState<readonly string[] | undefined>(crawledDatasets.length > 0 ? crawledDatasets : undefined);
  const [isEmpty, setIsEmpty] = useState(false);
  const save = useChange('PUT /connections/crawlers/{crawlerId}', {
    refreshes: ['GET /connections/crawlers', 'GET /connections/crawlers/{crawlerId}'],
    notice: text('saved'),
    onDone: onClose,
  });
  function submit(): void {
    setIsEmpty(tables?.length === 0);
    if (tables?.length === 0) return;
    save.mutate({ path: { crawlerId }, body: { name, description, selectedDatasets: [...(tables ?? [])] } });
  }
  return (
    <ModalDialog title={text('changeTitle')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        change={{ isPending: save.isPending, error: isEmpty && tables?.length === 0 ? new Error(text('nothingChosen')) : save.error }}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('name')} isRequired autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} />
        <TableChoice connectionId={connectionId} chosen={tables} onChange={setTables} />
      </ChangeForm>
    </ModalDialog>
  );
}
