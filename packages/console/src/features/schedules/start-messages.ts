/** Messages of the automatic start of a task or plan. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the buttons and dialogs that set and end the automatic start. */
export const startMessages = defineMessages({
  en: {
    set: 'Set an automatic start',
    changeStart: 'Change the start',
    by: 'Started by',
    byTimes: 'Times',
    byCall: 'A call of a URL',
    callName: 'Name of the webhook',
    callNameHint: 'Letters, digits and _. The job needs the parameter resource_webhook_payload, which gets the data of the call.',
    newUrl: 'Create a new URL; the current URL stops working',
    url: 'URL that starts the task or plan',
    startSaved: 'The automatic start is saved.',
    useSchedule: 'Use a schedule',
    chooseSchedule: 'Choose a schedule without a task or plan',
    noSchedule: 'There is no free schedule. Create one first.',
    bound: 'From now on, the schedule starts the task or plan.',
    stopStarts: 'Stop automatic starts',
    stopTitle: 'Stop the automatic starts?',
    stopHint: 'After that, the task or plan starts only by hand. A schedule stays, and starts nothing. The URL of a webhook stops working.',
    stopped: 'The task or plan starts only by hand now.',
  },
  de: {
    set: 'Automatischen Start festlegen',
    changeStart: 'Start ändern',
    by: 'Gestartet durch',
    byTimes: 'Zeiten',
    byCall: 'Aufruf einer URL',
    callName: 'Name des Webhooks',
    callNameHint: 'Buchstaben, Ziffern und _. Der Job braucht den Parameter resource_webhook_payload; er bekommt die Daten des Aufrufs.',
    newUrl: 'Eine andere URL erzeugen; die bisherige gilt dann nicht mehr',
    url: 'URL, deren Aufruf den Task oder Plan startet',
    startSaved: 'Der automatische Start ist gespeichert.',
    useSchedule: 'Zeitplan nutzen',
    chooseSchedule: 'Zeitplan ohne Task oder Plan wählen',
    noSchedule: 'Kein Zeitplan ist frei. Legen Sie zuerst einen an.',
    bound: 'Ab jetzt startet der Zeitplan den Task oder Plan.',
    stopStarts: 'Nicht mehr von selbst starten',
    stopTitle: 'Nicht mehr von selbst starten?',
    stopHint:
      'Danach startet der Task oder Plan nur noch von Hand. Ein Zeitplan bleibt bestehen und startet nichts. Die URL eines Webhooks gilt nicht mehr.',
    stopped: 'Ab jetzt startet der Task oder Plan nur von Hand.',
  },
});
