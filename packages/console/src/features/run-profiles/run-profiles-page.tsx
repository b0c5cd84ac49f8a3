/** The list of the run profiles of an environment. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import type { RowFocus } from '../../ui/data-table.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { EmptyState, EmptyList } from '../../ui/page-parts.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useRuntimeOptions } from '../tasks/runtime-text.ts';
import { runProfileMessages } from './messages.ts';

/** The page. */
export function RunProfilesPage(): ReactNode {
  const text = useText(runProfileMessages);
  const { environment } = useEnvironment();
  const { filters, isFiltered, typed } = useFilters('/setup/run-profiles');
  const { name } = filters;
  const runtimes = new Map(useRuntimeOptions().map((option) => [option.runtime.id, option.name]));
  const list = useOffsetList(
    'POST /processing/run-profiles/search',
    { body: { scopeIds: [environment?.id ?? ''], sortOrder: 'ASC', ...(name !== undefined && { name }) } },
    { enabled: environment !== undefined },
  );
  return (
    <TablePage
      text={text}
      title={text('runProfiles')}
      filters={<FilterField label={text('name')} {...typed('name')} />}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        { id: 'name', render: (profile, focus) => <ProfileName profile={profile} focus={focus} /> },
        {
          id: 'of',
          width: '16rem',
          render: ({ processorType, processorId }) => <bdi>{runtimes.get(processorId) ?? text(processorType)}</bdi>,
        },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
        { id: 'changed', width: '12rem', isWide: true, render: ({ updateDate }) => <TimeText at={updateDate} form="minute" /> },
      ]}
      empty={
        isFiltered ? (
          <EmptyState title={text('noneFits')} />
        ) : (
          <EmptyList text={text} create={<ButtonLink to="/engines" name={text('RE')} />} />
        )
      }
    />
  );
}

type ProfileNameProps = { profile: Schema<'BaseRunProfile'>; focus: RowFocus };

/** The name, as a link to the page that changes the run profile. */
function ProfileName({ profile: { name, processorType, processorId }, focus }: ProfileNameProps): ReactNode {
  if (processorType === 'RE') return <NameLink {...focus} to="/engines/$engineId" params={{ engineId: processorId }} name={name} />;
  if (processorType === 'REC')
    return <NameLink {...focus} to="/setup/clusters/$clusterId" params={{ clusterId: processorId }} name={name} />;
  return (
    <span {...focus} dir="auto" title={name}>
      {name}
    </span>
  );
}
