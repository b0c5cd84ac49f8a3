/** Messages of the definitions of custom attributes. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list of definitions and of their dialog. */
export const attributeMessages = defineMessages({
  en: {
    title: 'Attributes of datasets',
    toDatasets: 'To the datasets',
    define: 'Define an attribute',
    editTitle: 'Change {name}',
    hint: 'An attribute says about each dataset what your organisation wants to know, such as its domain. Its values stand on the page of each dataset.',
    none: 'No attribute is defined',
    noneHint: 'Define one, and each dataset can have a value for it.',
    kind: 'Kind',
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
    editTitle: '{name} ändern',
    hint: 'Ein Attribut sagt über jedes Dataset, was Ihre Organisation wissen will, etwa seinen Fachbereich. Die Werte stehen auf der Seite jedes Datasets.',
    none: 'Es ist kein Attribut definiert',
    noneHint: 'Nach der Definition kann jedes Dataset einen Wert dafür haben.',
    kind: 'Art',
    kindText: 'Beliebiger Text',
    kindEnum: 'Werte einer Liste',
    valuesOfList: 'Werte, je Zeile einer',
    defaults: 'Werte für Datasets ohne eigene, je Zeile einer',
    defaultIs: 'Vorgabe {values}',
    mandatory: 'Jedes Dataset braucht einen Wert',
    deleteHint: 'Die Werte aller Datasets werden mit gelöscht.',
  },
});
