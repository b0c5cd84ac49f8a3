/** The dialog in which a person adds or changes a trigger of a schedule. */
import { useState, type ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.tsx';
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
  const [draft, setDraft] = useState(() => draftOfTrigger(trigger ?? {}, zone));
  const onDone = (): void => {
    toast(text('triggerSaved'));
    onClose();
  };
  const add = useChange('POST /orchestration/schedules/{scheduleId}/triggers', { refreshes: TRIGGER_READS, onDone });
  const replace = useChange('PUT /orchestration/schedules/{scheduleId}/triggers', { refreshes: TRIGGER_READS, onDone });
  const change = trigger ? replace : add;
  return (
    <ModalDialog title={trigger ? text('editTrigger', { name: trigger.name }) : text('addTrigger')} isOpen onClose={onClose}>
      <ChangeForm
        action={text(trigger ? 'save' : 'addTrigger')}
        isPending={change.isPending}
        error={change.error}
        onSubmit={() => change.mutate({ path: { scheduleId }, body: triggerOfDraft(draft) })}
        onCancel={onClose}
      >
        <TriggerFields
          draft={draft}
          onChange={(changed) => setDraft((current) => ({ ...current, ...changed }))}
          isNameFixed={trigger !== undefined}
        />
        <ConflictTimes error={change.error} />
      </ChangeForm>
    </ModalDialog>
  );
}
