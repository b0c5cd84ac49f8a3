/** Pairs of simultaneous requests of which only one can succeed, for the test of unique names. */
import { both, twice, type RaceContext, type Races } from '../../../../test/support/race.ts';

const attribute = (label: string, businessId: string) => ({ label, businessId, mandatory: false, type: 'text' });
const word = (): string => `a${crypto.randomUUID().replaceAll('-', '')}`;

/** The operations of the catalogue that set a unique name, each with such a pair. */
export function datasetRaces({ call, make, create }: RaceContext): Races {
  const connection = async (): Promise<string> => {
    const { id: workspaceId } = await make.workspace();
    return create('POST /connections', { label: word(), workspaceId, type: 'http', properties: {} });
  };
  return {
    'POST /datasets': {
      constraint: 'dataset_technical_name_once',
      code: 'dataset_name_taken',
      adds: 'dataset',
      prepare: async (technicalName) => {
        const connectionId = await connection();
        return twice(() => ({ body: { label: word(), connectionId, technicalName } }));
      },
    },
    'POST /datasets/attributes': {
      constraint: 'custom_attribute_business_id_once',
      code: 'attribute_business_id_taken',
      adds: 'custom_attribute',
      prepare: async () => {
        const businessId = word();
        return twice(() => ({ body: attribute(word(), businessId) }));
      },
    },
    'PATCH /datasets/attributes/{definitionId}': {
      constraint: 'custom_attribute_label_once',
      code: 'attribute_label_taken',
      prepare: async (label) =>
        both(
          async () => ({
            definitionId: (await call('POST /datasets/attributes', { body: attribute(word(), word()) })).body.definitionId,
          }),
          { label, mandatory: false },
        ),
    },
    'POST /datasets/semantic-types': {
      constraint: 'semantic_type_name_once',
      code: 'semantic_type_name_taken',
      adds: 'semantic_type',
      prepare: async (name) => twice(() => ({ body: { name, kind: 'DICTIONARY', words: ['a'] } })),
    },
  };
}
