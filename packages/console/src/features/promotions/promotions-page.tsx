/** The list of promotions. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton, FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { promotionMessages } from './messages.ts';

/** The page. */
export function PromotionsPage(): ReactNode {
  const text = useText(promotionMessages);
  const mayCreate = useMay('SVC_PIPELINE_MANAGEMENT');
  const creation = useDialogButton(text('new'), (close) => <NewPromotion onClose={close} />);
  return (
    <TablePage
      text={text}
      title={text('promotions')}
      create={mayCreate && creation.button}
      list={useWholeList('GET /orchestration/executables/promotions', { query: {} })}
      keyOf={({ executable }) => executable}
      columns={[
        {
          id: 'name',
          render: ({ executable, name }, focus) => (
            <NameLink {...focus} to="/promotions/$promotionId" params={{ promotionId: executable }} name={name} />
          ),
        },
        { id: 'source', isWide: true, render: ({ sourceEnvironment: { name } }) => <bdi title={name}>{name}</bdi> },
        { id: 'target', isWide: true, render: ({ targetEnvironment: { name } }) => <bdi title={name}>{name}</bdi> },
      ]}
      empty={
        <EmptyState title={text('empty')} action={mayCreate && creation.button} hint={text('emptyHint')}>
          {!mayCreate && <p>{text('noneAssigned')}</p>}
        </EmptyState>
      }
    >
      {creation.dialog}
    </TablePage>
  );
}

function NewPromotion({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(promotionMessages);
  const navigate = useNavigate();
  const { environment, environments = [] } = useEnvironment();
  const [source, setSource] = useState(environment?.id);
  const [target, setTarget] = useState(environments.find(({ id }) => id !== environment?.id)?.id);
  const [description, setDescription] = useState('');
  const create = useChange('POST /orchestration/executables/promotions', {
    refreshes: ['GET /orchestration/executables/promotions'],
    notice: text('promotionCreated'),
    onDone: ({ executable }) => void navigate({ to: '/promotions/$promotionId', params: { promotionId: executable } }),
  });
  const options = environments.map(({ id, name }) => ({ id, name }));
  return (
    <FormDialog
      title={text('new')}
      action={text('new')}
      change={create}
      onSubmit={() => create.mutate({ body: { sourceEnvironmentId: source ?? '', targetEnvironmentId: target ?? '', description } })}
      onClose={onClose}
    >
      <ChoiceField label={text('source')} value={source} options={options} onChange={setSource} />
      <ChoiceField label={text('target')} value={target} options={options} onChange={setTarget} />
      <TextField label={text('description')} value={description} onChange={setDescription} />
    </FormDialog>
  );
}
