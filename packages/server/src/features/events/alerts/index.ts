/** Alerts: rules that open incidents, and the messages about these. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { changeAlert } from './change-alert.ts';
import { createAlert } from './create-alert.ts';
import { deleteAlert } from './delete-alert.ts';
import { getAlert } from './get-alert.ts';
import { listAlertIncidents } from './list-alert-incidents.ts';
import { listAlerts } from './list-alerts.ts';
import { snoozeAlert } from './snooze-alert.ts';
import { forgetIncidents, watchConditions } from './timers.ts';

export { alertConsumer } from './consumer.ts';

/** The endpoints and timers of alerts. */
export const alerts: Feature = {
  surface: tenantErrors(),
  endpoints: [listAlerts, createAlert, listAlertIncidents, getAlert, changeAlert, deleteAlert, snoozeAlert],
  timers: [watchConditions, forgetIncidents],
};
