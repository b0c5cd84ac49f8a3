/** One promotion: the accounts that may execute it, its analysis as a diff, its execution, and their reports. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { promotionMessages } from './messages.ts';
import { PromotionForm } from './promotion-form.tsx';
import { PromotionPeople } from './promotion-people.tsx';
import { PromotionReportView } from './promotion-report.tsx';

const route = getRouteApi('/promotions/$promotionId');

/** The page. */
export function PromotionPage(): ReactNode {
  const text = useText(promotionMessages);
  const { promotionId } = route.useParams();
  const { report: executionId } = route.useSearch();
  const navigate = route.useNavigate();
  const manages = useMay('SVC_PIPELINE_MANAGEMENT');
  const executes = useMay('SVC_PROMOTION_EXECUTION');
  const { data: promotion, error } = useRead('GET /orchestration/executables/promotions/{promotionId}', { path: { promotionId } });
  const { data: report, error: reportError } = useRead(
    'GET /processing/executions/promotions/{promotionExecutionId}',
    { path: { promotionExecutionId: executionId ?? '' } },
    { enabled: executionId !== undefined, every: (body) => body?.status === 'PROMOTION_STARTED' && 1500 },
  );
  if (!promotion) return <ErrorNote error={error} />;
  const { sourceEnvironment, targetEnvironment, description } = promotion;
  return (
    <>
      <PageHead title={promotion.name}>{manages && <PromotionActions promotion={promotion} />}</PageHead>
      <section className="card">
        <FactList
          facts={[
            [text('source'), sourceEnvironment.name],
            [text('target'), targetEnvironment.name],
            [text('description'), description],
          ]}
        />
      </section>
      {manages && <PromotionPeople promotionId={promotionId} />}
      {executes && (
        <PromotionForm promotion={promotion} onReport={(id) => void navigate({ search: (search) => ({ ...search, report: id }) })} />
      )}
      <ErrorNote error={reportError} />
      {report && <PromotionReportView report={report} target={targetEnvironment.name} />}
    </>
  );
}

function PromotionActions({ promotion }: { promotion: Schema<'PromotionExecutableDetails'> }): ReactNode {
  const text = useText(promotionMessages);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [typed, setTyped] = useState<string>();
  const path = { promotionId: promotion.executable };
  const describe = useChange('PATCH /orchestration/executables/promotions/{promotionId}', {
    refreshes: ['GET /orchestration/executables/promotions/{promotionId}'],
    notice: text('descriptionSaved'),
    onDone: () => setTyped(undefined),
  });
  const remove = useChange('DELETE /orchestration/executables/promotions/{promotionId}', {
    refreshes: ['GET /orchestration/executables/promotions'],
    notice: text('promotionDeleted'),
    onDone: () => void navigate({ to: '/promotions' }),
  });
  return (
    <>
      <ActionButton onPress={() => setTyped(promotion.description ?? '')}>{text('changeDescription')}</ActionButton>
      <ActionButton tone="danger" onPress={() => setIsDeleting(true)}>
        {text('delete')}
      </ActionButton>
      <ModalDialog title={text('changeDescription')} isOpen={typed !== undefined} onClose={() => setTyped(undefined)}>
        <ChangeForm
          action={text('save')}
          change={describe}
          onSubmit={() => describe.mutate({ path, body: { description: typed ?? '' } })}
          onCancel={() => setTyped(undefined)}
        >
          <TextField label={text('description')} value={typed ?? ''} onChange={setTyped} autoFocus />
        </ChangeForm>
      </ModalDialog>
      <ConfirmDialog
        title={text('deletePromotion')}
        action={text('delete')}
        isOpen={isDeleting}
        change={remove}
        onConfirm={() => remove.mutate({ path })}
        onClose={() => setIsDeleting(false)}
      >
        <p>{text('deleteHint')}</p>
      </ConfirmDialog>
    </>
  );
}
