/** The dialog in which a person adds or changes a trigger of a schedule. */
import type { ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { scheduleMessages } from './messages.ts';
import { draftOfTrigger, triggerOfDraft, type ScheduleTrigger } from './trigger-draft.ts';
import { ConflictTimes, TriggerFields } from './trigger-form.tsx';

/** Routes whose answers depend on triggers. */
export const TRIGGER_READS = [
  'GET /orchestration/schedules/{scheduleId}',
  'GET /orchestration/schedules/{scheduleId}/events',
  'GET /orchestration/schedules',
  'POST /orchestration/executables/events/search',
] as const;

type TriggerDialogProps = {
  scheduleId: string;
  /** The trigger to change; without one, a new one is added. */
  trigger?: ScheduleTrigger | undefined;
  onClose: () => void;
};

/** The dialog, open. It stays open after a refusal. */
export function TriggerDialog({ scheduleId, trigger, onClose }: TriggerDialogProps): ReactNode {
  const text = useText(scheduleMessages);
  const zone = useZone();
  const [values, draft] = useDraft(() => draftOfTrigger(trigger ?? {}, zone));
  const changeOptions = { refreshes: TRIGGER_READS, notice: text('triggerSaved'), onDone: onClose };
  const add = useChange('POST /orchestration/schedules/{scheduleId}/triggers', changeOptions);
  const replace = useChange('PUT /orchestration/schedules/{scheduleId}/triggers', changeOptions);
  const change = trigger ? replace : add;
  return (
    <ModalDialog title={trigger ? text('editTrigger', { name: trigger.name }) : text('addTrigger')} isOpen onClose={onClose}>
      <ChangeForm
        action={text(trigger ? 'save' : 'addTrigger')}
        change={change}
        onSubmit={() => change.mutate({ path: { scheduleId }, body: triggerOfDraft(values) })}
        onCancel={onClose}
      >
        <TriggerFields draft={values} onChange={draft.set} isNameFixed={trigger !== undefined} />
        <ConflictTimes error={change.error} />
      </ChangeForm>
    </ModalDialog>
  );
}
