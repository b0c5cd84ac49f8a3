import type { Command } from 'commander';

import { changeAlert } from '../commands/alerts/change-alert.ts';
import { createAlert } from '../commands/alerts/create-alert.ts';
import { deleteAlert } from '../commands/alerts/delete-alert.ts';
import { getAlert } from '../commands/alerts/get-alert.ts';
import { listAlertIncidents } from '../commands/alerts/list-alert-incidents.ts';
import { listAlerts } from '../commands/alerts/list-alerts.ts';
import { snoozeAlert } from '../commands/alerts/snooze-alert.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace alert`. */
export function addAlertCommands(program: Command, shell: Shell): void {
  const alert = program
    .command('alert')
    .description('Send alerts about failed, late and missing runs and lost engines, and list their incidents');
  for (const add of [createAlert, listAlerts, getAlert, changeAlert, deleteAlert, snoozeAlert, listAlertIncidents]) add(alert, shell);
}
