/** One promotion: the accounts that may execute it, its analysis as a diff, its execution, and their reports. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { RUNS_PROMOTIONS } from '../../app/needs.ts';
import { isUuid } from '../../app/link-targets.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { CommandList } from '../../ui/command-list.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAccountNames } from '../users/account-name.tsx';
import { useFoundUsers } from '../users/user-field.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { promotionMessages } from './messages.ts';
import { PromotionForm } from './promotion-form.tsx';
import { PromotionReportView } from './promotion-report.tsx';
import styles from './promotion-page.module.css';

const route = getRouteApi('/promotions/$promotionId');

const ASSIGNED = 'GET /orchestration/executables/promotions/{promotionId}/users';
const ADD_USER = 'PUT /orchestration/executables/promotions/{promotionId}/users/{userId}';

/** The page. */
export function PromotionPage(): ReactNode {
  const text = useText(promotionMessages);
  const { promotionId } = route.useParams();
  const { report: executionId } = route.useSearch();
  const navigate = route.useNavigate();
  const manages = useMay('SVC_PIPELINE_MANAGEMENT');
  const { data: promotion, error } = useRead('GET /orchestration/executables/promotions/{promotionId}', { path: { promotionId } });
  const { data: report, error: reportError } = useRead(
    'GET /processing/executions/promotions/{promotionExecutionId}',
    { path: { promotionExecutionId: executionId ?? '' } },
    { enabled: executionId !== undefined },
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
      <PromotionRunner manages={manages} promotionId={promotionId}>
        <PromotionForm promotion={promotion} onReport={(id) => void navigate({ search: (search) => ({ ...search, report: id }) })} />
      </PromotionRunner>
      <ErrorNote error={reportError} />
      {report && <PromotionReportView report={report} target={targetEnvironment.name} />}
    </>
  );
}

type PromotionRunnerProps = { promotionId: string; manages: boolean; children: ReactNode };

/** The form for whoever may execute the promotion. Others read why they may not, before they choose anything. */
function PromotionRunner({ promotionId, manages, children }: PromotionRunnerProps): ReactNode {
  const text = useText(promotionMessages);
  const me = useMe();
  const lack = useLack(RUNS_PROMOTIONS);
  // Only managers may read who is assigned; any other account sees a promotion only if it is assigned to it.
  const { data } = useRead(ASSIGNED, { path: { promotionId } }, { enabled: manages });
  const add = useChange(ADD_USER, { refreshes: [ASSIGNED], notice: text('added', { name: me.login }) });
  if (lack === undefined && (!manages || data?.userIds.includes(me.id))) return children;
  if (lack === undefined && !data) return undefined;
  return (
    <Card title={text('prepare')}>
      {lack === undefined ? (
        <>
          <p>{text('notAssigned')}</p>
          <ErrorNote error={add.error} />
          <ActionButton tone="main" isPending={add.isPending} onPress={() => add.mutate({ path: { promotionId, userId: me.id } })}>
            {text('addMe')}
          </ActionButton>
        </>
      ) : (
        <p>{lack}</p>
      )}
    </Card>
  );
}

