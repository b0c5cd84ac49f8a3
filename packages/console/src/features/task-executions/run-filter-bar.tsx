/** The filters of the list of runs. */
import { useCallback, type ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { PAST_PERIOD_NAMES, type PastPeriod } from '../../app/search.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceField, MultiChoiceField } from '../../ui/choice-field.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { runMessages } from './messages.ts';
import { RUN_STATUSES, type RunFilters } from './run-filters.ts';

const ANY = 'any';

/** The bar. Each change of a filter changes the URL. */
export function RunFilterBar({ filters, onChange }: { filters: RunFilters; onChange: (changed: RunFilters) => void }): ReactNode {
  const text = useText(runMessages);
  const { environment } = useEnvironment();
  const { data: workspaces = [] } = useRead(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  const onName = useCallback((name: string) => onChange({ name: name || undefined }), [onChange]);
  const any = { id: ANY, name: text('any') } as const;
  return (
    <div className="filters" role="search">
      <FilterField label={text('name')} value={filters.name ?? ''} placeholder={text('nameHint')} onChange={onName} />
      <MultiChoiceField
        label={text('status')}
        values={filters.status ?? []}
        options={RUN_STATUSES.map((status) => ({ id: status, name: text(status) }))}
        onChange={(status) => onChange({ status: status.length > 0 ? status : undefined })}
      />
      <ChoiceField<PastPeriod | typeof ANY>
        label={text('period')}
        value={filters.period ?? ANY}
        options={[any, ...PAST_PERIOD_NAMES.map((period) => ({ id: period, name: text(`period${period}`) }))]}
        onChange={(period) => onChange({ period: period === ANY ? undefined : period })}
      />
      <ChoiceField
        label={text('workspace')}
        value={filters.workspace ?? ANY}
        options={[any, ...workspaces.map(({ id = '', name = '' }) => ({ id, name }))]}
        onChange={(workspace) => onChange({ workspace: workspace === ANY ? undefined : workspace })}
      />
      <ChoiceField
        label={text('withPlans')}
        value={filters.plans ?? 'no'}
        options={[
          { id: 'no', name: text('onlyTasks') },
          { id: 'yes', name: text('tasksAndPlans') },
        ]}
        onChange={(plans) => onChange({ plans: plans === 'yes' ? 'yes' : undefined })}
      />
      {filters.task !== undefined && (
        <ActionButton aria-label={text('remove', { name: text('oneTask') })} icon="close" onPress={() => onChange({ task: undefined })}>
          {text('oneTask')}
        </ActionButton>
      )}
    </div>
  );
}
