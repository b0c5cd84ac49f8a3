/** The values with which a run was started, and a new run with them. */
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { runMessages } from './messages.ts';

type RunValuesProps = { explanation: Schema<'Explanation'>; taskId: string; isLive: boolean };

/** The values and the context, if there are any. The task may have other ones by now. Of a secret parameter only the name is known. */
export function RunValues({ explanation: { parameters, secretParameters, contextName }, taskId, isLive }: RunValuesProps): ReactNode {
  const text = useText(runMessages);
  const navigate = useNavigate();
  const restart = useChange('POST /processing/executions', {
    refreshes: ['POST /monitoring/observability/executions/search'],
    notice: text('startedAgain'),
    onDone: ({ executionId }) => void navigate({ to: '/runs/$executionId', params: { executionId } }),
  });
  const rows = [
    ...Object.entries(parameters).map(([name, value]) => ({ name, value })),
    ...secretParameters.map((name) => ({ name, value: undefined })),
  ].sort((a, b) => a.name.localeCompare(b.name));
  if (rows.length === 0 && contextName === undefined) return undefined;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('values')}</h2>
        {!isLive && (
          <ActionButton
            icon="play"
            isPending={restart.isPending}
            onPress={() => restart.mutate({ body: { executable: taskId, parameters, ...(contextName !== undefined && { contextName }) } })}
          >
            {text(rows.length === 0 ? 'againInContext' : 'againWithValues')}
          </ActionButton>
        )}
      </div>
      <ErrorNote error={restart.error} />
      {rows.length > 0 && <ShortTable label={text('values')} columns={columnsOf(text)} rows={rows} keyOf={({ name }) => name} />}
      {contextName !== undefined && <p className="hint">{text('othersOfContext', { name: contextName })}</p>}
    </section>
  );
}

type RunValue = { name: string; value: string | undefined };

const columnsOf = (text: TextOf<typeof runMessages>): TableColumn<RunValue>[] => [
  { id: 'parameter', header: text('parameter'), render: ({ name }) => <code>{name}</code> },
  { id: 'value', header: text('value'), render: ({ value }) => (value === undefined ? <i>{text('secretValue')}</i> : <bdi>{value}</bdi>) },
];
