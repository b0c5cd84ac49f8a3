/** The definitions of the custom attributes of datasets. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyList, PageHead } from '../../ui/page-parts.tsx';
import { AttributeDefinitionDialog } from './dataset-attributes.tsx';
import { attributeMessages } from './messages.ts';

const LIST = 'GET /datasets/attributes';

/** The page. */
export function AttributesPage(): ReactNode {
  const text = useText(attributeMessages);
  const mayDefine = useMay('SVC_CONNECTION_RESOURCE_EDIT');
  const [edited, setEdited] = useState<Schema<'AttributeDefinition'> | 'new'>();
  return (
    <>
      <PageHead title={text('title')}>
        <ButtonLink to="/catalogue/datasets" name={text('toDatasets')} />
        {mayDefine && (
          <ActionButton tone="main" icon="plus" onPress={() => setEdited('new')}>
            {text('define')}
          </ActionButton>
        )}
      </PageHead>
      <section className="card">
        <p className="hint">{text('hint')}</p>
        <ItemList label={text('title')} list={useOffsetList(LIST, {})} empty={<EmptyList text={text} />}>
          {(definition) => (
            <DefinitionRow key={definition.id} definition={definition} mayChange={mayDefine} onEdit={() => setEdited(definition)} />
          )}
        </ItemList>
      </section>
      {edited !== undefined && (
        <AttributeDefinitionDialog definition={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

type DefinitionRowProps = { definition: Schema<'AttributeDefinition'>; mayChange: boolean; onEdit: () => void };

function DefinitionRow({ definition, mayChange, onEdit }: DefinitionRowProps): ReactNode {
  const text = useText(attributeMessages);
  const { id = '', label, description, type, values = [], defaults = [], mandatory } = definition;
  const remove = useChange('DELETE /datasets/attributes/{definitionId}', {
    refreshes: [LIST, 'GET /datasets/{datasetId}/attributes'],
    notice: text('deleted'),
  });
  const facts = [
    type === 'enum' ? values.join(', ') : text('kindText'),
    defaults.length > 0 && text('defaultIs', { values: defaults.join(', ') }),
    mandatory && text('mandatory'),
  ];
  return (
    <li>
      <strong dir="auto">{label}</strong>
      <bdi className="hint">{facts.filter(Boolean).join(' · ')}</bdi>
      {description !== undefined && <span dir="auto">{description}</span>}
      {mayChange && (
        <span className="row-end inline-actions">
          <ActionButton aria-label={text('changeName', { name: label })} onPress={onEdit}>
            {text('change')}
          </ActionButton>
          <DeleteButton name={label} hint={text('deleteHint')} change={remove} input={{ path: { definitionId: id } }} />
        </span>
      )}
    </li>
  );
}
