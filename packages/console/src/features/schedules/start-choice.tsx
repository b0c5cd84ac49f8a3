/** The automatic start of a task or plan: the buttons and dialogs that set, change and remove it, and their calls. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { BodyOf, Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CommandList } from '../../ui/command-list.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { descriptionContaining } from './description-filter.ts';
import { startMessages } from './messages.ts';
import { draftOfTrigger, triggerOfDraft, type ScheduleTrigger, type TriggerDraft } from './trigger-draft.ts';
import { ConflictTimes, TriggerFields } from './trigger-form.tsx';

/** Schedules that are read, with those in use, and free ones that are listed, at most. */
const [MAX_READ, MAX_FREE] = [100, 50];

type StartChoiceProps = { owner: StartOwner; environmentId: string | undefined; trigger: Schema<'Trigger'> };

/** The buttons. The server accepts an own trigger only when no schedule is used, so the schedule must be removed first. */
export function StartChoice({ owner, environmentId, trigger }: StartChoiceProps): ReactNode {
  const text = useText(startMessages);
  const [open, setOpen] = useState<'own' | 'schedule' | 'stop'>();
  const close = (): void => setOpen(undefined);
  const bind = useBindSchedule(owner, () => toast(text('bound')));
  const endStarts = useEndStarts(owner, () => {
    close();
    toast(text('stopped'));
  });
  const isManual = trigger.type === 'MANUAL';
  return (
    <>
      <div className="inline-actions">
        {trigger.type !== 'MULTIPLE' && (
          <ActionButton icon={isManual ? 'plus' : undefined} onPress={() => setOpen('own')}>
            {text(isManual ? 'set' : 'changeStart')}
          </ActionButton>
        )}
        {isManual ? (
          <ActionButton isPending={bind.isPending} onPress={() => setOpen('schedule')}>
            {text('useSchedule')}
          </ActionButton>
        ) : (
          <ActionButton onPress={() => setOpen('stop')}>{text('stopStarts')}</ActionButton>
        )}
      </div>
      <ErrorNote error={bind.error} />
      {open === 'own' && <StartDialog owner={owner} trigger={trigger} onClose={close} />}
      {open === 'schedule' && <FreeSchedules environmentId={environmentId} onChoose={bind.run} onClose={close} />}
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stopStarts')}
        isOpen={open === 'stop'}
        change={endStarts}
        onConfirm={() => endStarts.run()}
        onClose={close}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
    </>
  );
}

type FreeSchedulesProps = { environmentId: string | undefined; onChoose: (id: string) => void; onClose: () => void };

/** The schedules of the environment that have no task or plan; the server finds those whose description contains what is typed. */
function FreeSchedules({ environmentId, onChoose, onClose }: FreeSchedulesProps): ReactNode {
  const text = useText(startMessages);
  const [typed, setTyped] = useState('');
  const descriptionFilter = descriptionContaining(useDeferredValue(typed.trim()));
  const { data: schedules } = useRead(
    'GET /orchestration/schedules',
    { query: { environmentId, descriptionFilter, limit: MAX_READ } },
    { enabled: environmentId !== undefined },
  );
  const free = (schedules?.items ?? []).filter(({ executableId }) => executableId === undefined);
  return (
    <CommandList
      label={text('useSchedule')}
      hint={text('chooseSchedule')}
      empty={text('noSchedule')}
      typed={typed}
      onType={setTyped}
      entries={free.slice(0, MAX_FREE).map(({ id, description }) => ({
        id,
        group: text('chooseSchedule'),
        name: description || id,
        run: () => onChoose(id),
      }))}
      onClose={onClose}
    />
  );
}

type StartDialogProps = { owner: StartOwner; trigger: Schema<'Trigger'>; onClose: () => void };

const isTimed = (trigger: Schema<'Trigger'>): trigger is Schema<'Trigger'> & Pick<ScheduleTrigger, 'type'> =>
  trigger.type !== 'MANUAL' && trigger.type !== 'WEBHOOK' && trigger.type !== 'MULTIPLE';

/** The dialog for the own trigger of a task or plan: times, or a webhook. It stays open after a refusal. */
function StartDialog({ owner, trigger, onClose }: StartDialogProps): ReactNode {
  const text = useText(startMessages);
  const zone = useZone();
  const [{ startKind, name, newUrl }, draft] = useDraft({
    startKind: (trigger.type === 'WEBHOOK' ? 'call' : 'times') as 'times' | 'call',
    name: trigger.webhook?.name ?? '',
    newUrl: false,
  });
  const [times, timesDraft] = useDraft(() => draftOfTrigger(isTimed(trigger) ? trigger : {}, zone));
  const save = useSaveTrigger(owner, () => {
    toast(text('startSaved'));
    onClose();
  });
  return (
    <FormDialog
      title={text(trigger.type === 'MANUAL' ? 'set' : 'changeStart')}
      action={text('save')}
      change={save}
      onSubmit={() => save.run(startKind === 'times' ? timedTrigger(times) : webhookTrigger(trigger, name, newUrl))}
      onClose={onClose}
    >
      <ChoiceField
        label={text('by')}
        {...draft.field('startKind')}
        options={[
          { id: 'times', name: text('byTimes') },
          { id: 'call', name: text('byCall') },
        ]}
      />
      {startKind === 'times' ? (
        <TriggerFields draft={times} onChange={timesDraft.set} isOwn />
      ) : (
        <>
          <TextField label={text('callName')} hint={text('callNameHint')} {...draft.field('name')} />
          {trigger.webhook && <CheckField {...draft.check('newUrl')}>{text('newUrl')}</CheckField>}
        </>
      )}
      <ConflictTimes error={save.error} />
    </FormDialog>
  );
}

