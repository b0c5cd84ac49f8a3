/** The facts of a dataset. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { TimeText, timeText, useZone } from '../../ui/time-text.tsx';
import { MAX_STARS } from './dataset-actions.tsx';
import { datasetPageMessages } from './dataset-messages.ts';
import { QualityBar } from './quality-bar.tsx';

const TENTHS = 10;

/** The card, with a note if the database no longer has the table. */
export function DatasetFacts({ dataset }: { dataset: Schema<'Dataset'> }): ReactNode {
  const text = useText(datasetPageMessages);
  const language = useLanguage();
  const zone = useZone();
  const { rating, datastore, created, updated, vanishedAt } = dataset;
  return (
    <>
      {vanishedAt !== undefined && (
        <div className="note">
          <p>{text('vanished', { time: timeText(vanishedAt, 'minute', language, zone) })}</p>
        </div>
      )}
      <section className="card">
        <h2>{text('facts')}</h2>
        <FactList
          facts={[
            [text('description'), dataset.description],
            [text('technicalName'), <code key="name">{dataset.technicalName}</code>],
            [
              text('connection'),
              datastore?.id && (
                <Link key="connection" to="/catalogue/connections/$connectionId" params={{ connectionId: datastore.id }}>
                  {datastore.label}
                </Link>
              ),
            ],
            [text('catalogTags'), dataset.tags?.join(', ')],
            [text('quality'), dataset.talendGlobalQuality && <QualityBar key="quality" quality={dataset.talendGlobalQuality} />],
            [
              text('rating'),
              rating?.global !== undefined &&
                text('ratingOf', {
                  average: numberFormat(language).format(Math.round(rating.global * MAX_STARS * TENTHS) / TENTHS),
                  count: rating.contributors ?? 1,
                }),
            ],
            [text('createdBy'), dataset.creator],
            [text('created'), created !== undefined && <TimeText key="created" at={created} form="minute" />],
            [text('changed'), updated !== undefined && <TimeText key="updated" at={Number(updated)} form="minute" />],
            [text('certifiedAt'), dataset.certifiedAt && <TimeText key="certified" at={dataset.certifiedAt} form="minute" />],
            [text('id'), <code key="id">{dataset.id}</code>],
          ]}
        />
      </section>
    </>
  );
}
