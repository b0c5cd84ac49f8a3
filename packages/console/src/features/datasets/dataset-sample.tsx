/** The sample of a dataset: some of its rows. */
import { useState, type ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { datasetPageMessages } from './dataset-messages.ts';

const FIRST_ROWS = 20;
/** A press of the button for more rows multiplies their number by this. */
const GROWTH = 5;
const MAX_ROWS = 500;

/** The card with the first rows of the sample. */
export function DatasetSample({ datasetId }: { datasetId: string }): ReactNode {
  const text = useText(datasetPageMessages);
  const language = useLanguage();
  const zone = useZone();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const { data, error } = useRead('GET /datasets/{datasetId}/sample', { path: { datasetId }, query: { limit } });
  return (
    <section className="card">
      <h2>{text('sample')}</h2>
      <ErrorNote error={error} />
      {data?.rows.length === 0 && (
        <p>
          {text('noSample')} <span className="hint">{text('noSampleHint')}</span>
        </p>
      )}
      {data && data.rows.length > 0 && (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className="sample" tabIndex={0} role="region" aria-label={text('sample')}>
            <table>
              <thead>
                <tr>
                  {data.columns.map((path) => (
                    <th key={path} scope="col" dir="auto">
                      {path}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row, number) => (
                  <tr key={number}>
                    {row.map((value, index) => (
                      <td key={index} dir="auto" title={value ?? undefined}>
                        {value ?? <span className="hint">{text('null')}</span>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="hint">
            {text('sampleOf', {
              shown: data.rows.length,
              count: data.total,
              time: data.sampledAt === undefined ? '–' : timeText(data.sampledAt, 'minute', language, zone),
            })}
          </p>
          {data.rows.length < Math.min(data.total, MAX_ROWS) && (
            <ActionButton onPress={() => setLimit(Math.min(limit * GROWTH, MAX_ROWS))}>{text('more')}</ActionButton>
          )}
        </>
      )}
    </section>
  );
}
