/** The components of a run with their numbers of rows, and the datasets that the run has read and written. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { Card } from '../../ui/page-parts.tsx';
import { DurationText } from '../../ui/time-text.tsx';
import { WideTable } from '../../ui/scroll-areas.tsx';
import { LineageNames } from '../lineage/lineage.tsx';
import { runMessages } from './messages.ts';

const MAX_COMPONENTS = 200;

/** The components, if the bundle of the run has reported any. The engine reports them at the end of the run. */
export function RunComponents({ executionId, isLive }: { executionId: string; isLive: boolean }): ReactNode {
  const text = useText(runMessages);
  const number = numberFormat(useLanguage());
  const { data } = useRead(
    'GET /monitoring/observability/executions/{executionId}/component',
    { path: { executionId }, query: { limit: MAX_COMPONENTS } },
    { enabled: !isLive },
  );
  const components = data?.metrics.items ?? [];
  if (components.length === 0) return undefined;
  return (
    <Card title={text('components')}>
      {data && data.metrics.total > components.length && (
        <p className="hint">{text('firstComponents', { count: components.length, total: data.metrics.total })}</p>
      )}
      <WideTable label={text('components')}>
        <thead>
          <tr>
            <th scope="col">{text('component')}</th>
            <th scope="col" className="end">
              {text('rowCounts')}
            </th>
            <th scope="col">{text('target')}</th>
            <th scope="col" className="end">
              {text('duration')}
            </th>
          </tr>
        </thead>
        <tbody>
          {components.map((component, index) => (
            <tr key={index}>
              <td dir="auto">{nameOf(component.connector_label, component.connector_id)}</td>
              <td className="end">
                {component.component_connection_rows_total === undefined ? '–' : number.format(component.component_connection_rows_total)}
              </td>
              <td dir="auto">{nameOf(component.target_label, component.target_id)}</td>
              <td className="end">
                <DurationText milliseconds={component.component_execution_duration_milliseconds} />
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      {components.map(
        ({ stacktrace, connector_id: id }, index) =>
          stacktrace !== undefined && (
            <details key={index}>
              <summary>{text('stack', { name: id })}</summary>
              <pre>{stacktrace}</pre>
            </details>
          ),
      )}
    </Card>
  );
}

const nameOf = (label: string | undefined, id: string | undefined): string => (label || id) ?? '–';

/** The datasets whose last read or write by the task was in this run. A dataset that a later run has touched is missing here. */
export function RunDatasets({ executionId, taskId, isLive }: { executionId: string; taskId: string; isLive: boolean }): ReactNode {
  const text = useText(runMessages);
  const { data } = useRead('GET /datasets/lineage/tasks/{taskId}', { path: { taskId } }, { enabled: !isLive });
  const ofRun = (names: readonly Schema<'TouchedName'>[] = []) => names.filter(({ lastExecutionId }) => lastExecutionId === executionId);
  const groups = [
    { name: text('read'), datasets: ofRun(data?.inputs) },
    { name: text('written'), datasets: ofRun(data?.outputs) },
  ].filter(({ datasets }) => datasets.length > 0);
  if (groups.length === 0) return undefined;
  return (
    <section className="card">
      {groups.map(({ name, datasets }) => (
        <div key={name}>
          <h2>{name}</h2>
          <LineageNames names={datasets} />
        </div>
      ))}
    </section>
  );
}
