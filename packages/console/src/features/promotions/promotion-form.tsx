/** The fields of a promotion: its object, its target and its options, for the analysis and for the execution. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CommandList, type CommandEntry } from '../../ui/command-list.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { promotionMessages } from './messages.ts';
import styles from './promotion-form.module.css';

const TYPES = ['WORKSPACE', 'PLAN', 'FLOW', 'ACTION'] as const;
const MAX_FOUND = 10;

type PromotedType = Schema<'PromotedType'>;
type PromotionFormProps = {
  promotion: Schema<'PromotionExecutableDetails'>;
  /** Called with the id of the report when an analysis or an execution is done. */
  onReport: (executionId: string) => void;
};

/** The card with the fields and the buttons Analyse and Execute. */
export function PromotionForm({ promotion, onReport }: PromotionFormProps): ReactNode {
  const text = useText(promotionMessages);
  const { executable: promotionId, sourceEnvironment, targetEnvironment } = promotion;
  const [type, setType] = useState<PromotedType | 'everything'>('everything');
  const [single, setSingle] = useState<{ id: string; name: string }>();
  const [{ keepTargetResources, keepTargetRunProfiles, context }, draft] = useDraft({
    keepTargetResources: false,
    keepTargetRunProfiles: false,
    context: '',
  });
  const [openDialog, setOpenDialog] = useState<'single' | 'execute'>();
  const analyze = useChange('POST /orchestration/executables/promotions/{promotionId}', {
    onDone: ({ executionId }) => onReport(executionId),
  });
  const execute = useChange('POST /processing/executions/promotions', {
    notice: text('executed'),
    onDone: ({ executionId }) => {
      setOpenDialog(undefined);
      onReport(executionId);
    },
  });
  const isComplete = type === 'everything' || single !== undefined;
  const common = { keepTargetResources, keepTargetRunProfiles, ...(context !== '' && { context }) };
  return (
    <Card title={text('prepare')}>
      <div className="field-row">
        <ChoiceField<PromotedType | 'everything'>
          label={text('what')}
          value={type}
          options={[{ id: 'everything', name: text('everything') }, ...TYPES.map((id) => ({ id, name: text(id) }))]}
          onChange={(chosen) => {
            setType(chosen);
            setSingle(undefined);
          }}
        />
        {type !== 'everything' && (
          <ActionButton aria-label={`${text('single')}: ${single?.name ?? text('choose')}`} onPress={() => setOpenDialog('single')}>
            {single?.name ?? text('choose')}
          </ActionButton>
        )}
        <TextField label={text('reportReason')} {...draft.field('context')} />
      </div>
      <div className={styles['options']}>
        <CheckField {...draft.check('keepTargetResources')}>{text('keepResources')}</CheckField>
        <CheckField {...draft.check('keepTargetRunProfiles')}>{text('keepProfiles')}</CheckField>
      </div>
      <ErrorNote error={analyze.error} />
      <div className="buttons">
        <ActionButton isDisabled={!isComplete} onPress={() => setOpenDialog('execute')}>
          {text('execute')}
        </ActionButton>
        <ActionButton
          tone="main"
          isDisabled={!isComplete}
          isPending={analyze.isPending}
          onPress={() =>
            analyze.mutate({
              path: { promotionId },
              body: { ...common, ...(type !== 'everything' && single && { promotionAdvancedInfo: { id: single.id, type } }) },
            })
          }
        >
          {text('analyze')}
        </ActionButton>
      </div>
      {openDialog === 'single' && type !== 'everything' && (
        <ObjectFinder type={type} environmentId={sourceEnvironment.id} onChoose={setSingle} onClose={() => setOpenDialog(undefined)} />
      )}
      <ConfirmDialog
        title={text('executeTitle')}
        action={text('execute')}
        isOpen={openDialog === 'execute'}
        change={execute}
        onConfirm={() =>
          execute.mutate({
            body: {
              executable: promotionId,
              ...common,
              ...(type !== 'everything' && single && { advanced: { artifactId: single.id, artifactType: type } }),
            },
          })
        }
        onClose={() => setOpenDialog(undefined)}
      >
        <p>{text('executeHint', { target: targetEnvironment.name })}</p>
      </ConfirmDialog>
    </Card>
  );
}

type ObjectFinderProps = {
  type: PromotedType;
  environmentId: string;
  onChoose: (object: { id: string; name: string }) => void;
  onClose: () => void;
};

/** Finds an object of the source environment by its name, and chooses it. */
function ObjectFinder({ type, environmentId, onChoose, onClose }: ObjectFinderProps): ReactNode {
  const text = useText(promotionMessages);
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim()) || undefined;
  const query = { environmentId, name, limit: MAX_FOUND };
  const { data: plans } = useRead('GET /orchestration/executables/plans', { query }, { enabled: type === 'PLAN' });
  const { data: tasks } = useRead('GET /orchestration/executables/tasks', { query }, { enabled: type === 'FLOW' });
  const { data: artifacts } = useRead('GET /orchestration/artifacts', { query }, { enabled: type === 'ACTION' });
  const { data: workspaces } = useRead(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environmentId}` } },
    { enabled: type === 'WORKSPACE' },
  );
  const found = {
    PLAN: plans?.items.map((item) => ({ id: item.executable, name: item.name })),
    FLOW: tasks?.items.map((item) => ({ id: item.executable, name: item.name })),
    ACTION: artifacts?.items.map((item) => ({ id: item.id ?? '', name: item.name ?? '' })),
    WORKSPACE: workspaces
      ?.filter((workspace) => workspace.name?.toLowerCase().startsWith(name?.toLowerCase() ?? ''))
      .slice(0, MAX_FOUND)
      .map((workspace) => ({ id: workspace.id ?? '', name: workspace.name ?? '' })),
  }[type];
  const entries: CommandEntry[] = (found ?? []).map((object) => ({ ...object, group: text(type), run: () => onChoose(object) }));
  return (
    <CommandList
      label={text('single')}
      hint={text('nameBeginning')}
      empty={text('chooseEmpty')}
      typed={typed}
      onType={setTyped}
      entries={entries}
      onClose={onClose}
    />
  );
}
