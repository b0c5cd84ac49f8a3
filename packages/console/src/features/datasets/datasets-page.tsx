/** The list of datasets, and the first steps of an empty catalogue. */
import type { ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useWholeList } from '../../app/lists.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField, FilterChoice } from '../../ui/choice-field.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { EmptyList, EmptyState } from '../../ui/page-parts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { CERTIFICATIONS, DATASET_ORDERS } from './dataset-filters.ts';
import { CertificationMark, QualityBar } from './dataset-marks.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { datasetMessages } from './messages.ts';
import { queryWithCertification, QueryInput } from './query-input.tsx';
import styles from './dataset.module.css';

/** The page. */
export function DatasetsPage(): ReactNode {
  const text = useText(datasetMessages);
  const language = useLanguage();
  const { filters, change, clear, typed, chosen } = useFilters('/catalogue/datasets');
  const { search, query, show, certification, sort = 'label', order } = filters;
  const sent = queryWithCertification({ query, certification });
  const list = useWholeList('GET /datasets', {
    query: { search, serviceQlQuery: sent.text, favorite: show && 'true', sortBy: sort, sortOrder: order ?? 'asc' },
  });
  return (
    <TablePage
      text={text}
      title={text('datasets')}
      filters={
        <>
          <FilterField label={text('search')} {...typed('search')} placeholder={text('searchHint')} />
          <FilterChoice
            label={text('show')}
            any={text('all')}
            {...chosen('show')}
            options={[{ id: 'favorites', name: text('favorites') }]}
          />
          <FilterChoice
            label={text('certification')}
            {...chosen('certification')}
            options={CERTIFICATIONS.map((id) => ({ id, name: text(`certification${id}`) }))}
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
            datasets={list.rows}
            error={list.error}
            sent={sent}
            onApply={(applied) => change({ query: applied || undefined })}
          />
        </>
      }
      list={list}
      keyOf={({ id = '' }) => id}
      columns={[
        {
          id: 'label',
          header: text('sortlabel'),
          render: ({ id = '', label, technicalName = label, favorite }, focus) => (
            <>
              {favorite && (
                <span className={styles['favorite']} role="img" aria-label={text('favorite')}>
                  <Icon name="star" />
                </span>
              )}
              <NameLink {...focus} to="/catalogue/datasets/$datasetId" params={{ datasetId: id }} name={label} title={technicalName} />
            </>
          ),
        },
        { id: 'connection', width: '9.5rem', isWide: true, render: ({ datastore }) => <bdi>{datastore?.label}</bdi> },
        {
          id: 'certification',
          width: '11.5rem',
          isWide: true,
          render: (dataset) =>
            dataset.vanishedAt === undefined ? (
              <CertificationMark certification={dataset.certification} />
            ) : (
              <span className="hint">{text('vanished')}</span>
            ),
        },
        {
          id: 'quality',
          width: '9.5rem',
          isWide: true,
          render: ({ talendGlobalQuality }) => <QualityBar quality={talendGlobalQuality} isShort />,
        },
        {
          id: 'trust',
          width: '5.5rem',
          align: 'end',
          render: ({ trustScore }) => (trustScore === undefined ? '–' : numberFormat(language).format(Math.round(trustScore))),
        },
        {
          id: 'updated',
          header: text('sortupdated'),
          width: '10.5rem',
          isWide: true,
          render: ({ updated }) => <TimeText at={updated === undefined ? undefined : Number(updated)} form="minute" />,
        },
      ]}
      empty={(search ?? query ?? show ?? certification) ? <EmptyList text={text} isFiltered onClear={clear} /> : <FirstSteps />}
    />
  );
}

/** Guides a person to the first dataset of an empty catalogue, by the next missing step: create a connection, create its crawler, or run the crawler. */
function FirstSteps(): ReactNode {
  const text = useText(datasetMessages);
  const mayCreate = useLack(CHANGES_CONNECTIONS) === undefined;
  const { data: connections } = useRead('GET /connections', {});
  const { data: crawlers } = useRead('GET /connections/crawlers', {});
  if (!connections || !crawlers) return undefined;
  if (crawlers.total > 0)
    return (
      <EmptyState
        title={text('startTitle')}
        action={<ButtonLink to="/catalogue/crawlers" tone="main" name={text('crawlers')} />}
        hint={text('startRun')}
      />
    );
  const isWritable = connections.some(({ entitlements = [] }) => entitlements.includes('CONNECTION_UPDATE'));
  if (isWritable)
    return (
      <EmptyState
        title={text('startTitle')}
        action={<ButtonLink to="/catalogue/crawlers/new" tone="main" name={text('newCrawler')} />}
        hint={text('startCrawler')}
      />
    );
  return (
    <EmptyState
      title={text('startTitle')}
      action={mayCreate && <ButtonLink to="/catalogue/connections/new" tone="main" name={text('newConnection')} />}
      hint={text(mayCreate ? 'startConnection' : 'startConnectionAsk')}
    />
  );
}
