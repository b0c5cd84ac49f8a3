/** The card with the variables of a job archive whose values differ between its contexts. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { WideTable } from '../../ui/wide-table.tsx';
import { artifactMessages } from './messages.ts';

/** A version may have a thousand contexts: the page would be slow, and nobody compares so many columns. */
const MOST_CONTEXTS = 20;

/** The values, with the context of the archive first; nothing for an artifact with less than two contexts. */
export function ContextComparison({
  version,
}: {
  version: Pick<Schema<'ArtifactVersion'>, 'contexts' | 'contextName' | 'parameters'>;
}): ReactNode {
  const text = useText(artifactMessages);
  const { contexts = [], contextName, parameters } = version;
  if (contexts.length < 2) return undefined;
  const ordered = [...contexts].sort((one, other) => Number(other === contextName) - Number(one === contextName));
  const shown = ordered.slice(0, MOST_CONTEXTS);
  const differing = parameters.filter(({ contextValues }) => contextValues !== undefined);
  return (
    <section className="card">
      <h2>{text('byContext')}</h2>
      <p className="hint">{text(differing.length === 0 ? 'sameInAll' : 'byContextHint')}</p>
      {shown.length < contexts.length && <p className="hint">{text('firstContexts', { count: shown.length })}</p>}
      {differing.length > 0 && (
        <WideTable label={text('byContext')}>
          <thead>
            <tr>
              <th scope="col">{text('parameter')}</th>
              {shown.map((context) => (
                <th key={context} scope="col" dir="auto">
                  {context === contextName ? text('ownContext', { name: context }) : context}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing.map(({ name, contextValues = {} }) => (
              <tr key={name}>
                <th scope="row">
                  <code dir="auto">{name}</code>
                </th>
                {Object.keys(contextValues).length === 0 ? (
                  <td colSpan={shown.length}>
                    <i>{text('tooLong')}</i>
                  </td>
                ) : (
                  shown.map((context) => (
                    <td key={context} dir="auto">
                      {contextValues[context] || '–'}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </section>
  );
}
