/** Messages of the definitions of custom attributes. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list of definitions and of their dialog. */
export const attributeMessages = defineMessages({
  en: {
    title: 'Attributes of datasets',
    toDatasets: 'To the datasets',
    define: 'Define an attribute',
    hint: 'An attribute is a fact about each dataset that your organisation needs, such as its domain. The page of each dataset shows its values.',
    empty: 'No attribute is defined',
    emptyHint: 'Define one, and each dataset can have a value for it.',
    kindText: 'Any text',
    kindEnum: 'Values of a list',
    valuesOfList: 'Values, one on each line',
    defaults: 'Values of datasets without their own, one on each line',
    defaultIs: 'default {values}',
    mandatory: 'Each dataset needs a value',
    deleteHint: 'Its values on all datasets are deleted with it.',
  },
  de: {
    title: 'Attribute von Datasets',
    toDatasets: 'Zu den Datasets',
    define: 'Attribut definieren',
    hint: 'Ein Attribut ist eine Angabe zu jedem Dataset, die Ihre Organisation braucht, etwa sein Fachbereich. Die Seite jedes Datasets zeigt die Werte.',
    empty: 'Es ist kein Attribut definiert',
    emptyHint: 'Nach der Definition kann jedes Dataset einen Wert dafür haben.',
    kindText: 'Beliebiger Text',
    kindEnum: 'Werte einer Liste',
    valuesOfList: 'Werte, je Zeile einer',
    defaults: 'Werte für Datasets ohne eigene, je Zeile einer',
    defaultIs: 'Vorgabe {values}',
    mandatory: 'Jedes Dataset braucht einen Wert',
    deleteHint: 'Die Werte aller Datasets werden mit gelöscht.',
  },
});