function PromotionActions({ promotion }: { promotion: Schema<'PromotionExecutableDetails'> }): ReactNode {
  const text = useText(promotionMessages);
  const [isDeleting, setIsDeleting] = useState(false);
  const [typed, setTyped] = useState<string>();
  const path = { promotionId: promotion.executable };
  const describe = useChange('PATCH /orchestration/executables/promotions/{promotionId}', {
    refreshes: ['GET /orchestration/executables/promotions/{promotionId}'],
    notice: text('descriptionSaved'),
    onDone: () => setTyped(undefined),
  });
  const remove = useDeletion(
    'DELETE /orchestration/executables/promotions/{promotionId}',
    ['GET /orchestration/executables/promotions'],
    '/promotions',
    text('promotionDeleted'),
  );
  return (
    <>
      <ActionButton onPress={() => setTyped(promotion.description ?? '')}>{text('changeDescription')}</ActionButton>
      <ActionButton tone="danger" onPress={() => setIsDeleting(true)}>
        {text('delete')}
      </ActionButton>
      <FormDialog
        title={text('changeDescription')}
        isOpen={typed !== undefined}
        action={text('save')}
        change={describe}
        onSubmit={() => describe.mutate({ path, body: { description: typed ?? '' } })}
        onClose={() => setTyped(undefined)}
      >
        <TextField label={text('description')} value={typed ?? ''} onChange={setTyped} autoFocus />
      </FormDialog>
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

const MAX_FOUND = 12;

type Candidate = { id: string; name: string; isService: boolean };

/** The card with the accounts that may execute a promotion. It is shown to accounts that manage promotions. */
function PromotionPeople({ promotionId }: { promotionId: string }): ReactNode {
  const text = useText(promotionMessages);
  const [isAdding, setIsAdding] = useState(false);
  const { data, error } = useRead(ASSIGNED, { path: { promotionId } });
  const candidates = useCandidates();
  const names = useAccountNames(data?.userIds ?? []);
  const nameOf = (id: string): string => candidates.find((candidate) => candidate.id === id)?.name ?? names.get(id) ?? id;
  const options = { refreshes: [ASSIGNED] } as const;
  const addUser = useChange(ADD_USER, options);
  const addService = useChange('PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}', options);
  const removeUser = useChange('DELETE /orchestration/executables/promotions/{promotionId}/users/{userId}', options);
  const removeService = useChange(
    'DELETE /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}',
    options,
  );
  const refusal = error ?? addUser.error ?? addService.error ?? removeUser.error ?? removeService.error;
  const add = ({ id, name, isService }: Candidate): void => {
    const callbacks = { onSuccess: () => toast(text('added', { name })) };
    if (isService) addService.mutate({ path: { promotionId, serviceAccountId: id } }, callbacks);
    else addUser.mutate({ path: { promotionId, userId: id } }, callbacks);
  };
  const remove = (id: string, isService: boolean): void => {
    const callbacks = { onSuccess: () => toast(text('removedPerson', { name: nameOf(id) })) };
    if (isService) removeService.mutate({ path: { promotionId, serviceAccountId: id } }, callbacks);
    else removeUser.mutate({ path: { promotionId, userId: id } }, callbacks);
  };
  const members = [
    ...(data?.userIds ?? []).map((id) => ({ id, isService: false })),
    ...(data?.serviceAccountIds ?? []).map((id) => ({ id, isService: true })),
  ];
  return (
    <Card
      title={text('people')}
      actions={
        <ActionButton icon="plus" onPress={() => setIsAdding(true)}>
          {text('addPerson')}
        </ActionButton>
      }
    >
      <ErrorNote error={refusal} />
      {data && members.length === 0 && <p className="hint">{text('noPeople')}</p>}
      <ul className={styles['people']}>
        {members.map(({ id, isService }) => (
          <li key={id}>
            <bdi>{nameOf(id)}</bdi>
            {isService && <span className="hint">{text('serviceAccount')}</span>}
            <IconButton label={text('remove', { name: nameOf(id) })} icon="close" onPress={() => remove(id, isService)} />
          </li>
        ))}
      </ul>
      {isAdding && (
        <PersonFinder candidates={candidates} without={members.map(({ id }) => id)} onChoose={add} onClose={() => setIsAdding(false)} />
      )}
    </Card>
  );
}

/** The accounts that are offered before anything is typed: the signed-in one, and the service accounts whose names it may read. */
function useCandidates(): Candidate[] {
  const text = useText(promotionMessages);
  const me = useMe();
  const seesServices = useMay('SVC_SERVICE_ACCOUNT_MANAGEMENT');
  const { data: services } = useRead('GET /account/service-accounts', { query: {} }, { enabled: seesServices });
  return [
    { id: me.id, name: `${me.login} (${text('you')})`, isService: false },
    ...(services ?? []).map(({ id, name }) => ({ id, name, isService: true })),
  ];
}

type PersonFinderProps = {
  candidates: readonly Candidate[];
  without: readonly string[];
  onChoose: (candidate: Candidate) => void;
  onClose: () => void;
};

/** Finds an account by its name. The server finds people by what is typed; an id finds an account whose name is not known. */
function PersonFinder({ candidates, without, onChoose, onClose }: PersonFinderProps): ReactNode {
  const text = useText(promotionMessages);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const known = candidates.filter(({ id, name }) => name.toLowerCase().includes(wanted) || id === wanted);
  const people = useFoundUsers(useDeferredValue(wanted))
    .filter(({ id }) => candidates.every((candidate) => candidate.id !== id))
    .map((person) => ({ ...person, isService: false }));
  // The list has the service accounts after the people.
  const found = [...known, ...people]
    .filter(({ id }) => !without.includes(id))
    .toSorted((one, other) => Number(one.isService) - Number(other.isService));
  const byId = isUuid(wanted) ? [{ id: wanted, name: wanted, isService: false }] : [];
  return (
    <CommandList
      label={text('addPerson')}
      hint={text('personHint')}
      empty={text('noPerson')}
      typed={typed}
      onType={setTyped}
      entries={(found.length > 0 ? found : byId).slice(0, MAX_FOUND).map((candidate) => ({
        id: candidate.id,
        group: text(candidate.isService ? 'serviceAccount' : 'person'),
        name: candidate.name,
        run: () => onChoose(candidate),
      }))}
      onClose={onClose}
    />
  );
}
