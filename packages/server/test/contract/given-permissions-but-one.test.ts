// run: own process, in test:all because it calls the operations that give, as callers without each permission
/** Nobody gives what they do not hold: operations that give permissions, rights or access are called with all permissions but one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { breachesOf } from '../support/breaches.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

describe('a caller with all permissions but one does not get that one', () => {
  for (const permission of PERMISSIONS)
    test(permission, async () => {
      assert.deepEqual(
        await breachesOf(
          server,
          PERMISSIONS.filter((one) => one !== permission),
          1,
        ),
        [],
      );
    });
});
