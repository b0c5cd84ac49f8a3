/** The actions for a whole dataset. */
import type { ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { DeleteButton } from '../../ui/dialogs.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { datasetPageMessages, datasetMessages } from './messages.ts';
import { CERTIFICATIONS } from './dataset-filters.ts';

/** The routes that are read again after a change of a dataset. */
export const DATASET_READS: readonly Route[] = ['GET /datasets', 'GET /datasets/{datasetId}', 'GET /datasets/{datasetId}/trust-scores'];

/** A person rates with 1 to this number of stars; the API expects a number from 0 to 1. */
export const MAX_STARS = 5;
const STARS = Array.from({ length: MAX_STARS }, (_, index) => MAX_STARS - index);

/** The buttons for the actions that the level of the person allows. */
export function DatasetActions({ dataset: { id = '', label, favorite, entitlements } }: { dataset: Schema<'Dataset'> }): ReactNode {
  const text = useText(datasetPageMessages);
  const listText = useText(datasetMessages);
  const path = { datasetId: id };
  const refreshes = DATASET_READS;
  const mark = useChange('PUT /datasets/{datasetId}/favorite', { refreshes });
  const unmark = useChange('DELETE /datasets/{datasetId}/favorite', { refreshes });
  const certify = useChange('PUT /datasets/{datasetId}/certification', { refreshes, notice: text('saved') });
  const rate = useChange('PUT /datasets/{datasetId}/rating', { refreshes, notice: text('rated') });
  const remove = useDeletion('DELETE /datasets/{datasetId}', ['GET /datasets'], '/catalogue/datasets');
  const error = mark.error ?? unmark.error ?? certify.error ?? rate.error;
  return (
    <>
      <ActionButton icon="star" isPending={mark.isPending || unmark.isPending} onPress={() => (favorite ? unmark : mark).mutate({ path })}>
        {text(favorite ? 'removeFavorite' : 'addFavorite')}
      </ActionButton>
      <ActionMenu button={<ActionButton isPending={rate.isPending}>{text('rate')}</ActionButton>} label={text('rate')}>
        {STARS.map((count) => (
          <MenuAction key={count} onAction={() => rate.mutate({ path, body: { rating: count / MAX_STARS } })}>
            {text('rateAs', { count })}
          </MenuAction>
        ))}
      </ActionMenu>
      {entitlements?.includes('DATASET_CERTIFY') && (
        <ActionMenu button={<ActionButton isPending={certify.isPending}>{text('certify')}</ActionButton>} label={text('certify')}>
          {CERTIFICATIONS.map((currentCertification) => (
            <MenuAction key={currentCertification} onAction={() => certify.mutate({ path, body: { currentCertification } })}>
              {listText(`certification${currentCertification}`)}
            </MenuAction>
          ))}
        </ActionMenu>
      )}
      {entitlements?.includes('DATASET_DELETE') && <DeleteButton name={label} hint={text('deleteHint')} change={remove} input={{ path }} />}
      <ErrorNote error={error} />
    </>
  );
}
