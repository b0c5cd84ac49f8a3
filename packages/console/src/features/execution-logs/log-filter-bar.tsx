/** The filters of a log. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { hasLogFilters, MIN_SEVERITIES, NO_LOG_FILTERS, type LogFilters } from './log-filters.ts';
import { logMessages } from './messages.ts';

/** The code of the field is large, so it is loaded only when a person opens the filters. */
const DateTimeField = lazy(async () => ({ default: (await import('../../ui/date-time-field.tsx')).DateTimeField }));

const ANY = 'any';

/** The fields of the filters. */
export function LogFilterBar({ filters, onChange }: { filters: LogFilters; onChange: (changed: LogFilters) => void }): ReactNode {
  const text = useText(logMessages);
  const timeOf = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at));
  const textOf = (time: number | undefined): string | undefined => (time === undefined ? undefined : new Date(time).toISOString());
  return (
    <div className="filters log-filters">
      <ChoiceField
        label={text('severity')}
        value={filters.severity ?? ANY}
        options={[{ id: ANY, name: text('any') }, ...MIN_SEVERITIES.map((id) => ({ id, name: text(id) }))]}
        onChange={(chosen) => onChange({ severity: MIN_SEVERITIES.find((known) => known === chosen) })}
      />
      <Suspense>
        <DateTimeField
          label={text('from')}
          granularity="second"
          value={timeOf(filters.from)}
          onChange={(time) => onChange({ from: textOf(time) })}
        />
        <DateTimeField
          label={text('to')}
          granularity="second"
          value={timeOf(filters.to)}
          onChange={(time) => onChange({ to: textOf(time) })}
        />
      </Suspense>
      <CheckField isSelected={filters.fold === 'yes'} onChange={(isOn) => onChange({ fold: isOn ? 'yes' : undefined })}>
        {text('fold')}
      </CheckField>
      {hasLogFilters(filters) && <ActionButton onPress={() => onChange(NO_LOG_FILTERS)}>{text('wholeLog')}</ActionButton>}
    </div>
  );
}
