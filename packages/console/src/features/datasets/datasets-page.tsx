/** The list of datasets. */
import { useCallback, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useLanguage, useText, type TextOf } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { CertificationMark } from './certification-mark.tsx';
import { FirstSteps } from './first-steps.tsx';
import { datasetMessages } from './messages.ts';
import { QualityBar } from './quality-bar.tsx';
import { certifiedQuery, QueryInput } from './query-input.tsx';
import { CERTIFICATIONS, DATASET_ORDERS, type DatasetFilters } from './dataset-filters.ts';
import './dataset.css';

const route = getRouteApi('/catalogue/datasets');

const ANY = 'any';
const NONE: readonly Schema<'Dataset'>[] = [];

/** The page. */
export function DatasetsPage(): ReactNode {
  const text = useText(datasetMessages);
  const language = useLanguage();
  const { search, query, show, certification, sort = 'label', order } = route.useSearch();
  const navigate = route.useNavigate();
  const sent = certifiedQuery({ query, certification });
  const {
    data = NONE,
    error,
    isPending,
    refetch,
  } = useRead('GET /datasets', {
    query: { search, serviceQlQuery: sent.text, favorite: show && 'true', sortBy: sort, sortOrder: order ?? 'asc' },
  });
  const change = useCallback(
    (changed: DatasetFilters) => void navigate({ search: (before) => ({ ...before, ...changed }), replace: true }),
    [navigate],
  );
  const onSearch = useCallback((typed: string) => change({ search: typed || undefined }), [change]);
  const isFiltered = Boolean(search ?? query ?? show ?? certification);
  return (
    <div className="page-fill">
      <PageHead title={text('title')} />
      <div className="filters" role="search">
        <FilterField label={text('search')} value={search ?? ''} placeholder={text('searchHint')} onChange={onSearch} />
        <ChoiceField
          label={text('show')}
          value={show ?? ANY}
          options={[
            { id: ANY, name: text('all') },
            { id: 'favorites', name: text('favorites') },
          ]}
          onChange={(id) => change({ show: id === 'favorites' ? id : undefined })}
        />
        <ChoiceField
          label={text('certification')}
          value={certification ?? ANY}
          options={[{ id: ANY, name: text('any') }, ...CERTIFICATIONS.map((id) => ({ id, name: text(`certification${id}`) }))]}
          onChange={(id) => change({ certification: id === ANY ? undefined : id })}
        />
        <ChoiceField
          label={text('sort')}
          value={sort}
          options={DATASET_ORDERS.map((id) => ({ id, name: text(`sort${id}`) }))}
          onChange={(id) => change({ sort: id === 'label' ? undefined : id })}
        />
        <CheckField isSelected={order === 'desc'} onChange={(isSelected) => change({ order: isSelected ? 'desc' : undefined })}>
          {text('descending')}
        </CheckField>
        <QueryInput
          query={query ?? ''}
          datasets={data}
          error={error}
          sent={sent}
          onApply={(typed) => change({ query: typed || undefined })}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, numberFormat(language))}
        rows={data}
        keyOf={({ id = '' }) => id}
        isLoading={isPending && !error}
        empty={
          !error &&
          (isFiltered ? (
            <EmptyState
              title={text('noneFits')}
              action={
                <Link to="/catalogue/datasets" className="button">
                  {text('clear')}
                </Link>
              }
            >
              <p>{text('noneFitsHint')}</p>
            </EmptyState>
          ) : (
            <FirstSteps />
          ))
        }
      />
    </div>
  );
}

const columnsOf = (text: TextOf<typeof datasetMessages>, number: Intl.NumberFormat): TableColumn<Schema<'Dataset'>>[] => [
  {
    id: 'label',
    header: text('sortlabel'),
    cell: ({ id = '', label, technicalName, favorite }, focus) => (
      <>
        {favorite && (
          <span className="favorite" role="img" aria-label={text('favorite')}>
            <Icon name="star" />
          </span>
        )}
        <Link {...focus} to="/catalogue/datasets/$datasetId" params={{ datasetId: id }} dir="auto" title={technicalName ?? label}>
          {label}
        </Link>
      </>
    ),
  },
  { id: 'connection', header: text('connection'), width: '11rem', isWide: true, cell: ({ datastore }) => <bdi>{datastore?.label}</bdi> },
  {
    id: 'certification',
    header: text('certification'),
    width: '13rem',
    isWide: true,
    cell: ({ certification, vanishedAt }) =>
      vanishedAt === undefined ? <CertificationMark certification={certification} /> : <span className="hint">{text('vanished')}</span>,
  },
  {
    id: 'quality',
    header: text('quality'),
    width: '9.5rem',
    isWide: true,
    cell: ({ talendGlobalQuality }) => <QualityBar quality={talendGlobalQuality} isShort />,
  },
  {
    id: 'trust',
    header: text('trust'),
    width: '5.5rem',
    align: 'end',
    cell: ({ trustScore }) => (trustScore === undefined ? '–' : number.format(Math.round(trustScore))),
  },
  {
    id: 'updated',
    header: text('sortupdated'),
    width: '13rem',
    isWide: true,
    cell: ({ updated }) => <TimeText at={updated === undefined ? undefined : Number(updated)} form="minute" />,
  },
];
