/** The start page: what happened in a range, why runs failed, what needs attention now, and what starts next. */
import { Suspense, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { serverNow } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { useZone } from '../../ui/time-text.tsx';
import styles from './home.module.css';
import { useHomeCounts } from './home-counts.ts';
import { isMorning, RANGES, type RangeName, usualRange } from './home-ranges.ts';
import { homeMessages } from './messages.ts';
import { RunHours } from './run-hours.tsx';
import { Tiles } from './tiles.tsx';
import { useCauses } from './use-causes.ts';

// What stands below the numbers is loaded after them.
const Causes = lazyPart(async () => (await import('./causes.tsx')).Causes);
const Attention = lazyPart(async () => (await import('./attention.tsx')).Attention);
const DueSoon = lazyPart(async () => (await import('./due-soon.tsx')).DueSoon);
const EngineDots = lazyPart(async () => (await import('./engine-dots.tsx')).EngineDots);

const route = getRouteApi('/');

/** The page. The range is a part of its address. */
export function HomePage(): ReactNode {
  const text = useText(homeMessages);
  const zone = useZone();
  const { environment } = useEnvironment();
  const { range = usualRange(serverNow(), zone) } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHead title={text('home')}>
        <ChoiceField
          label={text('range')}
          isLabelHidden
          value={range}
          options={RANGES.map((id) => ({ id, name: text(id === 'night' && isMorning(serverNow(), zone) ? 'untilNow' : id) }))}
          onChange={(id) => void navigate({ search: (search) => ({ ...search, range: id }), replace: true, resetScroll: false })}
        />
      </PageHead>
      {environment && <Overview environmentId={environment.id} range={range} />}
    </>
  );
}

/** Parts whose height is not known beforehand appear when all above them are known, so that nothing moves. */
function Overview({ environmentId, range }: { environmentId: string; range: RangeName }): ReactNode {
  const zone = useZone();
  const { data: counts, error } = useHomeCounts(environmentId, range, zone);
  const causes = useCauses(environmentId, range, zone);
  return (
    <>
      <ErrorNote error={error} />
      <Tiles counts={counts} />
      <RunHours environmentId={environmentId} counts={counts?.byHour} />
      <Suspense>
        <div className={styles['columns']}>
          <div>
            <Causes environmentId={environmentId} read={causes} />
            {!causes.isPending && <Attention environmentId={environmentId} />}
          </div>
          {!causes.isPending && (
            <div>
              <DueSoon environmentId={environmentId}>
                <EngineDots environmentId={environmentId} />
              </DueSoon>
            </div>
          )}
        </div>
      </Suspense>
    </>
  );
}
