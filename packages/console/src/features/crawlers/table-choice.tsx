/** The choice of the tables that a crawler reads. */
import { useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { crawlerMessages } from './messages.ts';
import { ScanState } from './scan-card.tsx';
import { useScan } from './use-scan.ts';
import './crawler.css';

type TableChoiceProps = {
  connectionId: string;
  /** Technical names; undefined for all tables. */
  chosen: readonly string[] | undefined;
  onChange: (chosen: readonly string[] | undefined) => void;
};

const MAX_SHOWN = 100;
const NONE: readonly string[] = [];

/** The choice between all tables and some tables of the last scan. Chosen tables stay chosen even if a later scan does not find them. */
export function TableChoice({ connectionId, chosen, onChange }: TableChoiceProps): ReactNode {
  const text = useText(crawlerMessages);
  return (
    <>
      <ChoiceField
        label={text('which')}
        value={chosen === undefined ? 'all' : 'some'}
        options={[
          { id: 'all', name: text('allTables') },
          { id: 'some', name: text('someTables') },
        ]}
        onChange={(id) => onChange(id === 'all' ? undefined : NONE)}
      />
      {chosen !== undefined && <ScannedChoice key={connectionId} connectionId={connectionId} chosen={chosen} onChange={onChange} />}
    </>
  );
}

function ScannedChoice({ connectionId, chosen, onChange }: TableChoiceProps & { chosen: readonly string[] }): ReactNode {
  const text = useText(crawlerMessages);
  const [wanted, setWanted] = useState('');
  const scans = useScan(connectionId);
  const names = [...new Set([...chosen, ...(scans.scan?.results ?? []).map(({ technicalName }) => technicalName)])];
  const matching = names.filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  const shown = matching.slice(0, MAX_SHOWN);
  const more = matching.length - shown.length;
  const hidden = chosen.filter((name) => !shown.includes(name));
  return (
    <>
      <ScanState {...scans} />
      <div>
        <ActionButton isPending={scans.isScanning} onPress={scans.start}>
          {text('scan')}
        </ActionButton>
      </div>
      {names.length > 0 && (
        <>
          <FilterField label={text('find')} value={wanted} onChange={setWanted} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className="table-choice" role="group" aria-label={text('choose')} tabIndex={0}>
            <CheckList
              label={text('choose')}
              values={chosen}
              options={shown.map((name) => ({ id: name, name }))}
              onChange={(ids) => onChange([...hidden, ...ids])}
            />
          </div>
          {more > 0 && <p className="hint">{text('moreTables', { count: more })}</p>}
        </>
      )}
    </>
  );
}
