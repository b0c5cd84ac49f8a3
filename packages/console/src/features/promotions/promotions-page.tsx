/** The list of promotions. */
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { promotionMessages } from './messages.ts';

type Promotion = Schema<'PromotionExecutableDetails'>;

/** The page. */
export function PromotionsPage(): ReactNode {
  const text = useText(promotionMessages);
  const mayCreate = useMay('SVC_PIPELINE_MANAGEMENT');
  const [isCreating, setIsCreating] = useState(false);
  const { data: promotions = [], error, isPending, refetch } = useRead('GET /orchestration/executables/promotions', { query: {} });
  const create = mayCreate && (
    <ActionButton tone="main" onPress={() => setIsCreating(true)}>
      {text('new')}
    </ActionButton>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        rows={promotions}
        keyOf={({ executable }) => executable}
        isLoading={isPending && !error}
        empty={
          <EmptyState title={text('empty')} action={create}>
            <p>{text('noneHint')}</p>
            {!mayCreate && <p>{text('noneAssigned')}</p>}
          </EmptyState>
        }
      />
      {isCreating && <NewPromotion onClose={() => setIsCreating(false)} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof promotionMessages>): TableColumn<Promotion>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ executable, name }, focus) => (
      <Link {...focus} to="/promotions/$promotionId" params={{ promotionId: executable }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'source', header: text('source'), isWide: true, cell: ({ sourceEnvironment: { name } }) => <bdi title={name}>{name}</bdi> },
  { id: 'target', header: text('target'), isWide: true, cell: ({ targetEnvironment: { name } }) => <bdi title={name}>{name}</bdi> },
];

function NewPromotion({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(promotionMessages);
  const navigate = useNavigate();
  const { environment, environments = [] } = useEnvironment();
  const [source, setSource] = useState(environment?.id);
  const [target, setTarget] = useState(environments.find(({ id }) => id !== environment?.id)?.id);
  const [description, setDescription] = useState('');
  const create = useChange('POST /orchestration/executables/promotions', {
    refreshes: ['GET /orchestration/executables/promotions'],
    onDone: ({ executable }) => {
      toast(text('promotionCreated'));
      void navigate({ to: '/promotions/$promotionId', params: { promotionId: executable } });
    },
  });
  const options = environments.map(({ id, name }) => ({ id, name }));
  return (
    <ModalDialog title={text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('new')}
        isPending={create.isPending}
        error={create.error}
        onSubmit={() => create.mutate({ body: { sourceEnvironmentId: source ?? '', targetEnvironmentId: target ?? '', description } })}
        onCancel={onClose}
      >
        <ChoiceField label={text('source')} value={source} options={options} onChange={setSource} />
        <ChoiceField label={text('target')} value={target} options={options} onChange={setTarget} />
        <TextField label={text('description')} value={description} onChange={setDescription} />
      </ChangeForm>
    </ModalDialog>
  );
}
