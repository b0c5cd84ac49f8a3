import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerWithoutSecrets, requestWithoutSecrets, urlWithoutSecrets } from './without-secrets.ts';

describe('audit-log.entry.secrets', () => {
  test('hides the fields that the contract marks, in requests and answers', () => {
    const parameters = [
      { name: 'host', value: 'db.example.com' },
      { name: 'password', value: 'hunter2', encrypted: true },
    ];
    assert.deepEqual(requestWithoutSecrets('POST /orchestration/connections', { name: 'c', workspaceId: 'w', parameters }), {
      name: 'c',
      workspaceId: 'w',
      parameters: [
        { name: 'host', value: '***' },
        { name: 'password', value: '***', encrypted: true },
      ],
    });
    assert.deepEqual(answerWithoutSecrets('POST /account/personal-access-tokens', 201, { id: '1', name: 'n', token: 'mrp_secret' }), {
      id: '1',
      name: 'n',
      token: '***',
    });
    const invitation = { sent: false, link: 'https://millrace.example.com/set-password?token=mri_secret' };
    assert.deepEqual(answerWithoutSecrets('POST /account/users', 201, { login: 'ada', invitation }), {
      login: 'ada',
      invitation: { sent: false, link: '***' },
    });
    assert.deepEqual(
      answerWithoutSecrets('POST /account/service-accounts', 201, { name: 'n', secret: 'mrs_secret', permissions: ['SVC_OPERATOR'] }),
      {
        name: 'n',
        secret: '***',
        permissions: ['SVC_OPERATOR'],
      },
    );
  });

  test('keeps the names of parameters and hides their values, but not ids', () => {
    const task = { parameters: { password: 'hunter2', limit: '5' }, connections: { source: '01a205f7-0bc8-75e0-9de0-1ffee42a7a3f' } };
    assert.deepEqual(requestWithoutSecrets('POST /orchestration/executables/tasks', { name: 't', ...task }), {
      name: 't',
      parameters: { password: '***', limit: '***' },
      connections: { source: '01a205f7-0bc8-75e0-9de0-1ffee42a7a3f' },
    });
    assert.deepEqual(requestWithoutSecrets('POST /processing/executions', { executable: 'e', parameters: { a: 'b' } }), {
      executable: 'e',
      parameters: { a: '***' },
    });
  });

  test('hides fields that the contract does not describe, and objects in place of texts', () => {
    const body = { name: { password: 'hunter2' }, userIds: ['u'], constructor: 'hunter2', unknown: { deep: 'hunter2' } };
    assert.deepEqual(requestWithoutSecrets('POST /account/groups', body), {
      name: '***',
      userIds: ['u'],
      constructor: '***',
      unknown: '***',
    });
    assert.deepEqual(requestWithoutSecrets('PUT /account/service-accounts/{id}', { name: 'n', secret: 'mrs_secret', id: 'i' }), {
      name: 'n',
      secret: '***',
      id: '***',
    });
  });

  test('keeps null, and nothing of a body that the contract does not type', () => {
    assert.deepEqual(requestWithoutSecrets('PUT /orchestration/executables/tasks/{taskId}/pause', { pause: true, pauseContext: null }), {
      pause: true,
      pauseContext: null,
    });
    assert.equal(requestWithoutSecrets('DELETE /account/groups/{id}', { a: 'hunter2' }), '***');
    assert.equal(requestWithoutSecrets('DELETE /account/groups/{id}', undefined), undefined);
  });

  test('keeps of an address the query parameters that the operation has', () => {
    assert.equal(
      urlWithoutSecrets(
        'DELETE /orchestration/executables/tasks/{taskId}',
        '/orchestration/executables/tasks/1?token=hunter2&terminateExecutions=true',
      ),
      '/orchestration/executables/tasks/1?terminateExecutions=true',
    );
    assert.equal(urlWithoutSecrets('POST /account/groups', '/account/groups?password=hunter2'), '/account/groups');
  });
});
