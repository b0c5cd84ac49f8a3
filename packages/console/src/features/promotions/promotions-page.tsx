/** The list of promotions. */
import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useWholeList } from '../../app/lists.ts';
import { RUNS_PROMOTIONS } from '../../app/needs.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { DoneDialog, FormDialog, useDialogButton } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
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

const ADD_USER = 'PUT /orchestration/executables/promotions/{promotionId}/users/{userId}';

/** Creates a promotion and, if the person leaves the box checked, assigns it to that person. */
function NewPromotion({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(promotionMessages);
  const navigate = useNavigate();
  const client = useQueryClient();
  const me = useMe();
  const lack = useLack(RUNS_PROMOTIONS);
  const { environment, environments = [] } = useEnvironment();
  const [{ source, target, description, assigned }, draft] = useDraft({
    source: environment?.id ?? '',
    target: environments.find(({ id }) => id !== environment?.id)?.id ?? '',
    description: '',
    assigned: true,
  });
  const create = useMutation({
    mutationFn: async () => {
      const body = { sourceEnvironmentId: source, targetEnvironmentId: target, description };
      const { executable: promotionId } = (await api.call('POST /orchestration/executables/promotions', { body })).body;
      if (assigned) await api.call(ADD_USER, { path: { promotionId, userId: me.id } });
      return promotionId;
    },
    onSuccess: async (promotionId) => {
      await client.invalidateQueries({ queryKey: ['GET /orchestration/executables/promotions'] });
      toast(text('promotionCreated'));
      await navigate({ to: '/promotions/$promotionId', params: { promotionId } });
    },
  });
  const options = environments.map(({ id, name }) => ({ id, name }));
  if (environments.length < 2)
    return (
      <DoneDialog title={text('new')} onDone={onClose}>
        <p>{text('needsTwo')}</p>
      </DoneDialog>
    );
  return (
    <FormDialog title={text('new')} action={text('new')} change={create} onSubmit={() => create.mutate()} onClose={onClose}>
      <ChoiceField label={text('source')} {...draft.field('source')} options={options} />
      <ChoiceField label={text('target')} {...draft.field('target')} options={options} />
      <TextField label={text('description')} {...draft.field('description')} />
      <CheckField {...draft.check('assigned')}>{text('assignMe')}</CheckField>
      <p className="hint">{lack === undefined ? text('assignedHint') : text('mayNotRun', { lack })}</p>
    </FormDialog>
  );
}
