/** The list of dynamic-engine environments. */
import type { ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton } from '../../ui/dialogs.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { assignmentMessages } from '../dynamic-engines/messages.ts';
import { EnvironmentStatusMark } from '../dynamic-engines/dynamic-engine-state.tsx';
import { NewDynamicEnvironment } from './dynamic-environment-dialogs.tsx';
import { dynamicEnvironmentMessages } from './messages.ts';

const STATUSES = ['NOT_ASSIGNED', 'SET_UP_REQUIRED', 'READY', 'NOT_READY'] as const;
const REFRESH_INTERVAL = 5000;

/** The page. */
export function DynamicEnvironmentsPage(): ReactNode {
  const text = useText(dynamicEnvironmentMessages);
  const states = useText(assignmentMessages);
  const { filters, isFiltered, typed, chosen } = useFilters('/setup/dynamic-engine-environments');
  const { name, status } = filters;
  const mayCreate = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const creation = useDialogButton(text('newEnvironment'), (close) => <NewDynamicEnvironment onClose={close} />);
  const { data: engines = [] } = useRead('GET /processing/runtimes/dynamic-engines', {});
  const list = useOffsetList(
    'POST /orchestration/dynamic-engine-environments/search',
    { body: { name, status, sortBy: 'NAME', sortOrder: 'ASC' } },
    { every: REFRESH_INTERVAL },
  );
  return (
    <TablePage
      text={text}
      title={text('dynamicEnvironments')}
      create={mayCreate && creation.button}
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} />
          <FilterChoice label={text('status')} {...chosen('status')} options={STATUSES.map((id) => ({ id, name: states(id) }))} />
        </>
      }
      isFiltered={isFiltered}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        { id: 'status', width: '12rem', render: ({ status }) => <EnvironmentStatusMark status={status} /> },
        {
          id: 'name',
          render: ({ id, name }, focus) => (
            <NameLink {...focus} to="/setup/dynamic-engine-environments/$environmentId" params={{ environmentId: id }} name={name} />
          ),
        },
        {
          id: 'engine',
          header: states('dynamicEngine'),
          width: '14rem',
          isWide: true,
          render: ({ deId }) => <bdi>{engines.find(({ id }) => id === deId)?.name || '–'}</bdi>,
        },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
      ]}
    >
      {creation.dialog}
    </TablePage>
  );
}
