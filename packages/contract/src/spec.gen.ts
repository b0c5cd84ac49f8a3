// Generated from sections/*/openapi.yaml by `npm run generate`.
export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the public keys of access tokens */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the OAuth server supports (RFC 8414)
         * @description The addresses of the endpoints, and what each accepts. Where the public address of the install has a path, RFC 8414 places this document at
         *     `/.well-known/oauth-authorization-server/<path>` of the host: a proxy has to send that address to Millrace, too.
         */
        get: operations["getOauthMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups by name */
        get: operations["listGroups"];
        put?: never;
        /** Create a group, optionally with members and roles */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a group */
        get: operations["getGroup"];
        put?: never;
        post?: never;
        /** Delete a group and its access to projects */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /** Rename a group, and optionally replace its roles */
        patch: operations["renameGroup"];
        trace?: never;
    };
    "/account/groups/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the members of a group by login */
        get: operations["listGroupUsers"];
        put?: never;
        /** Add users to a group and keep the existing members */
        post: operations["addGroupUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/groups/{id}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a user from a group */
        delete: operations["removeGroupUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account of the caller */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/personal-access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's personal access tokens, newest first */
        get: operations["listPersonalAccessTokens"];
        put?: never;
        /**
         * Create a personal access token
         * @description The token gives the permissions and rights that its owner has at the time of each call.
         */
        post: operations["createPersonalAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/personal-access-tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a personal access token of the caller immediately */
        delete: operations["revokePersonalAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List roles by name */
        get: operations["listRoles"];
        put?: never;
        /** Create a role */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a role */
        get: operations["getRole"];
        /**
         * Change the name and the permissions of a role
         * @description Built-in roles cannot be changed.
         */
        put: operations["replaceRole"];
        post?: never;
        /**
         * Delete a role and take it from its users and groups
         * @description Built-in roles cannot be deleted.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/roles/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the users of a role by login */
        get: operations["listRoleUsers"];
        put?: never;
        /** Give a role to users */
        post: operations["addRoleUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/roles/{id}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a role from one of its users */
        delete: operations["removeRoleUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the service accounts of the tenant by name */
        get: operations["listServiceAccounts"];
        put?: never;
        /** Create a service account with a secret */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/service-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service account, which is also its OAuth client id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a service account */
        get: operations["getServiceAccount"];
        /** Replace the name and the permissions of a service account */
        put: operations["replaceServiceAccount"];
        post?: never;
        /** Delete a service account with its secrets, tokens and rights */
        delete: operations["deleteServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/service-accounts/{id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service account. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the secrets of a service account, oldest first */
        get: operations["listServiceAccountSecrets"];
        put?: never;
        /**
         * Add a secret to a service account
         * @description To replace a secret, add another one, change the programs that use the first one, and then delete it.
         */
        post: operations["createServiceAccountSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/service-accounts/{id}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service account. */
                id: components["schemas"]["Id"];
                secretId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a secret of a service account with the tokens that were requested with it */
        delete: operations["deleteServiceAccountSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/service-accounts/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the service accounts of the tenant */
        get: operations["countServiceAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/service-accounts/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the permissions that a service account can have */
        get: operations["listServiceAccountPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the tenant may use and what it uses */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users by login */
        get: operations["listUsers"];
        put?: never;
        /** Create a user */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a user */
        get: operations["getUser"];
        /**
         * Change a user
         * @description Fields that are left out keep their values. With `active: false` the user can no longer sign in, and its tokens are revoked.
         */
        put: operations["replaceUser"];
        post?: never;
        /** Delete a user with its tokens, roles, groups and rights */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the groups of a user by name */
        get: operations["listUserGroups"];
        put?: never;
        /** Add a user to groups and keep its other groups */
        post: operations["addUserGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: components["schemas"]["Id"];
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a user from a group */
        delete: operations["removeUserGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user that signs in. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a user again to set a password
         * @description Sends a mail with a link that works once, for 72 hours. Without a mail server, the answer has the link; pass it on to the user.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user that signs in. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a user set another password
         * @description Sends a mail with a link that works once, for an hour. Without a mail server, the answer has the link; pass it on to the user. Until the user sets another password, the present one stays valid.
         */
        post: operations["resetUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the roles of a user by name */
        get: operations["listUserRoles"];
        put?: never;
        /** Give roles to a user and keep its other roles */
        post: operations["addUserRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
                roleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a role from a user */
        delete: operations["removeUserRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/users/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user that signs in. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the second factor of a user that has lost it
         * @description The user signs in with the password alone until it sets up another second factor. The log of the server records the removal.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the alert rules of the caller */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create an alert rule
         * @description Needs VIEW on the workspace of the task or plan, on the workspace, or on a workspace of the environment; for an engine, on its own workspace if it has
         *     one. The rule tells nothing of workspaces that its owner may not see.
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert rule. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an alert rule of the caller */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        /** Delete an alert rule of the caller with its incidents */
        delete: operations["deleteAlert"];
        options?: never;
        head?: never;
        /**
         * Change an alert rule of the caller
         * @description Fields that are left out stay. Null removes a bound or the quiet hours. `recipients` are replaced as a whole; a transport with the id of an existing one keeps its address. Condition and target never change.
         */
        patch: operations["changeAlert"];
        trace?: never;
    };
    "/api/v1/alerts/{id}/actions/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert rule. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Silence an alert rule of the caller until a moment
         * @description Incidents that are still open at that moment are told then. The end of an incident that was told is told at once. A moment of the past ends the silence.
         */
        post: operations["snoozeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the incidents of the alert rules of the caller, newest first */
        get: operations["listAlertIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Those of the caller. A caller with SVC_USER_MANAGEMENT sees those of all users.
         */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key of the caller */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an API key */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key immediately
         * @description One of the caller. A caller with SVC_USER_MANAGEMENT revokes those of all users.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Change the description of an API key of the caller
         * @description Operations: `replace` of `/description`.
         */
        patch: operations["changeApiKey"];
        trace?: never;
    };
    "/api/v1/api-keys/configs/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tenant. */
                tenantId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the limits of API keys */
        get: operations["getApiKeyLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the limits of API keys
         * @description Operations: `replace` of `/max_api_key_expiry` and `/max_keys_per_user`; null removes a limit. The limits hold for personal access tokens that are
         *     created afterwards, in every form of the API.
         */
        patch: operations["changeApiKeyLimits"];
        trace?: never;
    };
    "/api/v1/audits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the entries of the audit log as events, page by page */
        get: operations["listAudits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an entry of the audit log as an event */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audits/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sources of the events of the tenant */
        get: operations["listAuditSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audits/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the types of the events of the tenant */
        get: operations["listAuditTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/csrf-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the token against forged requests of the session
         * @description A changing call with the cookie of a session sends this token in the header `service-csrf-token` or `qlik-csrf-token`. Otherwise it is refused with 403 and the code `CSRF-TOKEN-2`. A call with a bearer token needs no such token.
         */
        get: operations["getCsrfToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups in the form of the tenant API */
        get: operations["listTenantGroups"];
        put?: never;
        /** Create a group in the form of the tenant API */
        post: operations["createTenantGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a group in the form of the tenant API */
        get: operations["getTenantGroup"];
        put?: never;
        post?: never;
        /** Delete a group of the tenant API with its access to projects */
        delete: operations["deleteTenantGroup"];
        options?: never;
        head?: never;
        /**
         * Change a group by JSON Patch
         * @description Operations: `replace` of `name`, `description` and `assignedRoles`.
         */
        patch: operations["changeTenantGroup"];
        trace?: never;
    };
    "/api/v1/groups/actions/filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List groups by a filter in the body */
        post: operations["filterTenantGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of notifications
         * @description Those that users subscribe to, and those that alert rules send. Their names are in the requested language.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the caller is notified of
         * @description Not part of the published API.
         */
        get: operations["listNotificationSubscriptions"];
        /**
         * Replace what the caller is notified of
         * @description Not part of the published API. The list replaces all subscriptions of the caller; an empty list ends them. A transport with the id of an existing one
         *     keeps its address. A subscription without task, plan, engine and workspace is for all that the caller may see.
         */
        put: operations["replaceNotificationSubscriptions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth clients
         * @description Those of the tenant, and those that other tenants have published. A caller with SVC_OAUTH_CLIENT_MANAGEMENT also sees their redirect URIs, origins,
         *     authentication methods and keys, and the hints of secrets of its own tenant.
         */
        get: operations["listOauthClients"];
        put?: never;
        /** Create an OAuth client with a secret */
        post: operations["createOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an OAuth client */
        get: operations["getOauthClient"];
        put?: never;
        post?: never;
        /**
         * Delete an OAuth client with its secrets
         * @description Other tenants with a connection config of the client see it as deleted until they delete their config.
         */
        delete: operations["deleteOauthClient"];
        options?: never;
        head?: never;
        /**
         * Change an OAuth client by JSON Patch
         * @description Operations: `add`, `replace` and `remove`. The path is one of `/clientName`, `/description`, `/logoUri`, `/clientUri`, `/jwksUri`, `/redirectUris`,
         *     `/allowedOrigins`, `/allowedScopes`, `/allowedGrantTypes`, `/allowedAuthMethods` and `/publicKeys`. In a list, `add` adds the values, `remove` removes
         *     them (keys by their `kid`), or all without a value. The name cannot be removed. The changed client must fit the rules of a new one.
         *
         *     When `client_secret` is removed from `/allowedAuthMethods`, all secrets end. When it is added, the client gets a new secret.
         */
        patch: operations["changeOauthClient"];
        trace?: never;
    };
    "/api/v1/oauth-clients/{id}/actions/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show an OAuth client to all tenants of the install
         * @description Each tenant decides by its connection config whether its people may use the client. Administrators of clients of all tenants see its redirect URIs and
         *     keys. This cannot be undone; the deletion of the client ends its use.
         */
        post: operations["publishOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-clients/{id}/client-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a secret to an OAuth client
         * @description A client has at most five secrets, and must have the authentication method client_secret.
         */
        post: operations["createOauthClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-clients/{id}/client-secrets/{hint}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Last characters of the secret. */
                hint: string;
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a secret of an OAuth client */
        delete: operations["deleteOauthClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-clients/{id}/connection-configs/me": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the connection config of the own tenant for an OAuth client */
        get: operations["getOauthConnectionConfig"];
        put?: never;
        post?: never;
        /** End the use of an OAuth client by people of the own tenant */
        delete: operations["deleteOauthConnectionConfig"];
        options?: never;
        head?: never;
        /**
         * Allow people of the own tenant to use an OAuth client, with or without their consent
         * @description Operations: `replace` of `/consentMethod`. A tenant without a connection config gets one.
         */
        patch: operations["changeOauthConnectionConfig"];
        trace?: never;
    };
    "/api/v1/oauth-clients/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the refused requests of an OAuth client with their exact reasons
         * @description The requests to the OAuth endpoints of the last week that named the client, newest first. The reason is exact, where the client itself was told less.
         *     Equal refusals shortly after each other are one entry. For administrators of clients in the tenant that owns the client.
         */
        get: operations["listOauthClientRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the grants by which OAuth clients act for people
         * @description Those of the caller. A caller with SVC_USER_MANAGEMENT sees those of all users. The newest come first.
         */
        get: operations["listOauthTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the grant. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a grant with all its tokens immediately
         * @description One of the caller. A caller with SVC_USER_MANAGEMENT ends those of all users.
         */
        delete: operations["deleteOauthToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List roles in the form of the tenant API */
        get: operations["listTenantRoles"];
        put?: never;
        /** Create a role in the form of the tenant API */
        post: operations["createTenantRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a role in the form of the tenant API */
        get: operations["getTenantRole"];
        put?: never;
        post?: never;
        /** Delete a role that no user and no group has */
        delete: operations["deleteTenantRole"];
        options?: never;
        head?: never;
        /**
         * Change a role by JSON Patch
         * @description Operations: `replace` of `/name` and `/description`; `replace`, `add` and `remove-value` of lists at `/assignedScopes`; `add` of one permission at
         *     `/assignedScopes/-`. Built-in roles cannot be changed.
         */
        patch: operations["changeTenantRole"];
        trace?: never;
    };
    "/api/v1/tenants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tenant. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the tenant of the caller */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename the tenant of the caller
         * @description Operations: `replace` of `/name`.
         */
        patch: operations["renameTenant"];
        trace?: never;
    };
    "/api/v1/tenants/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find the address of the tenant of the caller */
        get: operations["getOwnTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users in the form of the tenant API */
        get: operations["listTenantUsers"];
        put?: never;
        /**
         * Create a user in the form of the tenant API
         * @description With the status `invited`, the user is invited to set a password.
         */
        post: operations["createTenantUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read a user in the form of the tenant API
         * @description Every user may read itself. A token whose scopes are only those of the identity (`identity.…`) gets the fields that they name.
         */
        get: operations["getTenantUser"];
        put?: never;
        post?: never;
        /** Delete a user with its tokens, roles, groups and rights */
        delete: operations["deleteTenantUser"];
        options?: never;
        head?: never;
        /**
         * Change a user by JSON Patch
         * @description Operations: `replace` of `/name`, `/status` (`active` or `disabled`), `/preferredLocale` and `/preferredZoneinfo`; `replace`, `add` and `remove-value` of
         *     lists, at `/assignedRoles` and `/assignedGroups`.
         */
        patch: operations["changeTenantUser"];
        trace?: never;
    };
    "/api/v1/users/actions/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the users of the tenant */
        get: operations["countTenantUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/actions/filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List users by a filter in the body */
        post: operations["filterTenantUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/actions/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite people by their email addresses
         * @description Each person that has no account gets one, and a link to set a password: by a mail, or without a mail server in the answer. One that is refused does not affect the others.
         */
        post: operations["inviteTenantUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find the address of the calling user */
        get: operations["getOwnTenantUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/web-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notifications in the inbox of the caller */
        get: operations["listWebNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/web-notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the notification. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a notification of the caller */
        get: operations["getWebNotification"];
        put?: never;
        post?: never;
        /** Delete a notification of the caller */
        delete: operations["deleteWebNotification"];
        options?: never;
        head?: never;
        /**
         * Mark a notification of the caller as read or unread
         * @description Operations: `replace` of `/read`.
         */
        patch: operations["changeWebNotification"];
        trace?: never;
    };
    "/api/v1/web-notifications/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete all notifications of the caller */
        delete: operations["deleteAllWebNotifications"];
        options?: never;
        head?: never;
        /** Mark all notifications of the caller as read or unread */
        patch: operations["changeAllWebNotifications"];
        trace?: never;
    };
    "/api/v1/webhook-listeners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a listener for events
         * @description It ends two minutes after its events were last asked for. It gets the events that a webhook of the caller would get, from now on.
         */
        post: operations["createWebhookListener"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-listeners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the listener. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a listener */
        delete: operations["deleteWebhookListener"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-listeners/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the listener. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get the next events of a listener
         * @description Answers as soon as there are events, or after the time to wait. The listener lives on.
         */
        get: operations["listListenerEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Those of the caller. A caller with SVC_WEBHOOK_MANAGEMENT sees all webhooks of the tenant.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description A webhook of the level `user` receives events of its user and of the workspaces that the user may see. A webhook of the level `tenant` receives all
         *     events of its types and needs the permission SVC_WEBHOOK_MANAGEMENT. A user has at most 150 webhooks, a tenant 100 of its own level.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["getWebhook"];
        /**
         * Replace a webhook
         * @description Fields that are left out are cleared, except level, owner, origin and the form of the deliveries, which stay.
         */
        put: operations["replaceWebhook"];
        post?: never;
        /** Delete a webhook with its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook by JSON Patch
         * @description Operations: `add`, `replace` and `remove`. The path is one of `/name`, `/description`, `/url`, `/eventTypes`, `/headers`, `/enabled`, `/secret`,
         *     `/encryptedHeaders` and `/enableCloudEventDelivery`. Name, address and form of the deliveries cannot be removed. The changed webhook must fit the
         *     rules of a new one.
         *
         *     After a new `/secret`, deliveries are signed with the former one, too, for 24 hours. A new `/url` drops the encrypted headers, unless the same
         *     change sends them again. Enabling a webhook clears the reason why it was disabled.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/actions/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description An event of the type com.service.v1.webhook.test is sent to this webhook only, whatever its event types and its filter are.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook in the last week
         * @description Those with at least one attempt. `status=waiting` lists those that wait for their first attempt.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                deliveryId: components["schemas"]["Id"];
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a delivery */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                deliveryId: components["schemas"]["Id"];
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the event of a delivery again
         * @description The new delivery has the same payload. It goes to the present address of the webhook.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the event types that webhooks can receive */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the connections of the catalogue */
        get: operations["listCatalogConnections"];
        put?: never;
        /**
         * Create a connection in a workspace and in the catalogue
         * @description It is a connection that tasks can use, too. The caller becomes its owner in the catalogue.
         */
        post: operations["createCatalogConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a connection of the catalogue */
        get: operations["getCatalogConnection"];
        /**
         * Replace a connection of the catalogue, or put a connection of a workspace into the catalogue
         * @description Omitted fields are unchanged. The sent properties replace all existing ones, except that an omitted secret keeps its value.
         */
        put: operations["replaceCatalogConnection"];
        post?: never;
        /**
         * Remove a connection from the catalogue
         * @description The connection of the workspace stays. Refused with 409 while datasets use it; the answer names them.
         */
        delete: operations["deleteCatalogConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{connectionId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connection
         * @description The same test as that of connections of workspaces.
         */
        post: operations["testCatalogConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/crawlers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the crawlers that the caller can reach */
        get: operations["listCrawlers"];
        put?: never;
        /**
         * Create a crawler of a connection
         * @description Needs level WRITER on the connection, which is opened by a JDBC URL and has no crawler yet. The caller becomes the owner of the crawler.
         */
        post: operations["createCrawler"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/crawlers/{crawlerId}": {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a crawler with the status of its last run */
        get: operations["getCrawler"];
        /**
         * Replace name, description and selection of a crawler
         * @description Refused while a run is under way.
         */
        put: operations["replaceCrawler"];
        post?: never;
        /**
         * Delete a crawler
         * @description Its datasets stay. A crawler that has datasets is still listed with includeDeleted. Refused while a run is under way.
         */
        delete: operations["deleteCrawler"];
        options?: never;
        head?: never;
        /**
         * Change name and description of a crawler
         * @description Refused while a run is under way. An omitted field is unchanged.
         */
        patch: operations["changeCrawler"];
        trace?: never;
    };
    "/connections/crawlers/{crawlerId}/datasets": {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the tables that a crawler has listed, with their datasets */
        get: operations["listCrawledDatasets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/crawlers/{crawlerId}/end": {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the run of a crawler
         * @description The datasets that it has created stay. Without a run nothing is changed.
         */
        post: operations["endCrawlerRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/crawlers/{crawlerId}/errors.log": {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read the errors of the last run
         * @description The reason of a failure, the tables that could not be read, and the error lines of the log of the execution.
         */
        get: operations["getCrawlerErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/crawlers/{crawlerId}/run": {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run of a crawler
         * @description The run is an execution on the engine of the connection. While a run is under way no second one starts, and the answer is the same.
         */
        post: operations["runCrawler"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/scan/{connectionId}": {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read the tables and views that the last scan has listed
         * @description Needs level WRITER on the connection. 404 if no scan of it was completed.
         */
        get: operations["getScan"];
        put?: never;
        /**
         * List the tables and views of a connection anew
         * @description Needs level WRITER on the connection. The listing runs on the engine of the connection. While one is under way no second one starts.
         */
        post: operations["scanConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List datasets
         * @description All datasets that the caller can reach, without pages.
         */
        get: operations["listDatasets"];
        put?: never;
        /**
         * Create a dataset by hand
         * @description Needs level WRITER on the connection. The caller becomes the owner.
         */
        post: operations["createDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a dataset */
        get: operations["getDataset"];
        put?: never;
        post?: never;
        /** Delete a dataset */
        delete: operations["deleteDataset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the custom attributes of a dataset with their values */
        get: operations["listDatasetAttributes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/attributes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
                /** @description Id of the definition, or its business id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        /** Set the value of a custom attribute of a dataset */
        put: operations["setDatasetAttribute"];
        post?: never;
        /** Reset a custom attribute of a dataset to its default */
        delete: operations["removeDatasetAttribute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/certification": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Set the certification of a dataset */
        put: operations["certifyDataset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the columns of a dataset */
        get: operations["listColumns"];
        put?: never;
        /** Create or describe columns of a dataset */
        post: operations["describeColumns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/columns/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Create or describe a column of a dataset */
        put: operations["describeColumn"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/favorite": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Make a dataset a favourite of the caller */
        put: operations["addFavorite"];
        post?: never;
        /** Remove a dataset from the favourites of the caller */
        delete: operations["removeFavorite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/rating": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Rate a dataset */
        put: operations["rateDataset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the sample of a dataset */
        get: operations["getSample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/trust-scores": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the trust scores that a dataset has had */
        get: operations["listTrustScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the definitions of custom attributes */
        get: operations["listAttributes"];
        put?: never;
        /** Define a custom attribute */
        post: operations["createAttribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/attributes/{definitionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                definitionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the definition of a custom attribute */
        get: operations["getAttribute"];
        put?: never;
        post?: never;
        /** Delete the definition of a custom attribute with its values */
        delete: operations["deleteAttribute"];
        options?: never;
        head?: never;
        /**
         * Change the definition of a custom attribute
         * @description Omitted fields are unchanged.
         */
        patch: operations["changeAttribute"];
        trace?: never;
    };
    "/datasets/semantic-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the semantic types */
        get: operations["listSemanticTypes"];
        put?: never;
        /**
         * Add a semantic type
         * @description Columns that are sampled from now on may get it.
         */
        post: operations["createSemanticType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/semantic-types/{semanticTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                semanticTypeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a semantic type of the tenant */
        delete: operations["deleteSemanticType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/downloads/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a signed address that another operation returned. */
                token: string;
            };
            cookie?: never;
        };
        /**
         * Download a file by its signed address
         * @description The signed address authorizes the call; no token is needed. It gives access to one file and expires. Installs that keep their files in an object
         *     store return addresses of that store instead.
         */
        get: operations["getDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/v1/beats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a heartbeat and renew the leases of the engine */
        post: operations["renewLeases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/v1/bundles/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the zip in hexadecimal digits. */
                hash: string;
            };
            cookie?: never;
        };
        /** Fetch the bundle or a resource of an execution that the engine holds, by its SHA-256 */
        get: operations["fetchBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/v1/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim waiting executions
         * @description Returns as soon as there are executions to run or to stop. Otherwise returns an empty answer after the requested wait. The engine holds each claimed execution by a lease, which heartbeats renew.
         */
        post: operations["claimExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/v1/crawls/{executionId}/portions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a portion of a crawl
         * @description Called by the program of a crawl with the token of its run, one portion after the other. A portion that is sent again is answered as before and changes nothing.
         *     `tables` and `unreadable` come first, then one `observed`, then `samples`, `unchanged` and `unreadable`.
         */
        post: operations["takeCrawlPortion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/v1/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the credential of an engine
         * @description The credential of this call stays valid until the new one is used for the first time or until it expires. A second call before that creates another credential and revokes the unused one.
         */
        post: operations["renewEngineCredential"];
        /**
         * Unpair the calling engine
         * @description The credentials of the engine become invalid immediately, and its executions end as lost. To pair it again, a person creates a new pairing key.
         */
        delete: operations["giveUpEngineCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/v1/pairing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the pairing key for the credential of an engine
         * @description A key works only once and only until it expires. The credential is returned only once.
         */
        post: operations["pairEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engine/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report starts, log lines and outcomes in one batch
         * @description The whole batch is durable when the call returns. Sending the batch again changes nothing. Parts with an outdated fence are refused individually and listed in the answer.
         */
        post: operations["reportExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description Liveness check. It succeeds as long as the process can answer at all and checks nothing else.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of a process
         * @description Each process, whatever its role, serves this operation only on the port in `MILLRACE_METRICS_PORT`. Metrics of the whole install are the same in all processes and are omitted while the database does not answer.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/environments/{environmentId}/log-retention": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read the log retention of an environment
         * @description Not part of the published API.
         */
        get: operations["getLogRetention"];
        /**
         * Set the log retention of an environment
         * @description Not part of the published API. Older logs are deleted within an hour.
         */
        put: operations["setLogRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/executions/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the log of an execution */
        get: operations["listExecutionLogs"];
        put?: never;
        /**
         * Write the log of an execution to a file
         * @description Returns a token immediately and writes the file in the background. The token is valid for `POST …/logs/status` for one hour.
         */
        post: operations["generateLogFile"];
        /**
         * Delete the log of an execution
         * @description Also deletes the files created from the log. Entries that a running execution writes later are kept.
         */
        delete: operations["deleteExecutionLogs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/executions/{id}/logs/search": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Search the log of an execution
         * @description Not part of the published API. One call searches only a part of a long log. An answer can therefore contain fewer entries than requested and still have a nextIndex.
         */
        get: operations["searchExecutionLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/executions/{id}/logs/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status and address of a log file
         * @description The body is the token as plain text, as a JSON string, or as `{"token": "…"}`.
         */
        post: operations["getLogFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/executions/{id}/logs/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Follow the log of an execution
         * @description Not part of the published API. The answer is a stream of server-sent events. Each `line` event has a numbered entry as JSON and its index as id.
         *     After the end of the execution, an `end` event has its status. A client that reconnects sends `Last-Event-ID` (or startIndex) to continue.
         */
        get: operations["followExecutionLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/observability/executions/{executionId}/component": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the component metrics of an execution */
        get: operations["listExecutionComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/observability/executions/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Download executions as comma-separated values, newest first */
        post: operations["downloadExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/observability/executions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search the executions of tasks and plans, first the running ones, then by end time, newest first */
        post: operations["searchExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/observability/metrics/component": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the component metrics of all executions of an environment
         * @description Limited to five calls per minute.
         */
        post: operations["searchComponentMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a person to allow an OAuth client
         * @description The client opens this address in a browser. The person signs in, if there is no session, and is asked for consent, unless its tenant trusts the
         *     client or the person has allowed these scopes before. Then the browser goes to `redirect_uri` with `code`, `state` and `iss`. A refusal goes there
         *     too, with `error`, `error_code`, `error_detail`, `error_description`, `state` and `iss`. A request without a known client and one of its redirect
         *     URIs is answered 400: as a page where `Accept` has `text/html`, otherwise as JSON. Each parameter except `scope` may be sent once.
         */
        get: operations["authorizeOauthClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device_authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the sign-in of a device without a browser (RFC 8628)
         * @description The device shows `user_code` and `verification_uri`. A person types the code there, in a browser anywhere, and allows or refuses the request. Meanwhile the
         *     device asks `POST /oauth/token` with the grant type `urn:ietf:params:oauth:grant-type:device_code`. Only clients of the type native can do this.
         */
        post: operations["authorizeDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what a token states (RFC 7662)
         * @description For services that receive tokens of this install. The caller is an OAuth client that proves its identity. Tokens of other tenants are answered as inactive.
         */
        post: operations["introspectOauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an OAuth client on its own request (RFC 7591)
         * @description Off unless the operator has set `MILLRACE_OAUTH_REGISTRATION=on`; then it is answered 404. The client may act for people with the scopes `user_default`
         *     and `offline_access` or parts of them, and each person is asked for consent. The server removes a client that has no use within 60 minutes.
         */
        post: operations["registerOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an access or refresh token
         * @description A refresh token ends with all tokens of its grant. An unknown token is answered in the same way (RFC 7009). A client that has a secret or keys proves
         *     its identity and can revoke only its own tokens; without it, the possession of the token is enough.
         */
        post: operations["revokeOauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue tokens to an OAuth client
         * @description The grant types are `authorization_code` (with PKCE), `refresh_token`, `client_credentials`, `urn:ietf:params:oauth:grant-type:token-exchange`,
         *     `urn:service:oauth:user-impersonation` and `urn:ietf:params:oauth:grant-type:device_code`. A client proves its identity by its secret, in the body or by
         *     HTTP Basic, or by a signed assertion (`private_key_jwt`). Fields that a grant type does not use are ignored. Without `scope`, the token gets all scopes that the client may have.
         */
        post: operations["issueOauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List artifacts */
        get: operations["listArtifacts"];
        put?: never;
        /**
         * Publish an artifact version
         * @description The multipart body has the JSON part `artifact` and the zip part `file`. A name that already exists in the workspace gets a new version.
         *     Fields omitted in the part `artifact` are read from the bundle. Send `artifact` before `file`, so that a refusal comes before the upload.
         */
        post: operations["publishArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/artifacts/{artifactId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                artifactId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an artifact */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        /**
         * Delete an artifact with all its versions
         * @description Refused with 409 while tasks use the artifact; the answer lists these tasks.
         */
        delete: operations["deleteArtifact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/artifacts/{artifactId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                artifactId: components["schemas"]["Id"];
                /** @description The version as the artifact lists it, including the suffix with the publication time. */
                version: string;
            };
            cookie?: never;
        };
        /** Read an artifact version */
        get: operations["getArtifactVersion"];
        put?: never;
        post?: never;
        /**
         * Delete an artifact version
         * @description Refused with 409 while tasks use the version; the answer lists these tasks. Deleting the last version deletes the artifact.
         */
        delete: operations["deleteArtifactVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List connections */
        get: operations["listConnections"];
        put?: never;
        /** Create a connection */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a connection */
        get: operations["getConnection"];
        /**
         * Replace the name or the parameters of a connection
         * @description Omitted fields are unchanged. The sent parameters replace all existing ones. An encrypted parameter without a value keeps its stored value.
         */
        put: operations["replaceConnection"];
        post?: never;
        /**
         * Delete a connection
         * @description Refused with 409 while tasks use the connection; the answer lists these tasks.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/connections/{connectionId}/move/{targetWorkspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
                targetWorkspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Move a connection to another workspace of its environment */
        put: operations["moveConnection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/connections/{connectionId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connection
         * @description The server opens the connection from its own network, signs in and answers within 10 seconds. The answer never contains parameter values. Public addresses and addresses that the operator allows can be tested; others are refused without a connection attempt. Supported applications are postgresql, mysql, mariadb, aurora, http, sftp, awss3, s3 and smtp.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List environments
         * @description Callers who manage environments or clusters see all matching environments. Operators see those in which they have a right on a workspace.
         */
        get: operations["listEnvironments"];
        put?: never;
        /**
         * Create an environment
         * @description Creates the environment together with a custom workspace. The owner of the workspace has every right on it.
         */
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/environments/{Id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the environment. */
                Id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Replace the name, description and cloud engines of an environment */
        put: operations["replaceEnvironment"];
        post?: never;
        /**
         * Delete an environment with its content
         * @description Permanently removes its workspaces and their content. Refused with 400 while an engine is assigned to it or a promotion uses it, and with 403 while an execution is running in it.
         */
        delete: operations["deleteEnvironment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the times at which the tasks and plans of an environment would start
         * @description The period begins at `from` (inclusive) and ends at `to` (exclusive). Paused tasks and plans are omitted.
         */
        post: operations["searchEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List plans */
        get: operations["listPlans"];
        put?: never;
        /** Create a plan */
        post: operations["createPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/plans/{planId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a plan with its steps as a chart */
        get: operations["getPlan"];
        /**
         * Replace a plan
         * @description The sent steps replace all existing steps. A step that is sent with its existing id keeps that id.
         */
        put: operations["replacePlan"];
        post?: never;
        /**
         * Delete a plan
         * @description Refused with 409 while an error handler of another plan uses it. The schedule of the plan is kept as an orphan, without a task or plan.
         */
        delete: operations["deletePlan"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/plans/{planId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Pause or resume a plan
         * @description A paused plan does not start. Its tasks can still be started individually.
         */
        put: operations["pausePlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/plans/{planId}/run-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the run configuration of a plan */
        get: operations["getPlanRunConfig"];
        /** Set the run configuration of a plan */
        put: operations["changePlanRunConfig"];
        post?: never;
        /** Remove the trigger of a plan */
        delete: operations["removePlanRunConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/plans/{planId}/run-config/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the times at which a plan would start
         * @description The period begins at `from` (inclusive) and ends at `to` (exclusive). It covers at most five years.
         */
        get: operations["listPlanEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/plans/{planId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the schedule of a plan */
        get: operations["getPlanSchedule"];
        /**
         * Bind a schedule to a plan
         * @description The schedule replaces the trigger of the run configuration and any schedule that was bound before.
         */
        put: operations["bindPlanSchedule"];
        post?: never;
        /** Unbind the schedule of a plan */
        delete: operations["unbindPlanSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List promotions by name
         * @description Callers who manage promotions see all of them. Callers who execute promotions see those to which they are assigned.
         */
        get: operations["listPromotions"];
        put?: never;
        /** Create a promotion between two environments */
        post: operations["createPromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/promotions/{promotionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a promotion */
        get: operations["getPromotion"];
        put?: never;
        /** Analyze a promotion without executing it */
        post: operations["analyzePromotion"];
        /**
         * Delete a promotion with the records of its executions
         * @description Promoted content stays in the target environment.
         */
        delete: operations["deletePromotion"];
        options?: never;
        head?: never;
        /** Change the description of a promotion */
        patch: operations["changePromotion"];
        trace?: never;
    };
    "/orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
                serviceAccountId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Allow a service account to execute a promotion */
        put: operations["addPromotionServiceAccount"];
        post?: never;
        /** Remove a service account from the accounts that may execute a promotion */
        delete: operations["removePromotionServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/promotions/{promotionId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the accounts that may execute a promotion */
        get: operations["listPromotionUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/promotions/{promotionId}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Allow a user to execute a promotion */
        put: operations["addPromotionUser"];
        post?: never;
        /** Remove a user from the accounts that may execute a promotion */
        delete: operations["removePromotionUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tasks */
        get: operations["listTasks"];
        put?: never;
        /** Create a task from an artifact version */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a task */
        get: operations["getTask"];
        /**
         * Replace a task
         * @description Omitted fields become empty. A change of artifact, parameters, connections or resources increments the version of the task.
         */
        put: operations["replaceTask"];
        post?: never;
        /**
         * Delete a task
         * @description Refused with 409 while an execution of the task is unfinished. With `terminateExecutions` set to true, these executions are terminated first.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /** Move a task to the newest version of its artifact */
        patch: operations["changeTask"];
        trace?: never;
    };
    "/orchestration/executables/tasks/{taskId}/de-run-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the run configuration of a task for dynamic engines */
        get: operations["getDynamicEngineRunConfig"];
        /** Set the run configuration of a task for dynamic engines */
        put: operations["changeDynamicEngineRunConfig"];
        post?: never;
        /** Remove the trigger of a task through its run configuration for dynamic engines */
        delete: operations["removeDynamicEngineRunConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/tasks/{taskId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Pause or resume a task
         * @description Running executions continue to their end. A paused task does not start.
         */
        put: operations["pauseTask"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/tasks/{taskId}/run-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the run configuration of a task */
        get: operations["getTaskRunConfig"];
        /** Set the run configuration of a task */
        put: operations["changeTaskRunConfig"];
        post?: never;
        /** Remove the trigger of a task */
        delete: operations["removeTaskRunConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/tasks/{taskId}/run-config/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the times at which a task would start
         * @description The period begins at `from` (inclusive) and ends at `to` (exclusive). It covers at most five years.
         */
        get: operations["listTaskEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/tasks/{taskId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the schedule of a task */
        get: operations["getTaskSchedule"];
        /**
         * Bind a schedule to a task
         * @description The schedule replaces the trigger of the run configuration and any schedule that was bound before.
         */
        put: operations["bindTaskSchedule"];
        post?: never;
        /** Unbind the schedule of a task */
        delete: operations["unbindTaskSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/executables/tasks/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search tasks by filters */
        post: operations["searchTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/ownerless-triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the time triggers and webhooks whose account is disabled or deleted
         * @description Triggers that start nothing, because they have no next instant or no task or plan, are omitted.
         */
        get: operations["listOwnerlessTriggers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/ownerless-triggers/takeover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become the account of ownerless triggers
         * @description The caller takes over the triggers of tasks and plans in the workspaces on which it holds EXECUTE. Their times and URLs stay the same.
         */
        post: operations["takeOverTriggers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects by name */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a project */
        get: operations["getProject"];
        /** Change a project; omitted fields are unchanged */
        put: operations["changeProject"];
        post?: never;
        /** Delete a project */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/projects/{projectId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the groups whose members may work on a project */
        get: operations["listProjectGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/projects/{projectId}/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: components["schemas"]["Id"];
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Allow the members of a group to work on a project */
        put: operations["addProjectGroup"];
        post?: never;
        /** Remove a group from a project */
        delete: operations["removeProjectGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/projects/{projectId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the users that may work on a project */
        get: operations["listProjectUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/projects/{projectId}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Allow a user to work on a project */
        put: operations["addProjectUser"];
        post?: never;
        /** Remove a user from a project */
        delete: operations["removeProjectUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List resources */
        get: operations["listResources"];
        put?: never;
        /**
         * Create a resource
         * @description The multipart body has the JSON part `resource` and the part `file`. With `file: false`, the content is a folder packed as a zip file, which engines
         *     unpack before a run. Send `resource` before `file`, so that a refusal comes before the upload. The content is stored unchanged. Encoded content,
         *     for example base64, reaches the job encoded.
         */
        post: operations["createResource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/resources/{resourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a resource */
        get: operations["getResource"];
        put?: never;
        post?: never;
        /**
         * Delete a resource
         * @description Refused with 409 while tasks use the resource; the answer lists these tasks.
         */
        delete: operations["deleteResource"];
        options?: never;
        head?: never;
        /**
         * Change the name or the description of a resource
         * @description Omitted fields are unchanged.
         */
        patch: operations["changeResource"];
        trace?: never;
    };
    "/orchestration/resources/{resourceId}/move/{targetWorkspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
                targetWorkspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Move a resource to another workspace of its environment
         * @description Refused with 409 while a task uses the resource, and if its name is taken in the target workspace.
         */
        put: operations["moveResource"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/resources/{resourceId}/upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the content of a resource
         * @description The new content replaces the old content atomically. Without the part `file`, nothing changes.
         */
        put: operations["replaceResourceContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List schedules */
        get: operations["listSchedules"];
        put?: never;
        /** Create a schedule with its first trigger */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/schedules/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a schedule */
        get: operations["getSchedule"];
        put?: never;
        /**
         * Clone a schedule
         * @description The new schedule has copies of all triggers and is not bound to a task or plan.
         */
        post: operations["copySchedule"];
        /**
         * Delete a schedule
         * @description Refused with 409 while a task or plan uses it.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /** Change the description of a schedule */
        patch: operations["changeSchedule"];
        trace?: never;
    };
    "/orchestration/schedules/{scheduleId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the times at which a schedule would fire
         * @description The period begins at `from` (inclusive) and ends at `to` (exclusive). It covers at most five years.
         */
        get: operations["listScheduleEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/schedules/{scheduleId}/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Replace the trigger of the same name */
        put: operations["replaceTrigger"];
        /** Add a trigger to a schedule */
        post: operations["addTrigger"];
        /** Remove a trigger from a schedule */
        delete: operations["removeTrigger"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List workspaces */
        get: operations["listWorkspaces"];
        put?: never;
        /** Create a custom workspace in an environment */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orchestration/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Replace the settings of a workspace */
        put: operations["replaceWorkspace"];
        post?: never;
        /**
         * Delete a custom workspace with its content
         * @description Refused with 409 while another workspace uses its content, an engine or cluster belongs to it, or an execution is queued or running in it.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List engines with the versions of their programs */
        get: operations["listEngineVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executables/plans/{planId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the executions of a plan, newest first */
        get: operations["listExecutionsOfPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executables/plans/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List plan executions, newest first */
        get: operations["listPlanExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executables/tasks/{taskId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the executions of a task, newest first */
        get: operations["listExecutionsOfTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executables/tasks/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List task executions, newest first */
        get: operations["listTaskExecutions"];
        put?: never;
        /** Search task executions, newest first */
        post: operations["searchTaskExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a task */
        post: operations["startTaskExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/{executionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a task execution */
        get: operations["getTaskExecution"];
        put?: never;
        post?: never;
        /**
         * Terminate a task execution
         * @description Terminates the execution in any case. A finished execution is unchanged.
         */
        delete: operations["endTaskExecution"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/{executionId}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Explain the state of a task execution, for example why it waits or failed
         * @description Not part of the published API. The right to read the execution is sufficient. The explanation names the engines and the executions that it waits for.
         */
        get: operations["explainTaskExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a plan, or rerun it from a failed step */
        post: operations["startPlanExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/plans/{planExecutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a plan execution */
        get: operations["getPlanExecution"];
        put?: never;
        post?: never;
        /**
         * Terminate a plan execution
         * @description Terminates the executions of the current step and starts nothing more. A finished execution is unchanged.
         */
        delete: operations["endPlanExecution"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/plans/{planExecutionId}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the started steps of a plan execution, in their order */
        get: operations["listStepExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
                stepExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a step of a plan execution with its finished executions */
        get: operations["getStepExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
                stepExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the error handler that a failed step started */
        get: operations["getErrorHandlerExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Execute a promotion */
        post: operations["startPromotionExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/executions/promotions/{promotionExecutionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an execution or an analysis of a promotion */
        get: operations["getPromotionExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/run-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a run profile: of an engine (RE), a cluster (REC) or the dynamic engines of an environment (DYNAMIC_ENGINE) */
        post: operations["createRunProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/run-profiles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run profile. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a run profile */
        get: operations["getRunProfile"];
        /** Change a run profile; omitted fields are unchanged */
        put: operations["changeRunProfile"];
        post?: never;
        /**
         * Delete a run profile
         * @description Refused with 406 while a task uses the run profile, unless the call names another run profile as its successor.
         */
        delete: operations["deleteRunProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/run-profiles/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List run profiles by filters */
        post: operations["searchRunProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engine-clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List clusters */
        get: operations["listEngineClusters"];
        put?: never;
        /**
         * Create a cluster of engines
         * @description Tasks that are configured to run on one of the engines are changed to run on the cluster, without a run profile.
         */
        post: operations["createEngineCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engine-clusters/{clusterId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a cluster */
        get: operations["getEngineCluster"];
        put?: never;
        post?: never;
        /**
         * Delete a cluster but keep its engines
         * @description Also deletes the run profiles of the cluster. Refused with 400 while a task is configured to run on the cluster or an execution waits for it.
         */
        delete: operations["deleteEngineCluster"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
                engineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Add an engine to a cluster
         * @description Tasks that are configured to run on the engine are changed to run on the cluster. `method` determines their run profile.
         */
        put: operations["addClusterEngine"];
        post?: never;
        /** Remove an engine from a cluster */
        delete: operations["removeClusterEngine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the run profiles of a cluster */
        get: operations["listClusterRunProfiles"];
        put?: never;
        /** Create a run profile of a cluster */
        post: operations["createClusterRunProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a run profile of a cluster */
        get: operations["getClusterRunProfile"];
        /** Replace a run profile of a cluster */
        put: operations["replaceClusterRunProfile"];
        post?: never;
        /**
         * Delete a run profile of a cluster
         * @description Refused with 409 while a task uses the run profile, unless the call names another run profile as its successor.
         */
        delete: operations["deleteClusterRunProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List engines */
        get: operations["listRemoteEngines"];
        put?: never;
        /** Create an engine and its pairing key */
        post: operations["createRemoteEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engines/{engineId}/run-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** List the run profiles of an engine */
        get: operations["listEngineRunProfiles"];
        put?: never;
        /** Create a run profile of an engine */
        post: operations["createEngineRunProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engineId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a run profile of an engine */
        get: operations["getEngineRunProfile"];
        /** Replace a run profile of an engine */
        put: operations["replaceEngineRunProfile"];
        post?: never;
        /**
         * Delete a run profile of an engine
         * @description Refused with 409 while a task uses the run profile, unless the call names another run profile as its successor.
         */
        delete: operations["deleteEngineRunProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the engine. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an engine */
        get: operations["getRemoteEngine"];
        put?: never;
        post?: never;
        /**
         * Delete an engine
         * @description Refused with 409 while a task is configured to run on the engine, the engine belongs to a cluster, or it holds an execution.
         */
        delete: operations["deleteRemoteEngine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engines/{id}/pairing": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the engine. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unpair an engine and create a new pairing key
         * @description The credential of the engine becomes invalid immediately, and its executions end as lost. The answer is the new key, which is returned only once.
         */
        delete: operations["unpairRemoteEngine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/processing/runtimes/remote-engines/{remoteEngineId}/debug": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                remoteEngineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Turn debugging of an engine on or off
         * @description The setting is stored with the engine. Omitted fields are unchanged.
         */
        put: operations["changeRemoteEngineDebug"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is ready for work
         * @description A process is not ready while it stops, while the database is unavailable, and if a newer version has migrated the database. The check includes the database connections of normal work. A process that does not serve the API is also not ready while the content store is unavailable, the database is read-only or its timers make no progress. In these cases, a process that serves the API reports `degraded`, because calls that do not need the missing part still succeed.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/autogenerated/product-info.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the name and version of the server
         * @description For clients that identify the server before they sign in.
         */
        get: operations["getProductInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List users, groups and roles as SCIM resources by a search in the body
         * @description Lists the resources of the types that the caller may read, users first, then groups, then roles. A type without the attributes of the filter has no resource that fits. An order holds within a type.
         */
        post: operations["searchScim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups as SCIM resources */
        get: operations["listScimGroups"];
        put?: never;
        /** Create a group from a SCIM resource */
        post: operations["createScimGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List groups as SCIM resources by a search in the body */
        post: operations["searchScimGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a group as a SCIM resource */
        get: operations["getScimGroup"];
        /** Replace the attributes of a group */
        put: operations["replaceScimGroup"];
        post?: never;
        /** Delete a group */
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        /** Change a group by operations */
        patch: operations["changeScimGroup"];
        trace?: never;
    };
    "/scim/v2/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the resource types */
        get: operations["listScimResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ResourceTypes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a resource type */
        get: operations["getScimResourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List roles as SCIM resources */
        get: operations["listScimRoles"];
        put?: never;
        /** Create a role from a SCIM resource */
        post: operations["createScimRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Roles/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List roles as SCIM resources by a search in the body */
        post: operations["searchScimRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a role as a SCIM resource */
        get: operations["getScimRole"];
        /** Replace the attributes of a role */
        put: operations["replaceScimRole"];
        post?: never;
        /** Delete a role */
        delete: operations["deleteScimRole"];
        options?: never;
        head?: never;
        /** Change a role by operations */
        patch: operations["changeScimRole"];
        trace?: never;
    };
    "/scim/v2/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the schemas */
        get: operations["listScimSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a schema */
        get: operations["getScimSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the server supports of SCIM */
        get: operations["getScimConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users as SCIM resources */
        get: operations["listScimUsers"];
        put?: never;
        /** Create a user from a SCIM resource */
        post: operations["createScimUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List users as SCIM resources by a search in the body */
        post: operations["searchScimUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read a user as a SCIM resource */
        get: operations["getScimUser"];
        /** Replace the attributes of a user */
        put: operations["replaceScimUser"];
        post?: never;
        /** Delete a user */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /** Change a user by operations */
        patch: operations["changeScimUser"];
        trace?: never;
    };
    "/security/audit/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of the audit log, newest first
         * @description Secrets in requests and answers are replaced by `***`. Bodies of more than 16 KiB are cut.
         */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/explanations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain whether an account may use an operation
         * @description Makes the checks that the operation itself makes before its rules: account, address, permission, and right on the object. Nothing is called and nothing changes. For another account this needs the permission to manage users or service accounts.
         */
        get: operations["explainAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/ip-allowlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the IP allowlist */
        get: operations["getIpAllowlist"];
        /**
         * Replace the IP allowlist
         * @description Entries with an id are updated, entries without an id are added, and all others are removed. Without `ips`, all entries stay.
         */
        put: operations["replaceIpAllowlist"];
        /**
         * Create the IP allowlist
         * @description An allowlist that is created as disabled refuses no call. `GET /security/ip-allowlist/observations` lists the calls that it would refuse.
         */
        post: operations["createIpAllowlist"];
        /** Delete the IP allowlist with its entries */
        delete: operations["deleteIpAllowlist"];
        options?: never;
        head?: never;
        /** Enable or disable the IP allowlist */
        patch: operations["enableIpAllowlist"];
        trace?: never;
    };
    "/security/ip-allowlist/ips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the entries of the IP allowlist in the order of their creation */
        get: operations["listIpEntries"];
        /** Update entries of the IP allowlist by their ids */
        put: operations["replaceIpEntries"];
        /** Add entries to the IP allowlist */
        post: operations["addIpEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/ip-allowlist/ips/{ipEntryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                ipEntryId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read an entry of the IP allowlist */
        get: operations["getIpEntry"];
        /** Replace an entry of the IP allowlist */
        put: operations["replaceIpEntry"];
        post?: never;
        /** Delete an entry of the IP allowlist */
        delete: operations["deleteIpEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/ip-allowlist/observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts and addresses of the last week that the IP allowlist refuses
         * @description The list is made of real calls, also while the allowlist is disabled. It is empty without an allowlist.
         */
        get: operations["listIpObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue an access token to a service account
         * @description The header `Authorization` contains the id and a secret of the service account as HTTP Basic credentials.
         */
        post: operations["issueServiceAccountToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rights of users on workspaces */
        get: operations["listUserRights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/permissions/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace rights of users on workspaces, in the order of the list */
        put: operations["replaceUserRightsInBatch"];
        /** Add rights of users on workspaces, in the order of the list */
        post: operations["addUserRightsInBatch"];
        /**
         * Remove every right of the listed users on the listed workspaces
         * @description Without users, the call applies to all users of the listed workspaces. Without workspaces, it applies to all workspaces of the listed users.
         */
        delete: operations["removeUserRightsInBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/role-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List role mappings by name */
        get: operations["listRoleMappings"];
        put?: never;
        /**
         * Create or replace a role mapping
         * @description A mapping of the same name is replaced with all its roles. The caller needs each permission of the roles. Users get the roles at their next sign-in.
         */
        post: operations["setRoleMapping"];
        /**
         * Delete all role mappings
         * @description Users keep the roles that they have.
         */
        delete: operations["deleteRoleMappings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/role-mappings/{customerRoleName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the mapping. */
                customerRoleName: components["schemas"]["RoleMappingName"];
            };
            cookie?: never;
        };
        /** Read a role mapping */
        get: operations["getRoleMapping"];
        put?: never;
        post?: never;
        /**
         * Delete a role mapping
         * @description Users keep the roles that they have.
         */
        delete: operations["deleteRoleMapping"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/service-accounts/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rights of service accounts on workspaces */
        get: operations["listServiceAccountRights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/service-accounts/permissions/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace rights of service accounts on workspaces, in the order of the list */
        put: operations["replaceServiceAccountRightsInBatch"];
        /** Add rights of service accounts on workspaces, in the order of the list */
        post: operations["addServiceAccountRightsInBatch"];
        /**
         * Remove every right of the listed service accounts on the listed workspaces
         * @description Without service accounts, the call applies to all service accounts of the listed workspaces. Without workspaces, it applies to all workspaces of the listed service accounts.
         */
        delete: operations["removeServiceAccountRightsInBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/unused-permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List permissions that active accounts hold and have not used for some days
         * @description A permission is used when an operation looks for it in the permissions of its caller. Uses are stored within a minute.
         */
        get: operations["listUnusedPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceAccountId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the rights of a service account on a workspace */
        get: operations["getServiceAccountRights"];
        /** Replace the rights of a service account on a workspace */
        put: operations["replaceServiceAccountRights"];
        /** Add rights of a service account on a workspace */
        post: operations["addServiceAccountRights"];
        /** Remove every right of a service account on a workspace */
        delete: operations["removeServiceAccountRights"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/workspaces/{workspaceId}/users/{userId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Read the rights of a user on a workspace */
        get: operations["getUserRights"];
        /** Replace the rights of a user on a workspace */
        put: operations["replaceUserRights"];
        /** Add rights of a user on a workspace */
        post: operations["addUserRights"];
        /** Remove every right of a user on a workspace */
        delete: operations["removeUserRights"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sharing/sharings/{entityType}": {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        /** List the entities of a type that the caller has access to */
        get: operations["listSharings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sharing/sharings/{entityType}/{entityId}": {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        /** Read the caller's access to an entity */
        get: operations["getSharing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sharing/sharings/{entityType}/{entityId}/entitlements": {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        /** Read what the caller may do to an entity */
        get: operations["getEntitlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sharing/sharings/eligibles/{entityType}": {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        /** List the users and groups that entities of a type can be shared with */
        get: operations["listEligibles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sharing/sharings/levels/{entityType}": {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        /** List the levels of entities of a type */
        get: operations["listSharingLevels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sharing/sharingset": {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the sharings of several entities, all or none */
        patch: operations["changeSharingSets"];
        trace?: never;
    };
    "/sharing/sharingset/{entityType}/{entityId}": {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        /**
         * List the users and groups with access to an entity
         * @description Users and groups with their levels, the highest level first; at the same level users before groups, by name. Removed sharings come last.
         */
        get: operations["getSharingSet"];
        /** Replace all sharings of an entity */
        put: operations["replaceSharingSet"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add, change and remove sharings of an entity
         * @description An entry without a level removes the sharing of its user or group. Sharings that the body does not name stay.
         */
        patch: operations["changeSharingSet"];
        trace?: never;
    };
    "/webhooks/triggers/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the URL that the run configuration shows. */
                secret: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call the webhook of a task or plan
         * @description The URL authorizes the call; no token is needed. The job gets the unchanged body in the parameter `resource_webhook_payload`. Its value is a JSON
         *     array with one item `{"type": <media type>, "data": <text of the body>}` for each call of the execution, in the order of their arrival. If the
         *     trigger groups calls, the first call opens a window, and the execution starts when the window closes.
         */
        post: operations["callWebhookTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessCheck: {
            /**
             * @description What is checked.
             * @enum {string}
             */
            check: "ACCOUNT" | "ADDRESS" | "PERMISSION" | "RIGHT";
            /** @description The reason, as a sentence. */
            message: string;
            /**
             * @description Outcome. NOT_CHECKED means that the question does not say enough.
             * @enum {string}
             */
            result: "PASSED" | "FAILED" | "NOT_CHECKED";
            /** @description What lets the check pass. Each of them is enough. */
            through: components["schemas"]["AccessSource"][];
        };
        AccessExplanation: {
            /** @description The account about which the question is. */
            account: components["schemas"]["ExplainedAccount"];
            /** @description Whether no check failed. Checks that were not made do not count. */
            allowed: boolean;
            /** @description The checks, in the order in which the operation makes them. */
            checks: components["schemas"]["AccessCheck"][];
            /**
             * Format: uuid
             * @description Id of the object on which the operation needs a right. Absent if the question has none.
             */
            id?: string;
            /** @description Method and path of the operation as the document spells it. */
            operation: string;
            /** @description Scopes of OAuth clients. The access token of a client needs one of them. Other tokens and sessions need none. Empty if no token of a client can be used. */
            scopes: string[];
        };
        AccessSource: {
            /** @description Group that gives the role to its member. Absent if the user has the role itself. */
            group?: components["schemas"]["SourceGroup"];
            /** @description Id of the role, service account, workspace, promotion or entry; for a permission its name. */
            id: string;
            /** @description Name of the role, service account, workspace or entry, or the name of the permission or right. */
            name: string;
            /**
             * @description Kind: a role, the permissions of a service account, a permission in place of a right, ownership of a workspace, a right on a workspace, assignment to a promotion, or an entry of the IP allowlist.
             * @enum {string}
             */
            type: "ROLE" | "SERVICE_ACCOUNT" | "PERMISSION" | "OWNERSHIP" | "RIGHT" | "ASSIGNMENT" | "ADDRESS_ENTRY";
        };
        /** @description Error of a refused call about accounts. */
        AccountError: {
            /** @description Stable code of the error. */
            code?: string;
            /** @description Human-readable text that says what is wrong and what to do. */
            detail: string;
            /** @description Id of the failed request, as in the header `X-Request-Id`. */
            requestId?: string;
            /** @description HTTP status code. */
            status: number;
        };
        /** @description The single object to promote, together with the objects that it needs. */
        AdvancedPromotionSpec: {
            /**
             * Format: uuid
             * @description Id of the workspace, plan, task (FLOW) or artifact (ACTION).
             */
            artifactId: string;
            artifactType: components["schemas"]["PromotedType"];
        };
        Alert: {
            /** @description Seconds, as in the request. */
            boundSeconds?: number;
            /** @description When an incident opens. */
            condition: string;
            createdAt: components["schemas"]["CreateDate"];
            /** @description Whether the rule opens incidents. */
            enabled: boolean;
            /** @description Id of the engine. */
            engineId?: string;
            /** @description Id of the environment. */
            environmentId?: string;
            /** @description Id of the rule. */
            id: string;
            /** @description Name of the rule. */
            name: string;
            /** @description Id of the plan. */
            planId?: string;
            quietHours?: components["schemas"]["QuietHours"];
            /** @description Recipients of messages. */
            recipients: components["schemas"]["AlertRecipients"];
            /** @description Minutes after which an open incident is told again; 0 for never. */
            repeatMinutes: number;
            /**
             * Format: date-time
             * @description End of its silence. Absent if it is not silent.
             */
            snoozedUntil?: string;
            /** @description Seconds within which a run must succeed. */
            successWithinSeconds?: number;
            /** @description Id of the task. */
            taskId?: string;
            updatedAt: components["schemas"]["UpdateDate"];
            /** @description Number of times that a run may take the usual duration. */
            usualFactor?: number;
            /** @description Id of the workspace. */
            workspaceId?: string;
        };
        /** @description run_long: seconds that a run may take. run_absent: seconds after a due instant of a time trigger. engine_lost: seconds without a heartbeat (default: 60). */
        AlertBound: number;
        /** @description Bound in seconds. Null removes it. */
        AlertBoundChange: number | null;
        AlertIncident: {
            /** @description Id of the rule. */
            alertId: string;
            /**
             * Format: date-time
             * @description End. Absent while it is open.
             */
            endedAt?: string;
            /** @description Id of the execution that opened it. */
            executionId?: string;
            /** @description Number of failures while it was open. */
            failures: number;
            /** @description Id of the incident. */
            id: string;
            /**
             * @description What happened.
             * @example task.run.failed
             */
            kind: string;
            /** @description Name of the task, plan or engine. */
            name: string;
            /**
             * Format: date-time
             * @description Begin.
             */
            openedAt: string;
            /** @description Id of the task, plan or engine; of a late run, the id of the execution. */
            targetId?: string;
            /**
             * Format: date-time
             * @description Moment at which it was last told. Absent while it is not.
             */
            toldAt?: string;
        };
        AlertIncidents: {
            /** @description Incidents of the page. */
            data: components["schemas"]["AlertIncident"][];
            /** @description This page and its neighbours. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description Name of the rule. */
        AlertName: string;
        AlertPatch: {
            boundSeconds?: components["schemas"]["AlertBoundChange"];
            /** @description Whether the rule opens incidents. */
            enabled?: boolean;
            name?: components["schemas"]["AlertName"];
            quietHours?: components["schemas"]["QuietHoursChange"];
            recipients?: components["schemas"]["AlertRecipientsRequest"];
            repeatMinutes?: components["schemas"]["AlertRepeat"];
            successWithinSeconds?: components["schemas"]["AlertSuccessChange"];
            usualFactor?: components["schemas"]["AlertUsualChange"];
        };
        AlertRecipients: {
            /** @description Mail addresses. */
            emails: string[];
            /** @description Addresses to which messages are posted. */
            transports: components["schemas"]["Transport"][];
            /** @description Ids of users. */
            users: string[];
        };
        /** @description At least one recipient. */
        AlertRecipientsRequest: {
            /** @description Mail addresses. */
            emails?: string[];
            /** @description Addresses to which messages are posted. */
            transports?: components["schemas"]["AlertTransportRequest"][];
            /** @description Users, who get a mail and an entry in their inbox, as long as they may see the workspace. */
            users?: components["schemas"]["Id"][];
        };
        /** @description Minutes after which an open incident is told again; 0 for never. */
        AlertRepeat: number;
        AlertRequest: {
            boundSeconds?: components["schemas"]["AlertBound"];
            /**
             * @description When an incident opens.
             * @enum {string}
             */
            condition: "run_failed" | "run_long" | "run_absent" | "engine_lost";
            /**
             * @description Whether the rule opens incidents.
             * @default true
             */
            enabled?: boolean;
            /** @description Only this engine. */
            engineId?: components["schemas"]["Id"];
            /** @description Runs of all tasks and plans, or all engines, of this environment. */
            environmentId?: components["schemas"]["Id"];
            name: components["schemas"]["AlertName"];
            /** @description Only runs of this plan. */
            planId?: components["schemas"]["Id"];
            quietHours?: components["schemas"]["QuietHours"];
            recipients: components["schemas"]["AlertRecipientsRequest"];
            repeatMinutes?: components["schemas"]["AlertRepeat"];
            successWithinSeconds?: components["schemas"]["AlertSuccess"];
            /** @description Only runs of this task. */
            taskId?: components["schemas"]["Id"];
            usualFactor?: components["schemas"]["AlertUsual"];
            /** @description Runs of all tasks and plans of this workspace. */
            workspaceId?: components["schemas"]["Id"];
        };
        Alerts: {
            /** @description Rules of the page. */
            data: components["schemas"]["Alert"][];
            /** @description This page and its neighbours. */
            links: components["schemas"]["PageLinks"];
        };
        AlertSnooze: {
            /**
             * Format: date-time
             * @description End of the silence.
             */
            until: string;
        };
        /** @description run_absent: seconds within which a run must succeed. */
        AlertSuccess: number;
        /** @description run_absent: seconds within which a run must succeed. Null removes the bound. */
        AlertSuccessChange: number | null;
        AlertTransportRequest: {
            /** @description Id of an existing transport whose address is kept. */
            id?: string;
            /**
             * @description Form of the messages.
             * @enum {string}
             */
            type: "slack" | "teams" | "webhook";
            /** @description Address. Required, unless the id is that of an existing transport. */
            url?: components["schemas"]["TransportUrl"];
        };
        /** @description run_long: how many times the median of the last 20 successes a run may take, once there are 10. */
        AlertUsual: number;
        /** @description run_long: how many times the usual duration a run may take. Null removes the bound. */
        AlertUsualChange: number | null;
        /** @description Origins of the pages that use the client: scheme, host and port. Only for spa. */
        AllowedOrigins: string[];
        AnalyzePromotionRequest: {
            /** @description Reason for the call, stored in the record. */
            context?: string;
            /** @description Whether resources of the target keep their content and description. */
            keepTargetResources?: boolean;
            /** @description Whether run profiles of the target keep their JVM arguments and description. */
            keepTargetRunProfiles?: boolean;
            promotionAdvancedInfo?: components["schemas"]["PromotionAdvancedInfo"];
        };
        ApiKey: {
            created: components["schemas"]["CreateDate"];
            /** @description Id of the user that created the key. */
            createdByUser: string;
            description: string;
            /**
             * Format: date-time
             * @description Time at which the key expires. Absent if it is valid until it is revoked.
             */
            expiry?: string;
            id: components["schemas"]["Id"];
            lastUpdated: components["schemas"]["UpdateDate"];
            /**
             * @description Whether the key can be used.
             * @enum {string}
             */
            status: "active" | "expired";
            /** @description Id of the user as which the key calls. */
            sub: string;
            /**
             * @description A key calls as its user.
             * @enum {string}
             */
            subType: "user";
            tenantId: components["schemas"]["Id"];
        };
        /** @description Description. Unique among the valid keys of a user. */
        ApiKeyDescription: string;
        ApiKeyLimits: {
            /** @description Longest time after which a key expires, as a duration in ISO 8601 format. Absent without a limit. */
            max_api_key_expiry?: string;
            /** @description Largest number of valid keys of a user. Absent without a limit. */
            max_keys_per_user?: number;
        };
        ApiKeyLimitsOperation: {
            op: components["schemas"]["PatchOp"];
            /**
             * @description Field to change.
             * @example /max_keys_per_user
             */
            path: string;
            /**
             * @description New value of the field.
             * @example 10
             */
            value: components["schemas"]["DurationLimit"] | components["schemas"]["NumberLimit"];
        };
        /** @description Changes of the limits as JSON Patch (RFC 6902). */
        ApiKeyLimitsPatch: components["schemas"]["ApiKeyLimitsOperation"][];
        ApiKeyOperation: {
            op: components["schemas"]["PatchOp"];
            /**
             * @description Field to change.
             * @example /description
             */
            path: string;
            /** @description New value of the field. */
            value: components["schemas"]["ApiKeyDescription"];
        };
        /** @description Changes of an API key as JSON Patch (RFC 6902). */
        ApiKeyPatch: components["schemas"]["ApiKeyOperation"][];
        ApiKeyRequest: {
            description: components["schemas"]["ApiKeyDescription"];
            /** @description Time after which the key expires, as a duration in ISO 8601 format. Default: the longest one of the tenant, otherwise the key is valid until it is revoked. */
            expiry?: components["schemas"]["Duration"];
            /** @description Id of the caller. */
            sub?: string;
            /**
             * @description A key calls as its user.
             * @enum {string}
             */
            subType?: "user";
        };
        ApiKeys: {
            /** @description Keys of the page. */
            data: components["schemas"]["ApiKey"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        Artifact: {
            id: components["schemas"]["Id"];
            name: string;
            type: components["schemas"]["ArtifactType"];
            /** @description The published versions, newest first. */
            versions: string[];
            workspace: components["schemas"]["WorkspaceInfo"];
        };
        ArtifactParameter: {
            /** @description Purpose of the parameter, as stated by its author. */
            comment?: string;
            name: string;
            /** @description Whether a run needs a value to start. */
            required: boolean;
            /** @description Type that values must match. Whole numbers: int, integer, long, short, byte. Numbers: number, float, double, decimal, bigdecimal. True or false: boolean, bool. Any other type accepts every text. Letter case and the prefix `id_` of Studio are ignored. Values of the types `password` and `secret` are masked in logs. */
            type: string;
            /** @description Default value, used by runs that set no value. */
            value?: string;
        };
        /** @description An artifact, one of its versions, a plan, a connection or a resource. */
        ArtifactPromotionResult: {
            analyzeReport: components["schemas"]["PromotionReport"];
            artifactId?: components["schemas"]["Id"];
            id: components["schemas"]["Id"];
            /** @description Type of an artifact. */
            jobType?: string;
            name: string;
            promotionReport?: components["schemas"]["PromotionReport"];
            /**
             * Format: uuid
             * @description Id of the counterpart in the target environment. Absent if there is none.
             */
            targetId?: string;
            /** @description Newest version of the counterpart before the promotion. */
            targetVersion?: string;
            type: components["schemas"]["PromotionItemType"];
            /** @description The promoted tasks that use it. */
            usedBy?: components["schemas"]["PromotionResultInfo"][];
            /** @description Version of an artifact. */
            version?: string;
            /** @description The versions of an artifact that are promoted. */
            versions?: components["schemas"]["ArtifactPromotionResult"][];
            workspaceId: components["schemas"]["Id"];
        };
        /** @description The artifact version that the task runs. */
        ArtifactRequest: {
            id: components["schemas"]["Id"];
            /** @description The version as the artifact lists it, including the suffix with the publication time. */
            version: string;
        };
        /**
         * @description Type of job as stated by its author. The content of the bundle determines how it runs.
         * @enum {string}
         */
        ArtifactType: "standard" | "big_data_streaming" | "big_data_batch" | "route" | "data_service" | "pipeline";
        /** @enum {string} */
        ArtifactTypeFilter: "standard" | "big_data_streaming" | "big_data_batch" | "route" | "data_service" | "pipeline" | "data_fabric";
        ArtifactVersion: {
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            /** @description Name and version of the product that built the artifact. */
            marketplaceProduct: string;
            name?: string;
            /** @description The context variables that the artifact declares. */
            parameters: components["schemas"]["ArtifactParameter"][];
            /** @description Login of the publisher. */
            publisher: string;
            publisherType: components["schemas"]["UserType"];
            repository?: components["schemas"]["SourcesRepositoryData"];
            type: components["schemas"]["ArtifactType"];
            /** @description The version as published: `x.y.z`, usually with the publication time as suffix, such as `1.2.0.20260301083000`. */
            version: string;
            workspace: components["schemas"]["WorkspaceInfo"];
        };
        AssignedGroup: {
            id: components["schemas"]["Id"];
            name: string;
            providerType: components["schemas"]["GroupProvider"];
        };
        AssignedRole: {
            id: components["schemas"]["Id"];
            level: components["schemas"]["RoleLevel"];
            name: string;
            type: components["schemas"]["RoleType"];
        };
        AttributeAuthor: {
            /** @description Account. */
            id?: components["schemas"]["Id"];
            /** @description Full name of the account. */
            userName?: string;
        };
        AttributeDefinition: {
            /** @description Id that people know. */
            businessId?: string;
            /**
             * @description Category of the attribute.
             * @enum {string}
             */
            category?: "custom" | "built-in";
            /** @description Time of creation in epoch milliseconds. */
            createdAt?: number;
            /** @description Account that created the definition. */
            createdBy: components["schemas"]["AttributeAuthor"];
            /** @description Values of datasets without their own ones. */
            defaults?: string[];
            /** @description What the attribute means. */
            description?: string;
            id?: components["schemas"]["Id"];
            /** @description Name of the attribute. */
            label: string;
            /** @description Whether each dataset needs a value. */
            mandatory: boolean;
            type: components["schemas"]["AttributeType"];
            /**
             * Format: int64
             * @description Time of the last change in epoch milliseconds.
             */
            updatedAt: number;
            /** @description Account of the last change. */
            updatedBy: components["schemas"]["AttributeAuthor"];
            /** @description The list of an enum. */
            values?: string[];
        };
        AttributeDefinitionPage: {
            /** @description The definitions. */
            data: components["schemas"]["AttributeDefinition"][];
            /** @description The page. */
            paging: components["schemas"]["CatalogPaging"];
        };
        /**
         * @description text takes any text, enum takes values of a list.
         * @enum {string}
         */
        AttributeType: "text" | "enum";
        AttributeValueRequest: {
            /** @description The values: one for a text, values of the list for an enum. */
            values: string[];
        };
        /** @description Values of an attribute. */
        AttributeValues: string[];
        Audit: {
            /**
             * @description Media type of the data.
             * @enum {string}
             */
            contentType: "application/json";
            /** @description The call that made the change. */
            data: components["schemas"]["AuditData"];
            eventId: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the change.
             */
            eventTime: string;
            /** @description Type of the event: `com.service.v1.<section>.<operation>`. */
            eventType: string;
            /** @description Version of the form of the data. */
            eventTypeVersion: string;
            /** @description Further fields of the event. */
            extensions: components["schemas"]["AuditExtensions"];
            id: components["schemas"]["Id"];
            /** @description Address of the event. */
            links: components["schemas"]["SelfLink"];
            /** @description Section of the API: `com.service/<section>`. */
            source: string;
            tenantId: components["schemas"]["Id"];
            /** @description Id of the account. Absent if a refused sign-in named no known account. */
            userId?: string;
        };
        AuditActor: {
            /** @description Id of the account. */
            sub: string;
        };
        AuditData: {
            /** @description Address of the client. */
            clientIp: string;
            /** @description Email address of the account. Empty if it has none. */
            email: string;
            /** @description The request of the change. */
            request: components["schemas"]["AuditLogRequest"];
            /** @description Id of the request, as in the header `X-Request-Id`. */
            requestId: string;
            /** @description The answer to the request. */
            response: components["schemas"]["AuditLogResponse"];
            /** @description Login of the account. Empty if it is not known. */
            username: string;
        };
        AuditExtensions: {
            /** @description The account that made the change. Absent if it is not known. */
            actor?: components["schemas"]["AuditActor"];
        };
        AuditLog: {
            /**
             * @description Always TMC.
             * @enum {string}
             */
            applicationId: "TMC";
            /** @description Address of the client. */
            clientIp: string;
            /** @description Email address of the account. Empty if it has none. */
            email: string;
            /** @description Kind of object, for example `workspace`. */
            eventCategory: string;
            /** @description What was done, for example `create`, `update`, `delete`, `run`. */
            eventOperation: string;
            /** @description Area of the change, for example `environment management` or `access management`. */
            eventType: string;
            logId: components["schemas"]["Id"];
            /** @description The request of the change. */
            request: components["schemas"]["AuditLogRequest"];
            /** @description Id of the request, as in the header `X-Request-Id`. */
            requestId: string;
            /** @description The answer to the request. */
            response: components["schemas"]["AuditLogResponse"];
            /**
             * Format: date-time
             * @description Time of the change.
             */
            timestamp: string;
            /** @description Id of the account. Absent if a refused sign-in named no known account. */
            userId?: string;
            /** @description Login of the account. Empty if it is not known. */
            username: string;
        };
        AuditLogRequest: {
            /** @description JSON of the body without secrets. Absent if there was none. */
            body?: string;
            /** @description HTTP method. */
            method: string;
            /** @description Path as it was sent, with the query parameters that the operation has. */
            url: string;
            /** @description Header User-Agent, at most 500 characters. */
            userAgent?: string;
        };
        AuditLogResponse: {
            /** @description JSON of the body without secrets. Absent if there was none. */
            body?: string;
            /** @description HTTP status code. */
            code: string;
        };
        AuditNames: {
            /** @description Names, in alphabetical order. */
            data: string[];
        };
        Audits: {
            /** @description Events of the page. */
            data: components["schemas"]["Audit"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description What happens to the task when a new version of its artifact is published. */
        AutoUpgradeInfo: {
            /** @description Whether the task moves to each new version of its artifact at publication. */
            autoUpgradable?: boolean;
            /** @description Whether default values of the new version replace the parameter values of the task. Parameters without a new default keep their values. */
            overrideWithDefaultParameters?: boolean;
        };
        /**
         * @description Derived from the heartbeats of the engine. AVAILABLE: they arrive and the engine is well. NOT_AVAILABLE: they do not arrive, or the engine is ill. RETIRED: none has arrived for 30 days.
         * @enum {string}
         */
        Availability: "AVAILABLE" | "NOT_AVAILABLE" | "RETIRED";
        /** @description The artifact version that the task runs. */
        BaseArtifactVersion: {
            id: components["schemas"]["Id"];
            name?: string;
            /** @description The version that the task runs. */
            version: string;
        };
        BaseEngine: {
            availability: components["schemas"]["Availability"];
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            /** @description Whether the engine is built in and started by the server. */
            managed?: boolean;
            name: string;
            runtimeId: components["schemas"]["RuntimeId"];
            updateDate: components["schemas"]["UpdateDate"];
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        BaseRunProfile: {
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Id of the engine or cluster. For DYNAMIC_ENGINE, id of the environment. */
            processorId: string;
            processorType: components["schemas"]["ProcessorType"];
            runProfileType: components["schemas"]["RunProfileType"];
            /** @description Id of the environment. */
            scopeId: string;
            updateDate: components["schemas"]["UpdateDate"];
            /** @description Id of the workspace to which the engine or cluster belongs. Absent if it belongs to none. */
            workspaceId?: string;
        };
        BindScheduleRequest: {
            scheduleId: components["schemas"]["Id"];
        };
        BulkSharingSet: {
            entityId: components["schemas"]["Id"];
            entityType: components["schemas"]["EntityTypeName"];
            /** @description Changes of groups. */
            groups?: components["schemas"]["PatchGroupSharingRequest"][];
            /** @description Changes of users. */
            users?: components["schemas"]["PatchUserSharingRequest"][];
        };
        BulkSharingSetRequest: {
            /** @description Changes of sharing sets in their order. */
            bulk: components["schemas"]["BulkSharingSet"][];
        };
        CatalogConnection: {
            /** @description Engine that reads the data. Absent for the built-in engine. */
            cloudAgentId?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created: string;
            /** @description Account that created it. */
            createdBy?: components["schemas"]["Id"];
            /**
             * Format: int32
             * @description Number of datasets.
             */
            datasetsCount: number;
            /** @description What the connection is for. */
            description?: string;
            /** @description Whether the connection is in use. */
            enabled: boolean;
            /** @description Family of the connection type. */
            familyId?: string;
            /** @description Name of an icon. */
            icon?: string;
            id?: components["schemas"]["Id"];
            /** @description Whether the catalogue may store rows of the tables. */
            keepsSamples?: boolean;
            /** @description Name of the connection. */
            label: string;
            /** @description Account of the owner. */
            owner: components["schemas"]["Id"];
            properties: components["schemas"]["ConnectionProperties"];
            tags?: components["schemas"]["ConnectionTags"];
            /** @description Id of the connection type. */
            type: string;
            /** @description Name of the connection type. */
            typeLabel?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated: string;
            /** @description Account of the last change. */
            updatedBy?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Number of changes.
             */
            version: number;
        };
        CatalogPaging: {
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        CertificationRequest: {
            /**
             * @description The new certification.
             * @enum {string}
             */
            currentCertification: "none" | "pending" | "certified";
        };
        ChangeAttributeRequest: {
            /** @description Values of datasets without their own ones. Of a text only the first one is kept. */
            defaults?: components["schemas"]["AttributeValues"];
            description?: string;
            /** @description Name of the attribute. */
            label: string;
            /** @description Whether each dataset needs a value. */
            mandatory: boolean;
            /** @description The list of an enum. */
            values?: components["schemas"]["AttributeValues"];
        };
        ChangeCrawlerRequest: {
            description?: components["schemas"]["CrawlerDescription"];
            name?: components["schemas"]["CrawlerName"];
        };
        ChangedIpEntries: components["schemas"]["ChangedIpEntry"][];
        ChangedIpEntry: {
            description: components["schemas"]["IpEntryDescription"];
            id: components["schemas"]["Id"];
            ip: components["schemas"]["IpAddressOrRange"];
        };
        ChangedOauthSecret: {
            /** @description The new secret, beginning with `mro_`. */
            clientSecret: string;
        };
        ChangeProjectRequest: {
            /** @description New description. Null removes the description. */
            description?: string | null;
            /** @description Login of the owner. */
            owner?: string;
            /** @description Address of the repository. */
            url?: string;
        };
        ChangePromotionRequest: {
            description?: string;
        };
        ChangeRunProfileRequest: {
            /** @description New description. Null removes the description. */
            description?: string | null;
            jvmArguments?: components["schemas"]["JvmArguments"];
            name?: string;
            /** @description Id of the current environment of the run profile. Another environment is refused. */
            scopeId?: string | null;
        };
        ChangeScheduleRequest: {
            description?: string | null;
        };
        ChangeTaskRequest: {
            /**
             * @description Whether to move the task even if it is not auto-upgradable.
             * @default false
             */
            forceUpdate?: boolean;
            /**
             * @description Whether to move the task to the newest version of its artifact.
             * @default false
             */
            latestArtifact?: boolean;
        };
        ClaimedExecution: {
            /** @description The program to run. */
            bundle: {
                /** @description SHA-256 of the zip file. */
                hash: string;
                /**
                 * @description Layout of the zip file. `job-archive`: a Java job as built by a studio. `millrace`: contains a `millrace.json`.
                 * @enum {string}
                 */
                layout: "job-archive" | "millrace";
                name: string;
                /**
                 * Format: int64
                 * @description Size of the zip file in bytes.
                 */
                size: number;
                /** @description Version of the artifact. */
                version: string;
            };
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. The engine sends it with everything that it reports about the execution. */
            fence: number;
            /** @description Options of the Java virtual machine for a job archive, from the run profile. They override the options of the job. */
            jvmArguments?: string[];
            logLevel: components["schemas"]["LogLevel"];
            /** @description Maps each context variable to its value. Secret values are in plain text. */
            parameters: {
                [key: string]: string;
            };
            /** @description Resources that the run gets in addition to its bundle. */
            resources: components["schemas"]["ClaimedResource"][];
            /** @description How often engines may still return the execution because their machine cannot start any run. Absent: the execution cannot be returned. */
            returnsLeft?: number;
            /**
             * @description How the execution runs. `process`: in a process. `inline`: ends immediately without a process, for measurements of the control plane.
             * @enum {string}
             */
            runner: "process" | "inline";
            /** @description Names of the parameters whose values the engine masks in everything that it reports. */
            secretParameters?: string[];
            taskId: components["schemas"]["Id"];
            taskName: string;
            /** @description Minutes after which the engine terminates the run. Absent: no limit. */
            timeoutMinutes?: number;
            traceparent?: components["schemas"]["Traceparent"];
        };
        ClaimedResource: {
            /** @description True: a file. False: a zip file to unpack. */
            file: boolean;
            /** @description SHA-256 of the content. */
            hash: string;
            name: string;
            /**
             * Format: int64
             * @description Size of the content in bytes.
             */
            size: number;
            /** @description Name of the parameter that gives the job the path of the resource. */
            variable: string;
        };
        ClaimRequest: {
            /** @description Number of further executions that the engine can run now. */
            free: number;
            /** @description Ids of earlier engine processes that ended without notice. The executions that they held end as lost. */
            gone?: components["schemas"]["Id"][];
            /** @description Id of the engine process, created again at each start of the program. Without it, executions of a claim whose answer is lost stay assigned until their leases end. */
            incarnation?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Sequence number of the claim within the engine process.
             */
            number?: number;
            /** @description Executions that the engine runs and is not yet stopping. The answer lists those to stop. */
            running?: components["schemas"]["ExecutionLease"][];
            /** @description Sequence numbers of earlier claims that the process has abandoned and whose answers it ignores. The executions of these claims return to the queue. */
            unanswered?: number[];
            /** @description Maximum number of milliseconds to wait for work. */
            waitMilliseconds: number;
        };
        Claims: {
            /** @description The claimed executions. */
            executions: components["schemas"]["ClaimedExecution"][];
            /** @description Ids of held executions whose termination was requested. */
            stop: components["schemas"]["Id"][];
            /** @description Milliseconds that the claim waited on the server before the query that found this work. Any further time that the caller waited is an upper limit for the transfer time of the answer. The engine discards an answer that took too long. */
            waitedMilliseconds?: number;
        };
        ClusterRequest: {
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            name: string;
            /** @description Ids of engines of the environment. They must belong to no cluster, and either to the workspace of the cluster or to no workspace. */
            remoteEngines?: components["schemas"]["Id"][];
            /** @description Id of the workspace whose tasks the cluster runs. Default: all workspaces of the environment. */
            workspaceId?: string | null;
        };
        ColumnDescription: {
            /** @description Comment of the database. Ignored in a request. */
            comment?: string;
            /** @description What the column contains. */
            description: string;
            /** @description Type in the words of the database. Ignored in a request. */
            nativeType?: string;
            /** @description Whether values may be absent. Ignored in a request. */
            nullable?: boolean;
            /** @description Path of the column; a dot begins a nested column. */
            path: string;
            /** @description Whether the column belongs to the primary key. Ignored in a request. */
            primaryKey?: boolean;
            /** @description Quality of the column. Ignored in a request. */
            quality?: components["schemas"]["DatasetQuality"];
            /** @description Meaning that most values fit. Ignored in a request. */
            semanticType?: string;
            /** @description Type of the values. Ignored in a request. */
            type?: components["schemas"]["ColumnType"];
        };
        ColumnDescriptionRequest: {
            /** @description What the column contains. */
            description: string;
        };
        /**
         * @description Type of the values.
         * @enum {string}
         */
        ColumnType: "TEXT" | "INTEGER" | "NUMBER" | "BOOLEAN" | "DATE" | "TIME" | "TIMESTAMP" | "BINARY" | "OBJECT" | "LIST" | "OTHER";
        CommandSuccess: {
            /** @description The changed object. */
            id?: components["schemas"]["Id"];
            /** @description Id of the request, as in the header `X-Request-Id`. */
            requestId?: string;
        };
        /** @description Duration of the component in milliseconds. */
        ComponentDuration: number;
        ComponentFieldFilter: {
            /**
             * @description Field of the component or of its execution to compare.
             * @enum {string}
             */
            field: "engine_id" | "workspace_id" | "task_id" | "task_execution_id" | "job_name" | "connector_type" | "connector_label" | "connector_id" | "component_start_time_seconds" | "operator" | "operator_type";
            /**
             * @description Comparison. `in`: for texts. `gt`, `gte`, `lt`, `lte` (greater, greater or equal, less, less or equal): for component_start_time_seconds.
             * @enum {string}
             */
            operator: "in" | "gt" | "gte" | "lt" | "lte";
            /** @description A list of texts for `in`, a number for the other operators. */
            value: unknown;
        };
        ComponentMetric: {
            component_connection_rows_total?: components["schemas"]["ComponentRows"];
            component_execution_duration_milliseconds?: components["schemas"]["ComponentDuration"];
            component_start_time_seconds: components["schemas"]["ComponentStartTime"];
            connector_id: components["schemas"]["ConnectorId"];
            connector_label: components["schemas"]["ConnectorLabel"];
            connector_type: components["schemas"]["ConnectorType"];
            pid: components["schemas"]["MetricPid"];
            stacktrace?: components["schemas"]["Stacktrace"];
            target_connector_type?: components["schemas"]["TargetConnectorType"];
            target_id?: components["schemas"]["TargetId"];
            target_label?: components["schemas"]["TargetLabel"];
        };
        /** @description A page of the components of the execution. */
        ComponentMetricPage: {
            items: components["schemas"]["ComponentMetric"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        ComponentQueryRequest: {
            /** @description Latest start time of the components in ISO 8601 (exclusive). */
            endTime: string;
            environmentId: components["schemas"]["Id"];
            /** @description Filters that must all match. */
            filters?: components["schemas"]["ComponentFieldFilter"][];
            /**
             * @description Maximum number of entries in the page.
             * @default 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of entries to skip before the page.
             * @default 0
             */
            offset?: number;
            /**
             * @description Field by which the list is sorted. `stracktrace` is an old spelling of `stacktrace`.
             * @default component_start_time_seconds
             * @enum {string}
             */
            sortBy?: "engine_id" | "workspace_id" | "task_id" | "task_execution_id" | "process_id" | "job_name" | "pid" | "father_pid" | "root_pid" | "connector_type" | "connector_label" | "connector_id" | "target_connector_type" | "target_label" | "target_id" | "connection_type" | "connection_name" | "component_start_time_seconds" | "component_connection_rows_total" | "component_execution_duration_milliseconds" | "stracktrace" | "stacktrace";
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Earliest start time of the components in ISO 8601 (inclusive). */
            startTime: string;
        };
        /** @description Number of rows that went from the component to its target. */
        ComponentRows: number;
        /** @description Start time of the component, in seconds since 1970-01-01T00:00:00Z, with fractions. */
        ComponentStartTime: number;
        ConnectionConfig: {
            consentMethod: components["schemas"]["ConsentMethod"];
            /** @description Whether the tenant that owns the client has deleted it. */
            deletedByOwner: boolean;
            /**
             * @description Whether people of the tenant can use the client. It is revoked when its owner has deleted it.
             * @enum {string}
             */
            status: "approved" | "revoked";
        };
        ConnectionConfigOperation: {
            op: components["schemas"]["PatchOp"];
            /**
             * @description Field to change.
             * @example /consentMethod
             */
            path: string;
            value: components["schemas"]["ConsentMethod"];
        };
        /** @description Changes of a connection config as JSON Patch (RFC 6902). */
        ConnectionConfigPatch: components["schemas"]["ConnectionConfigOperation"][];
        ConnectionDetails: {
            /** @description Kind of system, for example `Custom`, `postgresql` or `http`. */
            app: string;
            createDate: components["schemas"]["CreateDate"];
            id: components["schemas"]["Id"];
            name: string;
            /** @description The parameters in display order. Encrypted parameters have no value. */
            parameters: components["schemas"]["ConnectionParameter"][];
            updateDate?: components["schemas"]["UpdateDate"];
            workspace: components["schemas"]["WorkspaceInfo"];
        };
        ConnectionInfo: {
            /** @description Engine that reads the data. Absent for the built-in engine. */
            cloudAgentId?: string;
            /** @description Name of an icon. */
            icon?: string;
            /** @description Connection. */
            id?: components["schemas"]["Id"];
            /** @description Name of the connection. */
            label?: string;
            /** @description Id of the connection type. */
            type?: string;
            /** @description Name of the connection type. */
            typeLabel?: string;
        };
        ConnectionListView: {
            /** @description Engine that reads the data. Absent for the built-in engine. */
            cloudAgentId?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created: string;
            /** @description Account that created it. */
            createdBy?: components["schemas"]["Id"];
            /**
             * Format: int32
             * @description Number of datasets.
             */
            datasetsCount: number;
            /** @description What the caller may do, such as CONNECTION_READ. */
            entitlements?: string[];
            /** @description Name of an icon. */
            icon?: string;
            id?: components["schemas"]["Id"];
            /** @description Name of the connection. */
            label: string;
            /** @description Access of the caller and of others. */
            sharing: components["schemas"]["SharingState"];
            tags?: components["schemas"]["ConnectionTags"];
            /** @description Id of the connection type. */
            type: string;
            /** @description Name of the connection type. */
            typeLabel?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated: string;
            /** @description Account of the last change. */
            updatedBy?: components["schemas"]["Id"];
        };
        ConnectionParameter: {
            /** @description Whether the value is stored encrypted and never returned. */
            encrypted?: boolean;
            name: string;
            /** @description Value of the parameter. Never returned for an encrypted parameter. */
            value?: string | null;
        };
        /** @description Address and credentials, such as jdbcUrl, username and password. Passwords, tokens and keys are stored encrypted and never returned. */
        ConnectionProperties: {
            [key: string]: string | number | boolean;
        };
        ConnectionScan: {
            /** @description The connection. */
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the listing.
             */
            lastScan: string;
            /** @description The tables and views in the order of their technical names. */
            results: components["schemas"]["ScannedTable"][];
        };
        /** @description Words for finding the connection. */
        ConnectionTags: string[];
        ConnectionTest: {
            /** @description The system that was reached, or the problem and how to solve it. */
            reason: string;
            /** @description Whether the system was reached and the sign-in succeeded. */
            success: boolean;
        };
        /** @description Id of the component within its job. */
        ConnectorId: string;
        /** @description Label of the component. */
        ConnectorLabel: string;
        /** @description Type of the component. */
        ConnectorType: string;
        /**
         * @description Whether people of the tenant are asked for consent.
         * @enum {string}
         */
        ConsentMethod: "required" | "trusted";
        CopyScheduleRequest: {
            /** @description Description of the new schedule. Default: the description of the source, marked as a copy. */
            description?: string | null;
        };
        /**
         * Format: int32
         * @description Number of objects.
         */
        Count: number;
        CrawledColumn: {
            /** @description Comment of the database. */
            comment: string | null;
            /** @description Whether it belongs to the primary key. */
            isKey: boolean;
            /** @description Whether it takes NULL. Null if that is unknown. */
            isNullable: boolean | null;
            /** @description Type in the words of the database. */
            nativeType: string;
            /** @description Name of the column. */
            path: string;
        };
        CrawledDataset: {
            crawlerId: components["schemas"]["Id"];
            /** @description The dataset. Absent until it is created and after it was deleted. */
            datasetId?: components["schemas"]["Id"];
            /** @description Name for people. */
            displayName: string;
            /**
             * @description How far its last crawl came. CreationFailed: its definition could not be read. SamplingFailed: its rows could not be read.
             * @enum {string}
             */
            exportStatus: "NotStarted" | "Creating" | "CreationFailed" | "Sampling" | "SamplingFailed" | "Finished";
            /** @description Why it failed. */
            failure?: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the last change of this entry.
             */
            lastUpdate: string;
            /** @description What kind of table it is. */
            metadata: components["schemas"]["TableMetadata"];
            /** @description Name within the connection. */
            technicalName: string;
        };
        CrawledDatasetPage: {
            /** @description The entries. */
            data: components["schemas"]["CrawledDataset"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        CrawledTable: {
            /** @description The columns in their order. */
            columns: components["schemas"]["CrawledColumn"][];
            /** @description Comment of the database. */
            comment: string | null;
            /** @description Name for people. */
            displayName: string;
            /** @description Digest of definition and content. Null if a change of the content cannot be known without reading it. */
            fingerprint: string | null;
            /**
             * @description What the database calls it.
             * @enum {string}
             */
            kind: "TABLE" | "VIEW" | "FILE";
            technicalName: components["schemas"]["CrawledTableName"];
        };
        /** @description Name of the table within the connection. */
        CrawledTableName: string;
        Crawler: {
            connectionId: components["schemas"]["Id"];
            crawledDatasets: components["schemas"]["CrawlerSelection"];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /** @description Account that created it. */
            createdBy: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of deletion.
             */
            deletedAt?: string;
            /** @description Account that deleted it. */
            deletedBy?: components["schemas"]["Id"];
            description?: components["schemas"]["CrawlerDescription"];
            /** @description Execution of the last run. Its log and its explanation tell more. */
            executionId?: components["schemas"]["Id"];
            id: components["schemas"]["Id"];
            name: components["schemas"]["CrawlerName"];
            sharings: components["schemas"]["CrawlerSharings"];
            /** @description State of the last run and its counts. */
            status: components["schemas"]["CrawlerStatus"];
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updateAt?: string;
            /** @description Account of the last change. */
            updatedBy?: components["schemas"]["Id"];
        };
        CrawlerAlreadyRunning: components["schemas"]["CrawlerError"] & {
            crawlerId: components["schemas"]["Id"];
            /** @description The same text as in message. */
            i18nMsg?: string;
        };
        /** @description What the crawler is for. */
        CrawlerDescription: string;
        /** @description Error of a refused call about crawlers. */
        CrawlerError: {
            /** @description Stable code of the error. */
            cause?: string;
            /** @description Human-readable text that says what is wrong and what to do. */
            message: string;
        };
        CrawlerExists: components["schemas"]["CrawlerError"] & {
            connectionId: components["schemas"]["Id"];
            /** @description The same text as in message. */
            i18nMsg?: string;
        };
        /** @description Name of the crawler. */
        CrawlerName: string;
        CrawlerPage: {
            /** @description The crawlers. */
            data: components["schemas"]["Crawler"][];
            /**
             * Format: int32
             * @description Maximum number of entries, always 0: there are no pages.
             */
            limit: number;
            /**
             * Format: int32
             * @description Number of skipped entries, always 0.
             */
            offset: number;
            /**
             * Format: int32
             * @description Number of the crawlers.
             */
            total: number;
        };
        /**
         * @description State of the last run. NotStarted: the crawler has not run.
         * @enum {string}
         */
        CrawlerRunStatus: "NotStarted" | "RetrievingProperties" | "PropertiesRetrievalFailed" | "CreatingDatasets" | "Finished";
        /** @description Technical names of the tables and views to crawl. An empty list means all. */
        CrawlerSelection: string[];
        CrawlerSharing: {
            /**
             * @description Level on each generated dataset.
             * @enum {string}
             */
            level: "OWNER" | "WRITER" | "READER";
            scimId: components["schemas"]["Id"];
            /**
             * @description Whether scimId is the id of a user or of a group. Answers have capital letters.
             * @enum {string}
             */
            scimType: "USER" | "GROUP" | "user" | "group";
        };
        /** @description With whom the generated datasets are shared. */
        CrawlerSharings: components["schemas"]["CrawlerSharing"][];
        CrawlerStatus: {
            /** @description Why the run failed. */
            failure?: string;
            /**
             * Format: int32
             * @description Number of them whose dataset was created.
             */
            nbDatasetsCreated: number;
            /**
             * Format: int32
             * @description Number of them whose dataset could not be created or refreshed.
             */
            nbDatasetsFailed: number;
            /**
             * Format: int32
             * @description Number of them whose dataset was created or refreshed.
             */
            nbDatasetsFinished: number;
            /**
             * Format: int32
             * @description Number of tables and views that the run has listed and that are selected.
             */
            nbDatasetsToCrawl: number;
            /**
             * Format: int32
             * @description Number of them whose rows could not be read.
             */
            nbSamplesFailed: number;
            /** @description Account that has started the run. */
            runBy?: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description End of the last run. Absent while it is under way.
             */
            runFinishedAt?: string;
            /**
             * Format: date-time
             * @description Start of the last run.
             */
            runStartedAt?: string;
            runStatus: components["schemas"]["CrawlerRunStatus"];
        };
        CrawlerUnknown: components["schemas"]["CrawlerError"] & {
            /** @description The id that is unknown. */
            entityId: string;
            /** @description What it should be the id of: Connection, ConnectionScan, Crawler, User or Group. */
            entityType: string;
            /** @description The same text as in message. */
            i18nMsg?: string;
        };
        /** @description End of the listing. */
        CrawlObservedPortion: {
            /** @description Whether the listing came to its end without an error. */
            isComplete: boolean;
            /**
             * @description Kind of the portion. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "observed";
            number: components["schemas"]["CrawlPortionNumber"];
        };
        /** @description A portion by its kind. */
        CrawlPortion: components["schemas"]["CrawlTablesPortion"] | components["schemas"]["CrawlUnreadablePortion"] | components["schemas"]["CrawlObservedPortion"] | components["schemas"]["CrawlSamplesPortion"] | components["schemas"]["CrawlUnchangedPortion"];
        CrawlPortionAnswer: {
            /** @description Whether the end of the run was requested. The program then ends. */
            ends: boolean;
            /** @description Of the sent tables, those whose rows the catalogue has counted, with the fingerprints of that time. */
            known: {
                /** @description Digest that was sent with the rows. */
                fingerprint: string;
                technicalName: components["schemas"]["CrawledTableName"];
            }[];
        };
        /** @description Number of the portion within its run. The first is 1. */
        CrawlPortionNumber: number;
        /** @description Rows of tables. */
        CrawlSamplesPortion: {
            /**
             * @description Kind of the portion. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "samples";
            number: components["schemas"]["CrawlPortionNumber"];
            /** @description A sample for each table. */
            samples: {
                /** @description Paths of the columns in the order of the cells. */
                columns: string[];
                /** @description Rows of texts and nulls. */
                rows: (string | null)[][];
                technicalName: components["schemas"]["CrawledTableName"];
            }[];
        };
        /** @description Tables with their definitions. A scan sends them without columns. */
        CrawlTablesPortion: {
            /**
             * @description Kind of the portion. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "tables";
            number: components["schemas"]["CrawlPortionNumber"];
            /** @description The tables. */
            tables: components["schemas"]["CrawledTable"][];
        };
        /** @description Tables whose fingerprint is the known one, so that their rows were not read. */
        CrawlUnchangedPortion: {
            /**
             * @description Kind of the portion. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "unchanged";
            number: components["schemas"]["CrawlPortionNumber"];
            /** @description The tables. */
            tables: components["schemas"]["CrawledTableName"][];
        };
        /** @description Tables that are listed, but whose definitions or rows could not be read. */
        CrawlUnreadablePortion: {
            /**
             * @description Kind of the portion. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "unreadable";
            number: components["schemas"]["CrawlPortionNumber"];
            /** @description The tables. */
            tables: {
                /** @description Error of the database. */
                message: string;
                technicalName: components["schemas"]["CrawledTableName"];
            }[];
        };
        CreateAttributeRequest: {
            /** @description Id that people know. Default: made from the label. */
            businessId?: string;
            /** @description Values of datasets without their own ones. Of a text only the first one is kept. */
            defaults?: components["schemas"]["AttributeValues"];
            description?: string;
            /** @description Name of the attribute. */
            label: string;
            /** @description Whether each dataset needs a value. */
            mandatory: boolean;
            type: components["schemas"]["AttributeType"];
            /** @description The list of an enum. */
            values?: components["schemas"]["AttributeValues"];
        };
        CreateCatalogConnectionRequest: {
            /** @description Engine that reads the data. Default: the built-in engine. */
            cloudAgentId?: components["schemas"]["Id"];
            description?: string;
            /**
             * @description Whether the catalogue may store rows of the tables.
             * @default false
             */
            keepsSamples?: boolean;
            /** @description Name of the connection. */
            label: string;
            properties: components["schemas"]["ConnectionProperties"];
            tags?: components["schemas"]["ConnectionTags"];
            /** @description Id of the connection type, or kind of system such as postgresql. Not needed with a JDBC URL. */
            type?: string;
            /** @description Workspace of the connection. */
            workspaceId: components["schemas"]["Id"];
        };
        CreateConnectionRequest: {
            /** @description Kind of system, for example `Custom`, `postgresql` or `http`. */
            app: string;
            name: string;
            /** @description Host, user and other parameters that the kind of system needs, in display order. */
            parameters: components["schemas"]["ConnectionParameter"][];
            workspaceId: components["schemas"]["Id"];
        };
        CreateCrawlerRequest: {
            connectionId: components["schemas"]["Id"];
            description?: components["schemas"]["CrawlerDescription"];
            name: components["schemas"]["CrawlerName"];
            selectedDatasets?: components["schemas"]["CrawlerSelection"];
            sharings?: components["schemas"]["CrawlerSharings"];
        };
        CreateDatasetColumn: {
            description?: string;
            /** @description Path of the column; a dot begins a nested column. */
            path: string;
            type?: components["schemas"]["ColumnType"];
        };
        CreateDatasetRequest: {
            /** @description The columns in their order. */
            columns?: components["schemas"]["CreateDatasetColumn"][];
            /** @description Catalogue connection. */
            connectionId: components["schemas"]["Id"];
            description?: string;
            /** @description Name of the dataset. */
            label: string;
            /** @description Configuration of the dataset. */
            properties?: {
                [key: string]: unknown;
            };
            /** @description Words for finding the dataset. */
            tags?: string[];
            /** @description Name within the connection, such as schema.table. Default: the label. */
            technicalName?: string;
        };
        /**
         * Format: date-time
         * @description Creation time.
         */
        CreateDate: string;
        CreatedAttribute: {
            /** @description The new definition. */
            definitionId: components["schemas"]["Id"];
        };
        CreatedCrawler: {
            id: components["schemas"]["Id"];
        };
        CreateEnvironmentRequest: {
            description?: string | null;
            /**
             * Format: int32
             * @description Maximum number of cloud engines. Stored and returned; it has no effect.
             * @default 0
             */
            maxCloudContainers?: number;
            name: string;
            /** @description Login of the owner of that workspace. Default: the caller. */
            owner?: string | null;
            /** @description Name of the custom workspace that is created with the environment. */
            workspaceName: string;
        };
        CreateGroupRequest: {
            /** @description Name of the group, unique in the tenant. */
            name: string;
            /** @description Ids of the roles that the group gives to its members. */
            roleIds?: components["schemas"]["Id"][];
            /** @description Ids of the first members. */
            userIds?: components["schemas"]["Id"][];
        };
        CreateIpAllowlistRequest: {
            description?: components["schemas"]["IpAllowlistDescription"];
            /** @description Whether calls from other addresses are refused. */
            enabled: boolean;
            /** @description Entries of the allowlist. */
            ips?: components["schemas"]["WriteIpEntryRequest"][] | null;
        };
        CreatePersonalAccessTokenRequest: {
            /** @description Days after which the token expires. Default: the longest time that the tenant allows, otherwise the token is valid until it is revoked. */
            expiresInDays?: number | null;
            /** @description Name of the token. Unique among the valid tokens of the caller. */
            name: string;
        };
        CreateProjectRequest: {
            description?: string | null;
            name: string;
            /** @description Login of the owner. */
            owner: string;
            /** @description Address of the repository. */
            url: string;
        };
        CreatePromotionRequest: {
            description?: string | null;
            sourceEnvironmentId: components["schemas"]["Id"];
            targetEnvironmentId: components["schemas"]["Id"];
        };
        /** @description Properties of the new resource. */
        CreateResourceRequest: {
            description?: string | null;
            /** @description True: a file. False: a folder, sent as a zip file. Default: true. */
            file?: boolean;
            name: string;
            workspaceId: components["schemas"]["Id"];
        };
        CreateRunProfileRequest: {
            description?: string | null;
            jvmArguments: components["schemas"]["JvmArguments"];
            name: string;
            processorType: components["schemas"]["ProcessorType"];
            /** @description Id or runtime id of the engine or cluster. */
            runtimeId?: string | null;
            /** @description Id of the environment. */
            scopeId?: string | null;
            type: components["schemas"]["RuntimeProfileType"];
        };
        CreateScheduleRequest: {
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            trigger: components["schemas"]["ScheduleTrigger"];
        };
        CreateSemanticTypeRequest: {
            description?: string;
            /** @description Regular expression of RE2 that the whole value fits. */
            expression?: string;
            /**
             * @description How values are checked.
             * @enum {string}
             */
            kind: "REGEX" | "DICTIONARY";
            name: string;
            /** @description The values of a dictionary, letter case aside. */
            words?: string[];
        };
        CreateServiceAccountRequest: {
            name: components["schemas"]["ServiceAccountName"];
            permissions: components["schemas"]["ServiceAccountPermissions"];
        };
        CreateTaskRequest: {
            artifact: components["schemas"]["ArtifactRequest"];
            autoUpgradeInfo?: components["schemas"]["AutoUpgradeInfo"];
            connections?: components["schemas"]["References"];
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            name: string;
            parameters?: components["schemas"]["ParameterValues"];
            resources?: components["schemas"]["References"];
            tags?: components["schemas"]["Tags"];
            workspaceId: components["schemas"]["Id"];
        };
        CreateWorkspaceRequest: {
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            name: string;
            /** @description Login of the owner. Default: the caller. */
            owner?: string | null;
        };
        /**
         * @description Cron expression, for CRON. The syntax is that of Quartz without seconds: minutes (0-59), hours (0-23), day of month (1-31), month (1-12 or JAN-DEC),
         *     day of week (1-7, where 1 is Sunday, or SUN-SAT) and optionally year (1970-2099), separated by spaces. `*` is each value, `a,b` a list, `a-b` a range,
         *     `a/n` every n-th value starting at a. One of the two day fields must be `?` or `*`. Days of the month: `L` is the last day, `L-3` three days before it,
         *     `LW` the last working day, `15W` the working day nearest to the 15th. Days of the week: `FRIL` is the last Friday, `MON#2` the second Monday.
         *     Times are in timeZone. Example: `30 5 ? * MON-FRI` fires at 05:30 from Monday to Friday.
         */
        CronExpression: string | null;
        Dataset: {
            /**
             * @description Whether people trust the dataset.
             * @enum {string}
             */
            certification?: "none" | "pending" | "certified";
            /**
             * Format: date-time
             * @description Time at which the certification was set.
             */
            certifiedAt?: string;
            /** @description Account that set the certification. */
            certifiedBy?: components["schemas"]["DatasetAuthor"];
            /** @description Time of creation in epoch milliseconds. */
            created?: number;
            /** @description Account that created the dataset. */
            createdBy?: components["schemas"]["DatasetAuthor"];
            /** @description Full name of the account that created the dataset. */
            creator?: string;
            /** @description Connection. */
            datastore?: components["schemas"]["ConnectionInfo"];
            /** @description Connection. */
            datastoreId?: components["schemas"]["Id"];
            /** @description What the dataset contains. */
            description?: string;
            /** @description Whether the dataset is not finished. */
            draft?: boolean;
            /** @description Whether the dataset is in use. */
            enabled?: boolean;
            /** @description What the caller may do, such as DATASET_READ. */
            entitlements?: string[];
            /** @description Whether it is a favourite of the caller. */
            favorite?: boolean;
            id?: components["schemas"]["Id"];
            /** @description Name of the dataset. */
            label: string;
            /** @description Whether it has columns within columns. */
            nested?: boolean;
            /** @description Account of the owner. */
            owner?: components["schemas"]["Id"];
            /** @description Configuration of the dataset. */
            properties?: {
                [key: string]: unknown;
            };
            /** @description Rating by all accounts. */
            rating?: components["schemas"]["RatingInfo"];
            /** @description Access of the caller and of others. */
            sharing?: components["schemas"]["SharingState"];
            /** @description Words for finding the dataset. */
            tags?: string[];
            /** @description Quality of all columns. Absent without a sample. */
            talendGlobalQuality?: components["schemas"]["DatasetQuality"];
            /** @description Name within the connection, such as schema.table. */
            technicalName?: string;
            /** @description Number from 0 to 100. */
            trustScore?: number;
            /** @description The axes of the score. */
            trustScoreAxes?: components["schemas"]["TrustScoreAxis"][];
            /** @description Time of the last change in epoch milliseconds, as a text. */
            updated?: string;
            /** @description Account of the last change. */
            updatedBy?: components["schemas"]["DatasetAuthor"];
            /**
             * Format: date-time
             * @description Time of the listing that no longer had the table.
             */
            vanishedAt?: string;
            /**
             * Format: int32
             * @description Number of changes.
             */
            version: number;
        };
        DatasetAttribute: {
            /** @description Id that people know. */
            businessId?: string;
            /**
             * @description Category of the attribute.
             * @enum {string}
             */
            category?: "custom" | "built-in";
            /** @description Definition. */
            id: components["schemas"]["Id"];
            /** @description Whether the values are those of the default. */
            isDefault?: boolean;
            /** @description Name of the attribute. */
            label: string;
            /** @description The values. */
            values?: string[];
        };
        DatasetAttributePage: {
            /** @description The attributes. */
            data: components["schemas"]["DatasetAttribute"][];
            /** @description The page. */
            paging: components["schemas"]["CatalogPaging"];
        };
        DatasetAuthor: {
            /** @description Account. */
            id: components["schemas"]["Id"];
        };
        /** @description Numbers of values of the sample. */
        DatasetQuality: {
            /** @description Number of invalid values. */
            "-1": number;
            /** @description Number of empty values. */
            0: number;
            /** @description Number of valid values. */
            1: number;
            /** @description Number of all values. */
            total: number;
        };
        DatasetSample: {
            /** @description Paths of the columns. */
            columns: string[];
            /** @description The rows, each a list of texts in the order of the columns. Null is an empty value of the database. */
            rows: (string | null)[][];
            /**
             * Format: date-time
             * @description Time at which the rows were read.
             */
            sampledAt?: string;
            /**
             * Format: int32
             * @description Number of rows of the sample.
             */
            total: number;
        };
        /** @description Days on which the trigger fires, in its time zone. */
        DaySchedule: {
            /**
             * Format: int32
             * @description Day of the month, for DAY_OF_MONTH. Months without this day are skipped.
             */
            day?: number | null;
            /** @description Days of the week, for DAY_OF_WEEK. */
            days?: components["schemas"]["WeekDay"][] | null;
            /**
             * @description DAY_OF_WEEK: days of the week. DAY_OF_MONTH: one day of the month.
             * @enum {string}
             */
            type: "DAY_OF_WEEK" | "DAY_OF_MONTH";
        };
        /** @description The request of the last attempt. Values of encrypted headers are `**OMITTED**`. */
        DeliveryRequest: {
            /** @description The event as it is sent. */
            body?: Record<string, never>;
            /** @description Headers by name. Absent before the first attempt. */
            headers?: {
                [key: string]: string;
            };
            /** @description Address. Absent before the first attempt. */
            url?: string;
        };
        /** @description The response of the last attempt. */
        DeliveryResponse: {
            /** @description Text of the body, cut where it is long. */
            body?: string;
            /** @description Headers by name. */
            headers?: {
                [key: string]: string;
            };
            /** @description HTTP status code. */
            statusCode?: number;
        };
        /**
         * @description Outcome of the last attempt; waiting before the first one.
         * @enum {string}
         */
        DeliveryStatus: "success" | "fail" | "waiting";
        /**
         * @description Detailed status of an execution. EXECUTION_EVENT_RECEIVED: waiting. DISPATCHING_FLOW: held by an engine. STARTING_FLOW_EXECUTION: running. STOPPING_FLOW_EXECUTION: being terminated. The other values are final.
         * @enum {string}
         */
        DetailedExecutionStatus: "EXECUTION_EVENT_RECEIVED" | "DISPATCHING_FLOW" | "STARTING_FLOW_EXECUTION" | "STOPPING_FLOW_EXECUTION" | "EXECUTION_TERMINATED" | "EXECUTION_TERMINATED_TIMEOUT" | "DEPLOY_FAILED" | "EXECUTION_FAILED" | "EXECUTION_REJECTED" | "EXECUTION_SUCCESS" | "EXECUTION_TERMINATED_SHUTDOWN";
        /**
         * @description Detailed status of a plan execution. STARTED: running. This server does not return UNDEFINED and FINISHED.
         * @enum {string}
         */
        DetailedPlanStatus: "UNDEFINED" | "STARTED" | "FINISHED" | "EXECUTION_FAILED" | "EXECUTION_SUCCESS" | "EXECUTION_MISFIRED" | "EXECUTION_TERMINATED";
        DownloadRequest: {
            category: components["schemas"]["ExecutionCategory"];
            environmentId: components["schemas"]["Id"];
            exclude?: components["schemas"]["ExecutionExclusion"];
            filters?: components["schemas"]["FieldFilters"];
            /** @description Id in the last line of the previous file, after which this file continues. */
            lastId?: components["schemas"]["Id"];
            /**
             * @description Maximum number of lines in the file.
             * @default 1000
             */
            limit?: number;
        };
        /**
         * @description Duration in ISO 8601 format, for example P30D.
         * @example P30D
         */
        Duration: string;
        /** @description Longest duration. Null removes the limit. */
        DurationLimit: components["schemas"]["Duration"] | null;
        DynamicEngineRunConfig: {
            /** @description Returned as it was sent; it has no effect. */
            lineage?: boolean;
            logLevel?: components["schemas"]["LogLevel"];
            /** @description Whether the task may start while another execution of it runs. */
            parallelExecutionAllowed?: boolean;
            /** @description Id of a run profile of the environment for dynamic engines. */
            runProfileId?: string;
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number;
            trigger: components["schemas"]["Trigger"];
        };
        DynamicEngineRunConfigRequest: {
            /**
             * @description Stored and returned; it has no effect.
             * @default false
             */
            lineage?: boolean;
            /**
             * @description Lowest severity that the job writes to its log.
             * @default WARN
             * @enum {string}
             */
            logLevel?: "OFF" | "ERROR" | "WARN" | "INFO";
            /**
             * @description Whether the task may start while another execution of it runs.
             * @default false
             */
            parallelExecutionAllowed?: boolean;
            /** @description Id of the run profile. An empty text counts as absent. */
            runProfileId?: string | null;
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number | null;
            trigger: components["schemas"]["TriggerRequest"];
        };
        EarlyLog: {
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. */
            fence: number;
            /**
             * Format: int64
             * @description Index of the log line that the server expects next.
             */
            nextIndex: number;
        };
        /** @description Ignored. Clients that send back an object they have read may include it. */
        Echoed: unknown;
        Eligibles: {
            /** @description Groups of the tenant. */
            groups?: components["schemas"]["SharedGroup"][];
            /** @description Active users of the tenant. */
            users?: components["schemas"]["SharedUser"][];
        };
        Engine: {
            availability: components["schemas"]["Availability"];
            /** @description Id of the cluster to which the engine belongs. */
            clusterId?: string;
            createDate: components["schemas"]["CreateDate"];
            debug?: components["schemas"]["EngineDebug"];
            description?: string;
            /** @description Version of the service runtime. Present only for engines with MICROSERVICE or TALEND_RUNTIME. */
            esbCompatibilityVersion?: string;
            id: components["schemas"]["Id"];
            /** @description Absent if the engine is well. */
            illness?: components["schemas"]["EngineIllness"];
            /** @description Absent if the engine has not reported it. */
            isolation?: components["schemas"]["Isolation"];
            /** @description True for the built-in engine. */
            managed?: boolean;
            name: string;
            /** @description Pairing key, which works once. Returned only when the engine is created or unpaired. */
            preAuthorizedKey?: string;
            /** @description Kinds of programs that the engine can run. */
            runProfiles: components["schemas"]["RuntimeProfileType"][];
            runtimeId: components["schemas"]["RuntimeId"];
            status: components["schemas"]["EngineStatus"];
            updateDate: components["schemas"]["UpdateDate"];
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        EngineCluster: {
            availability: components["schemas"]["Availability"];
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            /** @description Ids of the engines of the cluster. */
            engines: components["schemas"]["Id"][];
            id: components["schemas"]["Id"];
            /** @description Always false: the server starts no cluster. */
            managed?: boolean;
            name: string;
            runtimeId: components["schemas"]["RuntimeId"];
            updateDate: components["schemas"]["UpdateDate"];
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        EngineCredential: {
            /** @description Bearer token of the engine, beginning with `mre_`. */
            credential: string;
            /**
             * Format: date-time
             * @description Time at which the credential expires.
             */
            credentialExpiresAt: string;
            /**
             * Format: date-time
             * @description Time from which the engine should renew the credential.
             */
            renewCredentialAfter: string;
        };
        /** @description Debug settings of the engine. They have no effect. */
        EngineDebug: {
            /** @description Host name or address at which a debugger would listen. Stored and returned; it has no effect. */
            host?: string | null;
            /** @description Whether debugging is turned on. Stored and returned; it has no effect. */
            isDebugModeOn?: boolean;
        };
        /** @description Debug settings of the engine. Omitted fields are unchanged. The settings have no effect. */
        EngineDebugRequest: {
            /** @description Host name or address at which a debugger would listen. Stored and returned; it has no effect. */
            host?: string | null;
            /**
             * @description Whether debugging is turned on, as a boolean or as text. Stored and returned; it has no effect.
             * @enum {unknown}
             */
            isDebugModeOn?: true | false | "true" | "false";
        };
        /** @description Reason why the engine starts no runs. Either its machine cannot start runs, as the engine reported; it then claims no work until its self-test succeeds. Or the code is UNISOLATED: the engine does not isolate its tasks, and several people use the install. */
        EngineIllness: {
            /** @description Error code of the operating system, such as ENOSPC. */
            code: string;
            /** @description Human-readable sentence. */
            message: string;
            /**
             * Format: date-time
             * @description Time since which the engine has reported the illness.
             */
            since: string;
        };
        EngineRequest: {
            debug?: components["schemas"]["EngineDebugRequest"];
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            /** @description Version of the service runtime. Required with MICROSERVICE and TALEND_RUNTIME. */
            esbCompatibilityVersion?: string | null;
            name: string;
            /** @description Kinds of programs that the engine can run. Default: JOB_SERVER. */
            runProfiles?: components["schemas"]["RuntimeProfileType"][];
            /** @description Id of the workspace whose tasks the engine runs. Default: all workspaces of the environment. */
            workspaceId?: string | null;
        };
        /**
         * @description Whether an engine program has exchanged the pairing key for its credential.
         * @enum {string}
         */
        EngineStatus: "PAIRED" | "NOT_PAIRED";
        EngineVersion: {
            availability: components["schemas"]["Availability"];
            /** @description Runtime id of the engine. */
            engineId: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Version of the engine program that sent the last heartbeat. */
            packageVersion?: string;
        };
        EngineVersions: {
            count: components["schemas"]["Count"];
            /** @description The engines with the versions of their programs. */
            enginesInfo: components["schemas"]["EngineVersion"][];
        };
        EntitlementsResponse: {
            /**
             * @description What the caller may do.
             * @example [
             *       "DATASET_READ"
             *     ]
             */
            entitlements?: string[];
            entityId: components["schemas"]["Id"];
        };
        /** @description Type of an entity: dataset, connection, crawler or preparation. */
        EntityTypeName: string;
        /** @description A stage, such as test or production, that contains workspaces. */
        EnvironmentInfo: {
            /** @description Whether this is the initial environment of the install. */
            default?: boolean;
            description?: string;
            id: components["schemas"]["Id"];
            /**
             * Format: int32
             * @description Maximum number of cloud engines.
             */
            maxCloudContainers?: number;
            name: string;
        };
        /**
         * Format: int64
         * @description Milliseconds since 1970-01-01T00:00:00Z.
         */
        EpochMilliseconds: number;
        /** @description Error of a refused call of the catalogue or of sharing. */
        ErrorMessageBody: {
            /** @description Name of the HTTP status. */
            error: string;
            /** @description Stable code of the error. */
            exception?: string;
            /** @description Human-readable text that says what is wrong and what to do. */
            message?: string;
            /** @description Path of the call, without its query. */
            path: string;
            /**
             * Format: int32
             * @description HTTP status code.
             */
            status: number;
            /**
             * Format: int64
             * @description Time of the refusal in epoch milliseconds.
             */
            timestamp: number;
        };
        /** @description Error of a refused call. */
        ErrorResponse: {
            /** @description Stable code, followed by a colon and details for developers. */
            detail?: string;
            /** @description Human-readable text that says what is wrong and what to do. */
            message?: string;
            /** @description Id of the failed request, as in the header `X-Request-Id`. */
            requestId?: string;
            /** @description HTTP status code. */
            status: number;
        };
        EventFilters: {
            environmentId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Start of the period in epoch milliseconds (inclusive). Default: now, or `to` if that is in the past.
             */
            from?: number;
            /**
             * @description Maximum number of entries in the page.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of entries to skip before the page.
             * @default 0
             */
            offset?: number;
            /** @description Only tasks and plans that run on this engine or cluster are listed. */
            runtime?: {
                id?: components["schemas"]["Id"];
                type?: components["schemas"]["RuntimeType"];
            };
            tags?: components["schemas"]["Tags"];
            /** @description End of the period in epoch milliseconds (exclusive). */
            to: components["schemas"]["EpochMilliseconds"];
            /** @description Ids of workspaces. Only their tasks and plans are listed. */
            workspaceIds?: components["schemas"]["Id"][];
        };
        EventType: {
            /** @description Group of the type. */
            category: string;
            /** @description When the event occurs. */
            description: string;
            /** @description Levels of the webhooks that can receive the type. */
            levels: components["schemas"]["WebhookLevel"][];
            /** @description Name of the type. */
            name: string;
            /** @description Short text for people. */
            title: string;
        };
        EventTypes: {
            /** @description The event types. */
            data: components["schemas"]["EventType"][];
        };
        ExecutableEvent: {
            /**
             * Format: date-time
             * @description Time at which the task or plan starts, in UTC.
             */
            date: string;
            /**
             * Format: uuid
             * @description Id of the task or plan.
             */
            id: string;
            /** @description Name of the trigger of the schedule. `run-config` if the trigger belongs to the run configuration. */
            sourceTriggerName: string;
            /**
             * @description Whether the id identifies a task or a plan.
             * @enum {string}
             */
            type: "TASK" | "PLAN";
        };
        ExecutableTask: {
            /**
             * Format: uuid
             * @description Id of the task.
             */
            executable: string;
            logLevel?: components["schemas"]["LogLevel"];
            parameters?: components["schemas"]["ParameterValues"];
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number;
        };
        /**
         * @description Category of executions. ETL: tasks and plans. ESB: routes and services; this server has none.
         * @enum {string}
         */
        ExecutionCategory: "ETL" | "ESB";
        ExecutionComponentMetrics: {
            /** @description Id of the artifact. Empty for runs from before this id was stored. */
            artifact_id: string;
            /** @description Name of the artifact that ran. */
            artifact_name?: string;
            /** @description Version of the artifact that ran. */
            artifact_version: string;
            /** @description Id of the engine that held the execution or for which it is intended. Empty while there is none. */
            engine_id: string;
            /**
             * Format: date-time
             * @description End time of the execution. Absent until the execution has ended.
             */
            finish_time?: string;
            metrics: components["schemas"]["ComponentMetricPage"];
            /** @description Id of the account that started the execution manually. */
            operator?: string;
            operator_type?: components["schemas"]["UserType"];
            /** @description The jobs and subjobs of the run. */
            processes: components["schemas"]["ProcessMetric"][];
            /** @description Rows that the run rejected. */
            rows_rejected?: number;
            /**
             * Format: date-time
             * @description Start time of the execution. Trigger time if it has not started.
             */
            start_time: string;
            /** @description Id of the execution. */
            task_execution_id: string;
            /** @description Id of the task. */
            task_id: string;
            /** @description Id of the workspace of the task. */
            workspace_id: string;
        };
        /**
         * @description Executions that are omitted: those of plans, or those of tasks that a plan started.
         * @default TASK_EXECUTIONS_TRIGGERED_BY_PLAN
         * @enum {string}
         */
        ExecutionExclusion: "PLAN_EXECUTIONS" | "TASK_EXECUTIONS_TRIGGERED_BY_PLAN";
        ExecutionIdentifier: {
            executionId: components["schemas"]["Id"];
        };
        ExecutionLease: {
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. A newer claim has a higher number. */
            fence: number;
        };
        ExecutionPage: {
            items: components["schemas"]["HistoricExecution"][];
            limit: components["schemas"]["PageLimit"];
            /** @description Whether another page follows. */
            nextPageExists: boolean;
            offset: components["schemas"]["PageOffset"];
        };
        /**
         * @description Short status of an execution. dispatching: not yet running. executing: running. The other values say how it ended.
         * @enum {string}
         */
        ExecutionStatus: "dispatching" | "deploy_failed" | "executing" | "execution_successful" | "execution_rejected" | "execution_failed" | "terminated" | "terminated_timeout" | "terminated_shutdown";
        /**
         * @description How the execution was started.
         * @enum {string}
         */
        ExecutionType: "MANUAL" | "SCHEDULED" | "WEBHOOK" | "PLAN";
        ExplainedAccount: {
            id: components["schemas"]["Id"];
            /** @description Login of the user, or name of the service account. */
            name: string;
            userType: components["schemas"]["UserType"];
        };
        Explanation: {
            executionId: components["schemas"]["Id"];
            executionStatus: components["schemas"]["DetailedExecutionStatus"];
            /** @description Recommended action. Absent if there is none. */
            next?: string;
            /** @description The reasons, most important first. */
            reasons: components["schemas"]["ExplanationReason"][];
            status: components["schemas"]["ExecutionStatus"];
            /** @description The explanation in one human-readable sentence. */
            summary: string;
            /** @description Events of the execution so far. */
            timeline: components["schemas"]["ExplanationMoment"][];
        };
        /**
         * @description While the execution waits: NO_ENGINE, ENGINES_UNPAIRED, ENGINES_UNAVAILABLE, ENGINES_ILL (their machines cannot start runs), ENGINES_FULL, TASK_BUSY
         *     (another execution of the task is running), PUT_OFF (another execution was running at the last attempt, or ill engines returned the execution), QUEUE
         *     (older executions come first), RETRY_WAITS (the pause before a further attempt), CLAIM_DUE (nothing prevents the next claim). While an engine holds it: HANDED_OUT, RUNNING, STOPPING, ENGINE_SILENT.
         *     After its end: SUCCEEDED, ROWS_REJECTED, MISFIRED, DEPLOY_FAILED, ENGINE_LOST, FAILED, TIMED_OUT, TERMINATED, ENGINE_SHUT_DOWN.
         * @enum {string}
         */
        ExplanationCode: "NO_ENGINE" | "ENGINES_UNPAIRED" | "ENGINES_UNAVAILABLE" | "ENGINES_ILL" | "ENGINES_FULL" | "TASK_BUSY" | "PUT_OFF" | "RETRY_WAITS" | "QUEUE" | "CLAIM_DUE" | "HANDED_OUT" | "RUNNING" | "STOPPING" | "ENGINE_SILENT" | "SUCCEEDED" | "ROWS_REJECTED" | "MISFIRED" | "DEPLOY_FAILED" | "ENGINE_LOST" | "FAILED" | "TIMED_OUT" | "TERMINATED" | "ENGINE_SHUT_DOWN";
        ExplanationEngine: {
            availability: components["schemas"]["Availability"];
            /** @description Number of executions that the engine can run in parallel. Absent if the engine has not reported it. */
            capacity?: components["schemas"]["Count"];
            id: components["schemas"]["Id"];
            /** @description Absent if the engine is well. */
            illness?: components["schemas"]["EngineIllness"];
            /**
             * Format: date-time
             * @description Time of the last heartbeat of the engine.
             */
            lastHeartbeat?: string;
            name: string;
            /** @description Number of executions that the engine holds. */
            running: components["schemas"]["Count"];
            status: components["schemas"]["EngineStatus"];
        };
        /** @description Facts on which the reason is based. Each reason has only the relevant fields. */
        ExplanationEvidence: {
            /** @description Number of older executions that wait for the same engines. */
            ahead?: number;
            /** @description Number of the attempt, for a task with a retry. */
            attempt?: number;
            /** @description How often the execution was postponed because another execution of its task was running. */
            attempts?: number;
            /** @description Attempts at most by the retry of the task. */
            attemptsAtMost?: number;
            /** @description How often the execution can still be postponed before it ends. */
            attemptsLeft?: number;
            /** @description The engine that holds or held the execution. */
            engine?: components["schemas"]["ExplanationEngine"];
            /** @description Engines that could run the execution, at most 100. */
            engines?: components["schemas"]["ExplanationEngine"][];
            /** @description Cause of the failure, as a human-readable sentence. */
            errorMessage?: string;
            /** @description Stable code of the cause of the failure. */
            errorType?: string;
            /** @description Exit code of the process. */
            exitCode?: number;
            /**
             * Format: uuid
             * @description Id of the first attempt.
             */
            firstExecutionId?: string;
            /** @description The last line of the log that reports an error. */
            lastErrorLine?: string;
            /**
             * Format: date-time
             * @description Time at which the engine lost the execution because no heartbeat renewed the lease.
             */
            leaseEndedAt?: string;
            /**
             * Format: date-time
             * @description Time at which the lease of the engine ends, unless a heartbeat renews it.
             */
            leaseEndsAt?: string;
            misfiredExecutionReason?: components["schemas"]["MisfiredExecutionReason"];
            /**
             * Format: date-time
             * @description Time of the next attempt.
             */
            nextAttemptAt?: string;
            /**
             * Format: uuid
             * @description Id of the next attempt.
             */
            nextExecutionId?: string;
            /**
             * Format: int64
             * @description Rows that the run processed.
             */
            processedRows?: number;
            /**
             * Format: int64
             * @description Rows that the run rejected.
             */
            rejectedRows?: number;
            /**
             * Format: uuid
             * @description Id of the running execution of the same task.
             */
            runningExecutionId?: string;
            /**
             * Format: date-time
             * @description Start time of that execution.
             */
            runningSince?: string;
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number;
        };
        ExplanationMoment: {
            /**
             * Format: date-time
             * @description Time of the event. Starts and ends use the clock of the engine.
             */
            at: string;
            /**
             * Format: int64
             * @description Milliseconds since the previous event. Absent for the first event, and if the clocks of engine and server contradict each other.
             */
            milliseconds?: number;
            /**
             * @description ACCEPTED: by the server. CLAIMED: by an engine. STARTED: the run started. FINISHED: the execution ended.
             * @enum {string}
             */
            what: "ACCEPTED" | "CLAIMED" | "STARTED" | "FINISHED";
        };
        ExplanationReason: {
            code: components["schemas"]["ExplanationCode"];
            evidence: components["schemas"]["ExplanationEvidence"];
            /** @description Human-readable sentence. */
            message: string;
        };
        FieldFilter: {
            /**
             * @description Field to compare. `period` is the trigger time, `executeDurationMs` the duration of the run in milliseconds, and `runtime` the engine or cluster.
             * @enum {string}
             */
            field: "status" | "workspaceId" | "name" | "taskId" | "planId" | "artifactId" | "artifactVersion" | "tags" | "runtime" | "period" | "executeDurationMs" | "operator" | "author" | "version" | "logLevel" | "id" | "runProfileId" | "apiVersion";
            /**
             * @description Comparison. `in` and `not_in` apply to most fields, `match` and `not_match` to a part of the name, `between` to period, `greater_than` and `less_than` to executeDurationMs, `or` and `and` to runtime, `is_empty` to apiVersion.
             * @enum {string}
             */
            operator: "in" | "not_in" | "match" | "not_match" | "or" | "and" | "between" | "greater_than" | "less_than" | "is_empty";
            /**
             * @description Value to compare with. `in` and `not_in`: a list of texts. `match` and `not_match`: a text of at least 3 characters. `between`: two times.
             *     `greater_than` and `less_than`: a number. `is_empty`: true or false. `or` and `and`: a list of filters on engineId, clusterId and destination.
             */
            value: unknown;
        };
        /** @description Filters that must all match. */
        FieldFilters: components["schemas"]["FieldFilter"][];
        FinishReport: {
            /** @description Metrics of the components of the run. */
            components?: components["schemas"]["ReportedComponent"][];
            /** @description Cause of the failure, as a human-readable sentence. */
            errorMessage?: string;
            /** @description Stable code of the cause of the failure. */
            errorType?: string;
            executionId: components["schemas"]["Id"];
            /** @description Exit code of the process. Absent if no process ended by itself. */
            exitCode?: number;
            /** @description Number of the claim. */
            fence: number;
            /**
             * Format: int64
             * @description Time in epoch milliseconds of the clock of the engine.
             */
            finishedAt: number;
            /**
             * @description Final status of the execution.
             * @enum {string}
             */
            outcome: "EXECUTION_SUCCESS" | "EXECUTION_REJECTED" | "EXECUTION_FAILED" | "DEPLOY_FAILED" | "EXECUTION_TERMINATED" | "EXECUTION_TERMINATED_TIMEOUT" | "EXECUTION_TERMINATED_SHUTDOWN";
            /**
             * Format: int64
             * @description Rows that the run processed.
             */
            processedRows?: number;
            /**
             * Format: int64
             * @description Rows that the run rejected.
             */
            rejectedRows?: number;
            /**
             * Format: int64
             * @description Start time in epoch milliseconds. Used if the start was not reported separately.
             */
            startedAt?: number;
            traceparent?: components["schemas"]["Traceparent"];
        };
        /**
         * Format: date-time
         * @description End time. Null until the execution has ended.
         */
        FinishTimestamp: string | null;
        /**
         * @description Comparisons of fields in FIQL: `name==Dev*;description==*test*`. `;` means and, `,` means or, and parentheses group. All fields accept `==`, `!=`,
         *     `=in=(a,b)` and `=out=(a,b)`, except that booleans accept only the first two. Texts and numbers also accept `=lt=`, `=le=`, `=gt=` and `=ge=`.
         *     Comparisons are case-sensitive. `*` in a text after `==` or `!=` matches any characters. Values with spaces or special characters must be quoted.
         */
        FiqlFilter: string;
        /** @description Error of a refused call. */
        FlatError: {
            /** @description Stable code of the error. */
            code: string;
            /** @description Human-readable text that says what is wrong and what to do. */
            detail?: string;
            /** @description Short text for the kind of error. */
            title: string;
        };
        /** @description A task. */
        FlowPromotionResult: {
            analyzeReport: components["schemas"]["PromotionReport"];
            artifactId: components["schemas"]["Id"];
            id: components["schemas"]["Id"];
            /** @description Type of the artifact. */
            jobType: string;
            name: string;
            promotionReport?: components["schemas"]["PromotionReport"];
            /**
             * Format: uuid
             * @description Id of the counterpart in the target environment. Absent if there is none.
             */
            targetId?: string;
            /** @description The same number for the counterpart before the promotion. */
            targetVersion?: string;
            type: components["schemas"]["PromotionItemType"];
            /** @description Number of changes of the task in the source. */
            version: number;
            workspaceId: components["schemas"]["Id"];
        };
        /** @description Entity whose sharing gives the access; the entity itself unless the access comes through another one. */
        ForeignEntity: {
            entityId: components["schemas"]["Id"];
            /** @description Type of the entity. */
            entityType: string;
        };
        /** @description Entity that the sharing belongs to, as the sharing set shows it. */
        ForeignEntityReference: {
            entityId: components["schemas"]["Id"];
            entityType: components["schemas"]["EntityTypeName"];
        };
        Group: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description Ids of the roles that the group gives to its members. */
            roleIds: components["schemas"]["Id"][];
            /** @description Ids of the members, sorted by login. */
            userIds: components["schemas"]["Id"][];
        };
        GroupIds: components["schemas"]["Id"][];
        /**
         * @description idp: an identity provider has given the group an id of its own.
         * @enum {string}
         */
        GroupProvider: "idp" | "custom";
        GroupReference: {
            id: components["schemas"]["Id"];
            name?: components["schemas"]["Echoed"];
            providerType?: components["schemas"]["Echoed"];
        };
        /** @description Groups by id. */
        GroupReferences: components["schemas"]["GroupReference"][];
        GroupSharingResponse: {
            /**
             * Format: date-time
             * @description Time at which the sharing was removed.
             */
            deletedAt?: string;
            foreignEntity: components["schemas"]["ForeignEntity"];
            groupId: components["schemas"]["Id"];
            groupName?: string;
            /** @description Level of the user or group. */
            level: components["schemas"]["LevelResponse"];
        };
        Health: {
            /** @description The failing parts, one keyword for each. */
            failing?: components["schemas"]["HealthPart"][];
            /** @description Weakest isolation among the engines whose heartbeats arrive. Only in answers of /readyz. */
            isolation?: components["schemas"]["Isolation"];
            /**
             * @description All problems, as sentences.
             * @example The database does not answer.
             */
            reason?: string;
            /**
             * @description `ok`: everything works. `degraded`: a part fails, but calls are still answered. `unavailable`: calls fail.
             * @enum {string}
             */
            status: "ok" | "degraded" | "unavailable";
            /** @description Version of the program. */
            version: string;
        };
        /** @enum {string} */
        HealthPart: "stopping" | "database" | "migrations" | "content" | "timers" | "log";
        Heartbeat: {
            /** @description Number of executions that the engine can run in parallel. Used only in explanations. */
            capacity?: number;
            illness?: components["schemas"]["ToldIllness"];
            /** @description How the engine isolates its tasks. Default: none. */
            isolation?: components["schemas"]["Isolation"];
            /** @description Executions that the engine holds, each with the fence of its claim. */
            running: components["schemas"]["ExecutionLease"][];
            /** @description Version of the engine program. If omitted, the last sent version is kept. */
            version?: string;
        };
        HeartbeatAnswer: {
            /** @description Ids of executions that the engine no longer holds. It must kill their runs and report nothing about them. */
            lost: components["schemas"]["Id"][];
            /** @description Ids of held executions whose termination was requested. */
            stop: components["schemas"]["Id"][];
            /** @description Reason why the engine gets no work, for its log. Absent if the engine can get work. */
            withheld?: string;
        };
        HistoricExecution: {
            /** @description Version of the processing API that started the execution, as year and month. Absent for automatic starts. */
            apiVersion?: string;
            artifactId?: components["schemas"]["Id"];
            artifactName?: string;
            /** @description Version of the artifact that ran. */
            artifactVersion?: string;
            artifactWorkspaceId?: components["schemas"]["Id"];
            /** @description How often the execution was postponed. Present only while it waits. */
            attempts?: number;
            /** @description Account under which the execution runs: the login of a person or the id of a service account. */
            author: string;
            /** @description Name of that account. */
            authorName: string;
            authorType: components["schemas"]["UserType"];
            clusterId?: components["schemas"]["Id"];
            clusterName?: string;
            /**
             * @description Kind of engine that the run configuration names.
             * @enum {string}
             */
            destination?: "CLOUD" | "CLOUD_EXCLUSIVE" | "CLOUD_SANDBOX" | "REMOTE_ENGINE" | "REMOTE_ENGINE_CLUSTER" | "ELASTIC_ENGINE";
            engineId?: components["schemas"]["Id"];
            engineName?: string;
            /** @description Current version of the engine. */
            engineVersion?: string;
            environmentId: components["schemas"]["Id"];
            /** @description Reason why the execution failed or could not start. */
            errorMessage?: string;
            /**
             * Format: int64
             * @description Duration of the run in milliseconds.
             */
            executeDurationMs?: number;
            failedStepName?: string;
            id: components["schemas"]["Id"];
            /**
             * @description Lowest severity that the job writes to its log. Absent if the job writes no log.
             * @enum {string}
             */
            logLevel?: "INFO" | "DEBUG" | "ERROR" | "WARN";
            /** @description Reason why the execution could not start. */
            misfiredReason?: components["schemas"]["MisfiredExecutionReason"] | components["schemas"]["MisfiredPlanReason"];
            /** @description Name of the task or plan. */
            name: string;
            /**
             * Format: int64
             * @description Rows that the run rejected.
             */
            numberOfRejectedRows?: number;
            /** @description Account that started the execution manually: the login of a person or the id of a service account. */
            operator?: string;
            /** @description Name of that account. Empty for automatic starts. */
            operatorName: string;
            operatorType?: components["schemas"]["UserType"];
            /** @description Id of the plan execution whose error handler started this execution. */
            parentPlanExecutionId?: components["schemas"]["Id"];
            /** @description Id of the plan execution to which the task execution belongs. */
            planExecutionId?: components["schemas"]["Id"];
            planId?: components["schemas"]["Id"];
            planName?: string;
            /** @description Id of the failed plan execution that this execution reruns. */
            rerunPlanExecutionId?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description End time of the execution in epoch milliseconds.
             */
            runEndTime?: number;
            runProfileId?: components["schemas"]["Id"];
            runProfileName?: string;
            /**
             * Format: int64
             * @description Start time of the run in epoch milliseconds.
             */
            runStartTime?: number;
            /**
             * @description Status of the execution. A running plan has STARTING_FLOW_EXECUTION.
             * @enum {string}
             */
            status: "DEPLOY_FAILED" | "EXECUTION_SUCCESS" | "EXECUTION_FAILED" | "EXECUTION_TERMINATED" | "EXECUTION_TERMINATED_TIMEOUT" | "EXECUTION_REJECTED" | "EXECUTION_EVENT_RECEIVED" | "DISPATCHING_FLOW" | "STARTING_FLOW_EXECUTION" | "STOPPING_FLOW_EXECUTION" | "UNKNOWN" | "EXECUTION_MISFIRED";
            /** @description Tags of the task at the start of the execution. */
            tags?: string[];
            taskId?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Trigger time in epoch milliseconds.
             */
            triggerTime?: number;
            triggerType: components["schemas"]["ExecutionType"];
            /**
             * @description PLAN, or the type of the artifact that the task runs.
             * @enum {string}
             */
            type: "PLAN" | "STANDARD" | "PIPELINE" | "BIG_DATA_BATCH" | "BIG_DATA_STREAMING" | "ROUTE" | "DATA_SERVICE";
            /** @description Version of the task at the start of the execution. Always 1.0 for a plan. */
            version: string;
            workspaceId: components["schemas"]["Id"];
        };
        /**
         * Format: uuid
         * @description Opaque identifier.
         */
        Id: string;
        /** @description Ids, one parameter for each. */
        Ids: components["schemas"]["Id"][];
        /** @description Address, or range of addresses in CIDR notation, of IPv4 or IPv6. An IPv4-mapped IPv6 address counts as its IPv4 address. */
        IpAddressOrRange: string;
        IpAllowlist: {
            /** @description Purpose of the allowlist. Absent if it has none. */
            description?: string;
            /** @description Whether calls from other addresses are refused. */
            enabled: boolean;
            /** @description Entries of the allowlist, in the order of their creation. Absent if `detailed` is false. */
            ips?: components["schemas"]["IpEntry"][];
        };
        /** @description Purpose of the allowlist. */
        IpAllowlistDescription: string | null;
        IpAllowlistSettings: {
            /** @description Whether calls from other addresses are refused. */
            enabled: boolean;
        };
        IpEntry: {
            /** @description Purpose of the entry. */
            description: string;
            id: components["schemas"]["Id"];
            /** @description Address, or range of addresses in CIDR notation. */
            ip: string;
        };
        /** @description Purpose of the entry, for example the place or the program. */
        IpEntryDescription: string;
        IpObservation: {
            accountId: components["schemas"]["Id"];
            /** @description Address of the calls. */
            address: string;
            /**
             * Format: date-time
             * @description Time of the first known call of the account from this address.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description Time of the latest call, at most a minute late.
             */
            lastSeen: string;
            /** @description Login of the user, or name of the service account. */
            name: string;
            userType: components["schemas"]["UserType"];
        };
        /**
         * @description How the engine isolates its tasks from itself and from each other: a separate user for each run, separate namespaces for each run, or no isolation.
         * @enum {string}
         */
        Isolation: "user" | "namespace" | "none";
        JobExecutionStatus: {
            /** @description Id of the tenant. */
            accountId: string;
            /** @description Version of the processing API that started the execution, as year and month. Absent otherwise. */
            apiVersion?: string;
            /** @description Number of the attempt, for a task with a retry. */
            attempt?: number;
            /** @description Not returned by this server. */
            containerId?: string;
            /**
             * @description Always 1.3.
             * @enum {string}
             */
            environmentVersion: "1.2" | "1.3";
            /** @description Reason why the execution failed or could not start. */
            errorMessage?: string;
            /** @description Stable code of the cause of the failure. */
            errorType?: string;
            /**
             * @description Kind of engine that the run configuration names.
             * @enum {string}
             */
            executionDestination: "CLOUD" | "CLOUD_EXCLUSIVE" | "REMOTE_ENGINE" | "REMOTE_ENGINE_CLUSTER" | "ELASTIC_ENGINE" | "PIPELINE_ENGINE";
            executionId: components["schemas"]["Id"];
            executionStatus: components["schemas"]["DetailedExecutionStatus"];
            executionType: components["schemas"]["ExecutionType"];
            finishTimestamp?: components["schemas"]["FinishTimestamp"];
            /**
             * Format: uuid
             * @description Id of the first attempt, of a further one.
             */
            firstExecutionId?: string;
            /**
             * Format: uuid
             * @description Id of the task.
             */
            jobId: string;
            /** @description Version of the task. */
            jobVersion: string;
            misfiredExecutionReason?: components["schemas"]["MisfiredExecutionReason"];
            /**
             * Format: uuid
             * @description Id of the next attempt, if one follows.
             */
            nextExecutionId?: string;
            /**
             * Format: int64
             * @description Rows that the run processed.
             */
            numberOfProcessedRows?: number;
            /**
             * Format: int64
             * @description Rows that the run rejected.
             */
            numberOfRejectedRows?: number;
            /** @description Id of the plan execution to which the execution belongs. */
            planId?: string;
            /** @description Id of the cluster that the run configuration names. */
            remoteEngineClusterId?: string;
            /** @description Runtime id of the engine. */
            remoteEngineId?: string;
            /** @description Id of the run profile that the run configuration names. */
            runProfileId?: string;
            /**
             * Format: date-time
             * @description Start time of the run. Trigger time if the run has not started.
             */
            startTimestamp: string;
            status: components["schemas"]["ExecutionStatus"];
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number;
            triggerTimestamp: components["schemas"]["TriggerTimestamp"];
            /** @description Id of the account under which the execution runs. */
            userId: string;
            userType: components["schemas"]["UserType"];
            workspaceId: components["schemas"]["Id"];
        };
        JsonWebKeySet: {
            /** @description Keys that sign, will sign within an hour, or have signed tokens that may still be valid. */
            keys: {
                /**
                 * @description Signature algorithm.
                 * @enum {string}
                 */
                alg: "ES384" | "ES256";
                /**
                 * @description Curve.
                 * @enum {string}
                 */
                crv: "P-384" | "P-256";
                /** @description Id of the key. */
                kid: string;
                /**
                 * @description Key type.
                 * @enum {string}
                 */
                kty: "EC";
                /**
                 * @description Use of the key: signatures.
                 * @enum {string}
                 */
                use: "sig";
                /** @description First coordinate of the public point in base64url. */
                x: string;
                /** @description Second coordinate of the public point in base64url. */
                y: string;
            }[];
        };
        /** @description Options of the Java virtual machine, one per entry. They override the options of the job. */
        JvmArguments: string[];
        /**
         * @description Address of the public keys of the client as a JSON Web Key Set.
         * @example https://report.example.com/jwks.json
         */
        KeySetAddress: string;
        /**
         * @description Level. READER: sees and shares. WRITER: also changes. OWNER: also deletes.
         * @enum {string}
         */
        LevelCode: "READER" | "WRITER" | "OWNER";
        LevelRequest: {
            code: components["schemas"]["LevelCode"];
            label?: components["schemas"]["Echoed"];
            order?: components["schemas"]["Echoed"];
        };
        LevelResponse: {
            code: components["schemas"]["LevelCode"];
            /**
             * @description Name of the level.
             * @example Editor
             */
            label: string;
            /**
             * Format: int32
             * @description Number of the level; the lowest is 1.
             */
            order: number;
        };
        Link: {
            /** @description Address. */
            href: string;
        };
        ListedIpEntry: {
            description: components["schemas"]["IpEntryDescription"];
            /**
             * Format: uuid
             * @description Id of an existing entry. Absent for a new entry.
             */
            id?: string | null;
            ip: components["schemas"]["IpAddressOrRange"];
        };
        /** @description An event as a CloudEvent 1.0. `/asyncapi.json` describes all fields. */
        ListenedEvent: {
            /** @description Facts of the event. */
            data: Record<string, never>;
            /** @description Id of the event. */
            id: string;
            /** @description Part of Millrace that the event comes from. */
            source: string;
            /** @description Version of CloudEvents. */
            specversion: string;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            time: string;
            /** @description Id of the record that the event is about. */
            toplevelresourceid?: string;
            /** @description Type of the event. */
            type: string;
        };
        /** @example 019ab0b65ae27f608ec21a4b9c3f0a01 */
        ListenerCursor: string;
        ListenerEvents: {
            /** @description Cursor for the next call. */
            after: string;
            /** @description The events in their order. */
            data: components["schemas"]["ListenedEvent"][];
        };
        LogEntry: {
            /** @description Name of the bundle that wrote the line. Not returned by this server. */
            bundleName?: string;
            /** @description Version of that bundle. Not returned by this server. */
            bundleVersion?: string;
            /** @description The line without its line break. Secrets are masked. */
            logMessage: string;
            /**
             * Format: int64
             * @description Time at which the line was written, in epoch milliseconds of the clock of the engine.
             */
            logTimestamp: number;
            /**
             * @description Source of the line. STDOUT: standard output. STDERR: standard error. SYSTEM: the engine or the server.
             * @enum {string}
             */
            logType: "STDOUT" | "STDERR" | "SYSTEM";
            /** @description Name of the container that wrote the line. Not returned by this server. */
            podName?: string;
            /**
             * @description Severity, detected by common patterns in the line. Without such a pattern: INFO for STDOUT and ERROR for STDERR.
             * @enum {string}
             */
            severity: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "FATAL";
        };
        LogFile: {
            /** @description Number of entries in the file. */
            size: number;
            /** @description Token of the file, for requests of its status. */
            token: string;
        };
        LogFileStatus: {
            /** @description Address from which the file can be downloaded for 60 minutes. Absent until the file is complete. */
            presignedURL?: string;
            /**
             * @description READY: the file is complete. IN_PROGRESS: the file is being written.
             * @enum {string}
             */
            status: "READY" | "IN_PROGRESS";
        };
        /**
         * @description Lowest severity that the job writes to its log.
         * @enum {string}
         */
        LogLevel: "OFF" | "ERROR" | "WARN" | "INFO";
        LogMatches: {
            /** @description The matching entries with their numbers. */
            data: components["schemas"]["NumberedLogEntry"][];
            /**
             * Format: int64
             * @description The startIndex with which to continue the search. Absent when the whole log was searched.
             */
            nextIndex?: number;
            /** @description Number of entries in this answer. */
            size: number;
        };
        LogPage: {
            /** @description The entries of this page. */
            data: components["schemas"]["LogEntry"][];
            /**
             * Format: int64
             * @description The startIndex of the next page. Absent on the last page.
             */
            nextIndex?: number;
            /** @description Number of entries in this page. */
            size: number;
            /**
             * Format: int64
             * @description Number of all entries of the execution.
             */
            totalSize: number;
            /**
             * Format: int64
             * @description Number of entries in the requested time range.
             */
            totalSizeFiltered?: number;
        };
        LogReport: {
            /** @description The lines in base64, usually compressed with zstd, at most 8192 lines and 4 MiB of text. Each line has the form `<epoch ms of the clock of the engine> <severity><type> <message>`. The severity is one letter: T, D, I, W, E, F for TRACE to FATAL. The type is one letter: O, E, S for STDOUT, STDERR and SYSTEM. */
            chunk: string;
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. */
            fence: number;
            /**
             * Format: int64
             * @description Index of the first line within the log of the execution. Lines are numbered without gaps.
             */
            firstIndex: number;
        };
        LogRetention: {
            /** @description Number of days for which logs are kept. */
            days: number;
            /** @description Whether the environment overrides the number of days of the install. */
            own: boolean;
        };
        LogRetentionRequest: {
            /** @description Number of days for which logs are kept. Null: the number of the install. */
            days: number | null;
            /** @description False: use the number of days of the install and ignore `days`. */
            own?: boolean;
        };
        Me: {
            /** @description Id of the tenant. */
            accountId: string;
            /** @description Whether the account may sign in. */
            active?: boolean;
            /**
             * Format: date-time
             * @description Creation time of the account.
             */
            createdDate?: string;
            email?: string;
            firstName?: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the last change of the account.
             */
            lastModified?: string;
            lastName?: string;
            login: string;
            name: string;
            /** @description The tenant-wide permissions of all roles of the account. */
            permissions: string[];
            /** @description Phone number. */
            phone?: string;
            preferredLanguage?: components["schemas"]["PreferredLanguage"];
            /** @description The roles of the account. */
            roles?: {
                name: string;
                /** @description The tenant-wide permissions of the role. */
                permissions?: string[];
            }[];
            /** @description Time zone. */
            timezone?: string;
            /** @description Title or position. */
            title?: string;
            /**
             * @description Type of the account. USER: a person. SERVICE_ACCOUNT: a program.
             * @enum {string}
             */
            type: "USER" | "SERVICE_ACCOUNT";
        };
        /** @description Id of the process that started this process. */
        MetricFatherPid: string;
        /** @description Name of that job. The name of the artifact if the bundle does not report it. */
        MetricJobName: string;
        /** @description Id of the process in which the component ran. */
        MetricPid: string;
        /** @description Id of the job or subjob to which the component belongs. The id of the execution if the bundle does not report it. */
        MetricProcessId: string;
        /** @description Id of the root process, which started the chain of processes. */
        MetricRootPid: string;
        /**
         * @description Reason why an execution could not start. This server returns only some of these values; the others exist for compatibility with other servers of this API.
         * @enum {string}
         */
        MisfiredExecutionReason: "PARALLEL_EXECUTION_FORBIDDEN" | "UNABLE_TO_RETRIEVE_ARTIFACT_OR_TASK_MAVEN_URL" | "TASK_IS_PAUSED" | "DE_ENV_NOT_CONNECTED" | "REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER" | "REMOTE_ENGINE_UNAVAILABLE" | "DYNAMIC_ENGINE_UNAVAILABLE" | "REMOTE_ENGINE_CONTAINER_NOT_FOUND" | "MAX_DEPLOYMENT_ATTEMPTS_REACHED" | "MAX_PARALLEL_TASKS_LIMIT_REACHED" | "PIPELINE_RUN_PROFILE_NOT_FOUND" | "PIPELINE_ARTIFACT_NOT_FOUND" | "DATA_FABRIC_ARTIFACT_NOT_FOUND" | "ELASTIC_ENGINE_CONTAINER_NOT_FOUND" | "INCOMPATIBILITY_BETWEEN_ACTIONS_VERSIONS_AND_ENGINE" | "UNKNOWN";
        /**
         * @description Reason why a plan execution could not start: another execution was running, too many were running, or the plan was paused.
         * @enum {string}
         */
        MisfiredPlanReason: "PARALLEL_EXECUTIONS_FORBIDDEN" | "SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED" | "PLAN_EXECUTIONS_PAUSED" | "UNKNOWN";
        NewApiKey: components["schemas"]["ApiKey"] & {
            /** @description The secret, beginning with `mrp_`. */
            token: string;
        };
        NewConnectionConfig: {
            /**
             * @description People of the tenant are not asked for consent.
             * @enum {string}
             */
            consentMethod: "trusted";
        };
        NewIpEntries: components["schemas"]["WriteIpEntryRequest"][];
        NewOauthClient: components["schemas"]["OauthClient"] & {
            /** @description The secret, beginning with `mro_`. */
            clientSecret: string;
            /** @description Last characters of the secret. */
            clientSecretHint: string;
        };
        NewOauthSecret: {
            /** @description Id of the client. */
            clientId: string;
            /** @description The secret, beginning with `mro_`. */
            clientSecret: string;
            createdAt: components["schemas"]["CreateDate"];
            /** @description Id of the account that created the secret. */
            createdBy: string;
            /** @description Last characters of the secret. */
            hint: string;
        };
        NewPersonalAccessToken: {
            /**
             * Format: date-time
             * @description Creation time of the token.
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description Time at which the token expires. Absent if it is valid until it is revoked.
             */
            expiryDate?: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description The secret, beginning with `mrp_`. */
            token: string;
        };
        NewSchedule: {
            id: components["schemas"]["Id"];
        };
        NewServiceAccount: {
            /**
             * Format: date-time
             * @description Creation time.
             */
            createdDate: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            lastModifiedDate: string;
            name: string;
            /** @description Permissions of the service account, in alphabetical order. */
            permissions: components["schemas"]["ServiceAccountPermission"][];
            /** @description The OAuth client secret, beginning with `mrs_`. */
            secret: string;
        };
        NewServiceAccountSecret: {
            /**
             * Format: date-time
             * @description Creation time.
             */
            createdDate: string;
            /** @description The last five characters of the secret. */
            hint: string;
            id: components["schemas"]["Id"];
            /** @description The OAuth client secret, beginning with `mrs_`. */
            secret: string;
        };
        NewTenantUser: components["schemas"]["TenantUser"] & {
            /** @description How the user is invited. Absent if it is not. */
            invitation?: components["schemas"]["PasswordLink"];
        };
        NewUserResponse: components["schemas"]["UserResponse"] & {
            /** @description How the user is invited. Absent if it is not. */
            invitation?: components["schemas"]["PasswordLink"];
        };
        Notification: {
            /** @description Whether a page of settings shows it. */
            isManageableInHub?: boolean;
            /** @description Whether users can subscribe to it. */
            isSubscribable: boolean;
            /**
             * @description Name of the kind.
             * @example task.run.failed
             */
            notificationNamePattern: string;
            /** @description How it is shown. */
            presentationInfo?: components["schemas"]["NotificationPresentation"];
            /** @description What it is about. Present for kinds that users can subscribe to. */
            subscriptionInfo?: components["schemas"]["NotificationSubscriptionInfo"];
            /** @description Transports by which it can be sent. */
            transports: string[];
        };
        NotificationPresentation: {
            /** @description Name of the kind in the requested language. */
            friendlyName?: string;
            /** @description Names of the scopes in the requested language. */
            scopeFriendlyNames?: {
                [key: string]: string;
            };
            /** @description What a subscription may be limited to: workspace, task, plan or engine. */
            scopes?: string[];
        };
        Notifications: {
            /** @description The kinds. */
            notifications: components["schemas"]["Notification"][];
        };
        NotificationSubscription: {
            /** @description Id of the only engine. */
            engineId?: string;
            /** @description Id of the subscription. */
            id: string;
            /** @description Kind of notification. */
            kind: string;
            /** @description Id of the only plan. */
            planId?: string;
            /** @description Id of the only task. */
            taskId?: string;
            /** @description How messages are sent. */
            transports: components["schemas"]["Transport"][];
            /** @description Id of the only workspace. */
            workspaceId?: string;
        };
        NotificationSubscriptionInfo: {
            /**
             * @description What happened.
             * @example run.failed
             */
            action: string;
            /** @description Id of the object. Absent for kinds. */
            resourceId?: string;
            /** @description Subtype of the object. Absent for kinds. */
            resourceSubType?: string;
            /**
             * @description Type of the object that it happened to.
             * @example task
             */
            resourceType: string;
            /** @description Who is notified: `user`. */
            target?: string;
        };
        NotificationSubscriptionRequest: {
            /** @description Only for this engine. */
            engineId?: components["schemas"]["Id"];
            /**
             * @description Kind of notification that users can subscribe to.
             * @example task.run.failed
             */
            kind: string;
            /** @description Only for this plan. */
            planId?: components["schemas"]["Id"];
            /** @description Only for this task. */
            taskId?: components["schemas"]["Id"];
            /** @description How messages are sent. */
            transports: components["schemas"]["TransportRequest"][];
            /** @description Only for this workspace. */
            workspaceId?: components["schemas"]["Id"];
        };
        NotificationSubscriptions: {
            /** @description The subscriptions. */
            data: components["schemas"]["NotificationSubscription"][];
        };
        NotificationSubscriptionsRequest: {
            /** @description All subscriptions of the caller. */
            data: components["schemas"]["NotificationSubscriptionRequest"][];
        };
        NumberedLogEntry: components["schemas"]["LogEntry"] & {
            /**
             * Format: int64
             * @description Number of the entry in the log, from 0.
             */
            index: number;
        };
        /** @description Largest number. Null removes the limit. */
        NumberLimit: number | null;
        /**
         * @description Kind of program: on a web server, on a device, in a browser, or embedded in a page without a sign-in. It never changes.
         * @enum {string}
         */
        OauthAppType: "web" | "native" | "spa" | "anonymous-embed";
        /** @description How the client proves its identity. private_key_jwt needs public keys or jwksUri. Default of a new client: client_secret. */
        OauthAuthMethods: ("client_secret" | "private_key_jwt")[];
        OauthClient: {
            /** @description How the client proves its identity. For administrators of clients. */
            allowedAuthMethods?: string[];
            /** @description Grants that the client may use beside the sign-in of a person. */
            allowedGrantTypes: string[];
            /** @description Origins of the pages that use the client. For administrators of clients. */
            allowedOrigins?: string[];
            /** @description Scopes that the client may ask for. */
            allowedScopes: string[];
            appType: components["schemas"]["OauthAppType"];
            /** @description Id of the client. */
            clientId: string;
            clientName: string;
            /** @description Hints of the secrets, never the secrets. For administrators of clients in the tenant that owns the client. */
            clientSecrets?: components["schemas"]["OauthSecretHint"][];
            /** @description Address of the home page of the client. */
            clientUri?: string;
            /** @description Settings of the own tenant for the client. For administrators of clients; absent while the tenant has none. */
            connectionConfig?: components["schemas"]["ConnectionConfig"];
            createdAt: components["schemas"]["CreateDate"];
            /**
             * @description How the client came: an account created it, it registered itself (dcr), or it came with the install (system).
             * @enum {string}
             */
            createdByType: "user" | "dcr" | "system";
            /**
             * Format: date-time
             * @description Time at which its owner deleted the client. Only tenants with a connection config still see it.
             */
            deletedAt?: string;
            description?: string;
            /** @description Address of the public keys of the client. For administrators of clients. */
            jwksUri?: string;
            /** @description Address of the logo of the client. */
            logoUri?: string;
            /** @description Id of the account that created the client. Absent for the client of the command line. */
            ownerId?: string;
            /** @description Public keys of the client. For administrators of clients. */
            publicKeys?: components["schemas"]["OauthPublicKey"][];
            /**
             * Format: date-time
             * @description Time at which the client was published to all tenants. Absent if it is not.
             */
            publishedAt?: string;
            /** @description Addresses to which a sign-in may lead back. For administrators of clients. */
            redirectUris?: string[];
            /** @description Id of the tenant that owns the client. Absent for the client of the command line. */
            tenantId?: string;
            updatedAt: components["schemas"]["UpdateDate"];
        };
        /** @description Description of the client. */
        OauthClientDescription: string;
        /** @description Name of the client. */
        OauthClientName: string;
        OauthClientOperation: {
            /**
             * @description What to do with the field: add, replace or remove.
             * @example remove
             */
            op: string;
            /**
             * @description Field to change.
             * @example /description
             */
            path: string;
            /**
             * @description New value of the field, or values of the list. A removal needs none.
             * @example Weekly report
             */
            value?: components["schemas"]["OauthClientDescription"] | components["schemas"]["OauthTexts"] | components["schemas"]["OauthKeys"];
        };
        /** @description Changes of a client as JSON Patch (RFC 6902). */
        OauthClientPatch: components["schemas"]["OauthClientOperation"][];
        OauthClientRequest: {
            allowedAuthMethods?: components["schemas"]["OauthAuthMethods"];
            allowedGrantTypes?: components["schemas"]["OauthGrantTypes"];
            allowedOrigins?: components["schemas"]["AllowedOrigins"];
            allowedScopes?: components["schemas"]["OauthScopes"];
            appType: components["schemas"]["OauthAppType"];
            clientName: components["schemas"]["OauthClientName"];
            /** @description Address of the home page of the client. */
            clientUri?: components["schemas"]["WebAddress"];
            /** @description Whether people of the tenant are asked for consent. Default: they are. */
            connectionConfig?: components["schemas"]["NewConnectionConfig"];
            description?: components["schemas"]["OauthClientDescription"];
            jwksUri?: components["schemas"]["KeySetAddress"];
            /** @description Address of the logo of the client. */
            logoUri?: components["schemas"]["WebAddress"];
            publicKeys?: components["schemas"]["OauthPublicKeys"];
            redirectUris?: components["schemas"]["RedirectUris"];
        };
        OauthClients: {
            /** @description Clients of the page. */
            data: components["schemas"]["OauthClient"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
            totalResults?: components["schemas"]["TenantTotal"];
        };
        OauthDeviceCodes: {
            /** @description Code with which the device asks for tokens. */
            device_code: string;
            /** @description Seconds until both codes end. */
            expires_in: number;
            /** @description Seconds to wait between two requests for tokens. */
            interval: number;
            /** @description Code that a person types, as in BCDF-GHJK. */
            user_code: string;
            /** @description Address at which a person types the code. */
            verification_uri: string;
            /** @description The same with the code, for a link or a QR code. */
            verification_uri_complete: string;
        };
        OauthDeviceRequest: {
            /** @description JWT that the client has signed. */
            client_assertion?: string;
            /** @description `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
            client_assertion_type?: string;
            /** @description Id of the client. */
            client_id?: string;
            /** @description Secret of the client, if it has one. */
            client_secret?: string;
            /** @description Scopes, separated by spaces. Absent: all that the client may have, without offline_access. */
            scope?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A refusal in the form of RFC 6749 and in that of the tenant API. */
        OauthError: {
            /** @description Code of RFC 6749: invalid_request, invalid_client, invalid_grant, unauthorized_client, unsupported_grant_type, invalid_scope, access_denied. */
            error: string;
            /** @description What is wrong, and what to do. ASCII. */
            error_description: string;
            /** @description The same as one entry. */
            errors: {
                /** @description Code of the refusal. */
                code: string;
                /** @description What is wrong, and what to do. */
                detail: string;
                /** @description Field `code`: the stable code of the refusal. */
                meta?: {
                    [key: string]: unknown;
                };
                /** @description Status of the answer. */
                status: string;
                /** @description Kind of the refusal. */
                title: string;
            }[];
            /** @description Id of the request. */
            traceId: string;
        };
        /** @description Grants that the client may use beside the sign-in of a person. Only for web. Answers name impersonation `urn:service:oauth:user-impersonation`. */
        OauthGrantTypes: ("client_credentials" | "urn:service:oauth:user-impersonation" | "urn:qlik:oauth:user-impersonation")[];
        OauthIntrospection: {
            /** @description Whether the token can be used now. Without it all other fields are absent. */
            active: boolean;
            /** @description Address of this install. */
            aud?: string;
            /** @description Id of the client that the token was issued to. */
            client_id?: string;
            /** @description End of the token, as Unix time in seconds. */
            exp?: number;
            /** @description Address of this install. */
            iss?: string;
            /** @description Id of the token. */
            jti?: string;
            /** @description Scopes, separated by spaces. */
            scope?: string;
            /** @description Id of the user. */
            sub?: string;
            /** @description `bearer` for an access token. */
            token_type?: string;
            /** @description Login of the user. */
            username?: string;
        };
        /** @description A public key or several. */
        OauthKeys: components["schemas"]["OauthPublicKey"] | components["schemas"]["OauthPublicKeys"];
        OauthMetadata: {
            /** @description Address at which people sign in. */
            authorization_endpoint: string;
            /** @description Whether the answer to a sign-in names the issuer (RFC 9207). */
            authorization_response_iss_parameter_supported: boolean;
            /** @description Methods of code challenges. */
            code_challenge_methods_supported: string[];
            /** @description Address at which devices without a browser ask for a code. */
            device_authorization_endpoint: string;
            /** @description Grant types of the token endpoint. */
            grant_types_supported: string[];
            /** @description Address at which services read what a token states. */
            introspection_endpoint: string;
            /** @description How services prove their identity. */
            introspection_endpoint_auth_methods_supported: string[];
            /** @description Algorithms of signed assertions. */
            introspection_endpoint_auth_signing_alg_values_supported: string[];
            /** @description Address of this install. Tokens and answers to sign-ins name it. */
            issuer: string;
            /** @description Address of the public keys of access tokens. */
            jwks_uri: string;
            /** @description Address at which clients register themselves. Absent unless the operator allows it. */
            registration_endpoint?: string;
            /** @description How a sign-in answers. */
            response_modes_supported: string[];
            /** @description What a sign-in answers. */
            response_types_supported: string[];
            /** @description Address at which clients revoke tokens. */
            revocation_endpoint: string;
            /** @description How clients prove their identity when they revoke. */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description Algorithms of signed assertions. */
            revocation_endpoint_auth_signing_alg_values_supported: string[];
            /** @description All scopes. */
            scopes_supported: string[];
            /** @description Address of the reference of the API. */
            service_documentation: string;
            /** @description Address at which clients get tokens. */
            token_endpoint: string;
            /** @description How clients prove their identity at the token endpoint. */
            token_endpoint_auth_methods_supported: string[];
            /** @description Algorithms of signed assertions. */
            token_endpoint_auth_signing_alg_values_supported: string[];
        };
        OauthPublication: {
            /**
             * Format: date-time
             * @description Time at which the client was first published.
             */
            publishedAt: string;
        };
        OauthPublicKey: {
            /**
             * @description Signature algorithm: RS256 and RS512 for RSA keys, ES384 for EC keys.
             * @enum {string}
             */
            alg: "RS256" | "RS512" | "ES384";
            /**
             * @description Curve of an EC key.
             * @enum {string}
             */
            crv?: "P-384";
            /** @description Exponent of an RSA key in base64url. */
            e?: string;
            /**
             * @description Id of the key, unique for the client.
             * @example key-1
             */
            kid: string;
            /**
             * @description Key type.
             * @enum {string}
             */
            kty: "RSA" | "EC";
            /** @description Modulus of an RSA key in base64url, at least 2048 bits long. */
            n?: string;
            /**
             * @description Use of the key: signatures.
             * @enum {string}
             */
            use: "sig";
            /** @description First coordinate of an EC key in base64url. */
            x?: string;
            /** @description Second coordinate of an EC key in base64url. */
            y?: string;
        };
        /** @description Public keys by which signatures of the client are checked. */
        OauthPublicKeys: components["schemas"]["OauthPublicKey"][];
        OauthRefusal: {
            /** @description Address of the caller. */
            address: string;
            /** @description What to change. */
            advice: string;
            /** @description Stable code of the refusal; `more` for refusals that are only counted. */
            code: string;
            /**
             * @description Path of the operation that refused the request.
             * @example /oauth/token
             */
            endpoint: string;
            /** @description Grant type of a token request. Absent for other requests. */
            grantType?: string;
            /** @description Id of the entry. */
            id: string;
            /** @description Number of equal refusals in this entry. */
            number: number;
            /** @description What exactly was wrong. */
            reason: string;
            /**
             * Format: date-time
             * @description Time of the refusal.
             */
            time: string;
        };
        OauthRefusals: {
            /** @description Refusals of the page. */
            data: components["schemas"]["OauthRefusal"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        OauthRegistration: {
            /** @description Name of the client. */
            client_name?: string;
            /** @description Address of the home page of the client. */
            client_uri?: components["schemas"]["WebAddress"];
            /** @description `authorization_code` and `refresh_token`. */
            grant_types?: string[];
            /** @description Address of the logo of the client. */
            logo_uri?: components["schemas"]["WebAddress"];
            /** @description Addresses to which a sign-in may lead back. */
            redirect_uris: string[];
            /** @description `code`. */
            response_types?: string[];
            /**
             * @description Scopes, separated by spaces. Those that registered clients cannot have are left out.
             * @example user_default offline_access
             */
            scope?: string;
            /**
             * @description How the client proves its identity. Default: client_secret_basic.
             * @enum {string}
             */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
        };
        OauthRevocation: {
            /** @description JWT that the client has signed. */
            client_assertion?: string;
            /** @description `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
            client_assertion_type?: string;
            /** @description Id of the client. */
            client_id?: string;
            /** @description Secret of the client. */
            client_secret?: string;
            /** @description The token. */
            token: string;
            /** @description `access_token` or `refresh_token`. A wrong hint changes nothing. */
            token_type_hint?: string;
        };
        /** @description Scopes that the client may ask for. */
        OauthScopes: string[];
        OauthSecretHint: {
            createdAt?: components["schemas"]["CreateDate"];
            /** @description Id of the account that created the secret. */
            createdBy?: string;
            /** @description Last characters of the secret. */
            hint: string;
            /**
             * Format: date-time
             * @description Last use of the secret, at most half a minute late. Absent if it was not used.
             */
            lastUsedAt?: string;
        };
        /** @description A text or several. */
        OauthTexts: string | string[];
        OauthTokenEntry: {
            /** @description Id of the client. */
            clientId: string;
            /** @description Text that the client gave. Absent if it gave none. */
            description?: string;
            /** @description Kind of the device on which the client runs. Absent if the client did not say. */
            deviceType?: string;
            /** @description Id of the grant. */
            id: string;
            /**
             * Format: date-time
             * @description Last use of a token of the grant, at most half a minute late.
             */
            lastUsed: string;
            /** @description Id of the tenant of the user. */
            tenantId: string;
            /** @description Id of the user for whom the client acts. */
            userId: string;
        };
        OauthTokenList: {
            /** @description Grants of the page. */
            data: components["schemas"]["OauthTokenEntry"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
        };
        OauthTokenRequest: {
            /** @description JWT that the client has signed: `iss` and `sub` are its id, `aud` is the token endpoint, `exp` is at most five minutes ahead, `jti` is used once. */
            client_assertion?: string;
            /** @description `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
            client_assertion_type?: string;
            /** @description Id of the client. */
            client_id?: string;
            /** @description Secret of the client. */
            client_secret?: string;
            /** @description Code that the client has received at its redirect URI. */
            code?: string;
            /** @description Text of 43 to 128 characters whose SHA-256 was sent as the code challenge. */
            code_verifier?: string;
            /** @description Text for the list of tokens. */
            description?: string;
            /** @description Code that a device got from POST /oauth/device_authorization. */
            device_code?: string;
            /** @description Kind of the device on which the client runs. The list of tokens shows it. */
            deviceType?: string;
            /** @description One of the grant types. */
            grant_type: string;
            /** @description What the new token is for: `websocket` or `webresource`. */
            purpose?: string;
            /** @description The redirect URI to which the code was sent. */
            redirect_uri?: string;
            /** @description The newest refresh token of the grant. */
            refresh_token?: string;
            /** @description Scopes, separated by spaces. Absent: all that the client may have. */
            scope?: string;
            /** @description Access token that is exchanged. */
            subject_token?: string;
            /** @description `urn:ietf:params:oauth:token-type:access_token`. */
            subject_token_type?: string;
            /** @description The user for whom the client acts: `field` is `subject` (the login) or `userId`. In a form it is JSON text. */
            user_lookup?: components["schemas"]["OauthUserLookup"] | string;
        };
        OauthTokens: {
            /** @description JWT (RFC 9068), signed with a key of `/.well-known/jwks.json`. */
            access_token: string;
            /** @description Time at which the user has proved its identity, as Unix time in seconds. Absent without a user. */
            auth_time?: number;
            /**
             * Format: date-time
             * @description Time at which the access token ends.
             */
            expires_at: string;
            /** @description Seconds until the access token ends. */
            expires_in: number;
            /** @description Kind of the new token. Only for token exchange. */
            issued_token_type?: string;
            /** @description Token for the next access token. Present for the scope offline_access. It is valid for 30 days and used once. */
            refresh_token?: string;
            /** @description Scopes of the access token, separated by spaces. */
            scope: string;
            /**
             * @description How the token is used.
             * @enum {string}
             */
            token_type: "bearer";
        };
        OauthUserLookup: {
            /**
             * @description The field by which the user is found.
             * @enum {string}
             */
            field: "subject" | "userId";
            /** @description Its value. */
            value: string;
        };
        OwnerlessTrigger: {
            /**
             * Format: uuid
             * @description The former account.
             */
            accountId: string;
            /** @description Login of the former account. Absent if it was deleted. */
            accountLogin?: string;
            /**
             * @description Whether the former account is disabled or deleted.
             * @enum {string}
             */
            accountStatus: "DISABLED" | "DELETED";
            accountType: components["schemas"]["UserType"];
            executableId: components["schemas"]["Id"];
            /** @description Name of the task or plan. Only for callers with VIEW on its workspace. */
            executableName?: string;
            /**
             * @description Whether the trigger starts a task or a plan.
             * @enum {string}
             */
            executableType: "TASK" | "PLAN";
            /**
             * @description Where the trigger is set: in a schedule, or as time trigger or webhook of a run configuration.
             * @enum {string}
             */
            kind: "SCHEDULE" | "RUN_CONFIGURATION" | "WEBHOOK";
            /**
             * Format: date-time
             * @description Time at which the trigger fires next. Absent for a webhook.
             */
            nextDate?: string;
            /**
             * Format: uuid
             * @description Schedule of the trigger, for SCHEDULE.
             */
            scheduleId?: string;
            /** @description Name of the trigger. Only for callers with VIEW on the workspace. */
            triggerName?: string;
            /**
             * Format: uuid
             * @description Workspace of the task or plan. Only for callers with VIEW on it.
             */
            workspaceId?: string;
        };
        PageArtifact: {
            items: components["schemas"]["Artifact"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageBaseRunProfile: {
            items: components["schemas"]["BaseRunProfile"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageConnection: {
            items: components["schemas"]["ConnectionDetails"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageEvent: {
            /** @description Time at which the task or plan starts, in UTC. */
            items: string[];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageExecutableEvent: {
            items: components["schemas"]["ExecutableEvent"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        /**
         * Format: int32
         * @description Maximum number of entries in a page.
         */
        PageLimit: number;
        PageLinks: {
            /** @description Next page. Absent on the last page. */
            next?: components["schemas"]["Link"];
            /** @description Previous page. Absent on the first page. */
            prev?: components["schemas"]["Link"];
            /** @description This page. */
            self: components["schemas"]["Link"];
        };
        /**
         * Format: int32
         * @description Number of entries skipped before this page.
         */
        PageOffset: number;
        PageOwnerlessTrigger: {
            items: components["schemas"]["OwnerlessTrigger"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PagePlan: {
            items: components["schemas"]["PlanExecutableDetails"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PagePlanExecutionStatus: {
            items: components["schemas"]["PlanExecutionStatus"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageProject: {
            items: components["schemas"]["Project"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageResource: {
            items: components["schemas"]["Resource"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageSchedule: {
            items: components["schemas"]["Schedule"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageTask: {
            items: components["schemas"]["TaskExtract"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        PageTaskExecutionStatus: {
            items: components["schemas"]["TaskExecutionStatus"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        /**
         * Format: int32
         * @description Number of entries on all pages.
         */
        PageTotal: number;
        Pairing: {
            /** @description Bearer token of the engine, beginning with `mre_`. */
            credential: string;
            /**
             * Format: date-time
             * @description Time at which the credential expires.
             */
            credentialExpiresAt: string;
            engineId: components["schemas"]["Id"];
            name: string;
            /**
             * Format: date-time
             * @description Time from which the engine should renew the credential.
             */
            renewCredentialAfter: string;
        };
        PairingRequest: {
            /** @description Name of the machine, for display. */
            host?: string;
            /** @description Pairing key, as returned by the creation or unpairing of the engine. It works once. */
            preAuthorizedKey: string;
            /** @description Version of the engine's program. */
            version: string;
        };
        /** @description Maps each context variable to its value. Numbers and booleans are stored as text. */
        ParameterValues: {
            [key: string]: string | number | boolean | null;
        };
        PasswordLink: {
            /**
             * Format: date-time
             * @description Time until which the link works. Absent if a mail is sent.
             */
            expiryDate?: string;
            /** @description Address of the page on which the user sets a password. Only this answer contains it. Absent if a mail is sent. */
            link?: string;
            /** @description Whether a mail with the link is sent. */
            sent: boolean;
        };
        PatchGroupSharingRequest: {
            foreignEntity?: components["schemas"]["ForeignEntityReference"];
            groupId: components["schemas"]["Id"];
            groupName?: components["schemas"]["Echoed"];
            /** @description New level. Without it, the sharing is removed. */
            level?: components["schemas"]["LevelRequest"];
        };
        /**
         * @description What to do with the field.
         * @example replace
         */
        PatchOp: string;
        /**
         * @description Field to change.
         * @example /name
         */
        PatchPath: string;
        PatchSharingSetRequest: {
            /** @description Changes of groups. */
            groups?: components["schemas"]["PatchGroupSharingRequest"][];
            /** @description Changes of users. */
            users?: components["schemas"]["PatchUserSharingRequest"][];
        };
        PatchUserSharingRequest: {
            firstName?: components["schemas"]["Echoed"];
            foreignEntity?: components["schemas"]["ForeignEntityReference"];
            lastName?: components["schemas"]["Echoed"];
            /** @description New level. Without it, the sharing is removed. */
            level?: components["schemas"]["LevelRequest"];
            userId: components["schemas"]["Id"];
        };
        /** @description Pause of a task or plan, with its author, time and reason. */
        PauseDetails: {
            /** @description Whether the task or plan is paused. While paused, it starts neither manually nor automatically. */
            pause: boolean;
            /** @description Reason for the pause. */
            pauseContext?: string;
            /**
             * Format: date-time
             * @description Time of the pause.
             */
            pauseDate?: string;
            /** @description Login of the account that paused the task or plan. */
            user?: string;
            userType?: components["schemas"]["UserType"];
        };
        PauseRequest: {
            /**
             * @description True pauses, false resumes.
             * @default false
             */
            pause?: boolean;
            /** @description Reason for the pause or the resumption. */
            pauseContext?: string | null;
            pauseDate?: components["schemas"]["Echoed"];
            user?: components["schemas"]["Echoed"];
            userType?: components["schemas"]["Echoed"];
        };
        /** @description The rights of an account on a workspace. */
        Permission: {
            /** @description The rights that the account has on the workspace. */
            permissions: components["schemas"]["Right"][];
            userId: components["schemas"]["Id"];
            workspaceId: components["schemas"]["Id"];
        };
        /** @description The rights of an account on a workspace before and after a batch. */
        PermissionChange: {
            /** @description Rights after the batch. */
            after: components["schemas"]["Right"][];
            /** @description Rights before the batch. */
            before: components["schemas"]["Right"][];
            userId: components["schemas"]["Id"];
            workspaceId: components["schemas"]["Id"];
        };
        PermissionDeleteResult: {
            /** @description Reason why the entry was refused. */
            message?: string;
            permissionId?: components["schemas"]["PermissionId"];
            /**
             * Format: int32
             * @description HTTP status code that a call with only this entry would return.
             */
            status?: number;
        };
        /** @description The account and the workspace of the entry. */
        PermissionId: {
            userId: components["schemas"]["Id"];
            workspaceId: components["schemas"]["Id"];
        };
        PermissionPreview: {
            /** @description Accounts and workspaces whose rights would change. */
            changes: components["schemas"]["PermissionChange"][];
            /** @description Changes that would be rejected. */
            rejected: components["schemas"]["PermissionResult"][];
        };
        PermissionRemovalPreview: {
            /** @description Accounts and workspaces whose rights would be removed. */
            changes: components["schemas"]["PermissionChange"][];
            /** @description Removals that would be rejected. */
            rejected: components["schemas"]["PermissionDeleteResult"][];
        };
        /** @description The rights to give an account on a workspace. */
        PermissionRequest: {
            permissions: components["schemas"]["RightNames"];
            userId: components["schemas"]["Id"];
            workspaceId: components["schemas"]["Id"];
        };
        PermissionRequests: components["schemas"]["PermissionRequest"][];
        PermissionResult: {
            /** @description Reason why the entry was refused. */
            message?: string;
            permission?: components["schemas"]["PermissionRequest"];
            /**
             * Format: int32
             * @description HTTP status code that a call with only this entry would return.
             */
            status?: number;
        };
        PersonalAccessToken: {
            /**
             * Format: date-time
             * @description Creation time of the token.
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description Time at which the token expires. Absent if it is valid until it is revoked.
             */
            expiryDate?: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the last call with the token. Absent if there was none.
             */
            lastUsedDate?: string;
            name: string;
        };
        /** @description First and last name. The last name begins after the last space. */
        PersonName: string;
        Plan: {
            /** @description Login of the account that created the plan. */
            author: string;
            authorType?: components["schemas"]["UserType"];
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["Step"][];
            updateDate?: components["schemas"]["UpdateDate"];
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        PlanExecutable: {
            /**
             * Format: uuid
             * @description Id of the plan.
             */
            executable: string;
            /**
             * Format: uuid
             * @description For a rerun: id of the failed plan execution.
             */
            executionPlanId?: string | null;
            /** @description Ignored. Clients that start tasks and plans with the same code send it. */
            logLevel?: unknown;
            /** @description For a rerun: whether to skip the tasks that succeeded in that step. */
            rerunOnlyFailedTasks?: boolean | null;
            /**
             * Format: uuid
             * @description For a rerun: id of the step execution to start from.
             */
            stepId?: string | null;
        };
        PlanExecutableDetails: {
            chart?: components["schemas"]["PlanStep"];
            description?: string;
            /**
             * Format: uuid
             * @description Id of the plan.
             */
            executable: string;
            name: string;
            planPauseDetails?: components["schemas"]["PauseDetails"];
            /**
             * @description Status of the newest execution.
             * @enum {string}
             */
            status?: "executing" | "execution_successful" | "execution_failed";
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        PlanExecutionStatus: {
            /** @description Version of the processing API that started the execution, as year and month. Absent otherwise. */
            apiVersion?: string;
            /**
             * Format: int32
             * @description How many of these have ended.
             */
            doneExecutableCount: number;
            /** @description Ended executions that the caller may see. Absent in lists. */
            doneExecutableDetails?: components["schemas"]["JobExecutionStatus"][];
            /** @description Reason why the execution failed or could not start. */
            errorMessage?: string;
            executionId: components["schemas"]["Id"];
            executionStatus: components["schemas"]["DetailedPlanStatus"];
            executionType: components["schemas"]["ExecutionType"];
            finishTimestamp: components["schemas"]["FinishTimestamp"];
            misfiredExecutionReason?: components["schemas"]["MisfiredPlanReason"];
            /**
             * Format: uuid
             * @description Id of the plan.
             */
            planId: string;
            /**
             * Format: int32
             * @description Number of tasks in the steps of the plan.
             */
            plannedExecutableCount: number;
            startTimestamp: components["schemas"]["StartTimestamp"];
            status: components["schemas"]["PlanStatus"];
            /** @description Id of the account under which the execution runs. */
            userId: string;
            userType: components["schemas"]["UserType"];
        };
        PlanRequest: {
            description?: string | null;
            name: string;
            /** @description The steps in the order in which they run. */
            steps: components["schemas"]["StepRequest"][];
            workspaceId: components["schemas"]["Id"];
        };
        PlanRunConfig: {
            /** @description Whether the plan may start while another execution of it runs. */
            parallelExecutionAllowed?: boolean;
            /** @description Returned as it was sent; it has no effect. */
            runtime?: Record<string, never>;
            trigger: components["schemas"]["Trigger"];
        };
        PlanRunConfigRequest: {
            /** @description Ignored. Older clients send it. */
            logLevel?: unknown;
            /**
             * @description Whether the plan may start while another execution of it runs.
             * @default false
             */
            parallelExecutionAllowed?: boolean;
            /** @description Sent by older clients. Stored and returned; it has no effect. */
            runtime?: Record<string, never>;
            trigger: components["schemas"]["TriggerRequest"];
        };
        /**
         * @description Short status of a plan execution.
         * @enum {string}
         */
        PlanStatus: "executing" | "execution_successful" | "execution_failed" | "execution_misfired" | "terminated";
        /** @description A step of a chart, with the next step nested in it. */
        PlanStep: {
            abstractStepId?: components["schemas"]["Id"];
            /** @description The tasks of the step. For an error handler, the plans as well. */
            flows?: components["schemas"]["PlanTask"][];
            id?: components["schemas"]["Id"];
            name?: string;
            nextStep?: components["schemas"]["PlanStep"];
            /** @description A note for readers. */
            note?: string;
            /**
             * @description Condition for the start of the next step. SUCCESS: all tasks succeed. PARTIAL_SUCCESS: at least one task succeeds. PROCEED: always. FAIL: marks an error handler.
             * @enum {string}
             */
            status?: "SUCCESS" | "PARTIAL_SUCCESS" | "FAIL" | "PROCEED";
            stepOnException?: components["schemas"]["PlanStep"];
            /** @description Ids of the tasks of the step. */
            taskIds?: components["schemas"]["Id"][];
        };
        /** @description A task of a step, or a task or plan of an error handler. Only its id is given if the caller may not see it. */
        PlanTask: {
            /**
             * Format: uuid
             * @description Id of the plan. Present only if the entry is a plan.
             */
            abstractPlanId?: string;
            artifact?: components["schemas"]["BaseArtifactVersion"];
            description?: string;
            destination?: components["schemas"]["RuntimeType"];
            id: components["schemas"]["Id"];
            name?: string;
            taskPauseDetails?: components["schemas"]["PauseDetails"];
            /** @description Version of the task. */
            version?: string;
            workspaceId?: components["schemas"]["Id"];
        };
        /**
         * @description Language that the user prefers.
         * @enum {string}
         */
        PreferredLanguage: "en" | "fr" | "ja" | "de" | "unsupported";
        ProcessMetric: {
            father_pid: components["schemas"]["MetricFatherPid"];
            job_name: components["schemas"]["MetricJobName"];
            pid: components["schemas"]["MetricPid"];
            process_id: components["schemas"]["MetricProcessId"];
            root_pid: components["schemas"]["MetricRootPid"];
        };
        /**
         * @description Kind of runtime. RE: an engine. GEN_2: a pipeline engine. REC: a cluster. DYNAMIC_ENGINE: the dynamic engines of an environment.
         * @enum {string}
         */
        ProcessorType: "RE" | "GEN_2" | "REC" | "DYNAMIC_ENGINE";
        ProductInfo: {
            name: string;
            /** @description Version of the program. */
            version: string;
        };
        Project: {
            /** @description Login of the account that created the project. */
            author: string;
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Login of the owner. */
            owner: string;
            /**
             * @description Always DI, data integration.
             * @enum {string}
             */
            projectType: "MDM" | "DQ" | "DI";
            /**
             * @description Always GIT.
             * @enum {string}
             */
            repoType: "GIT" | "SVN" | "NONE";
            /** @description The name of the project in capital letters, digits and underscores. */
            technicalLabel: string;
            updateDate: components["schemas"]["UpdateDate"];
            /** @description Address of the repository. */
            url: string;
        };
        ProjectGroups: {
            /** @description Ids of the groups whose members may work on the project. */
            groupIds: components["schemas"]["Id"][];
            projectId: components["schemas"]["Id"];
        };
        ProjectUsers: {
            projectId: components["schemas"]["Id"];
            /** @description Ids of the users that may work on the project. */
            userIds: components["schemas"]["Id"][];
        };
        /**
         * @description Kind of object. FLOW is a task and ACTION is an artifact.
         * @enum {string}
         */
        PromotedType: "WORKSPACE" | "PLAN" | "FLOW" | "ACTION";
        /** @description The single object to promote, together with the objects that it needs. */
        PromotionAdvancedInfo: {
            id: components["schemas"]["Id"];
            /** @description Accepted and ignored. */
            name?: string;
            type: components["schemas"]["PromotedType"];
            /** @description Accepted and ignored. */
            workspaceId?: string;
        };
        PromotionExecutableDetails: {
            /** @description Description of the promotion. Absent in lists. */
            description?: string;
            /**
             * Format: uuid
             * @description Identifier of the promotion.
             */
            executable: string;
            /** @description Names of the two environments. */
            name: string;
            sourceEnvironment: components["schemas"]["EnvironmentInfo"];
            targetEnvironment: components["schemas"]["EnvironmentInfo"];
        };
        PromotionExecution: {
            executionId: components["schemas"]["Id"];
            executionReport: components["schemas"]["PromotionExecutionStatus"];
        };
        /** @description An execution or an analysis of a promotion, with its report. */
        PromotionExecutionStatus: {
            advanced?: components["schemas"]["AdvancedPromotionSpec"];
            /** @description The clusters on which promoted tasks run. */
            clusters: components["schemas"]["RuntimePromotionResult"][];
            /** @description Reason for the call, as sent by the caller. */
            context?: string;
            /** @description Whether at least one object cannot be promoted. */
            defective: boolean;
            /** @description The engines on which promoted tasks run. */
            engines: components["schemas"]["RuntimePromotionResult"][];
            executionId: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description End time.
             */
            finishTimestamp?: string;
            /** @description Whether resources of the target kept their content and description. */
            keepTargetResources: boolean;
            /** @description Whether run profiles of the target kept their JVM arguments and description. */
            keepTargetRunProfiles: boolean;
            /**
             * Format: uuid
             * @deprecated
             * @description Alias of `promotionId`.
             */
            pipelineId?: string;
            promotionId?: components["schemas"]["Id"];
            startTimestamp?: components["schemas"]["StartTimestamp"];
            /**
             * @description ANALIZED (sic): an analysis, nothing was written. PROMOTED: all is promoted. PROMOTION_WARNING: promoted, but manual work remains. PROMOTION_FAILED: nothing was written.
             * @enum {string}
             */
            status: "ANALIZED" | "PROMOTION_STARTED" | "PROMOTION_WARNING" | "PROMOTION_FAILED" | "PROMOTED";
            /** @description Numbers of objects created, replaced, reused, skipped and failed, and number of warnings. */
            statusMessage?: string;
            triggerTimestamp: components["schemas"]["TriggerTimestamp"];
            userId: components["schemas"]["Id"];
            userType: components["schemas"]["UserType"];
            /** @description The workspaces of the source, each with its content. */
            workspaces: components["schemas"]["WorkspacePromotionResult"][];
        };
        /**
         * @description Kind of object. FLOW is a task and ACTION is an artifact.
         * @enum {string}
         */
        PromotionItemType: "WORKSPACE" | "PLAN" | "FLOW" | "ACTION" | "CONNECTION" | "RESOURCE" | "ENGINE" | "CLUSTER" | "FOLDER";
        PromotionMessage: {
            /** @description Human-readable sentence. */
            info: string;
            /**
             * @description Level of the message. INFO: for information. WARN: manual work is needed. ERROR: the object cannot be promoted.
             * @enum {string}
             */
            level: "INFO" | "WARN" | "ERROR";
        };
        /** @description Effect of the promotion on the object in the target. */
        PromotionReport: {
            /** @description Messages about the object. */
            messages: components["schemas"]["PromotionMessage"][];
            /**
             * @description Effect in the target. CREATED: a new object. REPLACED: a changed object. REUSED: an unchanged object. FAILED: none, because the object cannot be promoted. SKIPPED: none, because the object is passed over.
             * @enum {string}
             */
            status: "CREATED" | "REPLACED" | "REUSED" | "FAILED" | "SKIPPED";
        };
        /** @description A promoted task that uses the object. */
        PromotionResultInfo: {
            id: components["schemas"]["Id"];
            name: string;
            /**
             * Format: uuid
             * @description Id of the counterpart in the target environment. Absent if there is none.
             */
            targetId?: string;
            type: components["schemas"]["PromotionItemType"];
            /** @description Number of changes of the task in the source. */
            version: number;
            workspaceId: components["schemas"]["Id"];
        };
        PromotionUsersResponse: {
            /**
             * Format: uuid
             * @description Identifier of the promotion.
             */
            executable: string;
            /** @description Ids of the service accounts that may execute the promotion. */
            serviceAccountIds: components["schemas"]["Id"][];
            /** @description Ids of the users that may execute the promotion. */
            userIds: components["schemas"]["Id"][];
        };
        /** @description Data of the artifact. Omitted fields are read from the bundle. */
        PublishArtifactRequest: {
            description?: string;
            /** @description Name and version of the product that built the artifact. Default: this server with its version. */
            marketplaceProduct?: string;
            /** @description Name of the artifact. Default: the name in the bundle. */
            name?: string;
            /** @description Context variables that the artifact declares. Default: those of the bundle. */
            parameters?: components["schemas"]["ArtifactParameter"][];
            repository?: components["schemas"]["SourcesRepositoryData"];
            type?: components["schemas"]["ArtifactType"];
            /** @description Version `x.y.z`, or the published form with its time suffix. */
            version?: string;
            workspaceId: components["schemas"]["Id"];
        };
        PutGroupSharingRequest: {
            deletedAt?: components["schemas"]["Echoed"];
            foreignEntity?: components["schemas"]["ForeignEntityReference"];
            groupId: components["schemas"]["Id"];
            groupName?: components["schemas"]["Echoed"];
            /** @description Level of the user or group. */
            level: components["schemas"]["LevelRequest"];
        };
        PutSharingSetRequest: {
            /** @description Groups with their levels. Default: none. */
            groups?: components["schemas"]["PutGroupSharingRequest"][];
            /** @description Users with their levels. Default: none. */
            users?: components["schemas"]["PutUserSharingRequest"][];
        };
        PutUserSharingRequest: {
            deletedAt?: components["schemas"]["Echoed"];
            firstName?: components["schemas"]["Echoed"];
            foreignEntity?: components["schemas"]["ForeignEntityReference"];
            lastName?: components["schemas"]["Echoed"];
            /** @description Level of the user or group. */
            level: components["schemas"]["LevelRequest"];
            userId: components["schemas"]["Id"];
        };
        /** @description Hours of each day in which messages are held back. At their end, one message has all of them. The inbox is not held back. */
        QuietHours: {
            /** @description Begin of the hours in the zone. */
            from: components["schemas"]["QuietTime"];
            /** @description End of the hours in the zone. */
            to: components["schemas"]["QuietTime"];
            /**
             * @description Time zone by its IANA name.
             * @example Europe/Berlin
             */
            zone: string;
        };
        /** @description Hours of each day in which messages are held back. Null removes them; a message that is held back stays so until their former end. */
        QuietHoursChange: {
            /** @description Begin of the hours in the zone. */
            from: components["schemas"]["QuietTime"];
            /** @description End of the hours in the zone. */
            to: components["schemas"]["QuietTime"];
            /**
             * @description Time zone by its IANA name.
             * @example Europe/Berlin
             */
            zone: string;
        } | null;
        /**
         * @description Time of the day.
         * @example 22:00
         */
        QuietTime: string;
        RatingInfo: {
            /**
             * Format: int32
             * @description Number of accounts that have rated.
             */
            contributors?: number;
            /** @description Average of the ratings. Each is a number from 0 to 1. */
            global?: number;
        };
        RatingRequest: {
            /** @description Number from 0 to 1. */
            rating: number;
        };
        RawComponentMetric: {
            component_connection_rows_total?: components["schemas"]["ComponentRows"];
            component_execution_duration_milliseconds?: components["schemas"]["ComponentDuration"];
            component_start_time_seconds: components["schemas"]["ComponentStartTime"];
            /** @description Name of the connection between the two components. */
            connection_name?: string;
            /** @description Type of the connection between the two components. */
            connection_type?: string;
            connector_id: components["schemas"]["ConnectorId"];
            connector_label: components["schemas"]["ConnectorLabel"];
            connector_type: components["schemas"]["ConnectorType"];
            /** @description Id of the engine that held the execution. Empty if there was none yet. */
            engine_id: string;
            father_pid: components["schemas"]["MetricFatherPid"];
            job_name: components["schemas"]["MetricJobName"];
            /** @description Id of the account that started the execution manually. */
            operator?: string;
            operator_type?: components["schemas"]["UserType"];
            pid: components["schemas"]["MetricPid"];
            process_id: components["schemas"]["MetricProcessId"];
            root_pid: components["schemas"]["MetricRootPid"];
            stacktrace?: components["schemas"]["Stacktrace"];
            target_connector_type?: components["schemas"]["TargetConnectorType"];
            target_id?: components["schemas"]["TargetId"];
            target_label?: components["schemas"]["TargetLabel"];
            /** @description Id of the execution. */
            task_execution_id: string;
            /** @description Id of the task. */
            task_id: string;
            /** @description Id of the workspace of the task. */
            workspace_id: string;
        };
        RawComponentMetricPage: {
            items: components["schemas"]["RawComponentMetric"][];
            limit: components["schemas"]["PageLimit"];
            offset: components["schemas"]["PageOffset"];
            total: components["schemas"]["PageTotal"];
        };
        /** @description Addresses to which a sign-in may lead back: https; for native clients also http on the loopback interface, and schemes of a domain in reverse order. They have no fragment and no user. */
        RedirectUris: string[];
        /** @description Maps each name that the job uses to the id of the connection or resource. */
        References: {
            [key: string]: components["schemas"]["Id"];
        };
        RegisteredOauthClient: {
            /** @description Id of the client. */
            client_id: string;
            /** @description Time of the registration, as Unix time in seconds. */
            client_id_issued_at: number;
            /** @description Name of the client. */
            client_name: string;
            /** @description Secret of the client. Absent without a proof of identity. */
            client_secret?: string;
            /** @description End of the secret, as Unix time in seconds. 0: it does not expire. */
            client_secret_expires_at?: number;
            /** @description Address of the home page of the client. */
            client_uri?: string;
            /** @description Grant types that the client may use. */
            grant_types: string[];
            /** @description Address of the logo of the client. */
            logo_uri?: string;
            /** @description Addresses to which a sign-in may lead back. */
            redirect_uris: string[];
            /** @description Response types that the client may use. */
            response_types: string[];
            /** @description Scopes that the client may ask for, separated by spaces. */
            scope: string;
            /**
             * @description How the client proves its identity.
             * @enum {string}
             */
            token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none";
        };
        RenameGroupRequest: {
            /** @description Name of the group, unique in the tenant. */
            name: string;
            /** @description Ids of the roles that the group gives to its members. If they are left out, the group keeps its own. */
            roleIds?: components["schemas"]["Id"][];
        };
        ReplaceCatalogConnectionRequest: {
            /** @description Engine that reads the data. */
            cloudAgentId?: components["schemas"]["Id"];
            description?: string;
            /** @description Whether the connection is in use. */
            enabled?: boolean;
            /** @description Whether the catalogue may store rows of the tables. False deletes the stored ones. */
            keepsSamples?: boolean;
            /** @description Name of the connection. */
            label: string;
            properties?: components["schemas"]["ConnectionProperties"];
            tags?: components["schemas"]["ConnectionTags"];
        };
        ReplaceCrawlerRequest: {
            description?: components["schemas"]["CrawlerDescription"];
            name: components["schemas"]["CrawlerName"];
            selectedDatasets?: components["schemas"]["CrawlerSelection"];
        };
        ReplaceEnvironmentRequest: {
            description?: string | null;
            /**
             * Format: int32
             * @description Maximum number of cloud engines. If omitted, the number is unchanged. It has no effect.
             */
            maxCloudContainers?: number;
            name: string;
        };
        ReplaceIpAllowlistRequest: {
            description?: components["schemas"]["IpAllowlistDescription"];
            /** @description Whether calls from other addresses are refused. */
            enabled: boolean;
            /** @description Entries of the allowlist. */
            ips?: components["schemas"]["ListedIpEntry"][] | null;
        };
        ReplacePlanRequest: {
            description?: string | null;
            name: string;
            /** @description All steps of the plan. If omitted, the existing steps are kept. A chart, as reading a plan returns it, is ignored. */
            steps?: components["schemas"]["StepRequest"][];
            /**
             * Format: uuid
             * @description Id of the current workspace of the plan. Another workspace is refused.
             */
            workspaceId?: string;
        };
        ReplaceServiceAccountRequest: {
            createdDate?: components["schemas"]["Echoed"];
            id?: components["schemas"]["Echoed"];
            lastModifiedDate?: components["schemas"]["Echoed"];
            lastUsedApi?: components["schemas"]["Echoed"];
            lastUsedDate?: components["schemas"]["Echoed"];
            name: components["schemas"]["ServiceAccountName"];
            permissions: components["schemas"]["ServiceAccountPermissions"];
            secret?: components["schemas"]["Echoed"];
        };
        ReplaceTaskRequest: {
            artifact: components["schemas"]["ArtifactRequest"];
            autoUpgradeInfo?: components["schemas"]["AutoUpgradeInfo"];
            connections?: components["schemas"]["References"];
            description?: string | null;
            /** @description Ignored. Clients that reuse the body of a creation may include it. */
            environmentId?: unknown;
            id?: components["schemas"]["Echoed"];
            name: string;
            parameters?: components["schemas"]["ParameterValues"];
            resources?: components["schemas"]["References"];
            tags?: components["schemas"]["Tags"];
            taskPauseDetails?: components["schemas"]["Echoed"];
            version?: components["schemas"]["Echoed"];
            workspace?: components["schemas"]["Echoed"];
            /**
             * Format: uuid
             * @description Id of the current workspace of the task. Another workspace is refused.
             */
            workspaceId?: string;
        };
        ReplaceWorkspaceRequest: {
            description?: string | null;
            name: string;
            /** @description Login of the owner. If omitted, the owner is unchanged. */
            owner?: string | null;
            /** @description Whether tasks are upgraded only by artifacts published in this workspace. Default: false. */
            protectedArtifactUpdate?: boolean;
        };
        Report: {
            /** @description Runs that ended. */
            finishes?: components["schemas"]["FinishReport"][];
            /** @description Log lines of executions. */
            logs?: components["schemas"]["LogReport"][];
            /** @description Executions that have not started at all and return to the queue. */
            returns?: components["schemas"]["ReturnReport"][];
            /**
             * Format: int64
             * @description Time at which the report was sent, in epoch milliseconds of the clock of the engine. If this clock is wrong by more than 5 seconds, all times of the report are corrected.
             */
            sentAt?: number;
            /** @description Runs that started. */
            starts?: components["schemas"]["StartReport"][];
        };
        ReportAnswer: {
            /** @description Executions for which this report was ignored because earlier log lines are missing. */
            early?: components["schemas"]["EarlyLog"][];
            /** @description Ids of executions that the engine no longer holds or that are finished. It must send nothing more about them. */
            refused: components["schemas"]["Id"][];
        };
        ReportedComponent: {
            /**
             * Format: int64
             * @description Number of rows that went through this connection.
             */
            component_connection_rows_total?: number;
            /** @description Duration of the component in milliseconds. */
            component_execution_duration_milliseconds?: number;
            /** @description Start time of the component, in seconds since 1970-01-01T00:00:00Z, with fractions. */
            component_start_time_seconds: number;
            /** @description Name of the connection between the two components. */
            connection_name?: string;
            /** @description Type of the connection between the two components. */
            connection_type?: string;
            /** @description Id of the component within its job. */
            connector_id: string;
            /** @description Label of the component. */
            connector_label: string;
            /** @description Type of the component. */
            connector_type: string;
            /** @description Id of the process that started this process. Default: pid. */
            father_pid?: string;
            /** @description Name of that job. Default: the name of the artifact. */
            job_name?: string;
            /** @description Id of the process in which the component ran. Default: process_id. */
            pid?: string;
            /** @description Id of the job or subjob to which the component belongs. Default: the id of the execution. */
            process_id?: string;
            /** @description Id of the root process, which started the chain of processes. Default: father_pid. */
            root_pid?: string;
            /** @description Stack trace of the failure, if the component failed. */
            stacktrace?: string;
            /** @description Type of the component to which the rows went. */
            target_connector_type?: string;
            /** @description Id of the component to which the rows went, within its job. */
            target_id?: string;
            /** @description Label of the component to which the rows went. */
            target_label?: string;
        };
        Resource: {
            description?: string;
            /** @description True: a file. False: a folder, stored as a zip file. */
            file: boolean;
            id: components["schemas"]["Id"];
            name: string;
            workspaceInfo: components["schemas"]["WorkspaceInfo"];
        };
        /** @enum {string} */
        RetriedEnd: "FAILED" | "ENGINE_LOST" | "OUT_OF_MEMORY" | "EVICTED" | "TIMED_OUT";
        /** @description An execution that returns to the queue because the machine of the engine cannot start any run. Allowed only if the claimed execution has `returnsLeft`. */
        ReturnReport: {
            /** @description Reason why the machine could not start the run, as a human-readable sentence. */
            errorMessage: string;
            /** @description Stable code of the cause, used if the execution was returned too often and therefore ends. */
            errorType: string;
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. */
            fence: number;
        };
        /**
         * @description Right of an account on a workspace.
         * @enum {string}
         */
        Right: "VIEW" | "EXECUTE" | "AUTHOR" | "PUBLISH" | "MANAGE";
        /**
         * @description Name of a right. EXECUTOR is an alias of EXECUTE.
         * @enum {string}
         */
        RightName: "VIEW" | "EXECUTE" | "EXECUTOR" | "AUTHOR" | "PUBLISH" | "MANAGE";
        /** @description Names of rights. */
        RightNames: components["schemas"]["RightName"][];
        Role: {
            /** @description Whether the role came with the install and cannot be changed. */
            builtIn: boolean;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Permissions of the role, in alphabetical order. */
            permissions: components["schemas"]["RolePermission"][];
        };
        RoleIds: components["schemas"]["Id"][];
        /**
         * @description admin: the role has a permission whose name ends with `_MANAGEMENT`.
         * @enum {string}
         */
        RoleLevel: "admin" | "user";
        RoleMapping: {
            /** @description Value of the claim for roles of the identity provider. */
            name: string;
            /** @description Names of the roles, in alphabetical order. */
            roles: string[];
        };
        /** @description Value of the claim for roles of the identity provider, such as the name of a role or group there. */
        RoleMappingName: string;
        RoleMappingRequest: {
            name: components["schemas"]["RoleMappingName"];
            /** @description Names or ids of the roles. */
            roles: string[];
        };
        /**
         * @description Tenant-wide permission that a role can have.
         * @enum {string}
         */
        RolePermission: "AUDIT_LOGS_VIEW" | "DYN_ENGINE_READ" | "EXECUTION_LOGS_DELETE" | "SVC_CLUSTER_MANAGEMENT" | "SVC_CONNECTION_RESOURCE_EDIT" | "SVC_ENGINE_USE" | "SVC_ENVIRONMENT_MANAGEMENT" | "SVC_GROUP_MANAGEMENT" | "SVC_OAUTH_CLIENT_MANAGEMENT" | "SVC_OPERATOR" | "SVC_PIPELINE_MANAGEMENT" | "SVC_PROJECT_MANAGEMENT" | "SVC_PROMOTION_EXECUTION" | "SVC_ROLE_MANAGEMENT" | "SVC_RUN_PROFILE_MANAGEMENT" | "SVC_SERVICE_ACCOUNT_MANAGEMENT" | "SVC_SSO_MANAGEMENT" | "SVC_SUBSCRIPTION_MANAGEMENT" | "SVC_USER_MANAGEMENT" | "SVC_WEBHOOK_MANAGEMENT";
        /** @description Permissions of the role. */
        RolePermissions: components["schemas"]["RolePermission"][];
        RoleReference: {
            id?: components["schemas"]["Id"];
            level?: components["schemas"]["Echoed"];
            /** @description Name of the role. It counts only without an id. */
            name?: string;
            type?: components["schemas"]["Echoed"];
        };
        /** @description Roles by id or name. */
        RoleReferences: components["schemas"]["RoleReference"][];
        RoleRequest: {
            /** @description Name of the role, unique in the tenant. */
            name: string;
            /** @description Permissions of the role. If they are left out, a new role has none and a changed role keeps its own. */
            permissions?: components["schemas"]["RolePermission"][];
        };
        /**
         * @description default: the role came with the install and cannot be changed.
         * @enum {string}
         */
        RoleType: "default" | "custom";
        RunProfile: {
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            /** @description Options of the Java virtual machine, one per entry. */
            jvmArguments: string[];
            name: string;
            /** @description Id of the engine or cluster. For DYNAMIC_ENGINE, id of the environment. */
            processorId: string;
            processorType: components["schemas"]["ProcessorType"];
            runProfileType: components["schemas"]["RuntimeProfileType"];
            /** @description Runtime id of the engine or cluster. */
            runtimeId?: string;
            /** @description Id of the environment. */
            scopeId: string;
            type: components["schemas"]["RuntimeProfileType"];
            updateDate: components["schemas"]["UpdateDate"];
            /** @description Version number. Incremented by each change. */
            version: number;
        };
        RunProfileFilters: {
            /**
             * Format: int32
             * @description Maximum number of entries in the page.
             * @default 100
             */
            limit?: number;
            /** @description Text that the name contains. */
            name?: string;
            /**
             * Format: int32
             * @description Number of entries to skip before the page.
             * @default 0
             */
            offset?: number;
            /** @description Ids of engines and clusters. */
            processorIds?: components["schemas"]["Id"][];
            processorType?: components["schemas"]["ProcessorType"];
            /** @description Kinds of runtimes. A run profile matches if it belongs to one of them. */
            processorTypes?: components["schemas"]["ProcessorType"][];
            runProfileType?: components["schemas"]["RunProfileType"];
            /** @description Ids of environments. */
            scopeIds?: components["schemas"]["Id"][];
            /**
             * @description Field by which the list is sorted.
             * @default NAME
             * @enum {string}
             */
            sortBy?: "NAME" | "ENVIRONMENT_NAME" | "RUN_PROFILE_TYPE" | "DESCRIPTION";
            /**
             * @description Ascending or descending.
             * @default DESC
             * @enum {string}
             */
            sortOrder?: "ASC" | "DESC";
        };
        /** @description A run profile of the engine or cluster in the report. */
        RunProfilePromotionResult: {
            analyzeReport: components["schemas"]["PromotionReport"];
            id: components["schemas"]["Id"];
            name: string;
            promotionReport?: components["schemas"]["PromotionReport"];
            /**
             * Format: uuid
             * @description Id of the counterpart in the target environment. Absent if there is none.
             */
            targetId?: string;
        };
        RunProfileRequest: {
            description?: string | null;
            jvmArguments: components["schemas"]["JvmArguments"];
            name: string;
            /** @description Id or runtime id of the engine or cluster in the path. */
            runtimeId?: string | null;
            type: components["schemas"]["RuntimeProfileType"];
        };
        RunProfileRescheduleOptions: {
            /**
             * @description Run profile of the tasks once they run on the cluster. DEFAULT: none. DUPLICATE_RUN_PROFILES: a copy of their run profile, created in the cluster. CLUSTER_RUN_PROFILE: the run profile of the cluster in `runProfileId`.
             * @default DEFAULT
             * @enum {string}
             */
            method?: "DEFAULT" | "DUPLICATE_RUN_PROFILES" | "CLUSTER_RUN_PROFILE";
            /** @description Id of the run profile, for CLUSTER_RUN_PROFILE. */
            runProfileId?: string | null;
        };
        /**
         * @description Kind of programs for which the run profile is intended. Run profiles of this server have JOB_SERVER, MICROSERVICE or TALEND_RUNTIME.
         * @enum {string}
         */
        RunProfileType: "STANDARD" | "BIG_DATA" | "ADVANCED" | "DATABRICKS" | "JOB_SERVER" | "MICROSERVICE" | "TALEND_RUNTIME";
        RunProfileUpdateRequest: {
            description?: string | null;
            jvmArguments: components["schemas"]["JvmArguments"];
            name: string;
        };
        RunRetry: {
            /** @description Attempts at most, the first one included. */
            attempts: number;
            /** @description Each further wait is so many times as long. */
            backoff: number;
            /** @description Ends that are followed by a further attempt. */
            on: components["schemas"]["RetriedEnd"][];
            /** @description Seconds from the end of the first attempt to the next one. */
            waitSeconds: number;
        };
        /** @description Where the task runs. */
        Runtime: {
            /** @description Id of the cluster, for REMOTE_ENGINE_CLUSTER. */
            clusterId?: string;
            /** @description Id of the engine, for REMOTE_ENGINE. */
            engineId?: string;
            /** @description Id of the engine or cluster. */
            id?: string;
            /** @description Id of the run profile of the engine or cluster. */
            runProfileId?: string;
            type?: components["schemas"]["RuntimeType"];
        };
        /**
         * Format: uuid
         * @description Second id of the engine or cluster, used by executions and run profiles.
         */
        RuntimeId: string;
        /**
         * @description Kinds of programs that the engine is intended to run: jobs (JOB_SERVER), microservices, or routes and services. Stored and returned; the engines of this server run jobs.
         * @enum {string}
         */
        RuntimeProfileType: "JOB_SERVER" | "MICROSERVICE" | "TALEND_RUNTIME";
        /** @description An engine or a cluster. */
        RuntimePromotionResult: {
            analyzeReport: components["schemas"]["PromotionReport"];
            id: components["schemas"]["Id"];
            name: string;
            promotionReport?: components["schemas"]["PromotionReport"];
            /** @description Run profiles of the engine or cluster that promoted tasks use. */
            runProfiles: components["schemas"]["RunProfilePromotionResult"][];
            /**
             * Format: uuid
             * @description Id of the counterpart in the target environment. Absent if there is none.
             */
            targetId?: string;
            type: components["schemas"]["PromotionItemType"];
            /** @description The promoted tasks that run on it. */
            usedBy: components["schemas"]["PromotionResultInfo"][];
        };
        /**
         * @description Where a task runs. CLOUD: any free engine of the environment. REMOTE_ENGINE: the named engine. REMOTE_ENGINE_CLUSTER: any engine of the named cluster. The other values are not accepted.
         * @enum {string}
         */
        RuntimeType: "CLOUD" | "REMOTE_ENGINE" | "REMOTE_ENGINE_CLUSTER" | "CLOUD_EXCLUSIVE" | "PIPELINE_ENGINE";
        ScannedTable: {
            /** @description Name for people. */
            displayName: string;
            /** @description What kind of table it is. */
            metadata: components["schemas"]["TableMetadata"];
            /** @description Name within the connection, for the selection of a crawler. */
            technicalName: string;
        };
        Schedule: {
            description?: string;
            environmentId: components["schemas"]["Id"];
            /**
             * Format: uuid
             * @description Id of the task or plan that the schedule runs. Absent if the schedule is not bound.
             */
            executableId?: string;
            /**
             * @description Whether executableId identifies a task or a plan.
             * @enum {string}
             */
            executableType?: "TASK" | "PLAN";
            id: components["schemas"]["Id"];
            /** @description The time rules, in the order in which they were added. */
            triggers?: components["schemas"]["ScheduleTrigger"][];
        };
        ScheduleEvent: {
            /**
             * Format: date-time
             * @description Time at which the schedule fires, in UTC.
             */
            datetime: string;
            /** @description Name of the trigger that fires. */
            sourceTriggerName: string;
        };
        /** @description One time rule of a schedule. Fields that are null count as omitted. */
        ScheduleTrigger: {
            /** @description Days of the week or of the month, for WEEKLY and MONTHLY. */
            atDays?: components["schemas"]["DaySchedule"] | null;
            /** @description Times of the day at which the trigger fires. Default: startTime. */
            atTimes?: components["schemas"]["TimeSchedule"] | null;
            cronExpression?: components["schemas"]["CronExpression"];
            interval?: components["schemas"]["TriggerInterval"];
            /** @description Name of the trigger, unique within the schedule. */
            name: string;
            startDate?: components["schemas"]["TriggerStartDate"];
            startTime?: components["schemas"]["TriggerStartTime"];
            /**
             * Format: int32
             * @description Minutes after which a run that this trigger started is terminated. Default: the timeout of the task.
             */
            timeout?: number | null;
            timeZone?: components["schemas"]["TriggerTimeZone"];
            /**
             * @description Kind of time rule. ONCE: a single time. DAILY, WEEKLY, MONTHLY: at an interval of days, weeks or months. CRON: a cron expression.
             * @enum {string}
             */
            type: "ONCE" | "DAILY" | "WEEKLY" | "MONTHLY" | "CRON";
        };
        /** @description Error of a refused call (RFC 7644). */
        ScimError: {
            /** @description Stable code, followed by a colon and a human-readable text that says what is wrong and what to do. */
            detail: string;
            schemas: components["schemas"]["ScimSchemas"];
            /**
             * @description Kind of the error, for a status of 400 or 409.
             * @enum {string}
             */
            scimType?: "invalidFilter" | "uniqueness" | "mutability" | "invalidSyntax" | "invalidPath" | "noTarget" | "invalidValue";
            /** @description HTTP status code, as a text. */
            status: string;
        };
        ScimList: {
            /** @description Number of entries in this answer. */
            itemsPerPage: number;
            /** @description The entries. */
            Resources: components["schemas"]["ScimResource"][];
            schemas: components["schemas"]["ScimSchemas"];
            /** @description Index of the first entry, from 1. */
            startIndex: number;
            /** @description Number of all resources that fit. */
            totalResults: number;
        };
        ScimPatchRequest: {
            externalId?: components["schemas"]["Echoed"];
            id?: components["schemas"]["Echoed"];
            meta?: components["schemas"]["Echoed"];
            /** @description The operations, applied in their order. */
            Operations: {
                /** @description add, replace or remove, in any letter case. */
                op: string;
                /** @description Target of the operation, for example `emails[type eq "work"].value`. Without it, the value has the attributes. */
                path?: string;
                /** @description Value of the operation. */
                value?: unknown;
            }[];
            schemas?: components["schemas"]["ScimSchemas"];
        };
        /** @description A resource with the attributes of its schema. */
        ScimResource: {
            [key: string]: unknown;
        };
        /** @description A resource with the attributes of its schema (`GET /scim/v2/Schemas`). Attributes that are unknown or only read are ignored. */
        ScimResourceRequest: {
            [key: string]: unknown;
        };
        /** @description URNs of the schemas of the message. */
        ScimSchemas: string[];
        ScimSearchRequest: {
            /** @description Attributes that the answer has. Without it, all. */
            attributes?: string[];
            /**
             * Format: int32
             * @description Maximum number of entries, at most 1000.
             */
            count?: number;
            /** @description Attributes that the answer does not have. */
            excludedAttributes?: string[];
            externalId?: components["schemas"]["Echoed"];
            /** @description Filter of RFC 7644. */
            filter?: string;
            id?: components["schemas"]["Echoed"];
            meta?: components["schemas"]["Echoed"];
            schemas?: components["schemas"]["ScimSchemas"];
            /** @description Attribute to sort by. */
            sortBy?: string;
            /**
             * @description Direction of the order.
             * @enum {string}
             */
            sortOrder?: "ascending" | "descending";
            /**
             * Format: int32
             * @description Index of the first entry, from 1.
             */
            startIndex?: number;
        };
        SearchRequest: {
            category: components["schemas"]["ExecutionCategory"];
            environmentId: components["schemas"]["Id"];
            exclude?: components["schemas"]["ExecutionExclusion"];
            filters?: components["schemas"]["FieldFilters"];
            /**
             * @description Maximum number of entries in the page.
             * @default 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of entries to skip before the page. It must be within the first 20 pages.
             * @default 0
             */
            offset?: number;
        };
        Seat: {
            /** @description Part of the product. */
            application: string;
            /**
             * Format: int32
             * @description Number of active accounts of the tenant.
             */
            currentUsers: number;
            /**
             * Format: int32
             * @description Number of accounts that the tenant may have. 2147483647 means unlimited.
             */
            maxUsers: number;
        };
        SelfLink: {
            /** @description This object. */
            self: components["schemas"]["Link"];
        };
        SemanticType: {
            description?: string;
            /** @description Regular expression of RE2 that the whole value fits. */
            expression?: string;
            /** @description Absent for a built-in type. */
            id?: components["schemas"]["Id"];
            /**
             * @description How values are checked.
             * @enum {string}
             */
            kind: "BUILT_IN" | "REGEX" | "DICTIONARY";
            name: string;
            /** @description The values of a dictionary, letter case aside. */
            words?: string[];
        };
        ServiceAccount: {
            /**
             * Format: date-time
             * @description Creation time.
             */
            createdDate: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            lastModifiedDate: string;
            /** @description Method and path of the last call with a token of the account. Absent if there was none. */
            lastUsedApi?: string;
            /**
             * Format: date-time
             * @description Time of the last call with a token of the account. Absent if there was none.
             */
            lastUsedDate?: string;
            name: string;
            /** @description Permissions of the service account, in alphabetical order. */
            permissions: components["schemas"]["ServiceAccountPermission"][];
        };
        ServiceAccountCount: {
            count: components["schemas"]["Count"];
            tenantId: components["schemas"]["Id"];
        };
        /** @description Name of the service account, unique among the service accounts of the tenant. */
        ServiceAccountName: string;
        /**
         * @description Tenant-wide permission that a service account can have.
         * @enum {string}
         */
        ServiceAccountPermission: "AUDIT_LOGS_VIEW" | "SVC_CLUSTER_MANAGEMENT" | "SVC_ENVIRONMENT_MANAGEMENT" | "SVC_PIPELINE_MANAGEMENT" | "SVC_PROMOTION_EXECUTION" | "SVC_ENGINE_USE" | "SVC_RUN_PROFILE_MANAGEMENT" | "SVC_OPERATOR" | "SVC_GROUP_MANAGEMENT" | "SVC_ROLE_MANAGEMENT" | "SVC_USER_MANAGEMENT" | "SVC_SERVICE_ACCOUNT_MANAGEMENT";
        /** @description Permissions of the service account. */
        ServiceAccountPermissions: components["schemas"]["ServiceAccountPermission"][];
        ServiceAccountSecret: {
            /**
             * Format: date-time
             * @description Creation time.
             */
            createdDate: string;
            /** @description The last five characters of the secret. */
            hint: string;
            id: components["schemas"]["Id"];
        };
        ServiceAccountToken: {
            /** @description JSON Web Token, signed with a key of `/.well-known/jwks.json`. */
            access_token: string;
            /** @description Seconds for which the token is valid. */
            expires_in: string;
            /**
             * @description How the token is sent.
             * @enum {string}
             */
            token_type: "Bearer";
        };
        ServiceAccountTokenRequest: {
            /** @description Accepted for clients of the published API. The token is always for this install. */
            audience?: string;
            /**
             * @description Grant of RFC 6749.
             * @enum {string}
             */
            grant_type: "client_credentials";
            /** @description Accepted for OAuth clients. The permissions and rights of the account decide what the token allows. */
            scope?: string;
        };
        SharedGroup: {
            groupId: components["schemas"]["Id"];
            groupName: string;
        };
        SharedUser: {
            firstName: string;
            lastName: string;
            userId: components["schemas"]["Id"];
        };
        SharingResponse: {
            /** @description What the caller may do. */
            entitlements?: string[];
            entityId: components["schemas"]["Id"];
            /** @description Type of the entity. */
            entityType: string;
            /** @description Groups that own the entity. */
            groupOwners?: components["schemas"]["GroupSharingResponse"][];
            /** @description Whether a group or another user than the caller has access. */
            isSharedWithOthers?: boolean;
            levelCode: components["schemas"]["LevelCode"];
            /**
             * Format: int32
             * @description Number of users and groups that the entity itself is shared with.
             */
            sharingSetCount?: number;
            /** @description The sharings that give the caller its access: its own, those of its groups, and those of other entities. Only in the answer for one entity. */
            sources?: components["schemas"]["SharingSetResponse"];
            /** @description Id of the caller. */
            userId: components["schemas"]["Id"];
            /** @description Users that own the entity. */
            userOwners?: components["schemas"]["UserSharingResponse"][];
        };
        SharingSetKey: {
            entityId: components["schemas"]["Id"];
            /** @description Type of the entity. */
            entityType: string;
        };
        SharingSetResponse: {
            /** @description Groups with access. */
            groups?: components["schemas"]["GroupSharingResponse"][];
            /** @description Users with access. */
            users?: components["schemas"]["UserSharingResponse"][];
        };
        SharingState: {
            /** @description Whether the caller has the level OWNER. */
            isOwner: boolean;
            /** @description Whether the caller is not the only one with access. */
            isSharedWithOthers: boolean;
        };
        /**
         * @description Ascending or descending.
         * @default asc
         * @enum {string}
         */
        SortOrder: "asc" | "desc";
        SourceGroup: {
            id: components["schemas"]["Id"];
            /** @description Name of the group. */
            name: string;
        };
        /** @description Source repository of the artifact. */
        SourcesRepositoryData: {
            /** @description Branch from which the artifact was built. */
            branch?: string;
            /** @description Commit from which the artifact was built. */
            commit?: {
                /** @description Author of the commit, as named by the repository. */
                author: string;
                /**
                 * Format: date-time
                 * @description Time of the commit.
                 */
                date: string;
                /** @description Hash or number of the commit. */
                id: string;
            };
            /** @description Name of the repository or of the project in it. */
            project: string;
        };
        /** @description Stack trace of the failure, if the component failed. */
        Stacktrace: string;
        StartPromotionRequest: {
            advanced?: components["schemas"]["AdvancedPromotionSpec"];
            /** @description Reason for the call, stored in the record. */
            context?: string;
            /**
             * Format: uuid
             * @description Identifier of the promotion.
             */
            executable: string;
            /** @description Whether resources of the target keep their content and description. */
            keepTargetResources?: boolean;
            /** @description Whether run profiles of the target keep their JVM arguments and description. */
            keepTargetRunProfiles?: boolean;
        };
        StartReport: {
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. */
            fence: number;
            /**
             * Format: int64
             * @description Time in epoch milliseconds of the clock of the engine.
             */
            startedAt: number;
        };
        /**
         * Format: date-time
         * @description Start time.
         */
        StartTimestamp: string;
        Step: {
            condition: components["schemas"]["StepCondition"];
            handlerOnFailure?: components["schemas"]["StepErrorHandler"];
            id: components["schemas"]["Id"];
            name: string;
            /** @description A note for readers. */
            note?: string;
            /** @description Ids of tasks that run in parallel. */
            taskIds: components["schemas"]["Id"][];
        };
        /**
         * @description Which tasks of a step must succeed so that the step succeeds and the next one starts.
         * @enum {string}
         */
        StepCondition: "ALL_SUCCEEDED" | "AT_LEAST_ONE_SUCCEEDED" | "ALWAYS_PROCEED_ON";
        /** @description Tasks and plans that run when a step fails. */
        StepErrorHandler: {
            /** @description Ids of plans that run when the step fails. */
            planIds?: components["schemas"]["Id"][];
            /** @description Ids of tasks that run in parallel when the step fails. */
            taskIds?: components["schemas"]["Id"][];
        };
        /** @description Tasks and plans that run when the step fails. */
        StepErrorHandlerRequest: {
            /** @description Ids of plans that run when the step fails. */
            planIds?: components["schemas"]["Id"][] | null;
            /** @description Ids of tasks that run in parallel when the step fails. */
            taskIds?: components["schemas"]["Id"][] | null;
        } | null;
        StepExecution: {
            /**
             * Format: uuid
             * @description Id of this execution of the step.
             */
            executionId: string;
            executionStatus: components["schemas"]["StepStatus"];
            finishTimestamp: components["schemas"]["FinishTimestamp"];
            /**
             * Format: uuid
             * @description Id of the step in its plan.
             */
            id: string;
            startTimestamp: components["schemas"]["StartTimestamp"];
        };
        StepExecutionDetails: {
            /**
             * Format: int32
             * @description How many of these have ended.
             */
            doneExecutableCount: number;
            /** @description Ended executions that the caller may see. */
            donePlanExecutableDetails: components["schemas"]["PlanExecutionStatus"][];
            /** @description Ended executions that the caller may see. */
            doneTaskExecutableDetails: components["schemas"]["JobExecutionStatus"][];
            /**
             * Format: uuid
             * @description Id of this execution of the step or of its error handler.
             */
            executionId: string;
            executionStatus: components["schemas"]["StepStatus"];
            finishTimestamp: components["schemas"]["FinishTimestamp"];
            /**
             * Format: uuid
             * @description Id of the step in its plan.
             */
            id: string;
            /**
             * Format: int32
             * @description Number of tasks and plans that the step runs.
             */
            plannedExecutableCount: number;
            startTimestamp: components["schemas"]["StartTimestamp"];
        };
        StepRequest: {
            /**
             * @description Which tasks of the step must succeed so that the step succeeds and the next one starts. Default: ALL_SUCCEEDED.
             * @enum {string|null}
             */
            condition?: "ALL_SUCCEEDED" | "AT_LEAST_ONE_SUCCEEDED" | "ALWAYS_PROCEED_ON" | null;
            handlerOnFailure?: components["schemas"]["StepErrorHandlerRequest"];
            /** @description Id of an existing step of the plan, which keeps this id. Other ids are ignored. */
            id?: string | null;
            name: string;
            /** @description A note for readers. */
            note?: string | null;
            /**
             * @description Alias of `condition`.
             * @enum {string|null}
             */
            successfulStepCondition?: "ALL_SUCCEEDED" | "AT_LEAST_ONE_SUCCEEDED" | "ALWAYS_PROCEED_ON" | null;
            /** @description Ids of tasks that run in parallel. */
            taskIds: components["schemas"]["Id"][];
        };
        /**
         * @description Status of the step. STARTED: running.
         * @enum {string}
         */
        StepStatus: "STARTED" | "EXECUTION_SUCCESS" | "EXECUTION_FAILED" | "EXECUTION_TERMINATED";
        SubscribedEngines: {
            /**
             * Format: int32
             * @description Number of paired engines of the type.
             */
            consumed: number;
            /**
             * @description Type of the engines. RE-GEN2: remote engines. CLOUD: the built-in engine.
             * @enum {string}
             */
            type: "RE-GEN1" | "RE-GEN2" | "CLOUD" | "DYNAMIC-ENGINE-ENVIRONMENT";
        };
        Subscription: {
            /** @description Parts of the product that the tenant may use. */
            applications: string[];
            /**
             * Format: date
             * @description Last day of the subscription. 9999-12-31 because the install does not end.
             */
            endDate: string;
            /** @description Engines in use by type. */
            enginesStatus: components["schemas"]["SubscribedEngines"][];
            /** @description Licence of the program. */
            licenseType: string;
            /** @description Accounts by part of the product. */
            seats: components["schemas"]["Seat"][];
            /**
             * Format: date
             * @description Day on which the tenant was created, in UTC.
             */
            startDate: string;
            /** @description Kind of support. */
            supportLevel: string;
            tokensStatus: components["schemas"]["TokensStatus"];
        };
        TableMetadata: {
            /**
             * @description What the database calls it.
             * @enum {string}
             */
            type: "TABLE" | "VIEW" | "FILE";
        };
        /** @description Labels for finding tasks and their executions. */
        Tags: string[];
        Takeover: {
            /**
             * Format: int32
             * @description Number of triggers that stay ownerless, because the caller does not hold EXECUTE on their workspaces.
             */
            left: number;
            /**
             * Format: int32
             * @description Number of triggers that the caller has taken over.
             */
            taken: number;
        };
        TakeoverRequest: {
            /**
             * Format: uuid
             * @description Former account whose triggers are taken over. Default: all former accounts.
             */
            account?: string;
        };
        /** @description Type of the component to which the rows went. */
        TargetConnectorType: string;
        /** @description Id of the component to which the rows went, within its job. */
        TargetId: string;
        /** @description Label of the component to which the rows went. */
        TargetLabel: string;
        Task: {
            artifact: components["schemas"]["BaseArtifactVersion"];
            autoUpgradeInfo?: components["schemas"]["AutoUpgradeInfo"];
            connections?: components["schemas"]["References"];
            description?: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Maps each context variable to its value. */
            parameters?: {
                [key: string]: string;
            };
            resources?: components["schemas"]["References"];
            /** @description Labels for finding tasks and their executions. */
            tags?: string[];
            taskPauseDetails?: components["schemas"]["PauseDetails"];
            /** @description Version of the task. Incremented by each change of artifact, parameters, connections or resources. */
            version: string;
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        TaskExecutionsFilters: {
            environmentId?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Start of the trigger period in epoch milliseconds (inclusive). Takes precedence over lastDays. Without `to`, the period ends now.
             */
            from?: number;
            /** @description Number of days back from now. Default: 60 if no period is given. */
            lastDays?: number;
            /**
             * @description Maximum number of entries in the page.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of entries to skip before the page.
             * @default 0
             */
            offset?: number;
            status?: components["schemas"]["ExecutionStatus"];
            tags?: components["schemas"]["Tags"];
            /**
             * Format: int64
             * @description End of the trigger period in epoch milliseconds (exclusive). Without `from`, the period covers the 60 days before it.
             */
            to?: number;
            workspaceId?: components["schemas"]["Id"];
        };
        TaskExecutionStatus: {
            /** @description Version of the processing API that started the execution, as year and month. Absent otherwise. */
            apiVersion?: string;
            /** @description Number of the attempt, for a task with a retry. */
            attempt?: number;
            /** @description Reason why the execution failed or could not start. */
            errorMessage?: string;
            executionId: components["schemas"]["Id"];
            executionStatus: components["schemas"]["DetailedExecutionStatus"];
            executionType: components["schemas"]["ExecutionType"];
            finishTimestamp?: components["schemas"]["FinishTimestamp"];
            /**
             * Format: uuid
             * @description Id of the first attempt, of a further one.
             */
            firstExecutionId?: string;
            misfiredExecutionReason?: components["schemas"]["MisfiredExecutionReason"];
            /**
             * Format: uuid
             * @description Id of the next attempt, if one follows.
             */
            nextExecutionId?: string;
            /** @description Whether the task may start while another execution of it runs. */
            parallelExecutionAllowed?: boolean;
            /**
             * Format: uuid
             * @description Id of the plan execution to which the execution belongs.
             */
            planId?: string;
            runtime?: components["schemas"]["Runtime"];
            /**
             * Format: date-time
             * @description Start time of the run. Trigger time if the run has not started.
             */
            startTimestamp: string;
            status: components["schemas"]["ExecutionStatus"];
            taskId: components["schemas"]["Id"];
            /** @description Version of the task when it started. */
            taskVersion: string;
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number;
            triggerTimestamp: components["schemas"]["TriggerTimestamp"];
            /** @description Id of the account under which the execution runs. */
            userId: string;
            userType: components["schemas"]["UserType"];
        };
        TaskExtract: {
            artifactId: components["schemas"]["Id"];
            /**
             * Format: uuid
             * @description Id of the task.
             */
            executable: string;
            name: string;
            runtime?: components["schemas"]["Runtime"];
            taskPauseDetails?: components["schemas"]["PauseDetails"];
            workspace: components["schemas"]["WorkspaceInfo"];
        };
        TaskFilters: {
            artifactId?: components["schemas"]["Id"];
            environmentId?: components["schemas"]["Id"];
            /**
             * @description Maximum number of entries in the page. With 0, the answer contains only the total.
             * @default 100
             */
            limit?: number;
            /** @description Text that the name contains. */
            name?: string;
            /**
             * Format: int32
             * @description Number of entries to skip before the page.
             * @default 0
             */
            offset?: number;
            runtimeId?: components["schemas"]["Id"];
            runtimeRunProfileId?: components["schemas"]["Id"];
            runtimeType?: components["schemas"]["RuntimeType"];
            tags?: components["schemas"]["Tags"];
            /** @description Type of the trigger, for example once or daily. Letter case is ignored. */
            triggerType?: string;
            workspaceId?: components["schemas"]["Id"];
        };
        TaskRunConfig: {
            /** @description Returned as it was sent; it has no effect. */
            deploymentStrategy?: string;
            /** @description Returned as it was sent; it has no effect. */
            lineage?: boolean;
            logLevel?: components["schemas"]["LogLevel"];
            /** @description Returned as it was sent; it has no effect. */
            microservicePort?: string;
            /** @description Whether the task may start while another execution of it runs. */
            parallelExecutionAllowed?: boolean;
            /** @description Returned as it was sent; it has no effect. */
            remoteRunAsUser?: string;
            retry?: components["schemas"]["RunRetry"];
            runtime: components["schemas"]["Runtime"];
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number;
            trigger: components["schemas"]["Trigger"];
        };
        /** @description Unknown fields, which some clients send, are ignored. */
        TaskRunConfigRequest: {
            /** @description PARALLEL or ROLLING, for services on clusters. Stored and returned. */
            deploymentStrategy?: string;
            /** @description Stored and returned; it has no effect. */
            lineage?: boolean;
            /**
             * @description Lowest severity that the job writes to its log.
             * @default WARN
             * @enum {string}
             */
            logLevel?: "OFF" | "ERROR" | "WARN" | "INFO";
            /** @description Port number. Stored, and returned as text; it has no effect. */
            microservicePort?: string | number;
            /**
             * @description Whether the task may start while another execution of it runs.
             * @default false
             */
            parallelExecutionAllowed?: boolean;
            /** @description Stored and returned; it has no effect. The engine chooses the user under which a task runs. */
            remoteRunAsUser?: string;
            /** @description Further attempts after a run that did not succeed. Without it there is one attempt. */
            retry?: {
                /** @description Attempts at most, the first one included. */
                attempts: number;
                /**
                 * @description Each further wait is so many times as long; it never exceeds a day.
                 * @default 2
                 */
                backoff?: number;
                /**
                 * @description Ends that are followed by a further attempt: FAILED, ENGINE_LOST (or shut down), OUT_OF_MEMORY, EVICTED, TIMED_OUT.
                 * @default [
                 *       "FAILED",
                 *       "ENGINE_LOST"
                 *     ]
                 */
                on?: components["schemas"]["RetriedEnd"][];
                /**
                 * @description Seconds from the end of the first attempt to the next one.
                 * @default 30
                 */
                waitSeconds?: number;
            } | null;
            /** @description Where the task runs. */
            runtime: {
                /** @description Id of the engine or cluster. Not used with CLOUD. */
                id?: string | null;
                /** @description Id of the run profile. An empty text counts as absent. */
                runProfileId?: string | null;
                type: components["schemas"]["RuntimeType"];
            };
            /**
             * Format: int32
             * @description Minutes after which a run is terminated.
             */
            timeout?: number | null;
            trigger: components["schemas"]["TriggerRequest"];
        };
        Tenant: {
            created: components["schemas"]["CreateDate"];
            /** @description Host of the public address of the install. */
            hostnames: string[];
            id: components["schemas"]["Id"];
            /** @description Address of the tenant. */
            links: components["schemas"]["SelfLink"];
            name: string;
            /**
             * @description Every tenant is active.
             * @enum {string}
             */
            status: "active";
        };
        /** @description Description. It may be empty. */
        TenantDescription: string;
        TenantError: {
            /** @description Code of the tenant API: that of a missing object, such as `USERS-7`, otherwise `HTTP-` and the status. */
            code: string;
            /** @description Human-readable text that says what is wrong and what to do. */
            detail: string;
            /** @description More about the error. */
            meta?: components["schemas"]["TenantErrorMeta"];
            /** @description HTTP status code. */
            status?: number;
            /** @description Short text for the kind of error. */
            title: string;
        };
        TenantErrorMeta: {
            /** @description Stable code of the error. */
            code: string;
        };
        /** @description Errors of a refused call of the tenant API. */
        TenantErrors: {
            /**
             * @description Only for a call of a browser session without a valid token against forged requests.
             * @enum {string}
             */
            code?: "CSRF-TOKEN-2";
            /** @description The errors; exactly one. */
            errors: components["schemas"]["TenantError"][];
            /** @description Id of the failed request, as in the header `X-Request-Id`, without dashes. */
            traceId: string;
        };
        /** @description Comparisons of fields in the grammar of RFC 7644, section 3.4.2.2, for example `name co "ada" and status eq "active"`. Texts are compared without letter case. */
        TenantFilter: string;
        TenantFilterRequest: {
            filter: components["schemas"]["TenantFilter"];
        };
        TenantGroup: {
            /** @description Roles that the group gives to its members, by name. */
            assignedRoles: components["schemas"]["AssignedRole"][];
            createdAt: components["schemas"]["CreateDate"];
            description: string;
            id: components["schemas"]["Id"];
            lastUpdatedAt: components["schemas"]["UpdateDate"];
            /** @description Address of the group. */
            links: components["schemas"]["SelfLink"];
            name: string;
            providerType: components["schemas"]["GroupProvider"];
            /**
             * @description Every group is active.
             * @enum {string}
             */
            status: "active";
            tenantId: components["schemas"]["Id"];
        };
        TenantGroupOperation: {
            op: components["schemas"]["PatchOp"];
            path: components["schemas"]["PatchPath"];
            /** @description New value of the field. */
            value: components["schemas"]["TenantName"] | components["schemas"]["TenantDescription"] | components["schemas"]["RoleReferences"];
        };
        /** @description Changes of a group as JSON Patch (RFC 6902). */
        TenantGroupPatch: components["schemas"]["TenantGroupOperation"][];
        TenantGroupRequest: {
            assignedRoles?: components["schemas"]["RoleReferences"];
            description?: components["schemas"]["TenantDescription"];
            name: components["schemas"]["TenantName"];
            /**
             * @description Groups of identity providers are created by SCIM.
             * @enum {string}
             */
            providerType?: "custom";
            /**
             * @description Every group is active.
             * @enum {string}
             */
            status?: "active";
        };
        TenantGroups: {
            /** @description Groups of the page. */
            data: components["schemas"]["TenantGroup"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
            totalResults?: components["schemas"]["TenantTotal"];
        };
        TenantInvitation: {
            /** @description Email address. It becomes the login of a new user. */
            email: string;
            language?: components["schemas"]["PreferredLanguage"];
            name?: components["schemas"]["PersonName"];
            /**
             * @description Whether a user that is invited already gets another link.
             * @default false
             */
            resend?: boolean;
        };
        TenantInvitationResult: {
            /** @description Only for errors. 1001: the user has set a password. 1002: the user is disabled. 1003: another reason, which the title gives. */
            code?: string;
            email: string;
            /** @description How the user is invited. Only for the status ok. */
            invitation?: components["schemas"]["PasswordLink"];
            /**
             * @description ok: invited. exists: invited before, and not again.
             * @enum {string}
             */
            status: "ok" | "exists" | "error";
            /** @description Login of the user. */
            subject?: string;
            /** @description What is wrong. Only for errors. */
            title?: string;
            userId?: components["schemas"]["Id"];
        };
        TenantInvitationResults: {
            /** @description Results, in the order of the request. */
            data: components["schemas"]["TenantInvitationResult"][];
        };
        TenantInvitations: {
            /** @description People to invite. */
            invitees: components["schemas"]["TenantInvitation"][];
        };
        /** @description Name, unique in the tenant. */
        TenantName: string;
        TenantOperation: {
            op: components["schemas"]["PatchOp"];
            path: components["schemas"]["PatchPath"];
            /** @description New value of the field. */
            value: components["schemas"]["TenantTitle"];
        };
        /** @description Changes of the tenant as JSON Patch (RFC 6902). */
        TenantPatch: components["schemas"]["TenantOperation"][];
        TenantRole: {
            /** @description Permissions of the role, in alphabetical order. */
            assignedScopes: components["schemas"]["RolePermission"][];
            /** @description Whether the role is not built in and no user or group has it. */
            canDelete: boolean;
            /** @description Whether the role can be changed. Built-in roles cannot. */
            canEdit: boolean;
            createdAt: components["schemas"]["CreateDate"];
            description: string;
            id: components["schemas"]["Id"];
            lastUpdatedAt: components["schemas"]["UpdateDate"];
            level: components["schemas"]["RoleLevel"];
            /** @description Address of the role. */
            links: components["schemas"]["SelfLink"];
            name: string;
            tenantId: components["schemas"]["Id"];
            type: components["schemas"]["RoleType"];
        };
        TenantRoleOperation: {
            op: components["schemas"]["PatchOp"];
            path: components["schemas"]["PatchPath"];
            /** @description New value of the field. */
            value: components["schemas"]["TenantName"] | components["schemas"]["TenantDescription"] | components["schemas"]["RolePermission"] | components["schemas"]["RolePermissions"];
        };
        /** @description Changes of a role as JSON Patch (RFC 6902). */
        TenantRolePatch: components["schemas"]["TenantRoleOperation"][];
        TenantRoleRequest: {
            assignedScopes?: components["schemas"]["RolePermissions"];
            description?: components["schemas"]["TenantDescription"];
            name: components["schemas"]["TenantName"];
        };
        TenantRoles: {
            /** @description Roles of the page. */
            data: components["schemas"]["TenantRole"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
            totalResults?: components["schemas"]["TenantTotal"];
        };
        /** @description Fields of the order, separated by commas. */
        TenantSort: string;
        /** @description Name of the tenant. */
        TenantTitle: string;
        /** @description Number of all entries that fit. Only if the caller asks for it. */
        TenantTotal: number;
        TenantUser: {
            /** @description Groups of the user, by name. */
            assignedGroups: components["schemas"]["AssignedGroup"][];
            /** @description Roles of the user itself, by name. */
            assignedRoles: components["schemas"]["AssignedRole"][];
            /** @description Permissions of the user and of its groups. */
            assignedScopes: string[];
            /** @description Id of the OAuth client that acts as this user. Only bot users have it. */
            clientId?: string;
            createdAt: components["schemas"]["CreateDate"];
            email: string;
            id: components["schemas"]["Id"];
            lastUpdatedAt: components["schemas"]["UpdateDate"];
            /** @description Address of the user. */
            links: components["schemas"]["SelfLink"];
            /** @description First and last name. The login if the user has none. */
            name: string;
            preferredLocale?: components["schemas"]["PreferredLanguage"];
            /** @description Time zone. */
            preferredZoneinfo?: string;
            /**
             * @description invited: the user has no password yet, and a valid link to set one.
             * @enum {string}
             */
            status: "active" | "invited" | "disabled";
            /** @description Login of the user. */
            subject: string;
            tenantId: components["schemas"]["Id"];
        };
        TenantUserCount: {
            /** @description Number of users of the tenant. */
            total: number;
        };
        /** @description The fields of a user that scopes of the identity show. */
        TenantUserIdentity: {
            /** @description For the scope identity.email:read. */
            email?: string;
            id: components["schemas"]["Id"];
            /** @description Address of the user. */
            links: components["schemas"]["SelfLink"];
            /** @description First and last name, or the login. For the scope identity.name:read. */
            name?: string;
            /** @description Login of the user. For the scope identity.subject:read. */
            subject?: string;
            tenantId: components["schemas"]["Id"];
        };
        TenantUserOperation: {
            op: components["schemas"]["PatchOp"];
            path: components["schemas"]["PatchPath"];
            /** @description New value of the field. */
            value: components["schemas"]["PersonName"] | components["schemas"]["TenantUserStatus"] | components["schemas"]["PreferredLanguage"] | components["schemas"]["TimeZoneName"] | components["schemas"]["RoleReferences"] | components["schemas"]["GroupReferences"];
        };
        /** @description Changes of a user as JSON Patch (RFC 6902). */
        TenantUserPatch: components["schemas"]["TenantUserOperation"][];
        TenantUserRequest: {
            assignedRoles?: components["schemas"]["RoleReferences"];
            /** @description Email address. It may be left out if the subject is one. */
            email?: string;
            name?: components["schemas"]["PersonName"];
            /**
             * @description The user is invited to set a password.
             * @enum {string}
             */
            status?: "invited";
            /** @description Login, without spaces. It is unique in the tenant, letter case aside. */
            subject: string;
            /** @description Id of the tenant of the caller. */
            tenantId?: string;
        };
        TenantUsers: {
            /** @description Users of the page. */
            data: components["schemas"]["TenantUser"][];
            /** @description Addresses of this and the neighbouring pages. */
            links: components["schemas"]["PageLinks"];
            totalResults?: components["schemas"]["TenantTotal"];
        };
        /**
         * @description Whether the user may sign in.
         * @enum {string}
         */
        TenantUserStatus: "active" | "disabled";
        /** @description Times of the day at which the trigger fires, in its time zone. */
        TimeSchedule: {
            /** @description Last possible time of the day (HH:mm, inclusive), for AT_INTERVALS. */
            endTime?: string | null;
            /**
             * Format: int32
             * @description Minutes between two times, for AT_INTERVALS.
             */
            interval?: number | null;
            /** @description First time of the day (HH:mm), for AT_INTERVALS. */
            startTime?: string | null;
            /** @description Time of the day (HH:mm), for AT_TIME. */
            time?: string | null;
            /** @description Times of the day (HH:mm), for AT_SPECIFIC_TIMES. */
            times?: string[] | null;
            /**
             * @description AT_TIME: one time of the day. AT_SPECIFIC_TIMES: a list of times. AT_INTERVALS: times at an interval of minutes between startTime and endTime.
             * @enum {string}
             */
            type: "AT_TIME" | "AT_SPECIFIC_TIMES" | "AT_INTERVALS";
        };
        /** @description Time zone, for example Europe/Paris. An empty text removes it. */
        TimeZoneName: string;
        /** @description Engine tokens. Each paired engine consumes one. */
        TokensStatus: {
            /**
             * Format: int32
             * @description Number of tokens that paired engines consume.
             */
            consumed: number;
            /**
             * Format: int32
             * @description Number of tokens that the tenant may consume. 2147483647 means unlimited.
             */
            total: number;
        };
        /** @description Reason why the machine of the engine cannot start any run, so that the engine claims none. A heartbeat without this field reports a well engine. */
        ToldIllness: {
            /** @description Error code of the operating system, such as ENOSPC. */
            code: string;
            /** @description Human-readable sentence. */
            message: string;
        };
        /** @description Trace context in the format of the W3C header `traceparent`. */
        Traceparent: string;
        Transport: {
            /** @description Host of the address. Absent for email and web. */
            host?: string;
            /** @description Id of the transport. Absent for email and web. */
            id?: string;
            /** @description email, web, slack, teams or webhook. */
            type: string;
        };
        TransportRequest: {
            /** @description Id of an existing transport whose address is kept. */
            id?: string;
            /**
             * @description Mail to the address of the account, the inbox, or a message to an address in the form of Slack, of Teams, or of JSON.
             * @enum {string}
             */
            type: "email" | "web" | "slack" | "teams" | "webhook";
            /** @description Address. Required for slack, teams and webhook, unless the id is that of an existing transport. */
            url?: components["schemas"]["TransportUrl"];
        };
        /**
         * @description Address to which messages are posted. It is stored encrypted and never answered.
         * @example https://hooks.example.com/services/T0/B0/x
         */
        TransportUrl: string;
        /** @description The automatic start of a task or plan. MULTIPLE stands for the triggers of a schedule. */
        Trigger: {
            atDays?: components["schemas"]["DaySchedule"];
            atTimes?: components["schemas"]["TimeSchedule"];
            /** @description Cron expression, for CRON. Quartz syntax without seconds; see CronExpression. */
            cronExpression?: string;
            /**
             * Format: int32
             * @description Number of days, weeks or months between two firings, counted from startDate.
             */
            interval?: number;
            /** @description Start date of the trigger (YYYY-MM-DD, in timeZone). */
            startDate?: string;
            /** @description Start time of the trigger (HH:mm, in timeZone). It does not fire before this time on the start date. Without atTimes, it fires at this time. */
            startTime?: string;
            /** @description IANA name of the time zone, such as Europe/Zurich. UTC if absent. */
            timeZone?: string;
            type: components["schemas"]["TriggerType"];
            webhook?: components["schemas"]["WebhookTrigger"];
        };
        /**
         * Format: int32
         * @description Number of days, weeks or months between two firings, counted from startDate. Required for DAILY, WEEKLY and MONTHLY.
         */
        TriggerInterval: number | null;
        /** @description Fields that are null or empty count as omitted. Fields that the type does not use are ignored. MULTIPLE keeps the bound schedule. */
        TriggerRequest: {
            /** @description Days of the week for WEEKLY, or the day of the month for MONTHLY. Default: the day of startDate. */
            atDays?: components["schemas"]["DaySchedule"] | null;
            /** @description Times of the day at which the trigger fires. Default: startTime. */
            atTimes?: components["schemas"]["TimeSchedule"] | null;
            cronExpression?: components["schemas"]["CronExpression"];
            interval?: components["schemas"]["TriggerInterval"];
            startDate?: components["schemas"]["TriggerStartDate"];
            startTime?: components["schemas"]["TriggerStartTime"];
            timeZone?: components["schemas"]["TriggerTimeZone"];
            type: components["schemas"]["TriggerType"];
            /** @description Settings of the webhook, for WEBHOOK. */
            webhook?: components["schemas"]["WebhookTriggerRequest"] | null;
        };
        /** @description Start date of the trigger (YYYY-MM-DD, in timeZone). Required for ONCE. Default for DAILY, WEEKLY and MONTHLY: today. */
        TriggerStartDate: string | null;
        /** @description Start time of the trigger (HH:mm, in timeZone). It does not fire before this time on the start date. Without atTimes, it fires at this time. */
        TriggerStartTime: string | null;
        /**
         * Format: date-time
         * @description Trigger time; the trigger is a manual call, an automatic trigger or a plan.
         */
        TriggerTimestamp: string;
        /**
         * @description IANA name of the time zone, such as Europe/Zurich. Default: UTC. A time that a clock change skips fires at the first moment after it. A time that
         *     occurs twice fires only the first time.
         */
        TriggerTimeZone: string | null;
        /**
         * @description Type of the trigger. MANUAL: no automatic start. MULTIPLE: the triggers of a schedule.
         * @enum {string}
         */
        TriggerType: "ONCE" | "DAILY" | "WEEKLY" | "MONTHLY" | "WEBHOOK" | "MANUAL" | "CRON" | "MULTIPLE";
        TrustScore: {
            /** @description The axes of the score. */
            axes: components["schemas"]["TrustScoreAxis"][];
            /** @description Number from 0 to 100. */
            score: number;
            /**
             * Format: int64
             * @description Time of the change in epoch milliseconds.
             */
            scoredAt: number;
        };
        TrustScoreAxis: {
            /** @description Number from 0 to maxValue. */
            currentValue?: number;
            /** @description What the axis measures. */
            description?: string;
            /** @description validity, completeness, popularity, discoverability or usage. */
            id: string;
            /** @description Name of the axis. */
            label: string;
            /** @description Largest number, which is 100. */
            maxValue?: number;
        };
        UnusedPermission: {
            accountId: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Time of the last use. Absent if there was none.
             */
            lastUsedDate?: string;
            /** @description Login of the user, or name of the service account. */
            name: string;
            /** @description Name of the tenant-wide permission. */
            permission: string;
            /** @description Names of the roles that give the permission to the account. Empty for a service account. */
            roles: string[];
            userType: components["schemas"]["UserType"];
        };
        UnusedPermissions: {
            /**
             * Format: date-time
             * @description Start of the period. It is later than the number of days when uses have been counted for fewer days.
             */
            since: string;
            /** @description The permissions, by name of the account and then by permission. */
            unused: components["schemas"]["UnusedPermission"][];
        };
        UpdateConnectionRequest: {
            name?: string;
            /** @description All parameters. If omitted, the parameters are unchanged. An encrypted parameter without a value keeps its stored value. */
            parameters?: components["schemas"]["ConnectionParameter"][];
        };
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        UpdateDate: string;
        UpdateResourceRequest: {
            /** @description New description. Null removes the description. */
            description?: string | null;
            name?: string;
        };
        UserIds: components["schemas"]["Id"][];
        UserRequest: {
            /** @description Whether the user may sign in. A new user may. */
            active?: boolean;
            /** @description Email address. */
            email: string;
            /** @description First name. It may be empty. */
            firstName: string;
            invitation?: components["schemas"]["Echoed"];
            /** @description Last name. It may be empty. */
            lastName: string;
            /** @description Name with which the user signs in, without spaces. It is unique in the tenant, letter case aside. */
            login: string;
            /** @description Phone number. An empty text removes it. */
            phone?: string;
            preferredLanguage?: components["schemas"]["PreferredLanguage"];
            /** @description Ids of all roles of the user. */
            roleIds?: components["schemas"]["Id"][];
            /** @description Time zone, for example Europe/Paris. An empty text removes it. */
            timezone?: string;
            /** @description Title or position. An empty text removes it. */
            title?: string;
        };
        UserResponse: {
            /** @description Whether the user may sign in. */
            active: boolean;
            email: string;
            firstName: string;
            id: components["schemas"]["Id"];
            lastName: string;
            login: string;
            /** @description Phone number. */
            phone?: string;
            preferredLanguage?: components["schemas"]["PreferredLanguage"];
            /** @description Ids of the roles that the user has. */
            roleIds: components["schemas"]["Id"][];
            /** @description Time zone. */
            timezone?: string;
            /** @description Title or position. */
            title?: string;
        };
        UserSharingResponse: {
            /**
             * Format: date-time
             * @description Time at which the sharing was removed.
             */
            deletedAt?: string;
            firstName?: string;
            foreignEntity: components["schemas"]["ForeignEntity"];
            lastName?: string;
            /** @description Level of the user or group. */
            level: components["schemas"]["LevelResponse"];
            userId: components["schemas"]["Id"];
        };
        /**
         * @description Type of the account. HUMAN: a person. SERVICE: a service account.
         * @enum {string}
         */
        UserType: "HUMAN" | "SERVICE";
        /**
         * @description Address of a page or an image.
         * @example https://report.example.com/
         */
        WebAddress: string;
        Webhook: {
            /** @description Whether the certificate of the receiver is checked for revocation. */
            checkCertificateRevocation: boolean;
            createdAt: components["schemas"]["CreateDate"];
            /** @description Id of the account that created the webhook. */
            createdByUserId: string;
            /** @description Description of the webhook. */
            description?: string;
            /** @description Why Millrace disabled the webhook. */
            disabledReason?: string;
            /** @description Stable code of the reason. */
            disabledReasonCode?: string;
            /** @description Whether requests carry CloudEvents. */
            enableCloudEventDelivery: boolean;
            /** @description Whether the webhook sends requests. */
            enabled: boolean;
            /** @description Names of the encrypted headers. */
            encryptedHeaders: string[];
            /** @description Event types that the webhook receives. */
            eventTypes: string[];
            /** @description Filter of the events. */
            filter?: string;
            /** @description Headers of the requests by name. */
            headers: {
                [key: string]: string;
            };
            /** @description Id of the webhook. */
            id: string;
            level: components["schemas"]["WebhookLevel"];
            /** @description Name of the webhook. */
            name: string;
            origin: components["schemas"]["WebhookOrigin"];
            /** @description Id of the account that the webhook belongs to. Only for the level user. */
            ownerId?: string;
            /** @description Whether deliveries are signed with a secret. */
            secretKeyAdded: boolean;
            updatedAt: components["schemas"]["UpdateDate"];
            /** @description Id of the account that changed the webhook last. */
            updatedByUserId: string;
            /** @description Address of the receiver. */
            url: string;
        };
        WebhookAccountId: string;
        WebhookCall: {
            /**
             * Format: uuid
             * @description Id of the execution that gets the call. The execution exists after the window of the call has closed.
             */
            executionId: string;
        };
        WebhookDeliveries: {
            /** @description Deliveries of the page. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description This page and its neighbours. */
            links: components["schemas"]["PageLinks"];
        };
        WebhookDelivery: {
            /** @description Number of attempts. */
            attempts: number;
            /** @description Type of the event. */
            eventType: string;
            /** @description Id of the delivery. */
            id: string;
            /**
             * Format: date-time
             * @description Time of the next attempt. Absent if there is none.
             */
            nextAttemptAt?: string;
            request?: components["schemas"]["DeliveryRequest"];
            /** @description Id of the delivery that this one repeats. */
            resentFrom?: string;
            response?: components["schemas"]["DeliveryResponse"];
            status: components["schemas"]["DeliveryStatus"];
            /** @description What happened at the last attempt. */
            statusMessage?: string;
            /**
             * Format: date-time
             * @description Time of the last attempt, or of the planned first one.
             */
            triggeredAt: string;
            /** @description Id of the webhook. */
            webhookId: string;
        };
        /** @description Description of the webhook. */
        WebhookDescription: string;
        /** @description Event types that the webhook receives. */
        WebhookEventTypes: string[];
        /**
         * @description Comparisons of id, spaceId and topLevelResourceId by `eq` and `ne`, joined by `and` and `or`. data.status can be compared if com.service.v1.app.reload.finished is the only event type.
         * @example spaceId eq "019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a14"
         */
        WebhookFilter: string;
        /** @description Names of the encrypted headers. */
        WebhookHeaderNames: string[];
        /**
         * @description Headers of the requests by name; names and values have at most 2048 bytes together.
         * @example {
         *       "x-team": "loads"
         *     }
         */
        WebhookHeaders: {
            [key: string]: string;
        };
        /** @description Encrypted headers by name, or the names of stored ones that stay. */
        WebhookHeadersReplacement: components["schemas"]["WebhookSecretHeaders"] | components["schemas"]["WebhookHeaderNames"];
        /**
         * @description Whether the webhook belongs to the tenant or to a user.
         * @enum {string}
         */
        WebhookLevel: "tenant" | "user";
        WebhookListener: {
            /** @description Event types that the listener gets. */
            eventTypes: string[];
            /**
             * Format: date-time
             * @description Time at which the listener ends unless its events are asked for.
             */
            expiresAt: string;
            /** @description Filter of the events. */
            filter?: string;
            /** @description Id of the listener. */
            id: string;
            level: components["schemas"]["WebhookLevel"];
        };
        WebhookListenerRequest: {
            eventTypes: components["schemas"]["WebhookEventTypes"];
            filter?: components["schemas"]["WebhookFilter"];
            /** @default user */
            level?: components["schemas"]["WebhookLevel"];
        };
        /** @description Name of the webhook. */
        WebhookName: string;
        WebhookOperation: {
            /**
             * @description What to do with the field: add, replace or remove.
             * @example remove
             */
            op: string;
            /**
             * @description Field to change.
             * @example /description
             */
            path: string;
            /**
             * @description New value of the field. A removal needs none.
             * @example true
             */
            value?: components["schemas"]["WebhookSwitch"] | string | components["schemas"]["WebhookEventTypes"] | components["schemas"]["WebhookHeaders"];
        };
        /**
         * @description Kind of program that created the webhook.
         * @enum {string}
         */
        WebhookOrigin: "api" | "automations" | "management-console";
        /** @description Changes of a webhook as JSON Patch (RFC 6902). */
        WebhookPatch: components["schemas"]["WebhookOperation"][];
        WebhookReplacement: {
            /**
             * @description Whether the certificate of the receiver is checked for revocation before each request.
             * @default false
             */
            checkCertificateRevocation?: boolean;
            description?: components["schemas"]["WebhookDescription"];
            /** @description Whether requests carry CloudEvents. Default: as before. Once on, it cannot be switched off. */
            enableCloudEventDelivery?: boolean;
            /**
             * @description Whether the webhook sends requests.
             * @default false
             */
            enabled?: boolean;
            encryptedHeaders?: components["schemas"]["WebhookHeadersReplacement"];
            eventTypes?: components["schemas"]["WebhookEventTypes"];
            filter?: components["schemas"]["WebhookFilter"];
            headers?: components["schemas"]["WebhookHeaders"];
            /** @description Level of the webhook. It never changes. */
            level?: components["schemas"]["WebhookLevel"];
            name: components["schemas"]["WebhookName"];
            /** @description Id of the owner. It never changes. */
            ownerId?: string;
            secret?: components["schemas"]["WebhookSecret"];
            url: components["schemas"]["WebhookUrl"];
        };
        WebhookRequest: {
            /**
             * @description Whether the certificate of the receiver is checked for revocation before each request.
             * @default false
             */
            checkCertificateRevocation?: boolean;
            description?: components["schemas"]["WebhookDescription"];
            /**
             * @description Whether requests carry CloudEvents. Once on, it cannot be switched off.
             * @default true
             */
            enableCloudEventDelivery?: boolean;
            /**
             * @description Whether the webhook sends requests.
             * @default false
             */
            enabled?: boolean;
            encryptedHeaders?: components["schemas"]["WebhookSecretHeaders"];
            eventTypes?: components["schemas"]["WebhookEventTypes"];
            filter?: components["schemas"]["WebhookFilter"];
            headers?: components["schemas"]["WebhookHeaders"];
            /** @default tenant */
            level?: components["schemas"]["WebhookLevel"];
            name: components["schemas"]["WebhookName"];
            /** @default api */
            origin?: components["schemas"]["WebhookOrigin"];
            /** @description Id of the caller. Only for the level user. */
            ownerId?: string;
            secret?: components["schemas"]["WebhookSecret"];
            url: components["schemas"]["WebhookUrl"];
        };
        Webhooks: {
            /** @description Webhooks of the page. */
            data: components["schemas"]["Webhook"][];
            /** @description This page and its neighbours. */
            links: components["schemas"]["PageLinks"];
        };
        /** @description Secret with which deliveries are signed. Visible ASCII characters. */
        WebhookSecret: string;
        /**
         * @description Headers of the requests that are stored encrypted and never shown; names and values have at most 2048 bytes together.
         * @example {
         *       "authorization": "Bearer 2f6d"
         *     }
         */
        WebhookSecretHeaders: {
            [key: string]: string;
        };
        WebhookSwitch: boolean;
        /** @description A URL that starts the task or plan when it is called. */
        WebhookTrigger: {
            description?: string;
            /**
             * Format: int32
             * @description Minutes after which a run that this webhook started is terminated.
             */
            executionTimeout?: number;
            name: string;
            /** @description Login of the account under which the executions run. */
            runAsUser?: string;
            runAsUserType?: components["schemas"]["UserType"];
            /**
             * Format: int64
             * @description Number of calls that start one execution together.
             */
            triggerCalls?: number;
            /**
             * Format: int64
             * @description Milliseconds to wait for further calls after the first one.
             */
            triggerTimeout?: number;
            /** @description URL to call. Returned only to accounts with the right EXECUTE. */
            url?: string;
        };
        /** @description A URL that starts the task or plan when it is called. */
        WebhookTriggerRequest: {
            description?: string | null;
            /**
             * Format: int32
             * @description Minutes after which a run that this webhook started is terminated. Default: the timeout of the task.
             */
            executionTimeout?: number | null;
            name: string;
            /**
             * @description Whether to create a new URL. The previous URL then stops working.
             * @default false
             */
            newUrl?: boolean | null;
            /** @description Login of the account under which the executions run. Default: the account that was set before, otherwise the caller. */
            runAsUser?: string | null;
            /**
             * @description Whether runAsUser is a person or a service account.
             * @enum {string|null}
             */
            runAsUserType?: "HUMAN" | "SERVICE" | null;
            /**
             * Format: int64
             * @description Number of calls that start one execution together.
             */
            triggerCalls?: number | null;
            /**
             * Format: int64
             * @description Milliseconds to wait for further calls after the first one.
             */
            triggerTimeout?: number | null;
            url?: components["schemas"]["Echoed"];
        };
        /**
         * @description Address of the receiver: https, with a fully qualified domain name. Where an operator opened networks for webhooks, an IP address or the name of a single machine is possible, too.
         * @example https://hooks.example.com/loads
         */
        WebhookUrl: string;
        WebNotification: {
            /**
             * @description What happened.
             * @example run.failed
             */
            action?: string;
            /** @description Text in the language of the user. */
            body: string;
            createdAt: components["schemas"]["CreateDate"];
            /** @description Id of the notification. */
            id: string;
            /** @description More about it. */
            meta: components["schemas"]["WebNotificationMeta"];
            /** @description Whether the user has read it. */
            read: boolean;
            /** @description Id of the object that it is about. */
            resourceId?: string;
            /** @description Type of the object that it is about. */
            resourceType?: string;
            /** @description Id of the workspace. */
            spaceId?: string;
            /** @description Always `workspace`. */
            spaceType?: string;
            /** @description Id of the tenant. */
            tenantId?: string;
            updatedAt: components["schemas"]["UpdateDate"];
            /** @description Id of the user of the inbox. */
            userId: string;
        };
        WebNotificationCounts: {
            /** @description Number of all unread notifications of the caller. */
            unreadCount: number;
        };
        WebNotificationMeta: {
            /** @description Address of the explanation of what happened. */
            href: string;
        };
        WebNotificationOperation: {
            op: components["schemas"]["PatchOp"];
            /**
             * @description Field to change.
             * @example /read
             */
            path: string;
            /** @description New value of the field. */
            value: components["schemas"]["WebNotificationRead"];
        };
        /** @description Changes as JSON Patch (RFC 6902). */
        WebNotificationPatch: components["schemas"]["WebNotificationOperation"][];
        /** @description Whether the notification is read. */
        WebNotificationRead: boolean;
        WebNotifications: {
            /** @description Notifications of the page. */
            data: components["schemas"]["WebNotification"][];
            /** @description This page and its neighbours. */
            links: components["schemas"]["PageLinks"];
            /** @description More about the inbox. */
            meta: components["schemas"]["WebNotificationCounts"];
        };
        /** @enum {string} */
        WeekDay: "MONDAY" | "TUESDAY" | "WEDNESDAY" | "THURSDAY" | "FRIDAY" | "SATURDAY" | "SUNDAY";
        Workspace: {
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            environmentId: components["schemas"]["Id"];
            id: components["schemas"]["Id"];
            name: string;
            /** @description Login of the owner. */
            owner?: string;
            ownerFullName: string;
            /**
             * @description Kind of workspace. Shared: for all users of the environment. Personal: for one user. Custom: created for a purpose.
             * @enum {string}
             */
            type: "Shared" | "Personal" | "Custom";
            updateDate: components["schemas"]["UpdateDate"];
        };
        /** @description Workspace to which the object belongs. */
        WorkspaceInfo: {
            description?: string;
            environment?: components["schemas"]["EnvironmentInfo"];
            id?: components["schemas"]["Id"];
            name?: string;
            /** @description Login of the owner. */
            owner?: string;
            /** @description Whether tasks are upgraded only by artifacts published in this workspace. */
            protectedArtifactUpdate?: boolean;
            /**
             * @description Kind of workspace. Shared: for all users of the environment. Personal: for one user. Custom: created for a purpose.
             * @enum {string}
             */
            type?: "shared" | "personal" | "custom";
        };
        WorkspacePromotionResult: {
            /** @description The artifacts of the workspace. */
            actions: components["schemas"]["ArtifactPromotionResult"][];
            analyzeReport: components["schemas"]["PromotionReport"];
            /** @description Always empty. Clusters are listed at the top level of the report. */
            clusters: components["schemas"]["RuntimePromotionResult"][];
            /** @description The connections of the workspace. */
            connections: components["schemas"]["ArtifactPromotionResult"][];
            /** @description Always empty. Engines are listed at the top level of the report. */
            engines: components["schemas"]["RuntimePromotionResult"][];
            /** @description The tasks of the workspace. */
            flows: components["schemas"]["FlowPromotionResult"][];
            id: components["schemas"]["Id"];
            name: string;
            /** @description The plans of the workspace. */
            plans: components["schemas"]["ArtifactPromotionResult"][];
            promotionReport?: components["schemas"]["PromotionReport"];
            /** @description The resources of the workspace. */
            resources: components["schemas"]["ArtifactPromotionResult"][];
            /**
             * Format: uuid
             * @description Id of the counterpart in the target environment. Absent if there is none.
             */
            targetId?: string;
            type: components["schemas"]["PromotionItemType"];
            /**
             * @description Kind of workspace. Shared: for all users of the environment. Personal: for one user. Custom: created for a purpose.
             * @enum {string}
             */
            workspaceType: "shared" | "personal" | "custom";
        };
        WriteIpEntryRequest: {
            description: components["schemas"]["IpEntryDescription"];
            id?: components["schemas"]["Echoed"];
            ip: components["schemas"]["IpAddressOrRange"];
        };
    };
    responses: {
        /** @description The request is malformed or breaks a limit. */
        AccountBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The name is taken. */
        AccountConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The caller lacks the permission, its token lacks the scope, or the IP allowlist does not contain its address. */
        AccountForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The tenant has as many active users as the install allows. */
        AccountLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The object does not exist or is hidden from the caller. */
        AccountNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description Internal error of the server. */
        AccountServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The body exceeds the configured size. */
        AccountTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The token is missing, unknown, expired or revoked. */
        AccountUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The database is temporarily unavailable. Nothing was changed. `Retry-After` says when to retry. */
        AccountUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description The request is malformed or breaks a limit. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is malformed or breaks a limit. */
        CatalogBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description The name is taken, or the object is in use. */
        CatalogConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description The caller lacks the permission, the right or the level, its token lacks the scope, or the IP allowlist does not contain its address. */
        CatalogForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description The object does not exist or is hidden from the caller. */
        CatalogNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description Internal error of the server. */
        CatalogServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description The body exceeds the configured size. */
        CatalogTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description The token is missing, unknown, expired or revoked. */
        CatalogUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description The database is temporarily unavailable. Nothing was changed. `Retry-After` says when to retry. */
        CatalogUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorMessageBody"];
            };
        };
        /** @description The name is taken or the object is in use. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is malformed or breaks a limit. */
        CrawlerBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerError"];
            };
        };
        /** @description The id of the crawler. */
        CrawlerChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Id"];
            };
        };
        /** @description The level of the caller is too low, its token lacks the scope, or the IP allowlist does not contain its address. */
        CrawlerForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerError"];
            };
        };
        /** @description The object does not exist or is hidden from the caller. */
        CrawlerNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerUnknown"];
            };
        };
        /** @description A run of the crawler is under way. */
        CrawlerRunning: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerAlreadyRunning"];
            };
        };
        /** @description Internal error of the server. */
        CrawlerServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerError"];
            };
        };
        /** @description The body exceeds the configured size. */
        CrawlerTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerError"];
            };
        };
        /** @description The token is missing, unknown, expired or revoked. */
        CrawlerUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerError"];
            };
        };
        /** @description The database is temporarily unavailable. Nothing was changed. `Retry-After` says when to retry. */
        CrawlerUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CrawlerError"];
            };
        };
        /** @description The caller lacks the right EXECUTE on the workspaces involved. */
        ExecuteRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is malformed or breaks a limit. */
        FlatBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description No mail server is set up. */
        FlatConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description The token of the caller lacks the scope, or the IP allowlist does not contain its address. */
        FlatForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description The object does not exist or is hidden from the caller. */
        FlatNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description Internal error of the server. */
        FlatServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description The body exceeds the configured size. */
        FlatTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description Too many requests. `Retry-After` says how long to wait. */
        FlatTooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description The token is missing, unknown, expired or revoked. */
        FlatUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description The database is temporarily unavailable. Nothing was changed. `Retry-After` says when to retry. */
        FlatUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description The caller lacks the permission or the right, its token lacks the scope, or the IP allowlist does not contain its address. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A task uses the run profile. */
        InUse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The allowlist has more entries than this install allows. */
        IpAllowlistTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The task or plan is paused. */
        NotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The task, or a task of the plan, cannot run because its run configuration is missing or cannot be applied. */
        NotConfigured: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The object does not exist or is hidden from the caller. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description At least one object cannot be promoted, so nothing was promoted. `detail` names the execution whose report has the reasons. */
        NotPromoted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The execution to rerun is too old or has not failed. */
        NotRepeatable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is malformed or breaks a limit. */
        ScimBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The name is taken, or the resource is in use or cannot be changed. */
        ScimConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The caller lacks the permission, its token lacks the scope, or the discovery was filtered. */
        ScimForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The tenant has as many active users as the install allows. */
        ScimLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The resource does not exist or is hidden from the caller. */
        ScimNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Internal error of the server. */
        ScimServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The body exceeds the configured size. */
        ScimTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The token is missing, unknown, expired or revoked. */
        ScimUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The database is temporarily unavailable. Nothing was changed. `Retry-After` says when to retry. */
        ScimUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Internal error of the server. The request id identifies its cause in the log. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is malformed or breaks a limit. */
        TenantBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The name is taken, or the object is in use. */
        TenantConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The caller lacks the permission, its token lacks the scope, or the IP allowlist does not contain its address. */
        TenantForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The tenant has as many active users as the install allows. */
        TenantLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The object does not exist or is hidden from the caller. */
        TenantNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The client has five secrets. */
        TenantSecretsLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description Internal error of the server. The trace id identifies its cause in the log. */
        TenantServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The body exceeds the configured size. */
        TenantTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description Too many requests. `Retry-After` says how long to wait. */
        TenantTooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The token is missing, unknown, expired or revoked. */
        TenantUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The database is temporarily unavailable. Nothing was changed. `Retry-After` says when to retry. */
        TenantUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantErrors"];
            };
        };
        /** @description The body exceeds the configured size. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Too many requests. `Retry-After` says how long to wait. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The token is missing, unknown, expired or revoked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The database or the content store is temporarily unavailable. Nothing was changed. `Retry-After` says when to retry. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /** @description Category of the attributes. */
        attributeCategory: "custom" | "built-in";
        /** @description Whether the authors are shown with their full names. */
        attributeMetadata: boolean;
        /** @description Version of the client. It is ignored. */
        clientVersion: string;
        /** @description With true, the call answers what the batch would change, and changes nothing. */
        dryRun: boolean;
        /** @description Start of the period in epoch milliseconds (inclusive). Default: now, or `to` if that is in the past. */
        eventsFrom: components["schemas"]["EpochMilliseconds"];
        /** @description End of the period in epoch milliseconds (exclusive). */
        eventsTo: components["schemas"]["EpochMilliseconds"];
        /** @description Whether deleted crawlers are shown. */
        includeDeletedCrawlers: boolean;
        /** @description Whether the answer also has entitlements, owners, the number of sharings, and the sources of the access of one entity. */
        includeMetadata: boolean;
        /** @description Number of days back from now. Default: 60 if no period is given. */
        lastDays: number;
        /** @description Maximum number of entries in a page. */
        limit: number;
        /** @description End of the time range in ISO 8601 (inclusive). */
        logEndTime: string;
        /** @description Start of the time range in ISO 8601 (inclusive). */
        logStartTime: string;
        /** @description Text that the name contains. */
        nameFilter: string;
        /** @description Number of entries to skip before the page. */
        offset: number;
        /** @description Number of the page, starting at 1. */
        page: number;
        /** @description Start of the trigger period in epoch milliseconds (inclusive). Takes precedence over lastDays. Without `to`, the period ends now. A period covers at most 60 days. */
        periodFrom: number;
        /** @description End of the trigger period in epoch milliseconds (exclusive). Without `from`, the period covers the 60 days before it. */
        periodTo: number;
        /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
        scimAttributes: string;
        /** @description Maximum number of entries, at most 1000. Negative numbers count as 0. */
        scimCount: number;
        /** @description Attributes that the answer does not have, separated by commas. */
        scimExcludedAttributes: string;
        /** @description Filter of RFC 7644, for example `userName eq "grace" and emails[type eq "work"]`. */
        scimFilter: string;
        /** @description Attribute to sort by. Without it the oldest resource is first. */
        scimSortBy: string;
        /** @description Direction of the order. */
        scimSortOrder: "ascending" | "descending";
        /** @description Index of the first entry, from 1. Smaller numbers count as 1. */
        scimStartIndex: number;
        /** @description Condition in the query language, for example `certification = 'certified' and columns.path contains 'mail'`. */
        serviceQlQuery: string;
        /** @description Version of the API, for example 2021-03. It has no effect. */
        serviceVersion: string;
        /** @description Maximum number of entries in a page. */
        size: number;
        /** @description Filter as in the body of the operation for filters. */
        tenantFilter: components["schemas"]["TenantFilter"];
        /** @description Fields that order the groups, separated by commas, each descending after `-`: name, createdAt, id, _id. */
        tenantGroupSort: components["schemas"]["TenantSort"];
        /** @description Maximum number of entries in a page. */
        tenantLimit: number;
        /** @description Cursor of the next page. */
        tenantNext: string;
        /** @description Cursor of the previous page. Must not be sent together with next. */
        tenantPrev: string;
        /** @description Fields that order the roles, separated by commas, each descending after `-`: name, type, level, createdAt, id, _id. */
        tenantRoleSort: components["schemas"]["TenantSort"];
        /** @description Whether the answer has the number of all entries that fit. */
        tenantTotal: boolean;
        /** @description Fields that order the users, separated by commas, each descending after `-`: name, subject, email, status, createdAt, id, _id. */
        tenantUserSort: components["schemas"]["TenantSort"];
    };
    requestBodies: never;
    headers: {
        /** @description Whether this is the first page. */
        "page-first": boolean;
        /** @description Whether this is the last page. */
        "page-last": boolean;
        /** @description Number of this page, starting at 1. */
        "page-number": number;
        /** @description Number of entries on this page. */
        "page-total-elements": number;
        /** @description Number of entries on all pages. */
        "total-elements": number;
        /** @description Number of pages. */
        "total-pages": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys as a JSON Web Key Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
        };
    };
    getOauthMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthMetadata"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Text that the name contains. */
                nameFilter?: components["parameters"]["nameFilter"];
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: components["parameters"]["size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGroupRequest"];
            };
        };
        responses: {
            /** @description The new group. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    renameGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameGroupRequest"];
            };
        };
        responses: {
            /** @description The changed group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listGroupUsers: {
        parameters: {
            query?: {
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: components["parameters"]["size"];
            };
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    addGroupUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIds"];
            };
        };
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    removeGroupUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listPersonalAccessTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalAccessToken"][];
                };
            };
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    createPersonalAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePersonalAccessTokenRequest"];
            };
        };
        responses: {
            /** @description The new token with its secret, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewPersonalAccessToken"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    revokePersonalAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                /** @description Text that the name contains. */
                nameFilter?: components["parameters"]["nameFilter"];
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: components["parameters"]["size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roles. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleRequest"];
            };
        };
        responses: {
            /** @description The new role. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    replaceRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleRequest"];
            };
        };
        responses: {
            /** @description The changed role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listRoleUsers: {
        parameters: {
            query?: {
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: components["parameters"]["size"];
            };
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    addRoleUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIds"];
            };
        };
        responses: {
            /** @description The users have the role. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    removeRoleUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service accounts without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceAccountRequest"];
            };
        };
        responses: {
            /** @description The new service account with its secret, which is returned only once. */
            201: {
                headers: {
                    /** @description Path of the service account. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewServiceAccount"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    getServiceAccount: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                /** @description Id of the service account, which is also its OAuth client id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service account without its secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    replaceServiceAccount: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                /** @description Id of the service account, which is also its OAuth client id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceServiceAccountRequest"];
            };
        };
        responses: {
            /** @description The changed service account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    deleteServiceAccount: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                /** @description Id of the service account, which is also its OAuth client id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listServiceAccountSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service account. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets, each with its last characters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountSecret"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    createServiceAccountSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service account. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewServiceAccountSecret"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    deleteServiceAccountSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the service account. */
                id: components["schemas"]["Id"];
                secretId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    countServiceAccounts: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountCount"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listServiceAccountPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names of permissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountPermission"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: components["parameters"]["size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description Whether the user gets the built-in role TenantAdmin. */
                admin?: boolean;
                /** @description Whether an active user is invited to set a password. */
                invite?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserRequest"];
            };
        };
        responses: {
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewUserResponse"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            402: components["responses"]["AccountLimit"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    replaceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserRequest"];
            };
        };
        responses: {
            /** @description The changed user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            402: components["responses"]["AccountLimit"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listUserGroups: {
        parameters: {
            query?: {
                /** @description Text that the name contains. */
                nameFilter?: components["parameters"]["nameFilter"];
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: components["parameters"]["size"];
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    addUserGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupIds"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    removeUserGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: components["schemas"]["Id"];
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user that signs in. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail is on its way, or the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLink"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    resetUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user that signs in. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail is on its way, or the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLink"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listUserRoles: {
        parameters: {
            query?: {
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: components["parameters"]["size"];
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roles. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"][];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    addUserRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleIds"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    removeUserRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
                roleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["AccountConflict"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user that signs in. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AccountBadRequest"];
            401: components["responses"]["AccountUnauthorized"];
            403: components["responses"]["AccountForbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the rules, separated by commas, each descending after `-`: name, createdAt. */
                sort?: components["schemas"]["TenantSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRequest"];
            };
        };
        responses: {
            /** @description The new rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert rule. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert rule. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert rule. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertPatch"];
            };
        };
        responses: {
            /** @description The changed rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    snoozeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert rule. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertSnooze"];
            };
        };
        responses: {
            /** @description The changed rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listAlertIncidents: {
        parameters: {
            query?: {
                /** @description Id of the rule. */
                alertId?: components["schemas"]["Id"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Only open (`true`) or ended (`false`) ones. */
                open?: boolean;
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of incidents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertIncidents"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Id of the user that created the keys. */
                createdByUser?: components["schemas"]["Id"];
                /** @description Cursor of the previous page. Must not be sent together with startingAfter. */
                endingBefore?: string;
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Fields that order the keys, separated by commas, each descending after `-`: created, description, status, sub, createdByUser. */
                sort?: components["schemas"]["TenantSort"];
                /** @description Cursor of the next page. */
                startingAfter?: string;
                /** @description Status of the keys. Revoked keys are deleted, so none is listed. */
                status?: "active" | "expired" | "revoked";
                /** @description Id of the user as which the keys call. */
                sub?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeys"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key with its secret, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getApiKeyLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tenant. */
                tenantId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyLimits"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeApiKeyLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tenant. */
                tenantId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyLimitsPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listAudits: {
        parameters: {
            query?: {
                /** @description Period as `start/end` in RFC 3339 format. The start is included, the end is not. One of them may be empty. */
                eventTime?: string;
                /** @description Type of the events. */
                eventType?: string;
                /** @description Id of the event, or up to 100 ids separated by commas. */
                id?: string;
                /** @description Maximum number of events in a page. */
                limit?: number;
                /** @description Cursor of the next page. */
                next?: string;
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: string;
                /** @description Field that orders the events, descending after `-`: `eventTime`, `eventType` or `source`. */
                sort?: string;
                /** @description Source of the events. */
                source?: string;
                /** @description Id of the account that made the change. */
                userId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audits"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audit"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listAuditSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sources in alphabetical order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditNames"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listAuditTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types in alphabetical order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditNames"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getCsrfToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is in the headers. Both have the same value. */
            204: {
                headers: {
                    /** @description The token under its name in published clients. */
                    "qlik-csrf-token"?: string;
                    /** @description The token. */
                    "service-csrf-token"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listTenantGroups: {
        parameters: {
            query?: {
                /** @description Filter as in the body of the operation for filters. */
                filter?: components["parameters"]["tenantFilter"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the groups, separated by commas, each descending after `-`: name, createdAt, id, _id. */
                sort?: components["parameters"]["tenantGroupSort"];
                /** @description Whether the answer has the number of all entries that fit. */
                totalResults?: components["parameters"]["tenantTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantGroups"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createTenantGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantGroupRequest"];
            };
        };
        responses: {
            /** @description The new group. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantGroup"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getTenantGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantGroup"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteTenantGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeTenantGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantGroupPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    filterTenantGroups: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the groups, separated by commas, each descending after `-`: name, createdAt, id, _id. */
                sort?: components["parameters"]["tenantGroupSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantFilterRequest"];
            };
        };
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantGroups"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Language of the names as a tag of BCP 47: German for `de`, English for all others. */
                locale?: string;
                /** @description Only kinds that a page of settings shows (`true`) or does not show (`false`). */
                manageableInHub?: "true" | "false";
                /** @description Only kinds that users can subscribe to (`true`) or cannot (`false`). */
                subscribable?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kinds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notifications"];
                };
            };
            400: components["responses"]["FlatBadRequest"];
            401: components["responses"]["FlatUnauthorized"];
            403: components["responses"]["FlatForbidden"];
            429: components["responses"]["FlatTooManyRequests"];
            500: components["responses"]["FlatServerError"];
            503: components["responses"]["FlatUnavailable"];
        };
    };
    listNotificationSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriptions of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSubscriptions"];
                };
            };
            400: components["responses"]["FlatBadRequest"];
            401: components["responses"]["FlatUnauthorized"];
            403: components["responses"]["FlatForbidden"];
            429: components["responses"]["FlatTooManyRequests"];
            500: components["responses"]["FlatServerError"];
            503: components["responses"]["FlatUnavailable"];
        };
    };
    replaceNotificationSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationSubscriptionsRequest"];
            };
        };
        responses: {
            /** @description The new subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSubscriptions"];
                };
            };
            400: components["responses"]["FlatBadRequest"];
            401: components["responses"]["FlatUnauthorized"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflict"];
            413: components["responses"]["FlatTooLarge"];
            429: components["responses"]["FlatTooManyRequests"];
            500: components["responses"]["FlatServerError"];
            503: components["responses"]["FlatUnavailable"];
        };
    };
    listOauthClients: {
        parameters: {
            query?: {
                /** @description Filter as in the body of the operation for filters. */
                filter?: components["parameters"]["tenantFilter"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the clients, separated by commas, each descending after `-`: clientId, clientName, appType, tenantId, createdAt, updatedAt. */
                sort?: components["schemas"]["TenantSort"];
                /** @description Whether the answer has the number of all entries that fit. */
                totalResults?: components["parameters"]["tenantTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClients"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthClientRequest"];
            };
        };
        responses: {
            /** @description The new client with its secret, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewOauthClient"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClient"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteOauthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the client, as a confirmation. Required. */
                "service-confirm-delete"?: string;
            };
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthClientPatch"];
            };
        };
        responses: {
            /** @description Changed, and a new secret, which is returned only once. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedOauthSecret"];
                };
            };
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    publishOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Published. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthPublication"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createOauthClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewOauthSecret"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantSecretsLimit"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteOauthClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Last characters of the secret. */
                hint: string;
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getOauthConnectionConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection config. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionConfig"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteOauthConnectionConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeOauthConnectionConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionConfigPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listOauthClientRefusals: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
            };
            header?: never;
            path: {
                /** @description Id of the OAuth client. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refusals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthRefusals"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listOauthTokens: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                page?: string;
                /** @description Cursor of the previous page. Must not be sent together with page. */
                prev?: string;
                /** @description Fields that order the grants, separated by commas, each descending after `-`: userId, id. */
                sort?: components["schemas"]["TenantSort"];
                /** @description Id of the user for whom the clients act. */
                userId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of grants. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthTokenList"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the grant. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listTenantRoles: {
        parameters: {
            query?: {
                /** @description Filter as in the body of the operation for filters. */
                filter?: components["parameters"]["tenantFilter"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the roles, separated by commas, each descending after `-`: name, type, level, createdAt, id, _id. */
                sort?: components["parameters"]["tenantRoleSort"];
                /** @description Whether the answer has the number of all entries that fit. */
                totalResults?: components["parameters"]["tenantTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantRoles"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createTenantRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantRoleRequest"];
            };
        };
        responses: {
            /** @description The new role. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantRole"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getTenantRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantRole"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteTenantRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeTenantRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantRolePatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tenant. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    renameTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tenant. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getOwnTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The header has the address of the tenant. */
            302: {
                headers: {
                    /** @description Address of the tenant. */
                    location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listTenantUsers: {
        parameters: {
            query?: {
                /** @description Filter as in the body of the operation for filters. */
                filter?: components["parameters"]["tenantFilter"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the users, separated by commas, each descending after `-`: name, subject, email, status, createdAt, id, _id. */
                sort?: components["parameters"]["tenantUserSort"];
                /** @description Whether the answer has the number of all entries that fit. */
                totalResults?: components["parameters"]["tenantTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantUsers"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createTenantUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantUserRequest"];
            };
        };
        responses: {
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTenantUser"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            402: components["responses"]["TenantLimit"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getTenantUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantUser"] | components["schemas"]["TenantUserIdentity"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteTenantUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeTenantUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantUserPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            402: components["responses"]["TenantLimit"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    countTenantUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantUserCount"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    filterTenantUsers: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the users, separated by commas, each descending after `-`: name, subject, email, status, createdAt, id, _id. */
                sort?: components["parameters"]["tenantUserSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantFilterRequest"];
            };
        };
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantUsers"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    inviteTenantUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantInvitations"];
            };
        };
        responses: {
            /** @description The result for each person. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantInvitationResults"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getOwnTenantUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The header has the address of the user. */
            302: {
                headers: {
                    /** @description Address of the user. */
                    location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listWebNotifications: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                page?: string;
                /** @description Cursor of the previous page. Must not be sent together with page. */
                prev?: string;
                /** @description Only read (`true`) or unread (`false`) ones. */
                read?: boolean;
                /** @description Only those about objects of these types, separated by commas. */
                resourceType?: string;
                /** @description Fields that order the notifications, separated by commas, each descending after `-`: createdAt, updatedAt. */
                sort?: components["schemas"]["TenantSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebNotifications"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getWebNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the notification. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebNotification"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteWebNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the notification. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeWebNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the notification. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebNotificationPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteAllWebNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeAllWebNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebNotificationPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createWebhookListener: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookListenerRequest"];
            };
        };
        responses: {
            /** @description The new listener. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListener"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteWebhookListener: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the listener. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listListenerEvents: {
        parameters: {
            query?: {
                /** @description Cursor of an earlier answer. Default: from the beginning. */
                after?: components["schemas"]["ListenerCursor"];
                /** @description Seconds to wait for an event. */
                waitSeconds?: number;
            };
            header?: never;
            path: {
                /** @description Id of the listener. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next events, at most 100. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListenerEvents"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Id of the account that created the webhooks. */
                createdByUserId?: components["schemas"]["WebhookAccountId"];
                /** @description Whether the webhooks are enabled. */
                enabled?: boolean;
                /** @description Event types, separated by commas, of which the webhooks receive at least one. */
                eventTypes?: string;
                /** @description Level of the webhooks. */
                level?: components["schemas"]["WebhookLevel"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Name, letter case aside; `*` stands for any characters. */
                name?: string;
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Origins, separated by commas: api, automations, management-console. */
                origins?: string;
                /** @description Id of the account that owns the webhooks. */
                ownerId?: components["schemas"]["WebhookAccountId"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the webhooks, separated by commas, each descending after `-`: name, url, createdAt, updatedAt. Default: -createdAt. */
                sort?: components["schemas"]["TenantSort"];
                /** @description Id of the account that changed the webhooks last. */
                updatedByUserId?: components["schemas"]["WebhookAccountId"];
                /** @description Address, letter case aside; `*` stands for any characters. */
                url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            409: components["responses"]["TenantConflict"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplacement"];
            };
        };
        responses: {
            /** @description The replaced webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["TenantTooLarge"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery that was queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Type of the events. */
                eventType?: string;
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["tenantLimit"];
                /** @description Cursor of the next page. */
                next?: components["parameters"]["tenantNext"];
                /** @description Cursor of the previous page. Must not be sent together with next. */
                prev?: components["parameters"]["tenantPrev"];
                /** @description Fields that order the deliveries, separated by commas, each descending after `-`: status, triggeredAt. Default: -triggeredAt. */
                sort?: components["schemas"]["TenantSort"];
                /** @description Status of the deliveries. */
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                deliveryId: components["schemas"]["Id"];
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                deliveryId: components["schemas"]["Id"];
                /** @description Id of the webhook. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantConflict"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event types. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypes"];
                };
            };
            400: components["responses"]["TenantBadRequest"];
            401: components["responses"]["TenantUnauthorized"];
            403: components["responses"]["TenantForbidden"];
            429: components["responses"]["TenantTooManyRequests"];
            500: components["responses"]["TenantServerError"];
            503: components["responses"]["TenantUnavailable"];
        };
    };
    listCatalogConnections: {
        parameters: {
            query?: {
                /** @description Condition in the query language, for example `certification = 'certified' and columns.path contains 'mail'`. */
                serviceQlQuery?: components["parameters"]["serviceQlQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connections that the caller can reach. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionListView"][];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    createCatalogConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCatalogConnectionRequest"];
            };
        };
        responses: {
            /** @description The new connection. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogConnection"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            409: components["responses"]["CatalogConflict"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getCatalogConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogConnection"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    replaceCatalogConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceCatalogConnectionRequest"];
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogConnection"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            409: components["responses"]["CatalogConflict"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    deleteCatalogConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandSuccess"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            409: components["responses"]["CatalogConflict"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    testCatalogConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTest"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listCrawlers: {
        parameters: {
            query?: {
                /** @description Keeps the crawlers of this connection. */
                connectionId?: components["schemas"]["Id"];
                /** @description Whether deleted crawlers are shown. */
                includeDeleted?: components["parameters"]["includeDeletedCrawlers"];
                /** @description Number of entries. It has no effect. */
                limit?: number;
                /** @description Number of entries to skip. It has no effect. */
                offset?: number;
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All crawlers in the order of their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlerPage"];
                };
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    createCrawler: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCrawlerRequest"];
            };
        };
        responses: {
            /** @description The id of the new crawler. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedCrawler"];
                };
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            /** @description The connection has a crawler that is not deleted. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlerExists"];
                };
            };
            413: components["responses"]["CrawlerTooLarge"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    getCrawler: {
        parameters: {
            query?: {
                /** @description Whether deleted crawlers are shown. */
                includeDeleted?: components["parameters"]["includeDeletedCrawlers"];
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The crawler. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Crawler"];
                };
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    replaceCrawler: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceCrawlerRequest"];
            };
        };
        responses: {
            200: components["responses"]["CrawlerChanged"];
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            409: components["responses"]["CrawlerRunning"];
            413: components["responses"]["CrawlerTooLarge"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    deleteCrawler: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            409: components["responses"]["CrawlerRunning"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    changeCrawler: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCrawlerRequest"];
            };
        };
        responses: {
            200: components["responses"]["CrawlerChanged"];
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            409: components["responses"]["CrawlerRunning"];
            413: components["responses"]["CrawlerTooLarge"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    listCrawledDatasets: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page in the order of the technical names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawledDatasetPage"];
                };
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    endCrawlerRun: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run ends. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    getCrawlerErrors: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The errors as text. Empty without an error. */
            200: {
                headers: {
                    /** @description File name of the text. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    runCrawler: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                crawlerId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A run is under way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    getScan: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last complete listing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionScan"];
                };
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    scanConnection: {
        parameters: {
            query?: {
                /** @description Version of the API, for example 2021-03. It has no effect. */
                serviceVersion?: components["parameters"]["serviceVersion"];
            };
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A scan is under way. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CrawlerBadRequest"];
            401: components["responses"]["CrawlerUnauthorized"];
            403: components["responses"]["CrawlerForbidden"];
            404: components["responses"]["CrawlerNotFound"];
            500: components["responses"]["CrawlerServerError"];
            503: components["responses"]["CrawlerUnavailable"];
        };
    };
    listDatasets: {
        parameters: {
            query?: {
                /** @description True keeps datasets whose connection is read by the built-in engine, false those of other engines. */
                cloudrunner?: "true" | "false";
                /** @description True keeps the favourites of the caller, false all others. */
                favorite?: "true" | "false";
                /** @description True keeps datasets of simple columns, false those with nested ones. */
                flat?: "true" | "false";
                /** @description Dataset whose column paths and types the listed ones have. */
                sameSchemaAs?: components["schemas"]["Id"];
                /** @description Words that names, descriptions, columns, tags or attributes contain. Quotes hold words together, a minus leaves out. */
                search?: string;
                /** @description Condition in the query language, for example `certification = 'certified' and columns.path contains 'mail'`. */
                serviceQlQuery?: components["parameters"]["serviceQlQuery"];
                /** @description Field of the order. Without it the list is in the order of the labels. */
                sortBy?: string;
                /** @description Direction of the order. */
                sortOrder?: "asc" | "desc" | "ascending" | "descending";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The datasets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"][];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    createDataset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDatasetRequest"];
            };
        };
        responses: {
            /** @description The new dataset. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            409: components["responses"]["CatalogConflict"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dataset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    deleteDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandSuccess"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listDatasetAttributes: {
        parameters: {
            query?: {
                /** @description Category of the attributes. */
                category?: components["parameters"]["attributeCategory"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetAttributePage"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    setDatasetAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
                /** @description Id of the definition, or its business id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttributeValueRequest"];
            };
        };
        responses: {
            /** @description Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandSuccess"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    removeDatasetAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
                /** @description Id of the definition, or its business id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reset. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    certifyDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificationRequest"];
            };
        };
        responses: {
            /** @description Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandSuccess"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listColumns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The columns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnDescription"][];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    describeColumns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnDescription"][];
            };
        };
        responses: {
            /** @description Written. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    describeColumn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
                /** @description Path of the column. */
                path: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ColumnDescriptionRequest"];
            };
        };
        responses: {
            /** @description Written. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    addFavorite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is a favourite. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    removeFavorite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is no favourite. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    rateDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RatingRequest"];
            };
        };
        responses: {
            /** @description The rating by all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatingInfo"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getSample: {
        parameters: {
            query?: {
                /** @description Maximum number of rows. */
                limit?: number;
                /** @description Number of rows to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows of the sample. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetSample"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listTrustScores: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                datasetId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest scores, at most 1000, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustScore"][];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listAttributes: {
        parameters: {
            query?: {
                /** @description Category of the definitions. */
                category?: "custom" | "built-in";
                /** @description Whether the authors are shown with their full names. */
                includeMetadata?: components["parameters"]["attributeMetadata"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of definitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeDefinitionPage"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    createAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAttributeRequest"];
            };
        };
        responses: {
            /** @description Defined. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAttribute"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            409: components["responses"]["CatalogConflict"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getAttribute: {
        parameters: {
            query?: {
                /** @description Whether the authors are shown with their full names. */
                includeMetadata?: components["parameters"]["attributeMetadata"];
            };
            header?: never;
            path: {
                definitionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definition. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeDefinition"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    deleteAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                definitionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    changeAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                definitionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAttributeRequest"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            409: components["responses"]["CatalogConflict"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listSemanticTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The built-in types and those of the tenant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SemanticType"][];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    createSemanticType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSemanticTypeRequest"];
            };
        };
        responses: {
            /** @description The new type. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SemanticType"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            409: components["responses"]["CatalogConflict"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    deleteSemanticType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                semanticTypeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a signed address that another operation returned. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. `Content-Disposition` gives its name. Its media type is part of the signed address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description The address was altered or was not created by this install. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The address does not exist or the file was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The address has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renewLeases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Heartbeat"];
            };
        };
        responses: {
            /** @description The state of the leases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fetchBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the zip in hexadecimal digits. */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip of the bundle, or the content of the resource. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "application/zip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description The claimed executions and the executions to stop. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claims"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeCrawlPortion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CrawlPortion"];
            };
        };
        responses: {
            /** @description The portion is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlPortionAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renewEngineCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next credential. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineCredential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    giveUpEngineCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engine is unpaired. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pairEngine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PairingRequest"];
            };
        };
        responses: {
            /** @description The engine is paired. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pairing"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Report"];
            };
        };
        responses: {
            /** @description The accepted and refused parts of the report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLogRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log retention. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogRetention"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setLogRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogRetentionRequest"];
            };
        };
        responses: {
            /** @description The log retention. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogRetention"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExecutionLogs: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in the answer. */
                count?: number;
                /** @description End of the time range in ISO 8601 (inclusive). */
                endTime?: components["parameters"]["logEndTime"];
                /** @description Oldest entries first (ASC) or newest first (DESC). */
                order?: "ASC" | "DESC";
                /** @description Number of entries to skip, in the requested order. */
                startIndex?: number;
                /** @description Start of the time range in ISO 8601 (inclusive). */
                startTime?: components["parameters"]["logStartTime"];
            };
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of log entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    generateLogFile: {
        parameters: {
            query?: {
                /** @description End of the time range in ISO 8601 (inclusive). */
                endTime?: components["parameters"]["logEndTime"];
                /** @description Format of the file. JSON: an array of entries. TEXT: one line for each entry. Letter case is ignored. */
                fileFormat?: string;
                /** @description Whether the file name contains the ids of the task and the execution. */
                newFileName?: boolean;
                /** @description Start of the time range in ISO 8601 (inclusive). */
                startTime?: components["parameters"]["logStartTime"];
            };
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file will contain all entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogFile"];
                };
            };
            /** @description The file will contain only the first 100,000 entries. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExecutionLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchExecutionLogs: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in the answer. */
                count?: number;
                /** @description Oldest entries first (ASC) or newest first (DESC). */
                order?: "ASC" | "DESC";
                /** @description Lowest severity of the entries. */
                severity?: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "FATAL";
                /** @description Number of the first entry to search, counted in the log. Default: the first entry in the requested order. */
                startIndex?: number;
                /** @description Text that the message contains. Letter case is ignored. */
                text?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matching entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogMatches"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLogFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The status of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogFileStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    followExecutionLogs: {
        parameters: {
            query?: {
                /** @description Number of the first entry, counted in the log. */
                startIndex?: number;
            };
            header?: {
                /** @description Number of the last entry that the client received. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the execution. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExecutionComponents: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: number;
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Field by which the components are sorted. */
                sortBy?: "pid" | "connector_type" | "connector_label" | "connector_id" | "target_connector_type" | "target_label" | "target_id" | "component_start_time_seconds" | "component_connection_rows_total" | "component_execution_duration_milliseconds";
                sortOrder?: components["schemas"]["SortOrder"];
            };
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution with its components. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionComponentMetrics"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DownloadRequest"];
            };
        };
        responses: {
            /** @description A header line and one line for each execution. The first field is the id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description A page of executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchComponentMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentQueryRequest"];
            };
        };
        responses: {
            /** @description A page of components. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RawComponentMetricPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    authorizeOauthClient: {
        parameters: {
            query: {
                /** @description Id of the client. */
                client_id: string;
                /** @description SHA-256 of the code verifier in base64url: 43 characters. */
                code_challenge: string;
                /** @description `S256`. */
                code_challenge_method: string;
                /** @description Set by the server for a person that signs in again. */
                former_session?: string;
                /** @description Login that the sign-in page shows. */
                login_hint?: string;
                /** @description Seconds since the sign-in of the person. A person whose sign-in is older signs in again. */
                max_age?: string;
                /** @description `none`: no page is shown. `login`: the person signs in again. `consent`: the person is asked for consent again. The last two may be combined. */
                prompt?: string;
                /** @description One of the redirect URIs of the client, byte for byte. The port of a loopback address of a native client may differ. */
                redirect_uri: string;
                /** @description `code`. */
                response_type: string;
                /** @description Scopes, separated by spaces or as several parameters. Absent: all that the client may have, except `offline_access`. */
                scope?: string;
                /** @description Text that comes back to the client. It cannot be guessed. */
                state: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes to the sign-in, to the page for the consent, or back to the client. */
            302: {
                headers: {
                    /** @description Where the browser goes. */
                    location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client is unknown, or the redirect URI is none of its own. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                    "text/html": string;
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    authorizeDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthDeviceRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["OauthDeviceRequest"];
            };
        };
        responses: {
            /** @description The codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthDeviceCodes"];
                };
            };
            /** @description A field is wrong, or the client may not use the scope or sign in on devices. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The client is unknown or did not prove its identity. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description Too many requests from one address. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server cannot answer now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    introspectOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthRevocation"];
                "application/x-www-form-urlencoded": components["schemas"]["OauthRevocation"];
            };
        };
        responses: {
            /** @description What the token states. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthIntrospection"];
                };
            };
            /** @description A field is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The client did not prove its identity. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server cannot answer now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    registerOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthRegistration"];
            };
        };
        responses: {
            /** @description The new client with its secret, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredOauthClient"];
                };
            };
            /** @description A field is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The install has several tenants. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description Clients cannot register themselves. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description Too many registrations. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server cannot answer now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    revokeOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthRevocation"];
                "application/x-www-form-urlencoded": components["schemas"]["OauthRevocation"];
            };
        };
        responses: {
            /** @description The token cannot be used any more. The body is `{}`, because some libraries expect JSON. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description A field is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The client did not prove its identity. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server cannot answer now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    issueOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthTokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["OauthTokenRequest"];
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthTokens"];
                };
            };
            /** @description A field is missing or wrong, or the client may not use the grant type or the scope. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The client did not prove its identity, or the code or token cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The user is disabled, or has the maximum number of tokens. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description The server cannot answer now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    listArtifacts: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Text that the name contains. */
                name?: string;
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Types of artifacts, one parameter for each. Default: all types. */
                types?: components["schemas"]["ArtifactTypeFilter"][];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of artifacts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageArtifact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    artifact: components["schemas"]["PublishArtifactRequest"];
                    /**
                     * Format: binary
                     * @description The bundle as a zip file.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The published version. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                artifactId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The artifact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                artifactId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArtifactVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                artifactId: components["schemas"]["Id"];
                /** @description The version as the artifact lists it, including the suffix with the publication time. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteArtifactVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                artifactId: components["schemas"]["Id"];
                /** @description The version as the artifact lists it, including the suffix with the publication time. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Text that the name contains. */
                name?: string;
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of connections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageConnection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnectionRequest"];
            };
        };
        responses: {
            /** @description Not returned by this server. Clients handle it like 201. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDetails"];
                };
            };
            /** @description The new connection. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConnectionRequest"];
            };
        };
        responses: {
            /** @description The replaced connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
                targetWorkspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The moved connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEnvironments: {
        parameters: {
            query?: {
                /** @description FIQL filter on id, name, description, default and maxCloudContainers, for example `name==Dev*;default==false`. */
                query?: components["schemas"]["FiqlFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentInfo"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description The new environment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the environment. */
                Id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceEnvironmentRequest"];
            };
        };
        responses: {
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the environment. */
                Id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventFilters"];
            };
        };
        responses: {
            /** @description The events, in chronological order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageExecutableEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Start of the name. */
                name?: string;
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Id of the plan. */
                planId?: components["schemas"]["Id"];
                /** @description Id of a task that a step or an error handler of the plan runs. */
                taskId?: components["schemas"]["Id"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePlan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanRequest"];
            };
        };
        responses: {
            /** @description The new plan. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanExecutableDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replacePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplacePlanRequest"];
            };
        };
        responses: {
            /** @description The replaced plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pausePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PauseRequest"];
            };
        };
        responses: {
            /** @description Paused or resumed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The plan was already in this state; nothing changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanRunConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePlanRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanRunConfigRequest"];
            };
        };
        responses: {
            /** @description The run configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanRunConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePlanRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. A bound schedule is unbound. The other settings are kept. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlanEvents: {
        parameters: {
            query: {
                /** @description Start of the period in epoch milliseconds (inclusive). Default: now, or `to` if that is in the past. */
                from?: components["parameters"]["eventsFrom"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description End of the period in epoch milliseconds (exclusive). */
                to: components["parameters"]["eventsTo"];
            };
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, in chronological order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    bindPlanSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindScheduleRequest"];
            };
        };
        responses: {
            /** @description Bound. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unbindPlanSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unbound. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromotions: {
        parameters: {
            query?: {
                /** @description FIQL filter on executable, name, sourceEnvironment.id, sourceEnvironment.name, targetEnvironment.id and targetEnvironment.name, for example `sourceEnvironment.name==Development;targetEnvironment.name==Production`. */
                _s?: components["schemas"]["FiqlFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The promotions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionExecutableDetails"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPromotion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePromotionRequest"];
            };
        };
        responses: {
            /** @description The new promotion. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionExecutableDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The promotion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionExecutableDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    analyzePromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnalyzePromotionRequest"];
            };
        };
        responses: {
            /** @description The analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePromotionRequest"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPromotionServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
                serviceAccountId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Added, or already present. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePromotionServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
                serviceAccountId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromotionUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users and service accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionUsersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPromotionUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Added. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePromotionUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionId: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                artifactId?: components["schemas"]["Id"];
                environmentId?: components["schemas"]["Id"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Start of the name. */
                name?: string;
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                runtimeId?: components["schemas"]["Id"];
                runtimeRunProfileId?: components["schemas"]["Id"];
                runtimeType?: components["schemas"]["RuntimeType"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tasks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTaskRequest"];
            };
        };
        responses: {
            /** @description The new task. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceTaskRequest"];
            };
        };
        responses: {
            /** @description The replaced task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTask: {
        parameters: {
            query?: {
                /** @description Whether to terminate unfinished executions of the task. If false, such executions cause a refusal. */
                terminateExecutions?: boolean;
            };
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeTaskRequest"];
            };
        };
        responses: {
            /** @description Done. A task that already runs the newest version is unchanged. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDynamicEngineRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DynamicEngineRunConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeDynamicEngineRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DynamicEngineRunConfigRequest"];
            };
        };
        responses: {
            /** @description The run configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DynamicEngineRunConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeDynamicEngineRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. A bound schedule is unbound. The other settings are kept. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PauseRequest"];
            };
        };
        responses: {
            /** @description Paused or resumed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The task was already in this state; nothing changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTaskRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRunConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeTaskRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskRunConfigRequest"];
            };
        };
        responses: {
            /** @description The run configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRunConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTaskRunConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. A bound schedule is unbound. The other settings are kept. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTaskEvents: {
        parameters: {
            query: {
                /** @description Start of the period in epoch milliseconds (inclusive). Default: now, or `to` if that is in the past. */
                from?: components["parameters"]["eventsFrom"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description End of the period in epoch milliseconds (exclusive). */
                to: components["parameters"]["eventsTo"];
            };
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, in chronological order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTaskSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    bindTaskSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindScheduleRequest"];
            };
        };
        responses: {
            /** @description Bound. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unbindTaskSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unbound. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskFilters"];
            };
        };
        responses: {
            /** @description A page of tasks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTask"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnerlessTriggers: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The triggers, ordered by their former account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOwnerlessTrigger"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeOverTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeoverRequest"];
            };
        };
        responses: {
            /** @description The numbers of triggers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Takeover"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Text that the name contains. */
                projectName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageProject"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeProjectRequest"];
            };
        };
        responses: {
            /** @description The changed project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addProjectGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: components["schemas"]["Id"];
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Added. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProjectGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: components["schemas"]["Id"];
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectUsers"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addProjectUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Added. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProjectUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["schemas"]["Id"];
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listResources: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Text that the name contains. */
                name?: string;
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageResource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The content.
                     */
                    file: string;
                    resource: components["schemas"]["CreateResourceRequest"];
                };
            };
        };
        responses: {
            /** @description The resource. Not returned by this server, which answers 201. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            /** @description The new resource. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateResourceRequest"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
                targetWorkspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The moved resource. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceResourceContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The content.
                     */
                    file?: string;
                };
            };
        };
        responses: {
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Regular expression (RE2 syntax) that matches a part of the description. */
                descriptionFilter?: string;
                environmentId?: components["schemas"]["Id"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Whether to list only schedules that a task or plan uses. */
                onlyBound?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of schedules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduleRequest"];
            };
        };
        responses: {
            /** @description The id of the new schedule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    copySchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CopyScheduleRequest"];
            };
        };
        responses: {
            /** @description The id of the new schedule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeScheduleRequest"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            428: components["responses"]["ExecuteRequired"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScheduleEvents: {
        parameters: {
            query: {
                /** @description Start of the period in epoch milliseconds (inclusive). Default: now, or `to` if that is in the past. */
                from?: components["parameters"]["eventsFrom"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                /** @description End of the period in epoch milliseconds (exclusive). */
                to: components["parameters"]["eventsTo"];
            };
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, in chronological order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleTrigger"];
            };
        };
        responses: {
            /** @description Replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            428: components["responses"]["ExecuteRequired"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleTrigger"];
            };
        };
        responses: {
            /** @description Added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            428: components["responses"]["ExecuteRequired"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTrigger: {
        parameters: {
            query: {
                /** @description Name of the trigger. */
                name: string;
            };
            header?: never;
            path: {
                scheduleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description FIQL filter on id, name, description, type, owner, environment.id and environment.name, for example `environment.name==Production;type==custom`. */
                query?: components["schemas"]["FiqlFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspaces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceInfo"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceRequest"];
            };
        };
        responses: {
            /** @description The new workspace. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceWorkspaceRequest"];
            };
        };
        responses: {
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEngineVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineVersions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExecutionsOfPlan: {
        parameters: {
            query?: {
                /** @description Start of the trigger period in epoch milliseconds (inclusive). Takes precedence over lastDays. Without `to`, the period ends now. A period covers at most 60 days. */
                from?: components["parameters"]["periodFrom"];
                /** @description Number of days back from now. Default: 60 if no period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["PlanStatus"];
                /** @description End of the trigger period in epoch milliseconds (exclusive). Without `from`, the period covers the 60 days before it. */
                to?: components["parameters"]["periodTo"];
            };
            header?: never;
            path: {
                planId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plan executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePlanExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlanExecutions: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                /** @description Start of the trigger period in epoch milliseconds (inclusive). Takes precedence over lastDays. Without `to`, the period ends now. A period covers at most 60 days. */
                from?: components["parameters"]["periodFrom"];
                /** @description Number of days back from now. Default: 60 if no period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["PlanStatus"];
                /** @description End of the trigger period in epoch milliseconds (exclusive). Without `from`, the period covers the 60 days before it. */
                to?: components["parameters"]["periodTo"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plan executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePlanExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExecutionsOfTask: {
        parameters: {
            query?: {
                /** @description Start of the trigger period in epoch milliseconds (inclusive). Takes precedence over lastDays. Without `to`, the period ends now. A period covers at most 60 days. */
                from?: components["parameters"]["periodFrom"];
                /** @description Number of days back from now. Default: 60 if no period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["ExecutionStatus"];
                /** @description End of the trigger period in epoch milliseconds (exclusive). Without `from`, the period covers the 60 days before it. */
                to?: components["parameters"]["periodTo"];
            };
            header?: never;
            path: {
                taskId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of task executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTaskExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTaskExecutions: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                /** @description Start of the trigger period in epoch milliseconds (inclusive). Takes precedence over lastDays. Without `to`, the period ends now. A period covers at most 60 days. */
                from?: components["parameters"]["periodFrom"];
                /** @description Number of days back from now. Default: 60 if no period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Maximum number of entries in a page. */
                limit?: components["parameters"]["limit"];
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["ExecutionStatus"];
                /** @description End of the trigger period in epoch milliseconds (exclusive). Without `from`, the period covers the 60 days before it. */
                to?: components["parameters"]["periodTo"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of task executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTaskExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchTaskExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskExecutionsFilters"];
            };
        };
        responses: {
            /** @description A page of task executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTaskExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startTaskExecution: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecutableTask"];
            };
        };
        responses: {
            /** @description The accepted execution. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionIdentifier"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["NotAllowed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotConfigured"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTaskExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endTaskExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution is ending or has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainTaskExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                executionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startPlanExecution: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanExecutable"];
            };
        };
        responses: {
            /** @description The accepted execution. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionIdentifier"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["NotAllowed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["NotRepeatable"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotConfigured"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlanExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endPlanExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution is ending or has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStepExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps without error handlers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepExecution"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStepExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
                stepExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The step. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepExecutionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getErrorHandlerExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                planExecutionId: components["schemas"]["Id"];
                stepExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The error handler. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepExecutionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startPromotionExecution: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartPromotionRequest"];
            };
        };
        responses: {
            /** @description Done. The report lists what was promoted. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionExecution"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotPromoted"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromotionExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                promotionExecutionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionExecutionStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRunProfileRequest"];
            };
        };
        responses: {
            /** @description The new run profile. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run profile. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run profile. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRunProfileRequest"];
            };
        };
        responses: {
            /** @description The changed run profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRunProfile: {
        parameters: {
            query?: {
                /** @description Id of the run profile that replaces the deleted one in all tasks. */
                rescheduleRunProfileId?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                /** @description Id of the run profile. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["InUse"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchRunProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunProfileFilters"];
            };
        };
        responses: {
            /** @description A page of run profiles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageBaseRunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEngineClusters: {
        parameters: {
            query?: {
                /** @description FIQL filter on id, name, description, availability, workspace.id, workspace.name, environment.id and environment.name, for example `name==North*;availability==AVAILABLE`. */
                _s?: components["schemas"]["FiqlFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clusters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BaseEngine"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEngineCluster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClusterRequest"];
            };
        };
        responses: {
            /** @description The new cluster. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineCluster"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEngineCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cluster with its engines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineCluster"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEngineCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addClusterEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
                engineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunProfileRescheduleOptions"];
            };
        };
        responses: {
            /** @description The engine belongs to the cluster. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeClusterEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
                engineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engine belongs to no cluster. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listClusterRunProfiles: {
        parameters: {
            query?: {
                type?: components["schemas"]["RuntimeProfileType"];
            };
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run profiles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createClusterRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunProfileRequest"];
            };
        };
        responses: {
            /** @description The new run profile. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getClusterRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceClusterRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunProfileUpdateRequest"];
            };
        };
        responses: {
            /** @description The replaced run profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteClusterRunProfile: {
        parameters: {
            query?: {
                /** @description Id of the run profile that replaces the deleted one in all tasks. */
                runProfileId?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                clusterId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRemoteEngines: {
        parameters: {
            query?: {
                /** @description FIQL filter on id, name, description, status, availability, clusterId, workspace.id, workspace.name, environment.id and environment.name, for example `environment.name==Production;availability==AVAILABLE`. */
                query?: components["schemas"]["FiqlFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Engine"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRemoteEngine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EngineRequest"];
            };
        };
        responses: {
            /** @description The new engine with its pairing key, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Engine"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEngineRunProfiles: {
        parameters: {
            query?: {
                type?: components["schemas"]["RuntimeProfileType"];
            };
            header?: never;
            path: {
                engineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run profiles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEngineRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunProfileRequest"];
            };
        };
        responses: {
            /** @description The new run profile. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEngineRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engineId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceEngineRunProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engineId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunProfileUpdateRequest"];
            };
        };
        responses: {
            /** @description The replaced run profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEngineRunProfile: {
        parameters: {
            query?: {
                /** @description Id of the run profile that replaces the deleted one in all tasks. */
                newRunProfileId?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                engineId: components["schemas"]["Id"];
                runProfileId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. The text says how many tasks got another run profile. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRemoteEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the engine. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engine. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Engine"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRemoteEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the engine. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unpairRemoteEngine: {
        parameters: {
            query?: {
                /** @description Accepted; it has no effect. */
                keepMicroserviceDeployments?: boolean;
                /** @description Accepted; it has no effect. */
                keepOsgiDeployments?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the engine. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new pairing key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRemoteEngineDebug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                remoteEngineId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EngineDebugRequest"];
            };
        };
        responses: {
            /** @description The engine. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Engine"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is ready. With the status `degraded`, the named parts are failing and the rest works. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The process is not ready; the answer gives the reason. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getProductInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The name and version of the server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductInfo"];
                };
            };
        };
    };
    searchScim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimSearchRequest"];
            };
        };
        responses: {
            /** @description The resources that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Maximum number of entries, at most 1000. Negative numbers count as 0. */
                count?: components["parameters"]["scimCount"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
                /** @description Filter of RFC 7644, for example `userName eq "grace" and emails[type eq "work"]`. */
                filter?: components["parameters"]["scimFilter"];
                /** @description Attribute to sort by. Without it the oldest resource is first. */
                sortBy?: components["parameters"]["scimSortBy"];
                /** @description Direction of the order. */
                sortOrder?: components["parameters"]["scimSortOrder"];
                /** @description Index of the first entry, from 1. Smaller numbers count as 1. */
                startIndex?: components["parameters"]["scimStartIndex"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    createScimGroup: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimResourceRequest"];
            };
        };
        responses: {
            /** @description The new group. */
            201: {
                headers: {
                    /** @description Address of the group. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    searchScimGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimSearchRequest"];
            };
        };
        responses: {
            /** @description The groups that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    replaceScimGroup: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimResourceRequest"];
            };
        };
        responses: {
            /** @description The changed group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    deleteScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    changeScimGroup: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the group. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimPatchRequest"];
            };
        };
        responses: {
            /** @description The changed group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    listScimResourceTypes: {
        parameters: {
            query?: {
                /** @description Refused, because the discovery cannot be filtered. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            403: components["responses"]["ScimForbidden"];
        };
    };
    getScimResourceType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the resource type, for example User. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            404: components["responses"]["ScimNotFound"];
        };
    };
    listScimRoles: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Maximum number of entries, at most 1000. Negative numbers count as 0. */
                count?: components["parameters"]["scimCount"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
                /** @description Filter of RFC 7644, for example `userName eq "grace" and emails[type eq "work"]`. */
                filter?: components["parameters"]["scimFilter"];
                /** @description Attribute to sort by. Without it the oldest resource is first. */
                sortBy?: components["parameters"]["scimSortBy"];
                /** @description Direction of the order. */
                sortOrder?: components["parameters"]["scimSortOrder"];
                /** @description Index of the first entry, from 1. Smaller numbers count as 1. */
                startIndex?: components["parameters"]["scimStartIndex"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    createScimRole: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimResourceRequest"];
            };
        };
        responses: {
            /** @description The new role. */
            201: {
                headers: {
                    /** @description Address of the role. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    searchScimRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimSearchRequest"];
            };
        };
        responses: {
            /** @description The roles that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    getScimRole: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    replaceScimRole: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimResourceRequest"];
            };
        };
        responses: {
            /** @description The changed role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    deleteScimRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    changeScimRole: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the role. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimPatchRequest"];
            };
        };
        responses: {
            /** @description The changed role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    listScimSchemas: {
        parameters: {
            query?: {
                /** @description Refused, because the discovery cannot be filtered. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            403: components["responses"]["ScimForbidden"];
        };
    };
    getScimSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the schema, which is a URN. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            404: components["responses"]["ScimNotFound"];
        };
    };
    getScimConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
        };
    };
    listScimUsers: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Maximum number of entries, at most 1000. Negative numbers count as 0. */
                count?: components["parameters"]["scimCount"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
                /** @description Filter of RFC 7644, for example `userName eq "grace" and emails[type eq "work"]`. */
                filter?: components["parameters"]["scimFilter"];
                /** @description Attribute to sort by. Without it the oldest resource is first. */
                sortBy?: components["parameters"]["scimSortBy"];
                /** @description Direction of the order. */
                sortOrder?: components["parameters"]["scimSortOrder"];
                /** @description Index of the first entry, from 1. Smaller numbers count as 1. */
                startIndex?: components["parameters"]["scimStartIndex"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    createScimUser: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimResourceRequest"];
            };
        };
        responses: {
            /** @description The new user. */
            201: {
                headers: {
                    /** @description Address of the user. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            402: components["responses"]["ScimLimit"];
            403: components["responses"]["ScimForbidden"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    searchScimUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimSearchRequest"];
            };
        };
        responses: {
            /** @description The users that fit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    getScimUser: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    replaceScimUser: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimResourceRequest"];
            };
        };
        responses: {
            /** @description The changed user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            402: components["responses"]["ScimLimit"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    deleteScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    changeScimUser: {
        parameters: {
            query?: {
                /** @description Attributes that the answer has, separated by commas, for example `userName,name.familyName`. Without it, all. */
                attributes?: components["parameters"]["scimAttributes"];
                /** @description Attributes that the answer does not have, separated by commas. */
                excludedAttributes?: components["parameters"]["scimExcludedAttributes"];
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimPatchRequest"];
            };
        };
        responses: {
            /** @description The changed user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResource"];
                };
            };
            400: components["responses"]["ScimBadRequest"];
            401: components["responses"]["ScimUnauthorized"];
            402: components["responses"]["ScimLimit"];
            403: components["responses"]["ScimForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimConflict"];
            413: components["responses"]["ScimTooLarge"];
            500: components["responses"]["ScimServerError"];
            503: components["responses"]["ScimUnavailable"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /** @description Time of the oldest entry (inclusive). Must not be in the future. A time before the retention period counts as its begin. */
                fromDate?: string;
                /** @description Id of the oldest entry (inclusive). An unknown id selects nothing. Ignored if fromDate is sent. */
                fromId?: components["schemas"]["Id"];
                /** @description Number of the page, starting at 1. */
                page?: components["parameters"]["page"];
                /** @description Maximum number of entries in a page. */
                size?: number;
                /** @description End of the period (exclusive). Must not be before fromDate. */
                toDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries of the page. */
            200: {
                headers: {
                    "page-first": components["headers"]["page-first"];
                    "page-last": components["headers"]["page-last"];
                    "page-number": components["headers"]["page-number"];
                    "page-total-elements": components["headers"]["page-total-elements"];
                    "total-elements": components["headers"]["total-elements"];
                    "total-pages": components["headers"]["total-pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainAccess: {
        parameters: {
            query: {
                /** @description Id of the user or service account. Default is the caller. */
                account?: components["schemas"]["Id"];
                /** @description IPv4 or IPv6 address from which the account calls. Without it the IP allowlist is not checked. */
                address?: string;
                /** @description Id of the object on which the operation needs a right. Default is the id in the path of the operation. */
                id?: components["schemas"]["Id"];
                /** @description Method and path of the operation, with the ids of a request or with the variables of the path. */
                operation: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessExplanation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIpAllowlist: {
        parameters: {
            query?: {
                /** @description Whether the answer contains the entries. */
                detailed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAllowlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceIpAllowlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceIpAllowlistRequest"];
            };
        };
        responses: {
            /** @description The changed allowlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAllowlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["IpAllowlistTooLarge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIpAllowlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIpAllowlistRequest"];
            };
        };
        responses: {
            /** @description The new allowlist. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAllowlist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIpAllowlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or there was none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableIpAllowlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IpAllowlistSettings"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["IpAllowlistTooLarge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIpEntries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceIpEntries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedIpEntries"];
            };
        };
        responses: {
            /** @description The updated entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["IpAllowlistTooLarge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addIpEntries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIpEntries"];
            };
        };
        responses: {
            /** @description The new entries. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIpEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                ipEntryId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceIpEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                ipEntryId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteIpEntryRequest"];
            };
        };
        responses: {
            /** @description The changed entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["IpAllowlistTooLarge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIpEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                ipEntryId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIpObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Observations, the latest first, at most 1,000. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpObservation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    issueServiceAccountToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceAccountTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountToken"];
                };
            };
            400: components["responses"]["AccountBadRequest"];
            /** @description The id or the secret is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountError"];
                };
            };
            403: components["responses"]["AccountForbidden"];
            413: components["responses"]["AccountTooLarge"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    listUserRights: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                userId?: components["schemas"]["Id"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceUserRightsInBatch: {
        parameters: {
            query?: {
                /** @description With true, the call answers what the batch would change, and changes nothing. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionRequests"];
            };
        };
        responses: {
            /** @description The result of a dry run: what the batch would change. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionPreview"];
                };
            };
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The rejected changes. All other changes were made. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addUserRightsInBatch: {
        parameters: {
            query?: {
                /** @description With true, the call answers what the batch would change, and changes nothing. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionRequests"];
            };
        };
        responses: {
            /** @description The result of a dry run: what the batch would change. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionPreview"];
                };
            };
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The rejected changes. All other changes were made. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeUserRightsInBatch: {
        parameters: {
            query?: {
                /** @description With true, the call answers what the batch would change, and changes nothing. */
                dryRun?: components["parameters"]["dryRun"];
                userIds?: components["schemas"]["Ids"];
                workspaceIds?: components["schemas"]["Ids"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of a dry run: what the batch would change. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionRemovalPreview"];
                };
            };
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The rejected changes. All other changes were made. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionDeleteResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRoleMappings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mappings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleMapping"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setRoleMapping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleMappingRequest"];
            };
        };
        responses: {
            /** @description The mapping. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRoleMappings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRoleMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the mapping. */
                customerRoleName: components["schemas"]["RoleMappingName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mapping. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRoleMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the mapping. */
                customerRoleName: components["schemas"]["RoleMappingName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listServiceAccountRights: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                serviceAccountId?: components["schemas"]["Id"];
                workspaceId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceServiceAccountRightsInBatch: {
        parameters: {
            query?: {
                /** @description With true, the call answers what the batch would change, and changes nothing. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionRequests"];
            };
        };
        responses: {
            /** @description The result of a dry run: what the batch would change. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionPreview"];
                };
            };
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The rejected changes. All other changes were made. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addServiceAccountRightsInBatch: {
        parameters: {
            query?: {
                /** @description With true, the call answers what the batch would change, and changes nothing. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionRequests"];
            };
        };
        responses: {
            /** @description The result of a dry run: what the batch would change. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionPreview"];
                };
            };
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The rejected changes. All other changes were made. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeServiceAccountRightsInBatch: {
        parameters: {
            query?: {
                /** @description With true, the call answers what the batch would change, and changes nothing. */
                dryRun?: components["parameters"]["dryRun"];
                serviceAccountIds?: components["schemas"]["Ids"];
                workspaceIds?: components["schemas"]["Ids"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of a dry run: what the batch would change. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionRemovalPreview"];
                };
            };
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The rejected changes. All other changes were made. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionDeleteResult"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnusedPermissions: {
        parameters: {
            query?: {
                /** @description Number of days. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The permissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnusedPermissions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getServiceAccountRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceAccountId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceServiceAccountRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceAccountId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RightNames"];
            };
        };
        responses: {
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addServiceAccountRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceAccountId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RightNames"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeServiceAccountRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceAccountId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUserRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceUserRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RightNames"];
            };
        };
        responses: {
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addUserRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RightNames"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeUserRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["schemas"]["Id"];
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSharings: {
        parameters: {
            query?: {
                /** @description Whether the answer also has entitlements, owners, the number of sharings, and the sources of the access of one entity. */
                includeMetadata?: components["parameters"]["includeMetadata"];
            };
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entities by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharingResponse"][];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getSharing: {
        parameters: {
            query?: {
                /** @description Whether the answer also has entitlements, owners, the number of sharings, and the sources of the access of one entity. */
                includeMetadata?: components["parameters"]["includeMetadata"];
            };
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The access. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharingResponse"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getEntitlements: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entitlements. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementsResponse"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listEligibles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users by last name, and groups by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Eligibles"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    listSharingLevels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The levels, the lowest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LevelResponse"][];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    changeSharingSets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSharingSetRequest"];
            };
        };
        responses: {
            /** @description The first entity of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharingSetKey"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    getSharingSet: {
        parameters: {
            query?: {
                /** @description Id of the entity that must be the source of the access. */
                foreignEntityId?: components["schemas"]["Id"];
                /** @description Type of the entity that must be the source of the access. */
                foreignEntityType?: components["schemas"]["EntityTypeName"];
                /** @description Whether removed sharings are shown, too. */
                includeDeletedSharings?: boolean;
                /** @description Maximum number of users and groups in all. */
                limit?: number;
                /** @description Number of entries to skip before the page. */
                offset?: components["parameters"]["offset"];
            };
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users and groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharingSetResponse"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    replaceSharingSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutSharingSetRequest"];
            };
        };
        responses: {
            /** @description The entity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharingSetKey"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    changeSharingSet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the client. It is ignored. */
                "X-CLIENT-VERSION"?: components["parameters"]["clientVersion"];
            };
            path: {
                entityId: components["schemas"]["Id"];
                /** @description Type of the entity. An unknown type has no entities. */
                entityType: components["schemas"]["EntityTypeName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchSharingSetRequest"];
            };
        };
        responses: {
            /** @description The entity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharingSetKey"];
                };
            };
            400: components["responses"]["CatalogBadRequest"];
            401: components["responses"]["CatalogUnauthorized"];
            403: components["responses"]["CatalogForbidden"];
            404: components["responses"]["CatalogNotFound"];
            413: components["responses"]["CatalogTooLarge"];
            500: components["responses"]["CatalogServerError"];
            503: components["responses"]["CatalogUnavailable"];
        };
    };
    callWebhookTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the URL that the run configuration shows. */
                secret: string;
            };
            cookie?: never;
        };
        /** @description Text of at most 1 MiB, unless the operator sets another limit. At most 5 KB for big-data jobs. */
        requestBody?: {
            content: {
                "application/json": unknown;
                "application/x-www-form-urlencoded": string;
                "application/xml": string;
                "text/plain": string;
                "text/xml": string;
            };
        };
        responses: {
            /** @description The call is stored durably. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCall"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
