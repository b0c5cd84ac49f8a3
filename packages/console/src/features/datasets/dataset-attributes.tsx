/** The custom attributes of a dataset. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { AttributeDefinitionDialog } from './attribute-definition-dialog.tsx';
import { AttributeDialog } from './attribute-dialog.tsx';
import { datasetPageMessages } from './dataset-messages.ts';

/** The card: the value of each attribute, with a button that changes it. */
export function DatasetAttributes({ datasetId, mayChange }: { datasetId: string; mayChange: boolean }): ReactNode {
  const text = useText(datasetPageMessages);
  const mayDefine = useMay('SVC_CONNECTION_RESOURCE_EDIT');
  const [edited, setEdited] = useState<Schema<'DatasetAttribute'>>();
  const [isDefining, setIsDefining] = useState(false);
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('attributes')}</h2>
        <Link to="/catalogue/attributes">{text('allAttributes')}</Link>
        {mayDefine && <ActionButton onPress={() => setIsDefining(true)}>{text('define')}</ActionButton>}
      </div>
      <ItemList
        label={text('attributes')}
        list={useOffsetList('GET /datasets/{datasetId}/attributes', { path: { datasetId } })}
        empty={
          <p>
            {text('noAttributes')} <span className="hint">{text('noAttributesHint')}</span>
          </p>
        }
      >
        {(attribute) => (
          <li key={attribute.id}>
            <span className="hint" dir="auto">
              {attribute.label}
            </span>
            <span dir="auto">{attribute.values?.join(', ') || '–'}</span>
            {attribute.isDefault && <span className="hint">{text('defaultValue')}</span>}
            {mayChange && (
              <span className="row-end">
                <ActionButton aria-label={text('changeName', { name: attribute.label })} onPress={() => setEdited(attribute)}>
                  {text('change')}
                </ActionButton>
              </span>
            )}
          </li>
        )}
      </ItemList>
      {edited && <AttributeDialog datasetId={datasetId} attribute={edited} onClose={() => setEdited(undefined)} />}
      {isDefining && <AttributeDefinitionDialog onClose={() => setIsDefining(false)} />}
    </section>
  );
}
