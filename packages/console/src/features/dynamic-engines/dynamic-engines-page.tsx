/** The list of dynamic engines. */
import type { ReactNode } from 'react';
import { useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { useDialogButton } from '../../ui/dialogs.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { NewDynamicEngine } from './dynamic-engine-dialogs.tsx';
import { DynamicEngineStateMark } from './dynamic-engine-state.tsx';
import { dynamicEngineMessages } from './messages.ts';

const REFRESH_INTERVAL = 5000;

/** The page. */
export function DynamicEnginesPage(): ReactNode {
  const text = useText(dynamicEngineMessages);
  const mayCreate = useMay('SVC_CLUSTER_MANAGEMENT');
  const mayOpen = useMay('SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ');
  const creation = useDialogButton(text('new'), (close) => <NewDynamicEngine onClose={close} />);
  return (
    <TablePage
      text={text}
      title={text('dynamicEngines')}
      create={mayCreate && creation.button}
      list={useWholeList('GET /processing/runtimes/dynamic-engines', {}, { every: () => REFRESH_INTERVAL })}
      keyOf={({ id }) => id}
      columns={[
        { id: 'status', width: '13rem', render: ({ state }) => <DynamicEngineStateMark state={state} /> },
        {
          id: 'name',
          render: ({ id, name }, focus) =>
            mayOpen ? (
              <NameLink {...focus} to="/setup/dynamic-engines/$dynamicEngineId" params={{ dynamicEngineId: id }} name={name} />
            ) : (
              <bdi>{name}</bdi>
            ),
        },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
        {
          id: 'since',
          width: '12rem',
          isWide: true,
          render: ({ lastModifiedStateDate }) => <TimeText at={lastModifiedStateDate} form="minute" />,
        },
      ]}
    >
      {creation.dialog}
    </TablePage>
  );
}
