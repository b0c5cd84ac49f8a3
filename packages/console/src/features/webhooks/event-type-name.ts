/** The names of event types in the language of the page. */
import { useText } from '../../text/language.tsx';
import { eventTypeMessages } from './event-type-messages.ts';

const PREFIX = 'com.service.v1.';

/** Returns the function that names an event type; it returns undefined for a type that only a newer server knows. */
export function useEventTypeName(): (type: string) => string | undefined {
  const text = useText(eventTypeMessages);
  return (type) => {
    const key = type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type;
    return Object.hasOwn(eventTypeMessages.texts, key) ? text(key as keyof typeof eventTypeMessages.texts) : undefined;
  };
}
