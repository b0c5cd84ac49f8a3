import { EVENT_TYPES } from '@millrace/contract/event-types';
import { endpoint } from '../../../core/http/endpoint.ts';

/** Lists the event types of the catalogue. */
export const listEventTypes = endpoint('GET /api/v1/webhooks/event-types', {
  allow: 'signed-in',

  async run() {
    const data = Object.entries(EVENT_TYPES).map(([name, { title, description, category, levels }]) => ({
      name,
      title,
      description,
      category,
      levels: [...levels],
    }));
    return { status: 200, body: { data } };
  },
});