/** An own trigger has no name, and no time limit of its own. */
function timedTrigger(draft: TriggerDraft): OwnTrigger {
  const { name: _name, timeout: _timeout, ...trigger } = triggerOfDraft(draft);
  return trigger;
}

/** A webhook trigger. Fields that the dialog does not show keep their values. */
function webhookTrigger({ webhook }: Schema<'Trigger'>, name: string, newUrl: boolean): OwnTrigger {
  const { url: _url, ...kept } = webhook ?? { name };
  return { type: 'WEBHOOK', webhook: { ...kept, name: name.trim(), newUrl } };
}

/** A task or plan, with its run configuration; undefined if it has none yet. */
type StartOwner =
  | { kind: 'TASK'; id: string; config: Schema<'TaskRunConfig'> | undefined }
  | { kind: 'PLAN'; id: string; config: Schema<'PlanRunConfig'> | undefined };

/** A trigger in the form of a run configuration. */
type OwnTrigger = BodyOf<'PUT /orchestration/executables/plans/{planId}/run-config'>['trigger'];

/** Routes whose answers depend on the automatic start. */
export const START_READS = [
  'GET /orchestration/executables/tasks/{taskId}/run-config',
  'GET /orchestration/executables/tasks/{taskId}/run-config/events',
  'GET /orchestration/executables/tasks/{taskId}/schedule',
  'POST /orchestration/executables/tasks/search',
  'GET /orchestration/executables/plans/{planId}/run-config',
  'GET /orchestration/executables/plans/{planId}/run-config/events',
  'GET /orchestration/executables/plans/{planId}/schedule',
  'GET /orchestration/schedules',
  'POST /orchestration/executables/events/search',
] as const satisfies readonly Route[];

/** A change of the automatic start. */
type StartChange<Value> = { isPending: boolean; error: Error | null; run: (value: Value) => void };

/** Saves an own trigger. The other settings of the run configuration stay. */
function useSaveTrigger({ kind, id, config }: StartOwner, onDone: () => void): StartChange<OwnTrigger> {
  const changeOptions = { refreshes: START_READS, onDone };
  const ofTask = useChange('PUT /orchestration/executables/tasks/{taskId}/run-config', changeOptions);
  const ofPlan = useChange('PUT /orchestration/executables/plans/{planId}/run-config', changeOptions);
  if (kind === 'PLAN')
    return {
      ...stateOf(ofPlan),
      run: (trigger) =>
        ofPlan.mutate({ path: { planId: id }, body: { trigger, parallelExecutionAllowed: config?.parallelExecutionAllowed ?? false } }),
    };
  const settings = config ?? { runtime: { type: 'CLOUD' } };
  return {
    ...stateOf(ofTask),
    run: (trigger) =>
      ofTask.mutate({
        path: { taskId: id },
        body: { ...settings, trigger } as BodyOf<'PUT /orchestration/executables/tasks/{taskId}/run-config'>,
      }),
  };
}

/** Binds the task or plan to a schedule, which then starts it. */
function useBindSchedule({ kind, id }: StartOwner, onDone: () => void): StartChange<string> {
  const changeOptions = { refreshes: START_READS, onDone };
  const ofTask = useChange('PUT /orchestration/executables/tasks/{taskId}/schedule', changeOptions);
  const ofPlan = useChange('PUT /orchestration/executables/plans/{planId}/schedule', changeOptions);
  return kind === 'PLAN'
    ? { ...stateOf(ofPlan), run: (scheduleId) => ofPlan.mutate({ path: { planId: id }, body: { scheduleId } }) }
    : { ...stateOf(ofTask), run: (scheduleId) => ofTask.mutate({ path: { taskId: id }, body: { scheduleId } }) };
}

/** Removes the automatic start. */
function useEndStarts({ kind, id }: StartOwner, onDone: () => void): StartChange<void> {
  const changeOptions = { refreshes: START_READS, onDone };
  const ofTask = useChange('DELETE /orchestration/executables/tasks/{taskId}/run-config', changeOptions);
  const ofPlan = useChange('DELETE /orchestration/executables/plans/{planId}/run-config', changeOptions);
  return kind === 'PLAN'
    ? { ...stateOf(ofPlan), run: () => ofPlan.mutate({ path: { planId: id } }) }
    : { ...stateOf(ofTask), run: () => ofTask.mutate({ path: { taskId: id } }) };
}

const stateOf = ({ isPending, error }: { isPending: boolean; error: Error | null }) => ({ isPending, error });
