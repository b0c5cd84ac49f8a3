// Generated from sections/*/openapi.yaml by `npm run generate`.
export interface paths {
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
        /** Create a group, with members if some are named */
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
        /** Delete a group and what was opened to it */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /** Rename a group */
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
        /** Add users to a group; members stay members */
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
        /** Read the caller */
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
         * @description It carries the permissions and rights of the caller, whatever they are at the time of each call.
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
        /** Revoke a personal access token of the caller at once */
        delete: operations["revokePersonalAccessToken"];
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
                /** @description The last part of an address that another operation gave out. */
                token: string;
            };
            cookie?: never;
        };
        /**
         * Download a file by its signed address
         * @description The address is the authorisation; no token is asked for. It is signed, opens one file and runs out. Installs that keep their files in an object
         *     store give out addresses of that store instead.
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
        /** Say that the engine lives and renew its leases */
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
         * Ask for work
         * @description Answers as soon as there is work or something to stop, and otherwise empty after the asked wait. Each claimed execution is held by a lease that heartbeats renew.
         */
        post: operations["claimExecutions"];
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
         * Get the next credential
         * @description The one that is used here stays valid until the next one is used for the first time, or until it runs out. Asking again before that makes yet another one and voids the one that was not used.
         */
        post: operations["renewEngineCredential"];
        /**
         * Unpair the engine from its own side
         * @description Its credentials end at once, and what it holds ends as lost. A person makes the key that pairs it again.
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
         * Exchange the pairing key for the credential of the engine
         * @description A key works once, and until it runs out. The credential is shown this once.
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
         * @description All of the batch is durable when it is answered. Sending it again changes nothing. Parts whose fence is old are refused one by one and named in the answer.
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
         * Whether the process lives
         * @description Answered as long as the process gets to answer anything; it asks nothing else.
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
         * @description Served by each process, whatever its role, on the port of `MILLRACE_METRICS_PORT` and on no other. Metrics of the whole install are the same in all processes, and are left out while the database does not answer.
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
         * Read for how many days the logs of an environment are kept
         * @description Not part of the published API.
         */
        get: operations["getLogRetention"];
        /**
         * Set for how many days the logs of an environment are kept
         * @description Not part of the published API. Older logs go within the hour.
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
         * Have the log of an execution written into a file
         * @description Answers at once with a token; the file is written in the background. The token opens `POST …/logs/status` for an hour.
         */
        post: operations["generateLogFile"];
        /**
         * Delete the log of an execution
         * @description Also deletes files that were made of it. What a running execution writes afterwards is kept.
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
         * @description Not part of the published API. An answer may hold fewer entries than asked for and still name a nextIndex, since only a part of a long log is looked through at once.
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
         * Ask whether a log file is written, and where it is
         * @description The body is the token: as it is, as a JSON string, or as `{"token": "…"}`.
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
         * @description Not part of the published API. Server-sent events: `line` with a numbered entry as JSON and its index as id, until the execution has ended, then `end` with
         *     its status. A reader that comes back says with `Last-Event-ID` (or startIndex) where to go on.
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
        /** Read what the components of an execution have done */
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
        /** Take executions along as comma-separated values, the newest first */
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
        /** Search the executions of tasks and plans, what runs first and then what ended last */
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
         * Search the components of all executions of an environment
         * @description Five times a minute.
         */
        post: operations["searchComponentMetrics"];
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
         * @description A multipart body with the JSON part `artifact` and the zip part `file`. A name that the workspace already knows gets a new version.
         *     What the part `artifact` leaves out is read from the bundle. Put `artifact` before `file`, so that a refusal comes before the upload.
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
         * @description Refused with 409 and the tasks that use it while there are any.
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
                /** @description The version as the artifact lists it, with the moment of publication behind it. */
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
         * @description Refused with 409 and the tasks that use it while there are any. Deleting the last version deletes the artifact.
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
         * @description A field left out stays. Parameters that are sent take the place of all; one that is encrypted and comes without a value keeps its stored value.
         */
        put: operations["replaceConnection"];
        post?: never;
        /**
         * Delete a connection
         * @description Refused with 409 and the tasks that use it while there are any.
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
         * Open a connection and say whether that works
         * @description The server opens the connection from where it runs, signs in, and answers within 10 seconds. The answer never holds a value of a parameter. Public addresses can be tested, and those that the operator has opened; others are refused without a connection. Applications that can be tested are postgresql, mysql, mariadb, aurora, http, sftp, awss3, s3 and smtp.
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
         * @description All matching environments for callers who manage environments or clusters; for operators those in which they hold a workspace right.
         */
        get: operations["listEnvironments"];
        put?: never;
        /**
         * Create an environment
         * @description Creates the environment and with it a custom workspace, whose owner holds every right on it.
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
         * Delete an environment and all it holds
         * @description Removes its workspaces and their content for good. Refused with 400 while an engine is assigned to it or a promotion uses it, and with 403 while an execution runs in it.
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
         * List when the tasks and plans of an environment would start
         * @description The period begins with `from` and ends before `to`. Paused tasks and plans are left out.
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
         * @description The steps sent take the place of all steps there were; a step sent with the id that it has keeps it.
         */
        put: operations["replacePlan"];
        post?: never;
        /**
         * Delete a plan
         * @description Refused with 409 while the error handler of another plan names it. A schedule of the plan stays and is an orphan from then on.
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
         * @description A paused plan does not start; its tasks may still be started by themselves.
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
        /** Read how a plan runs */
        get: operations["getPlanRunConfig"];
        /** Set how a plan runs */
        put: operations["changePlanRunConfig"];
        post?: never;
        /** End what starts a plan by itself */
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
         * List when a plan would start
         * @description The period begins with `from` and ends before `to`; it is five years long at most.
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
         * @description It takes the place of the trigger of the run configuration, and of a schedule that was bound before.
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
         * @description All promotions for callers who manage them; for those who execute them the ones that they are assigned to.
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
        /** Tell what an execution of a promotion would do, without doing it */
        post: operations["analyzePromotion"];
        /**
         * Delete a promotion with the records of its executions
         * @description What was promoted stays in the target environment.
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
        /** Let a service account execute a promotion */
        put: operations["addPromotionServiceAccount"];
        post?: never;
        /** Let a service account no longer execute a promotion */
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
        /** Let a user execute a promotion */
        put: operations["addPromotionUser"];
        post?: never;
        /** Let a user no longer execute a promotion */
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
         * @description Fields left out become empty. A change of artifact, parameters, connections or resources raises the version of the task.
         */
        put: operations["replaceTask"];
        post?: never;
        /**
         * Delete a task
         * @description Refused with 409 while an execution of it is not finished, unless `terminateExecutions` is true, which ends those first.
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
        /** Read how a task runs on a dynamic engine */
        get: operations["getDynamicEngineRunConfig"];
        /** Set how a task runs on a dynamic engine */
        put: operations["changeDynamicEngineRunConfig"];
        post?: never;
        /** End what starts a task by itself, as seen from a dynamic engine */
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
         * @description Executions that run already finish; a paused task does not start.
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
        /** Read how a task runs */
        get: operations["getTaskRunConfig"];
        /** Set how a task runs */
        put: operations["changeTaskRunConfig"];
        post?: never;
        /** End what starts a task by itself */
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
         * List when a task would start
         * @description The period begins with `from` and ends before `to`; it is five years long at most.
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
         * @description It takes the place of the trigger of the run configuration, and of a schedule that was bound before.
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
        /** List tasks by the filters of the body */
        post: operations["searchTasks"];
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
        /** Change a project; what the body leaves out stays */
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
        /** Let the members of a group work on a project */
        put: operations["addProjectGroup"];
        post?: never;
        /** Let the members of a group no longer work on a project */
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
        /** Let a user work on a project */
        put: operations["addProjectUser"];
        post?: never;
        /** Let a user no longer work on a project */
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
         * @description A multipart body with the JSON part `resource` and the part `file`. With `file: false` the content is a folder packed as a zip, which engines
         *     unpack before a run. Put `resource` before `file`, so that a refusal comes before the upload. The content is kept as it comes: what is
         *     encoded, in base64 for example, reaches the job encoded.
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
         * @description Refused with 409 and the tasks that use it while there are any.
         */
        delete: operations["deleteResource"];
        options?: never;
        head?: never;
        /**
         * Change the name or the description of a resource
         * @description What the body leaves out stays.
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
         * @description Refused with 409 while a task uses the resource, and where its name is taken.
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
         * @description The new content takes the place of the old one at once and as a whole. Without the part `file` nothing changes.
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
         * @description The new schedule has all triggers and is bound to nothing.
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
         * List when a schedule would fire
         * @description The period begins with `from` and ends before `to`; it is five years long at most.
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
         * Delete a custom workspace and all it holds
         * @description Refused with 409 while another workspace uses something of it or an execution runs in it.
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
         * @description Always ends it; an execution that is finished stays as it is.
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
         * Explain why a task execution waits, misfired or failed, or how it went
         * @description Not part of the published API. A caller that may read the execution may have it explained; the engines and the work that it waits for are named.
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
        /** Run a plan, or run it again from a step that failed */
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
         * @description Ends what its step runs and starts nothing more; an execution that is finished stays as it is.
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
        /** List the steps that a plan execution has begun, in their order */
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
        /** Read a step of a plan execution with what has ended of it */
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
        /** Read the error handler that a failed step has begun */
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
        /** Change a run profile; what the body leaves out stays */
        put: operations["changeRunProfile"];
        post?: never;
        /**
         * Delete a run profile
         * @description Refused with 406 while a task uses it, unless another run profile is named that takes its place.
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
         * @description Tasks that are set to run on one of the engines are set to run on the cluster, without a run profile.
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
         * Delete a cluster; its engines stay
         * @description Its run profiles go with it. Refused with 400 while a task is set to run on it or an execution waits for it.
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
         * @description Tasks that are set to run on the engine are set to run on the cluster; `method` says with which run profile.
         */
        put: operations["addClusterEngine"];
        post?: never;
        /** Take an engine out of a cluster */
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
         * @description Refused with 409 while a task uses it, unless another run profile is named that takes its place.
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
        /** Create an engine and the key that pairs it */
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
         * @description Refused with 409 while a task uses it, unless another run profile is named that takes its place.
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
         * @description Refused with 409 while a task is set to run on it, it belongs to a cluster, or it holds an execution.
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
         * Unpair an engine and make the key that pairs it anew
         * @description Its credential is void at once and what it carries out ends as lost. The answer is the new key, shown this once.
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
         * @description The engine keeps it; what the body leaves out stays.
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
         * Whether the process can do its work now
         * @description It cannot without its database, with one that a newer version has brought up to date, and while it stops. It is asked over the connections of the work too. A process that serves no calls cannot either without its store of content, with a database that takes no writes, and while its timers get nothing done. One that serves calls says then that it is degraded, since calls are served that do not need what is missing.
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
         * What this server is
         * @description Asked for by clients that look before they sign in.
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
         * @description No users means all users of the workspaces, no workspaces all workspaces of the users.
         */
        delete: operations["removeUserRightsInBatch"];
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
    "/webhooks/triggers/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the url that the run configuration shows. */
                secret: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call the webhook of a task or plan
         * @description The url is the authorisation; no token is asked for. The body reaches the job as it is, in the parameter `resource_webhook_payload`: a JSON
         *     array with an item `{"type": <media type>, "data": <text of the body>}` for each call that the execution was started for, in the order in
         *     which the calls came. Where the trigger groups calls, the first one opens a window, and the execution starts when the window closes.
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
        /** @description Why a call on accounts was refused. */
        AccountError: {
            /** @description Stable code. */
            code?: string;
            /** @description What is wrong and what to do, for people. */
            detail: string;
            /** @description The failed request, as in `X-Request-Id`. */
            requestId?: string;
            /** @description HTTP status code. */
            status: number;
        };
        /** @description The one thing to promote, with what it needs. */
        AdvancedPromotionSpec: {
            /**
             * Format: uuid
             * @description Of the workspace, plan, task (FLOW) or artifact (ACTION).
             */
            artifactId: string;
            artifactType: components["schemas"]["PromotedType"];
        };
        AnalyzePromotionRequest: {
            /** @description Why; kept with the record. */
            context?: string;
            /** @description Resources of the target keep their content and description. */
            keepTargetResources?: boolean;
            /** @description Run profiles of the target stay. */
            keepTargetRunProfiles?: boolean;
            promotionAdvancedInfo?: components["schemas"]["PromotionAdvancedInfo"];
        };
        Artifact: {
            id: components["schemas"]["Id"];
            name: string;
            type: components["schemas"]["ArtifactType"];
            /** @description The published versions, the newest first. */
            versions: string[];
            workspace: components["schemas"]["WorkspaceInfo"];
        };
        ArtifactParameter: {
            /** @description What the parameter is for, in the words of its author. */
            comment?: string;
            name: string;
            /** @description Whether a run cannot begin without a value. */
            required: boolean;
            /** @description Values must fit it: int, integer, long, short, byte are whole numbers; number, float, double, decimal, bigdecimal are numbers; boolean and bool are true or false; any other type takes every text. Letter case does not matter, nor the `id_` of Studio. Values of the types `password` and `secret` are masked in logs. */
            type: string;
            /** @description The value of a run that gives none of its own. */
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
             * @description The counterpart in the target environment, where there is one.
             */
            targetId?: string;
            /** @description The newest version of the counterpart, before the promotion. */
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
            /** @description The version as the artifact lists it, with the moment of publication behind it. */
            version: string;
        };
        /**
         * @description Kind of job, as its author names it. How it runs is decided by what the bundle holds.
         * @enum {string}
         */
        ArtifactType: "standard" | "big_data_streaming" | "big_data_batch" | "route" | "data_service" | "pipeline";
        /** @enum {string} */
        ArtifactTypeFilter: "standard" | "big_data_streaming" | "big_data_batch" | "route" | "data_service" | "pipeline" | "data_fabric";
        ArtifactVersion: {
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            /** @description The product that built it. */
            marketplaceProduct: string;
            name?: string;
            /** @description The context variables that the artifact declares. */
            parameters: components["schemas"]["ArtifactParameter"][];
            /** @description Login of the publisher. */
            publisher: string;
            publisherType: components["schemas"]["UserType"];
            repository?: components["schemas"]["SourcesRepositoryData"];
            type: components["schemas"]["ArtifactType"];
            /** @description The version as published: `x.y.z`, as a rule with the moment of publication behind it, such as `1.2.0.20260301083000`. */
            version: string;
            workspace: components["schemas"]["WorkspaceInfo"];
        };
        /** @description What becomes of the task when a new version of its artifact is published. */
        AutoUpgradeInfo: {
            /** @description Whether the task moves to each new version of its artifact when it is published. */
            autoUpgradable?: boolean;
            /** @description Whether values that a new version brings replace those of the task; values for which it brings none stay. */
            overrideWithDefaultParameters?: boolean;
        };
        /**
         * @description By the heartbeats of the engine: they come in, and it is well; they do not, or it is ill; they have not come for 30 days.
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
            /** @description Whether it is built in and started by the server. */
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
            /** @description The engine or cluster, or the environment for DYNAMIC_ENGINE. */
            processorId: string;
            processorType: components["schemas"]["ProcessorType"];
            runProfileType: components["schemas"]["RunProfileType"];
            /** @description Id of the environment. */
            scopeId: string;
            updateDate: components["schemas"]["UpdateDate"];
            /** @description Id of the workspace to which the engine or cluster belongs, where it belongs to one. */
            workspaceId?: string;
        };
        BindScheduleRequest: {
            scheduleId: components["schemas"]["Id"];
        };
        ChangeProjectRequest: {
            /** @description null clears it. */
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
            /** @description null clears it. */
            description?: string | null;
            jvmArguments?: components["schemas"]["JvmArguments"];
            name?: string;
            /** @description The environment that it has. */
            scopeId?: string | null;
        };
        ChangeScheduleRequest: {
            description?: string | null;
        };
        ChangeTaskRequest: {
            /**
             * @description Also when the task is not auto-upgradable.
             * @default false
             */
            forceUpdate?: boolean;
            /**
             * @description Move to the newest version of the artifact.
             * @default false
             */
            latestArtifact?: boolean;
        };
        ClaimedExecution: {
            /** @description The program to run. */
            bundle: {
                /** @description SHA-256 of the zip. */
                hash: string;
                /**
                 * @description `job-archive`: a Java job as a studio builds it. `millrace`: a zip with a `millrace.json`.
                 * @enum {string}
                 */
                layout: "job-archive" | "millrace";
                name: string;
                /**
                 * Format: int64
                 * @description Bytes of the zip.
                 */
                size: number;
                /** @description Version of the artifact. */
                version: string;
            };
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. Whatever the engine says of the execution names it. */
            fence: number;
            /** @description Options for the Java of a job archive, from the run profile; they win over its own. */
            jvmArguments?: string[];
            logLevel: components["schemas"]["LogLevel"];
            /** @description Context variable to value; secrets among them in plain text. */
            parameters: {
                [key: string]: string;
            };
            /** @description What the run gets beside its bundle. */
            resources: components["schemas"]["ClaimedResource"][];
            /** @description How often it may still be given back, by this engine or others, where the machine cannot begin any run. Without the field it cannot be given back. */
            returnsLeft?: number;
            /**
             * @description `inline` ends at once without a process; it measures the control plane.
             * @enum {string}
             */
            runner: "process" | "inline";
            /** @description Names of those of the parameters whose values the engine takes out of all that it reports. */
            secretParameters?: string[];
            taskId: components["schemas"]["Id"];
            taskName: string;
            /** @description Minutes after which the engine ends the run; without it, it may run for ever. */
            timeoutMinutes?: number;
            traceparent?: components["schemas"]["Traceparent"];
        };
        ClaimedResource: {
            /** @description False: a zip to unpack. */
            file: boolean;
            /** @description SHA-256 of the content. */
            hash: string;
            name: string;
            /**
             * Format: int64
             * @description Bytes of the content.
             */
            size: number;
            /** @description The parameter that tells the job where the resource lies. */
            variable: string;
        };
        ClaimRequest: {
            /** @description How many executions the engine can take now. */
            free: number;
            /** @description Processes of the engine that it knows to have ended without a word: what they held ends as lost. */
            gone?: components["schemas"]["Id"][];
            /** @description The process of the engine: made anew each time its program starts. Without it, claims whose answers are lost wait out their leases. */
            incarnation?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Counts the claims of the process that asked for work.
             */
            number?: number;
            /** @description What the engine runs and is not ending yet, so that it learns what to stop. */
            running?: components["schemas"]["ExecutionLease"][];
            /** @description Earlier claims of the process that it gave up on and whose answers it will not look at: what they were given returns to the queue. */
            unanswered?: number[];
            /** @description Milliseconds for which the answer may wait for work. */
            waitMilliseconds: number;
        };
        Claims: {
            /** @description What the engine is given. */
            executions: components["schemas"]["ClaimedExecution"][];
            /** @description Held executions that a person asked to end. */
            stop: components["schemas"]["Id"][];
            /** @description Milliseconds for which the claim had waited before the look that found this. What the caller has waited beyond that is the most that the answer was under way: one that is too old is given up, unread. */
            waitedMilliseconds?: number;
        };
        ClusterRequest: {
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            name: string;
            /** @description Engines of the environment that belong to no cluster, and to the workspace of the cluster or to none. */
            remoteEngines?: components["schemas"]["Id"][];
            /** @description The workspace whose tasks it carries out; those of all workspaces of the environment when left out. */
            workspaceId?: string | null;
        };
        /** @description Milliseconds that the component ran. */
        ComponentDuration: number;
        ComponentFieldFilter: {
            /**
             * @description The field of a component or of its execution that is compared.
             * @enum {string}
             */
            field: "engine_id" | "workspace_id" | "task_id" | "task_execution_id" | "job_name" | "connector_type" | "connector_label" | "connector_id" | "component_start_time_seconds" | "operator" | "operator_type";
            /**
             * @description `in` for texts; greater than, greater or equal, less than, less or equal for component_start_time_seconds.
             * @enum {string}
             */
            operator: "in" | "gt" | "gte" | "lt" | "lte";
            /** @description A list of texts for in, a number for the others. */
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
            /** @description Until when components started, not included, in ISO 8601. */
            endTime: string;
            environmentId: components["schemas"]["Id"];
            /** @description All of them hold. */
            filters?: components["schemas"]["ComponentFieldFilter"][];
            /**
             * @description Entries in the page at most.
             * @default 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Entries to pass over before the page.
             * @default 0
             */
            offset?: number;
            /**
             * @description The field by which the list is sorted; `stracktrace` is an old spelling.
             * @default component_start_time_seconds
             * @enum {string}
             */
            sortBy?: "engine_id" | "workspace_id" | "task_id" | "task_execution_id" | "process_id" | "job_name" | "pid" | "father_pid" | "root_pid" | "connector_type" | "connector_label" | "connector_id" | "target_connector_type" | "target_label" | "target_id" | "connection_type" | "connection_name" | "component_start_time_seconds" | "component_connection_rows_total" | "component_execution_duration_milliseconds" | "stracktrace" | "stacktrace";
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description From when components started, included, in ISO 8601. */
            startTime: string;
        };
        /** @description Rows that went from the component to its target. */
        ComponentRows: number;
        /** @description When the component began, in seconds since 1970-01-01T00:00:00Z, with fractions. */
        ComponentStartTime: number;
        ConnectionDetails: {
            /** @description Kind of system, for example `Custom`, `postgresql` or `http`. */
            app: string;
            createDate: components["schemas"]["CreateDate"];
            id: components["schemas"]["Id"];
            name: string;
            /** @description The parameters in their order; encrypted ones without their values. */
            parameters: components["schemas"]["ConnectionParameter"][];
            updateDate?: components["schemas"]["UpdateDate"];
            workspace: components["schemas"]["WorkspaceInfo"];
        };
        ConnectionParameter: {
            /** @description Whether the value is kept encrypted and never shown. */
            encrypted?: boolean;
            name: string;
            /** @description Never answered for an encrypted parameter. */
            value?: string | null;
        };
        ConnectionTest: {
            /** @description What was reached, or what stands in the way and what to do. */
            reason: string;
            /** @description Whether the system was reached and let the user in. */
            success: boolean;
        };
        /** @description Names the component within its job. */
        ConnectorId: string;
        /** @description What people call the component. */
        ConnectorLabel: string;
        /** @description The kind of component. */
        ConnectorType: string;
        CopyScheduleRequest: {
            /** @description When left out, that of the source marked as a copy. */
            description?: string | null;
        };
        /**
         * Format: int32
         * @description How many there are.
         */
        Count: number;
        CreateConnectionRequest: {
            /** @description Kind of system, for example `Custom`, `postgresql` or `http`. */
            app: string;
            name: string;
            /** @description Host, user and whatever else the kind of system needs, in the order in which they are shown. */
            parameters: components["schemas"]["ConnectionParameter"][];
            workspaceId: components["schemas"]["Id"];
        };
        /**
         * Format: date-time
         * @description When it was created.
         */
        CreateDate: string;
        CreateEnvironmentRequest: {
            description?: string | null;
            /**
             * Format: int32
             * @description Cloud engines at most. The number is kept and shown; it has no effect.
             * @default 0
             */
            maxCloudContainers?: number;
            name: string;
            /** @description Login of that workspace's owner; the caller when left out. */
            owner?: string | null;
            /** @description Name of the custom workspace created with it. */
            workspaceName: string;
        };
        CreateGroupRequest: {
            /** @description Unique in the tenant. */
            name: string;
            /** @description Ids of the first members. */
            userIds?: components["schemas"]["Id"][];
        };
        CreatePersonalAccessTokenRequest: {
            /** @description Days after which the token ends; it lives until it is revoked when left out. */
            expiresInDays?: number | null;
            /** @description Unique among the caller's live tokens. */
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
        /** @description The resource that the file becomes. */
        CreateResourceRequest: {
            description?: string | null;
            /** @description True when left out. */
            file?: boolean;
            name: string;
            workspaceId: components["schemas"]["Id"];
        };
        CreateRunProfileRequest: {
            description?: string | null;
            jvmArguments: components["schemas"]["JvmArguments"];
            name: string;
            processorType: components["schemas"]["ProcessorType"];
            /** @description The engine or cluster, by id or runtime id. */
            runtimeId?: string | null;
            /** @description The environment. */
            scopeId?: string | null;
            type: components["schemas"]["RuntimeProfileType"];
        };
        CreateScheduleRequest: {
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            trigger: components["schemas"]["ScheduleTrigger"];
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
            /** @description Login of the owner; the caller when left out. */
            owner?: string | null;
        };
        /**
         * @description For CRON. The cron expressions of Quartz without their seconds: minutes (0-59), hours (0-23), day of month (1-31), month (1-12 or JAN-DEC), day of week
         *     (1-7, where 1 is Sunday, or SUN-SAT) and, if wanted, year (1970-2099), with blanks between them. `*` is each value, `a,b` a list, `a-b` a range, `a/n` each
         *     n-th value from a on. Of the two fields of days one is `?` or `*`. Days of the month: `L` the last one, `L-3` three days before it, `LW` the last working day,
         *     `15W` the working day nearest to the 15th. Days of the week: `FRIL` the last Friday, `MON#2` the second Monday. Times are those of timeZone.
         *     Example: `30 5 ? * MON-FRI` fires at 05:30 from Monday to Friday.
         */
        CronExpression: string | null;
        /** @description Days, in the time zone of the trigger. */
        DaySchedule: {
            /**
             * Format: int32
             * @description Day of the month, for DAY_OF_MONTH; months that do not have it are passed over.
             */
            day?: number | null;
            /** @description Days of the week, for DAY_OF_WEEK. */
            days?: components["schemas"]["WeekDay"][] | null;
            /**
             * @description Days of the week, or a day of the month.
             * @enum {string}
             */
            type: "DAY_OF_WEEK" | "DAY_OF_MONTH";
        };
        /**
         * @description Where an execution stands, in full. EXECUTION_EVENT_RECEIVED: it waits. DISPATCHING_FLOW: an engine has it. STARTING_FLOW_EXECUTION: it runs. STOPPING_FLOW_EXECUTION: it is being ended. The others are final.
         * @enum {string}
         */
        DetailedExecutionStatus: "EXECUTION_EVENT_RECEIVED" | "DISPATCHING_FLOW" | "STARTING_FLOW_EXECUTION" | "STOPPING_FLOW_EXECUTION" | "EXECUTION_TERMINATED" | "EXECUTION_TERMINATED_TIMEOUT" | "DEPLOY_FAILED" | "EXECUTION_FAILED" | "EXECUTION_REJECTED" | "EXECUTION_SUCCESS" | "EXECUTION_TERMINATED_SHUTDOWN";
        /**
         * @description Where a plan execution stands, in full; STARTED means that it runs. UNDEFINED and FINISHED are not given by this server.
         * @enum {string}
         */
        DetailedPlanStatus: "UNDEFINED" | "STARTED" | "FINISHED" | "EXECUTION_FAILED" | "EXECUTION_SUCCESS" | "EXECUTION_MISFIRED" | "EXECUTION_TERMINATED";
        DownloadRequest: {
            category: components["schemas"]["ExecutionCategory"];
            environmentId: components["schemas"]["Id"];
            exclude?: components["schemas"]["ExecutionExclusion"];
            filters?: components["schemas"]["FieldFilters"];
            /** @description The id of the last line of the file before. */
            lastId?: components["schemas"]["Id"];
            /**
             * @description Lines of the file at most.
             * @default 1000
             */
            limit?: number;
        };
        DynamicEngineRunConfig: {
            /** @description As it was sent; it has no effect. */
            lineage?: boolean;
            logLevel?: components["schemas"]["LogLevel"];
            /** @description Whether the task may start while another execution of it runs. */
            parallelExecutionAllowed?: boolean;
            /** @description Id of a run profile that the environment has for dynamic engines. */
            runProfileId?: string;
            /**
             * Format: int32
             * @description Minutes after which a run is ended.
             */
            timeout?: number;
            trigger: components["schemas"]["Trigger"];
        };
        DynamicEngineRunConfigRequest: {
            /**
             * @description Kept and answered; it has no effect.
             * @default false
             */
            lineage?: boolean;
            /**
             * @description The least severity that the job writes to its log.
             * @default WARN
             * @enum {string}
             */
            logLevel?: "OFF" | "ERROR" | "WARN" | "INFO";
            /**
             * @description Whether the task may start while another execution of it runs.
             * @default false
             */
            parallelExecutionAllowed?: boolean;
            /** @description Empty text counts as absent. */
            runProfileId?: string | null;
            /**
             * Format: int32
             * @description Minutes after which a run is ended.
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
             * @description Index of the line that has to come next.
             */
            nextIndex: number;
        };
        Engine: {
            availability: components["schemas"]["Availability"];
            /** @description The cluster to which it belongs. */
            clusterId?: string;
            createDate: components["schemas"]["CreateDate"];
            debug?: components["schemas"]["EngineDebug"];
            description?: string;
            /** @description The version of the service runtime; only of an engine for MICROSERVICE or TALEND_RUNTIME. */
            esbCompatibilityVersion?: string;
            id: components["schemas"]["Id"];
            /** @description Left out where it is well. */
            illness?: components["schemas"]["EngineIllness"];
            /** @description Left out where the engine has not said it. */
            isolation?: components["schemas"]["Isolation"];
            /** @description True for the built-in engine. */
            managed?: boolean;
            name: string;
            /** @description Pairs the engine once; shown on creation and on unpairing only. */
            preAuthorizedKey?: string;
            /** @description What the engine can run. */
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
            /** @description Ids of the engines that belong to it. */
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
             * @description When the credential ends.
             */
            credentialExpiresAt: string;
            /**
             * Format: date-time
             * @description From when on the engine should ask for the next one.
             */
            renewCredentialAfter: string;
        };
        /** @description The debugging of the engine; it has no effect. */
        EngineDebug: {
            /** @description Host name or address at which a debugger would listen. It is kept and shown; it has no effect. */
            host?: string | null;
            /** @description Whether debugging is wanted. It is kept and shown; it has no effect. */
            isDebugModeOn?: boolean;
        };
        /** @description The debugging of the engine; what is left out stays. It has no effect. */
        EngineDebugRequest: {
            /** @description Host name or address at which a debugger would listen. It is kept and shown; it has no effect. */
            host?: string | null;
            /**
             * @description Whether debugging is wanted: a boolean, or its text. It is kept and shown; it has no effect.
             * @enum {unknown}
             */
            isDebugModeOn?: true | false | "true" | "false";
        };
        /** @description Why the engine begins no run. Its machine cannot, as the engine says, and it asks for no work until it has found that it is well; or it is UNISOLATED: it keeps its tasks apart by nothing, and several people use the install. */
        EngineIllness: {
            /** @description Of the system, such as ENOSPC. */
            code: string;
            /** @description A sentence for a person. */
            message: string;
            /**
             * Format: date-time
             * @description Since when the engine has said so.
             */
            since: string;
        };
        EngineRequest: {
            debug?: components["schemas"]["EngineDebugRequest"];
            description?: string | null;
            environmentId: components["schemas"]["Id"];
            /** @description Needed with MICROSERVICE and TALEND_RUNTIME. */
            esbCompatibilityVersion?: string | null;
            name: string;
            /** @description What the engine can run; JOB_SERVER when left out. */
            runProfiles?: components["schemas"]["RuntimeProfileType"][];
            /** @description The workspace whose tasks it carries out; those of all workspaces of the environment when left out. */
            workspaceId?: string | null;
        };
        /**
         * @description Whether a program has taken up the work of the engine by its key.
         * @enum {string}
         */
        EngineStatus: "PAIRED" | "NOT_PAIRED";
        EngineVersion: {
            availability: components["schemas"]["Availability"];
            /** @description Runtime id of the engine. */
            engineId: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Version of the program that sent the last heartbeat. */
            packageVersion?: string;
        };
        EngineVersions: {
            count: components["schemas"]["Count"];
            /** @description The engines with the versions of their programs. */
            enginesInfo: components["schemas"]["EngineVersion"][];
        };
        /** @description A stage, such as test or production, that holds workspaces. */
        EnvironmentInfo: {
            /** @description Whether it is the environment that the install began with. */
            default?: boolean;
            description?: string;
            id: components["schemas"]["Id"];
            /**
             * Format: int32
             * @description Cloud engines at most.
             */
            maxCloudContainers?: number;
            name: string;
        };
        /**
         * Format: int64
         * @description Milliseconds since 1970-01-01T00:00:00Z.
         */
        EpochMilliseconds: number;
        /** @description Why a call was refused. */
        ErrorResponse: {
            /** @description A stable code, and after a colon what a developer needs. */
            detail?: string;
            /** @description What is wrong and what to do, for people. */
            message?: string;
            /** @description The failed request, as in `X-Request-Id`. */
            requestId?: string;
            /** @description HTTP status code. */
            status: number;
        };
        EventFilters: {
            environmentId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Epoch milliseconds, included; this moment when left out, or `to` where that lies in the past.
             */
            from?: number;
            /**
             * @description Entries in the page at most.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int32
             * @description Entries to pass over before the page.
             * @default 0
             */
            offset?: number;
            /** @description Only what runs there. */
            runtime?: {
                id?: components["schemas"]["Id"];
                type?: components["schemas"]["RuntimeType"];
            };
            tags?: components["schemas"]["Tags"];
            /** @description Epoch milliseconds, not included. */
            to: components["schemas"]["EpochMilliseconds"];
            /** @description Only tasks and plans of these workspaces. */
            workspaceIds?: components["schemas"]["Id"][];
        };
        ExecutableEvent: {
            /**
             * Format: date-time
             * @description When the task or plan starts, in UTC.
             */
            date: string;
            /**
             * Format: uuid
             * @description Task or plan.
             */
            id: string;
            /** @description The trigger of the schedule that starts it; `run-config` for an own trigger. */
            sourceTriggerName: string;
            /**
             * @description Whether the id is that of a task or of a plan.
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
             * @description Minutes after which a run is ended.
             */
            timeout?: number;
        };
        /**
         * @description ETL: tasks and plans. ESB: routes and services, of which there are none.
         * @enum {string}
         */
        ExecutionCategory: "ETL" | "ESB";
        ExecutionComponentMetrics: {
            /** @description Empty for a run of before the artifact was kept. */
            artifact_id: string;
            /** @description Name of the artifact that ran. */
            artifact_name?: string;
            /** @description Version of the artifact that ran. */
            artifact_version: string;
            /** @description The engine that had it, or the one it is for; empty where there is none yet. */
            engine_id: string;
            /**
             * Format: date-time
             * @description When it ended; left out while it has not.
             */
            finish_time?: string;
            metrics: components["schemas"]["ComponentMetricPage"];
            /** @description Id of the account that started it by hand. */
            operator?: string;
            operator_type?: components["schemas"]["UserType"];
            /** @description The jobs and subjobs of the run. */
            processes: components["schemas"]["ProcessMetric"][];
            /** @description Rows that the run rejected. */
            rows_rejected?: number;
            /**
             * Format: date-time
             * @description When it began, or was triggered where it has not.
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
         * @description What is left out: executions of plans, or those of tasks that a plan started.
         * @default TASK_EXECUTIONS_TRIGGERED_BY_PLAN
         * @enum {string}
         */
        ExecutionExclusion: "PLAN_EXECUTIONS" | "TASK_EXECUTIONS_TRIGGERED_BY_PLAN";
        ExecutionIdentifier: {
            executionId: components["schemas"]["Id"];
        };
        ExecutionLease: {
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim; a newer claim has a higher one. */
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
         * @description Where an execution stands, in short: dispatching until it runs, executing while it runs, then how it ended.
         * @enum {string}
         */
        ExecutionStatus: "dispatching" | "deploy_failed" | "executing" | "execution_successful" | "execution_rejected" | "execution_failed" | "terminated" | "terminated_timeout" | "terminated_shutdown";
        /**
         * @description What started it.
         * @enum {string}
         */
        ExecutionType: "MANUAL" | "SCHEDULED" | "WEBHOOK" | "PLAN";
        Explanation: {
            executionId: components["schemas"]["Id"];
            executionStatus: components["schemas"]["DetailedExecutionStatus"];
            /** @description What to do, where something can be done. */
            next?: string;
            /** @description The one that counts most comes first. */
            reasons: components["schemas"]["ExplanationReason"][];
            status: components["schemas"]["ExecutionStatus"];
            /** @description One sentence for a person. */
            summary: string;
            /** @description What has happened so far. */
            timeline: components["schemas"]["ExplanationMoment"][];
        };
        /**
         * @description While it waits: NO_ENGINE, ENGINES_UNPAIRED, ENGINES_UNAVAILABLE, ENGINES_ILL (their machines cannot begin runs), ENGINES_FULL, TASK_BUSY
         *     (another execution of the task runs), PUT_OFF (one ran at the last attempt, or ill engines gave it back), QUEUE (older ones come
         *     first), CLAIM_DUE (nothing stands in the way). While an engine has it: HANDED_OUT, RUNNING, STOPPING, ENGINE_SILENT. When it is over: SUCCEEDED, ROWS_REJECTED, MISFIRED, DEPLOY_FAILED, ENGINE_LOST, FAILED, TIMED_OUT, TERMINATED, ENGINE_SHUT_DOWN.
         * @enum {string}
         */
        ExplanationCode: "NO_ENGINE" | "ENGINES_UNPAIRED" | "ENGINES_UNAVAILABLE" | "ENGINES_ILL" | "ENGINES_FULL" | "TASK_BUSY" | "PUT_OFF" | "QUEUE" | "CLAIM_DUE" | "HANDED_OUT" | "RUNNING" | "STOPPING" | "ENGINE_SILENT" | "SUCCEEDED" | "ROWS_REJECTED" | "MISFIRED" | "DEPLOY_FAILED" | "ENGINE_LOST" | "FAILED" | "TIMED_OUT" | "TERMINATED" | "ENGINE_SHUT_DOWN";
        ExplanationEngine: {
            availability: components["schemas"]["Availability"];
            /** @description Executions that it carries at once, as far as it has said so. */
            capacity?: components["schemas"]["Count"];
            id: components["schemas"]["Id"];
            /** @description Left out where it is well. */
            illness?: components["schemas"]["EngineIllness"];
            /**
             * Format: date-time
             * @description When the engine was last heard of.
             */
            lastHeartbeat?: string;
            name: string;
            /** @description Executions that it holds. */
            running: components["schemas"]["Count"];
            status: components["schemas"]["EngineStatus"];
        };
        /** @description What the reason rests on; each reason has what belongs to it. */
        ExplanationEvidence: {
            /** @description Older executions that wait for the same engines. */
            ahead?: number;
            /** @description How often it was put off because its task was busy. */
            attempts?: number;
            /** @description How often it may still be put off before it ends. */
            attemptsLeft?: number;
            /** @description The engine that has or had it. */
            engine?: components["schemas"]["ExplanationEngine"];
            /** @description The engines that could take it, 100 at most. */
            engines?: components["schemas"]["ExplanationEngine"][];
            /** @description What made it fail, as a sentence for a person. */
            errorMessage?: string;
            /** @description A stable code of what made it fail. */
            errorType?: string;
            /** @description Exit code of the process. */
            exitCode?: number;
            /** @description The last line of the log that tells of an error. */
            lastErrorLine?: string;
            /**
             * Format: date-time
             * @description When the engine lost it, because no heartbeat renewed the lease.
             */
            leaseEndedAt?: string;
            /**
             * Format: date-time
             * @description Until when the engine holds it, unless a heartbeat renews that.
             */
            leaseEndsAt?: string;
            misfiredExecutionReason?: components["schemas"]["MisfiredExecutionReason"];
            /**
             * Format: date-time
             * @description When it is tried again.
             */
            nextAttemptAt?: string;
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
             * @description The execution of the same task that runs.
             */
            runningExecutionId?: string;
            /**
             * Format: date-time
             * @description When that execution began.
             */
            runningSince?: string;
            /**
             * Format: int32
             * @description Minutes after which a run is ended.
             */
            timeout?: number;
        };
        ExplanationMoment: {
            /**
             * Format: date-time
             * @description Starts and ends are told by the clock of the engine.
             */
            at: string;
            /**
             * Format: int64
             * @description Milliseconds since the moment before, unless the clocks of engine and server contradict each other.
             */
            milliseconds?: number;
            /**
             * @description Accepted by the server, taken by an engine, begun, ended.
             * @enum {string}
             */
            what: "ACCEPTED" | "CLAIMED" | "STARTED" | "FINISHED";
        };
        ExplanationReason: {
            code: components["schemas"]["ExplanationCode"];
            evidence: components["schemas"]["ExplanationEvidence"];
            /** @description A sentence for a person. */
            message: string;
        };
        FieldFilter: {
            /**
             * @description What is compared: `period` is the time of the trigger, `executeDurationMs` the milliseconds from start to end, `runtime` where it runs.
             * @enum {string}
             */
            field: "status" | "workspaceId" | "name" | "taskId" | "planId" | "artifactId" | "artifactVersion" | "tags" | "runtime" | "period" | "executeDurationMs" | "operator" | "author" | "version" | "logLevel" | "id" | "runProfileId" | "apiVersion";
            /**
             * @description `in` and `not_in` for most fields, `match` and `not_match` for a part of the name, `between` for period, `greater_than` and `less_than` for executeDurationMs, `or` and `and` for runtime, `is_empty` for apiVersion.
             * @enum {string}
             */
            operator: "in" | "not_in" | "match" | "not_match" | "or" | "and" | "between" | "greater_than" | "less_than" | "is_empty";
            /**
             * @description A list of texts for in and not_in, a text of 3 characters or more for match and not_match, two moments for between, a number for greater_than
             *     and less_than, true or false for is_empty, and for or and and a list of filters of engineId, clusterId and destination.
             */
            value: unknown;
        };
        /** @description All of them hold. */
        FieldFilters: components["schemas"]["FieldFilter"][];
        FinishReport: {
            /** @description What the components of the run have done. */
            components?: components["schemas"]["ReportedComponent"][];
            /** @description What made it fail, as a sentence for a person. */
            errorMessage?: string;
            /** @description A stable code of what made it fail. */
            errorType?: string;
            executionId: components["schemas"]["Id"];
            /** @description Exit code of the process, where one ended by itself. */
            exitCode?: number;
            /** @description Number of the claim. */
            fence: number;
            /**
             * Format: int64
             * @description Epoch milliseconds on the engine's clock.
             */
            finishedAt: number;
            /**
             * @description How it ended; nothing changes it later.
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
             * @description Epoch milliseconds; for an execution whose start was not reported apart.
             */
            startedAt?: number;
            traceparent?: components["schemas"]["Traceparent"];
        };
        /**
         * Format: date-time
         * @description When it ended; null while it has not.
         */
        FinishTimestamp: string | null;
        /**
         * @description Comparisons of fields in FIQL: `name==Dev*;description==*test*`. `;` is and, `,` is or, and parentheses group. All fields take `==`, `!=`, `=in=(a,b)` and
         *     `=out=(a,b)`, except that true and false take only the first two; texts and numbers take `=lt=`, `=le=`, `=gt=` and `=ge=` as well. Letter case counts.
         *     `*` in a text behind `==` or `!=` stands for any characters. Values with blanks or signs stand in quotes.
         */
        FiqlFilter: string;
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
             * @description The counterpart in the target environment, where there is one.
             */
            targetId?: string;
            /** @description The same of the counterpart, before the promotion. */
            targetVersion?: string;
            type: components["schemas"]["PromotionItemType"];
            /** @description How often the task changed in the source. */
            version: number;
            workspaceId: components["schemas"]["Id"];
        };
        Group: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description The members, by login. */
            userIds: components["schemas"]["Id"][];
        };
        Health: {
            /** @description The same, a word for each. */
            failing?: components["schemas"]["HealthPart"][];
            /** @description The weakest among the engines whose heartbeats come in; of /readyz only. */
            isolation?: components["schemas"]["Isolation"];
            /**
             * @description All that stands in the way.
             * @example The database does not answer.
             */
            reason?: string;
            /**
             * @description `ok`; `degraded` where something is wrong and calls are still answered; `unavailable` where calls fail.
             * @enum {string}
             */
            status: "ok" | "degraded" | "unavailable";
            /** @description Version of the program. */
            version: string;
        };
        /** @enum {string} */
        HealthPart: "stopping" | "database" | "migrations" | "content" | "timers" | "log";
        Heartbeat: {
            /** @description Executions that the engine carries at once. It decides nothing: explanations name it. */
            capacity?: number;
            illness?: components["schemas"]["ToldIllness"];
            /** @description Left out, it counts as none. */
            isolation?: components["schemas"]["Isolation"];
            /** @description The executions that the engine holds, each with the fence of its claim. */
            running: components["schemas"]["ExecutionLease"][];
            /** @description Version of the program. Left out, the last one that was sent stays. */
            version?: string;
        };
        HeartbeatAnswer: {
            /** @description Executions that the engine holds no longer; kill them and report nothing. */
            lost: components["schemas"]["Id"][];
            /** @description Held executions that a person asked to end. */
            stop: components["schemas"]["Id"][];
            /** @description Why the engine gets no work, for its log; left out where it gets some. */
            withheld?: string;
        };
        HistoricExecution: {
            /** @description Version of the processing API that started it, as year and month; left out for what started by itself. */
            apiVersion?: string;
            artifactId?: components["schemas"]["Id"];
            artifactName?: string;
            /** @description Version of the artifact that ran. */
            artifactVersion?: string;
            artifactWorkspaceId?: components["schemas"]["Id"];
            /** @description How often it was put off; only while it waits. */
            attempts?: number;
            /** @description The account as which it runs, named like the operator. */
            author: string;
            /** @description Name of that account. */
            authorName: string;
            authorType: components["schemas"]["UserType"];
            clusterId?: components["schemas"]["Id"];
            clusterName?: string;
            /**
             * @description What kind of engine the run configuration named.
             * @enum {string}
             */
            destination?: "CLOUD" | "CLOUD_EXCLUSIVE" | "CLOUD_SANDBOX" | "REMOTE_ENGINE" | "REMOTE_ENGINE_CLUSTER" | "ELASTIC_ENGINE";
            engineId?: components["schemas"]["Id"];
            engineName?: string;
            /** @description Version that the engine has now. */
            engineVersion?: string;
            environmentId: components["schemas"]["Id"];
            /** @description Why it failed or could not begin. */
            errorMessage?: string;
            /**
             * Format: int64
             * @description Milliseconds from the start of the run to its end.
             */
            executeDurationMs?: number;
            failedStepName?: string;
            id: components["schemas"]["Id"];
            /**
             * @description The least severity that the job writes to its log; left out where it writes none.
             * @enum {string}
             */
            logLevel?: "INFO" | "DEBUG" | "ERROR" | "WARN";
            /** @description Why it could not begin. */
            misfiredReason?: components["schemas"]["MisfiredExecutionReason"] | components["schemas"]["MisfiredPlanReason"];
            /** @description Of the task or plan. */
            name: string;
            /**
             * Format: int64
             * @description Rows that the run rejected.
             */
            numberOfRejectedRows?: number;
            /** @description The account that started it by hand: the login of a person, the id of a service account. */
            operator?: string;
            /** @description Name of that account; empty for what started by itself. */
            operatorName: string;
            operatorType?: components["schemas"]["UserType"];
            /** @description The plan execution whose error handler started this one. */
            parentPlanExecutionId?: components["schemas"]["Id"];
            /** @description The plan execution that the task execution belongs to. */
            planExecutionId?: components["schemas"]["Id"];
            planId?: components["schemas"]["Id"];
            planName?: string;
            /** @description The failed plan execution that this one runs again. */
            rerunPlanExecutionId?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Epoch milliseconds at which it ended.
             */
            runEndTime?: number;
            runProfileId?: components["schemas"]["Id"];
            runProfileName?: string;
            /**
             * Format: int64
             * @description Epoch milliseconds at which its run began.
             */
            runStartTime?: number;
            /**
             * @description Where the execution stands; of a plan that runs STARTING_FLOW_EXECUTION.
             * @enum {string}
             */
            status: "DEPLOY_FAILED" | "EXECUTION_SUCCESS" | "EXECUTION_FAILED" | "EXECUTION_TERMINATED" | "EXECUTION_TERMINATED_TIMEOUT" | "EXECUTION_REJECTED" | "EXECUTION_EVENT_RECEIVED" | "DISPATCHING_FLOW" | "STARTING_FLOW_EXECUTION" | "STOPPING_FLOW_EXECUTION" | "UNKNOWN" | "EXECUTION_MISFIRED";
            /** @description The tags that the task had when it started. */
            tags?: string[];
            taskId?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Epoch milliseconds at which it was asked for.
             */
            triggerTime?: number;
            triggerType: components["schemas"]["ExecutionType"];
            /**
             * @description PLAN, or the type of the artifact that the task runs.
             * @enum {string}
             */
            type: "PLAN" | "STANDARD" | "PIPELINE" | "BIG_DATA_BATCH" | "BIG_DATA_STREAMING" | "ROUTE" | "DATA_SERVICE";
            /** @description Version of the task when it started; of a plan always 1.0. */
            version: string;
            workspaceId: components["schemas"]["Id"];
        };
        /**
         * Format: uuid
         * @description Opaque identifier.
         */
        Id: string;
        /** @description Ids, each given as a parameter of its own. */
        Ids: components["schemas"]["Id"][];
        /**
         * @description What keeps the tasks of an engine from the engine and from each other: a user of its own for each run, namespaces of its own for each run, or nothing.
         * @enum {string}
         */
        Isolation: "user" | "namespace" | "none";
        JobExecutionStatus: {
            /** @description Id of the tenant. */
            accountId: string;
            /** @description Present when the processing API started it. */
            apiVersion?: string;
            /** @description Not given by this server. */
            containerId?: string;
            /**
             * @description Always 1.3.
             * @enum {string}
             */
            environmentVersion: "1.2" | "1.3";
            /** @description Why it failed or could not begin. */
            errorMessage?: string;
            /** @description A stable code of what made it fail. */
            errorType?: string;
            /**
             * @description What kind of engine the run configuration named.
             * @enum {string}
             */
            executionDestination: "CLOUD" | "CLOUD_EXCLUSIVE" | "REMOTE_ENGINE" | "REMOTE_ENGINE_CLUSTER" | "ELASTIC_ENGINE" | "PIPELINE_ENGINE";
            executionId: components["schemas"]["Id"];
            executionStatus: components["schemas"]["DetailedExecutionStatus"];
            executionType: components["schemas"]["ExecutionType"];
            finishTimestamp?: components["schemas"]["FinishTimestamp"];
            /**
             * Format: uuid
             * @description Id of the task.
             */
            jobId: string;
            /** @description Version of the task. */
            jobVersion: string;
            misfiredExecutionReason?: components["schemas"]["MisfiredExecutionReason"];
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
            /** @description The plan execution it belongs to. */
            planId?: string;
            /** @description Id of the cluster that the run configuration named. */
            remoteEngineClusterId?: string;
            /** @description Runtime id of the engine. */
            remoteEngineId?: string;
            /** @description Id of the run profile that the run configuration named. */
            runProfileId?: string;
            /**
             * Format: date-time
             * @description When its run began; of one that has not begun, the time of its trigger.
             */
            startTimestamp: string;
            status: components["schemas"]["ExecutionStatus"];
            /**
             * Format: int32
             * @description Minutes after which a run is ended.
             */
            timeout?: number;
            triggerTimestamp: components["schemas"]["TriggerTimestamp"];
            /** @description Id of the account as which it runs. */
            userId: string;
            userType: components["schemas"]["UserType"];
            workspaceId: components["schemas"]["Id"];
        };
        /** @description Options of the Java virtual machine, one each; they win over those of the job. */
        JvmArguments: string[];
        LogEntry: {
            /** @description Name of the bundle that wrote the line; not given by this server. */
            bundleName?: string;
            /** @description Version of that bundle; not given by this server. */
            bundleVersion?: string;
            /** @description The line without its end; secrets are masked. */
            logMessage: string;
            /**
             * Format: int64
             * @description Epoch milliseconds at which the line was written, by the clock of the engine.
             */
            logTimestamp: number;
            /**
             * @description Where the line came from: standard output, standard error, or the engine and the server themselves.
             * @enum {string}
             */
            logType: "STDOUT" | "STDERR" | "SYSTEM";
            /** @description Name of the container that wrote the line; not given by this server. */
            podName?: string;
            /**
             * @description Read from the usual patterns of a line; without one INFO for STDOUT and ERROR for STDERR.
             * @enum {string}
             */
            severity: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "FATAL";
        };
        LogFile: {
            /** @description Entries in the file. */
            size: number;
            /** @description Names the file when it is asked whether it is written. */
            token: string;
        };
        LogFileStatus: {
            /** @description Where the file can be fetched for 60 minutes; only when it is written. */
            presignedURL?: string;
            /**
             * @description Whether the file is written.
             * @enum {string}
             */
            status: "READY" | "IN_PROGRESS";
        };
        /**
         * @description The least severity that the job writes to its log.
         * @enum {string}
         */
        LogLevel: "OFF" | "ERROR" | "WARN" | "INFO";
        LogMatches: {
            /** @description The entries that were found. */
            data: components["schemas"]["NumberedLogEntry"][];
            /**
             * Format: int64
             * @description The startIndex to go on with; absent when all was looked through.
             */
            nextIndex?: number;
            /** @description Entries in this answer. */
            size: number;
        };
        LogPage: {
            /** @description The entries of this page. */
            data: components["schemas"]["LogEntry"][];
            /**
             * Format: int64
             * @description The startIndex of the next page; absent on the last.
             */
            nextIndex?: number;
            /** @description Entries in this page. */
            size: number;
            /**
             * Format: int64
             * @description Entries of the execution.
             */
            totalSize: number;
            /**
             * Format: int64
             * @description Entries in the asked time range.
             */
            totalSizeFiltered?: number;
        };
        LogReport: {
            /** @description Base64 of the lines, as a rule compressed with zstd; at most 8192 lines and 4 MiB of text. Each line of the text is `<epoch ms on the engine's clock> <severity><type> <message>` with one letter for each: T D I W E F for TRACE to FATAL, O E S for STDOUT, STDERR and SYSTEM. */
            chunk: string;
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. */
            fence: number;
            /**
             * Format: int64
             * @description Index of the first line within the execution; lines are numbered without gaps.
             */
            firstIndex: number;
        };
        LogRetention: {
            /** @description Days for which logs are kept. */
            days: number;
            /** @description Whether the environment has a number of its own, in place of that of the install. */
            own: boolean;
        };
        LogRetentionRequest: {
            /** @description Days for which logs are kept; null for the number of the install. */
            days: number | null;
            /** @description False: as the install, whatever days says. */
            own?: boolean;
        };
        Me: {
            /** @description The tenant. */
            accountId: string;
            /** @description Whether the account may sign in. */
            active?: boolean;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            createdDate?: string;
            email?: string;
            firstName?: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description When the account was last changed.
             */
            lastModified?: string;
            lastName?: string;
            login: string;
            name: string;
            /** @description The tenant-wide permissions of all roles of the account. */
            permissions: string[];
            /** @description The roles of the account. */
            roles?: {
                name: string;
                /** @description The tenant-wide permissions of the role. */
                permissions?: string[];
            }[];
            /**
             * @description A person, or a program with an account of its own.
             * @enum {string}
             */
            type: "USER" | "SERVICE_ACCOUNT";
        };
        /** @description Names the process that started it. */
        MetricFatherPid: string;
        /** @description Name of that job; the name of the artifact where the bundle does not say it. */
        MetricJobName: string;
        /** @description Names the process in which the component ran. */
        MetricPid: string;
        /** @description The job or subjob that the component belongs to; the id of the execution where the bundle does not say it. */
        MetricProcessId: string;
        /** @description Names the process that began it all. */
        MetricRootPid: string;
        /**
         * @description Why an execution could not begin. This server gives some of them only; the others are of the API family.
         * @enum {string}
         */
        MisfiredExecutionReason: "PARALLEL_EXECUTION_FORBIDDEN" | "UNABLE_TO_RETRIEVE_ARTIFACT_OR_TASK_MAVEN_URL" | "TASK_IS_PAUSED" | "DE_ENV_NOT_CONNECTED" | "REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER" | "REMOTE_ENGINE_UNAVAILABLE" | "DYNAMIC_ENGINE_UNAVAILABLE" | "REMOTE_ENGINE_CONTAINER_NOT_FOUND" | "MAX_DEPLOYMENT_ATTEMPTS_REACHED" | "MAX_PARALLEL_TASKS_LIMIT_REACHED" | "PIPELINE_RUN_PROFILE_NOT_FOUND" | "PIPELINE_ARTIFACT_NOT_FOUND" | "DATA_FABRIC_ARTIFACT_NOT_FOUND" | "ELASTIC_ENGINE_CONTAINER_NOT_FOUND" | "INCOMPATIBILITY_BETWEEN_ACTIONS_VERSIONS_AND_ENGINE" | "UNKNOWN";
        /**
         * @description Why a plan execution could not begin: another one ran, too many ran, or the plan was paused.
         * @enum {string}
         */
        MisfiredPlanReason: "PARALLEL_EXECUTIONS_FORBIDDEN" | "SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED" | "PLAN_EXECUTIONS_PAUSED" | "UNKNOWN";
        NewPersonalAccessToken: {
            /**
             * Format: date-time
             * @description When the token was created.
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description When it ends; left out where it lives until it is revoked.
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
        NumberedLogEntry: components["schemas"]["LogEntry"] & {
            /**
             * Format: int64
             * @description Number of the entry in the log, from 0.
             */
            index: number;
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
            /** @description When the task or plan starts, in UTC. */
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
         * @description Entries that a page holds at most.
         */
        PageLimit: number;
        /**
         * Format: int32
         * @description Entries passed over before the first one of this page.
         */
        PageOffset: number;
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
         * @description Entries of all pages together.
         */
        PageTotal: number;
        Pairing: {
            /** @description Bearer token of the engine, beginning with `mre_`. */
            credential: string;
            /**
             * Format: date-time
             * @description When the credential ends.
             */
            credentialExpiresAt: string;
            engineId: components["schemas"]["Id"];
            name: string;
            /**
             * Format: date-time
             * @description From when on the engine should ask for the next one.
             */
            renewCredentialAfter: string;
        };
        PairingRequest: {
            /** @description Name of the machine, for people. */
            host?: string;
            /** @description The key that creating or unpairing the engine answered; it opens once. */
            preAuthorizedKey: string;
            /** @description Version of the engine's program. */
            version: string;
        };
        /** @description Context variable to value; numbers and booleans are kept as text. */
        ParameterValues: {
            [key: string]: string | number | boolean | null;
        };
        /** @description Whether it is paused, by which account, since when and why. */
        PauseDetails: {
            /** @description Whether it is paused: nothing starts it, by hand or by itself. */
            pause: boolean;
            /** @description Why it was paused. */
            pauseContext?: string;
            /**
             * Format: date-time
             * @description Since when it is paused.
             */
            pauseDate?: string;
            /** @description Login of the account that paused it. */
            user?: string;
            userType?: components["schemas"]["UserType"];
        };
        PauseRequest: {
            /**
             * @description False resumes.
             * @default false
             */
            pause?: boolean;
            /** @description Why it is paused or resumed. */
            pauseContext?: string | null;
            /** @description Sent back by clients that edit what they read; ignored. */
            pauseDate?: unknown;
            /** @description Sent back by clients that edit what they read; ignored. */
            user?: unknown;
            /** @description Sent back by clients that edit what they read; ignored. */
            userType?: unknown;
        };
        /** @description The rights of an account on a workspace. */
        Permission: {
            /** @description The rights that the account has on the workspace. */
            permissions: components["schemas"]["Right"][];
            userId: components["schemas"]["Id"];
            workspaceId: components["schemas"]["Id"];
        };
        PermissionDeleteResult: {
            /** @description Why the entry was refused. */
            message?: string;
            permissionId?: components["schemas"]["PermissionId"];
            /**
             * Format: int32
             * @description HTTP status code that a call for this entry alone would have had.
             */
            status?: number;
        };
        /** @description The account and the workspace that the entry named. */
        PermissionId: {
            userId: components["schemas"]["Id"];
            workspaceId: components["schemas"]["Id"];
        };
        /** @description The rights that an account is to have on a workspace. */
        PermissionRequest: {
            permissions: components["schemas"]["RightNames"];
            userId: components["schemas"]["Id"];
            workspaceId: components["schemas"]["Id"];
        };
        PermissionRequests: components["schemas"]["PermissionRequest"][];
        PermissionResult: {
            /** @description Why the entry was refused. */
            message?: string;
            permission?: components["schemas"]["PermissionRequest"];
            /**
             * Format: int32
             * @description HTTP status code that a call for this entry alone would have had.
             */
            status?: number;
        };
        PersonalAccessToken: {
            /**
             * Format: date-time
             * @description When the token was created.
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description When it ends; left out where it lives until it is revoked.
             */
            expiryDate?: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description When a call last carried it; left out where none has.
             */
            lastUsedDate?: string;
            name: string;
        };
        Plan: {
            /** @description Login of the account that created it. */
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
             * @description To run again: the plan execution that failed.
             */
            executionPlanId?: string | null;
            /** @description Sent by clients that start tasks and plans alike; ignored. */
            logLevel?: unknown;
            /** @description To run again: leave out what succeeded in that step. */
            rerunOnlyFailedTasks?: boolean | null;
            /**
             * Format: uuid
             * @description To run again: the step execution to begin with.
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
             * @description Of the newest execution.
             * @enum {string}
             */
            status?: "executing" | "execution_successful" | "execution_failed";
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        PlanExecutionStatus: {
            /** @description Present when the processing API started it. */
            apiVersion?: string;
            /**
             * Format: int32
             * @description How many of them have ended.
             */
            doneExecutableCount: number;
            /** @description Those that the caller may see; not in lists. */
            doneExecutableDetails?: components["schemas"]["JobExecutionStatus"][];
            /** @description Why it failed or could not begin. */
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
             * @description Tasks of its steps.
             */
            plannedExecutableCount: number;
            startTimestamp: components["schemas"]["StartTimestamp"];
            status: components["schemas"]["PlanStatus"];
            /** @description Id of the account as which it runs. */
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
            /** @description As it was sent; it has no effect. */
            runtime?: Record<string, never>;
            trigger: components["schemas"]["Trigger"];
        };
        PlanRunConfigRequest: {
            /** @description Sent by older clients; ignored. */
            logLevel?: unknown;
            /**
             * @description Whether the plan may start while another execution of it runs.
             * @default false
             */
            parallelExecutionAllowed?: boolean;
            /** @description Sent by older clients; kept and answered, without an effect. */
            runtime?: Record<string, never>;
            trigger: components["schemas"]["TriggerRequest"];
        };
        /**
         * @description Where a plan execution stands, in short.
         * @enum {string}
         */
        PlanStatus: "executing" | "execution_successful" | "execution_failed" | "execution_misfired" | "terminated";
        /** @description A step of a chart, with the one after it. */
        PlanStep: {
            abstractStepId?: components["schemas"]["Id"];
            /** @description The tasks of the step; in an error handler plans as well. */
            flows?: components["schemas"]["PlanTask"][];
            id?: components["schemas"]["Id"];
            name?: string;
            nextStep?: components["schemas"]["PlanStep"];
            /** @description A remark for people. */
            note?: string;
            /**
             * @description What lets the next step start: all tasks, one of them, anything (PROCEED); of an error handler FAIL.
             * @enum {string}
             */
            status?: "SUCCESS" | "PARTIAL_SUCCESS" | "FAIL" | "PROCEED";
            stepOnException?: components["schemas"]["PlanStep"];
            /** @description Ids of the tasks of the step. */
            taskIds?: components["schemas"]["Id"][];
        };
        /** @description A task of a step, or in an error handler a plan; by its id alone where the caller may not see it. */
        PlanTask: {
            /**
             * Format: uuid
             * @description For a plan: its id.
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
        ProcessMetric: {
            father_pid: components["schemas"]["MetricFatherPid"];
            job_name: components["schemas"]["MetricJobName"];
            pid: components["schemas"]["MetricPid"];
            process_id: components["schemas"]["MetricProcessId"];
            root_pid: components["schemas"]["MetricRootPid"];
        };
        /**
         * @description An engine, a pipeline engine, a cluster, dynamic engines.
         * @enum {string}
         */
        ProcessorType: "RE" | "GEN_2" | "REC" | "DYNAMIC_ENGINE";
        ProductInfo: {
            name: string;
            /** @description Version of the program. */
            version: string;
        };
        Project: {
            /** @description Login of the account that created it. */
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
            /** @description The name in capital letters, digits and underscores. */
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
         * @description FLOW is a task and ACTION an artifact.
         * @enum {string}
         */
        PromotedType: "WORKSPACE" | "PLAN" | "FLOW" | "ACTION";
        /** @description The one thing to promote, with what it needs. */
        PromotionAdvancedInfo: {
            id: components["schemas"]["Id"];
            /** @description Not looked at. */
            name?: string;
            type: components["schemas"]["PromotedType"];
            /** @description Not looked at. */
            workspaceId?: string;
        };
        PromotionExecutableDetails: {
            /** @description Not in lists. */
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
            /** @description The clusters that promoted tasks name. */
            clusters: components["schemas"]["RuntimePromotionResult"][];
            /** @description Why it was asked for, as the caller wrote it. */
            context?: string;
            /** @description Whether something cannot be promoted. */
            defective: boolean;
            /** @description The engines that promoted tasks name. */
            engines: components["schemas"]["RuntimePromotionResult"][];
            executionId: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description When it ended.
             */
            finishTimestamp?: string;
            /** @description Whether resources of the target kept their content and description. */
            keepTargetResources: boolean;
            /** @description Whether run profiles of the target kept their JVM arguments and description. */
            keepTargetRunProfiles: boolean;
            /**
             * Format: uuid
             * @deprecated
             * @description The same as promotionId.
             */
            pipelineId?: string;
            promotionId?: components["schemas"]["Id"];
            startTimestamp?: components["schemas"]["StartTimestamp"];
            /**
             * @description ANALIZED (spelt so): an analysis, nothing was written. PROMOTED. PROMOTION_WARNING: promoted, and something has to be done by hand. PROMOTION_FAILED: nothing was written.
             * @enum {string}
             */
            status: "ANALIZED" | "PROMOTION_STARTED" | "PROMOTION_WARNING" | "PROMOTION_FAILED" | "PROMOTED";
            /** @description How many things were created, replaced, reused, skipped and failed, and how many warnings there are. */
            statusMessage?: string;
            triggerTimestamp: components["schemas"]["TriggerTimestamp"];
            userId: components["schemas"]["Id"];
            userType: components["schemas"]["UserType"];
            /** @description The workspaces of the source, each with what is in it. */
            workspaces: components["schemas"]["WorkspacePromotionResult"][];
        };
        /**
         * @description Kind of thing; FLOW is a task and ACTION an artifact.
         * @enum {string}
         */
        PromotionItemType: "WORKSPACE" | "PLAN" | "FLOW" | "ACTION" | "CONNECTION" | "RESOURCE" | "ENGINE" | "CLUSTER" | "FOLDER";
        PromotionMessage: {
            /** @description A sentence for a person. */
            info: string;
            /**
             * @description WARN: something has to be done by hand. ERROR: it cannot be promoted.
             * @enum {string}
             */
            level: "INFO" | "WARN" | "ERROR";
        };
        /** @description What happens, or happened, to the thing in the target. */
        PromotionReport: {
            /** @description What is worth knowing about it, in sentences. */
            messages: components["schemas"]["PromotionMessage"][];
            /**
             * @description What happens in the target: a new thing, a changed one, one that stays as it is, nothing because it cannot be, nothing because it is passed over.
             * @enum {string}
             */
            status: "CREATED" | "REPLACED" | "REUSED" | "FAILED" | "SKIPPED";
        };
        /** @description A task that uses something. */
        PromotionResultInfo: {
            id: components["schemas"]["Id"];
            name: string;
            /**
             * Format: uuid
             * @description The counterpart in the target environment, where there is one.
             */
            targetId?: string;
            type: components["schemas"]["PromotionItemType"];
            /** @description How often the task changed in the source. */
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
        /** @description What is published; what it leaves out is read from the bundle. */
        PublishArtifactRequest: {
            description?: string;
            /** @description The product that built it; this server with its version when left out. */
            marketplaceProduct?: string;
            /** @description Read from the bundle when left out. */
            name?: string;
            /** @description The context variables that the artifact declares; read from the bundle when left out. */
            parameters?: components["schemas"]["ArtifactParameter"][];
            repository?: components["schemas"]["SourcesRepositoryData"];
            type?: components["schemas"]["ArtifactType"];
            /** @description `x.y.z`, or the published form with its time suffix. */
            version?: string;
            workspaceId: components["schemas"]["Id"];
        };
        RawComponentMetric: {
            component_connection_rows_total?: components["schemas"]["ComponentRows"];
            component_execution_duration_milliseconds?: components["schemas"]["ComponentDuration"];
            component_start_time_seconds: components["schemas"]["ComponentStartTime"];
            /** @description The name of that way. */
            connection_name?: string;
            /** @description The kind of way between the two components. */
            connection_type?: string;
            connector_id: components["schemas"]["ConnectorId"];
            connector_label: components["schemas"]["ConnectorLabel"];
            connector_type: components["schemas"]["ConnectorType"];
            /** @description Id of the engine that had the execution; empty where there was none yet. */
            engine_id: string;
            father_pid: components["schemas"]["MetricFatherPid"];
            job_name: components["schemas"]["MetricJobName"];
            /** @description Id of the account that started the execution by hand. */
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
        /** @description Name in the job to the id of what it stands for. */
        References: {
            [key: string]: components["schemas"]["Id"];
        };
        RenameGroupRequest: {
            /** @description Unique in the tenant. */
            name: string;
        };
        ReplaceEnvironmentRequest: {
            description?: string | null;
            /**
             * Format: int32
             * @description Cloud engines at most; left out, the number stays. It has no effect.
             */
            maxCloudContainers?: number;
            name: string;
        };
        ReplacePlanRequest: {
            description?: string | null;
            name: string;
            /** @description All steps; left out, they stay. The chart of a plan that was read is ignored. */
            steps?: components["schemas"]["StepRequest"][];
            /**
             * Format: uuid
             * @description The workspace that the plan has.
             */
            workspaceId?: string;
        };
        ReplaceTaskRequest: {
            artifact: components["schemas"]["ArtifactRequest"];
            autoUpgradeInfo?: components["schemas"]["AutoUpgradeInfo"];
            connections?: components["schemas"]["References"];
            description?: string | null;
            /** @description Sent by clients that re-use a creation body; ignored. */
            environmentId?: unknown;
            /** @description Sent back by clients that edit what they read; ignored. */
            id?: unknown;
            name: string;
            parameters?: components["schemas"]["ParameterValues"];
            resources?: components["schemas"]["References"];
            tags?: components["schemas"]["Tags"];
            /** @description Sent back by clients that edit what they read; ignored. */
            taskPauseDetails?: unknown;
            /** @description Sent back by clients that edit what they read; ignored. */
            version?: unknown;
            /** @description Sent back by clients that edit what they read; ignored. */
            workspace?: unknown;
            /**
             * Format: uuid
             * @description The workspace that the task has.
             */
            workspaceId?: string;
        };
        ReplaceWorkspaceRequest: {
            description?: string | null;
            name: string;
            /** @description Login of the owner; left out, the owner stays. */
            owner?: string | null;
            /** @description Tasks are upgraded only by artifacts published in this workspace; false when left out. */
            protectedArtifactUpdate?: boolean;
        };
        Report: {
            /** @description Runs that ended. */
            finishes?: components["schemas"]["FinishReport"][];
            /** @description Lines of logs. */
            logs?: components["schemas"]["LogReport"][];
            /** @description Executions of which nothing has begun and that go back to the queue. */
            returns?: components["schemas"]["ReturnReport"][];
            /**
             * Format: int64
             * @description Epoch milliseconds on the engine's clock at which this was sent: where that clock is wrong by more than 5 seconds, all times of the report are corrected.
             */
            sentAt?: number;
            /** @description Runs that began. */
            starts?: components["schemas"]["StartReport"][];
        };
        ReportAnswer: {
            /** @description Executions of which no part of this report was taken, because lines before the named ones are missing. */
            early?: components["schemas"]["EarlyLog"][];
            /** @description Executions that the engine holds no longer or that are finished; send nothing more for them. */
            refused: components["schemas"]["Id"][];
        };
        ReportedComponent: {
            /**
             * Format: int64
             * @description Rows that went that way.
             */
            component_connection_rows_total?: number;
            /** @description Milliseconds that the component ran. */
            component_execution_duration_milliseconds?: number;
            /** @description When the component began, in seconds since 1970-01-01T00:00:00Z, with fractions. */
            component_start_time_seconds: number;
            /** @description The name of the way between the two. */
            connection_name?: string;
            /** @description The kind of way between the two. */
            connection_type?: string;
            /** @description Names it within its job. */
            connector_id: string;
            /** @description What people call it. */
            connector_label: string;
            /** @description The kind of component. */
            connector_type: string;
            /** @description Of the process that started it; pid where it is left out. */
            father_pid?: string;
            /** @description Name of that job; the name of the artifact where it is left out. */
            job_name?: string;
            /** @description Of the process; process_id where it is left out. */
            pid?: string;
            /** @description The job or subjob that the component belongs to; the id of the execution where it is left out. */
            process_id?: string;
            /** @description Of the process that began it all; father_pid where it is left out. */
            root_pid?: string;
            /** @description Of what made it fail. */
            stacktrace?: string;
            /** @description The kind of the component to which the rows went. */
            target_connector_type?: string;
            /** @description The component to which the rows went. */
            target_id?: string;
            /** @description The label of the component to which the rows went. */
            target_label?: string;
        };
        Resource: {
            description?: string;
            /** @description True: a file. False: a folder, kept as a zip. */
            file: boolean;
            id: components["schemas"]["Id"];
            name: string;
            workspaceInfo: components["schemas"]["WorkspaceInfo"];
        };
        /** @description An execution that goes back to the queue, because the machine of the engine cannot begin any run. Only for one whose claim brought `returnsLeft`. */
        ReturnReport: {
            /** @description Why the machine could not begin it, as a sentence for a person. */
            errorMessage: string;
            /** @description As it ends with where it was given back too often. */
            errorType: string;
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. */
            fence: number;
        };
        /**
         * @description What an account may do in a workspace.
         * @enum {string}
         */
        Right: "VIEW" | "EXECUTE" | "AUTHOR" | "PUBLISH" | "MANAGE";
        /**
         * @description EXECUTOR is read as EXECUTE.
         * @enum {string}
         */
        RightName: "VIEW" | "EXECUTE" | "EXECUTOR" | "AUTHOR" | "PUBLISH" | "MANAGE";
        /** @description Names of rights. */
        RightNames: components["schemas"]["RightName"][];
        RunProfile: {
            createDate: components["schemas"]["CreateDate"];
            description?: string;
            id: components["schemas"]["Id"];
            /** @description Options of the Java virtual machine, one each. */
            jvmArguments: string[];
            name: string;
            /** @description The engine or cluster, or the environment for DYNAMIC_ENGINE. */
            processorId: string;
            processorType: components["schemas"]["ProcessorType"];
            runProfileType: components["schemas"]["RuntimeProfileType"];
            /** @description Runtime id of the engine or cluster. */
            runtimeId?: string;
            /** @description The environment. */
            scopeId: string;
            type: components["schemas"]["RuntimeProfileType"];
            updateDate: components["schemas"]["UpdateDate"];
            /** @description Number of the version; it rises with each change. */
            version: number;
        };
        RunProfileFilters: {
            /**
             * Format: int32
             * @description Entries in the page at most.
             * @default 100
             */
            limit?: number;
            /** @description What the name contains. */
            name?: string;
            /**
             * Format: int32
             * @description Entries to pass over before the page.
             * @default 0
             */
            offset?: number;
            /** @description Engines and clusters. */
            processorIds?: components["schemas"]["Id"][];
            processorType?: components["schemas"]["ProcessorType"];
            /** @description Kinds of runtimes to which a profile belongs; any of them. */
            processorTypes?: components["schemas"]["ProcessorType"][];
            runProfileType?: components["schemas"]["RunProfileType"];
            /** @description Environments. */
            scopeIds?: components["schemas"]["Id"][];
            /**
             * @description By what the list is sorted.
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
        /** @description A run profile of the engine or cluster that shows it. */
        RunProfilePromotionResult: {
            analyzeReport: components["schemas"]["PromotionReport"];
            id: components["schemas"]["Id"];
            name: string;
            promotionReport?: components["schemas"]["PromotionReport"];
            /**
             * Format: uuid
             * @description The counterpart in the target environment, where there is one.
             */
            targetId?: string;
        };
        RunProfileRequest: {
            description?: string | null;
            jvmArguments: components["schemas"]["JvmArguments"];
            name: string;
            /** @description The engine or cluster of the path, by id or runtime id. */
            runtimeId?: string | null;
            type: components["schemas"]["RuntimeProfileType"];
        };
        RunProfileRescheduleOptions: {
            /**
             * @description What becomes of the run profiles of tasks that run on the engine: they get none, a copy of their own in the cluster, or the named one of the cluster.
             * @default DEFAULT
             * @enum {string}
             */
            method?: "DEFAULT" | "DUPLICATE_RUN_PROFILES" | "CLUSTER_RUN_PROFILE";
            /** @description The run profile for CLUSTER_RUN_PROFILE. */
            runProfileId?: string | null;
        };
        /**
         * @description What the profile is for. Profiles of this server have JOB_SERVER, MICROSERVICE or TALEND_RUNTIME.
         * @enum {string}
         */
        RunProfileType: "STANDARD" | "BIG_DATA" | "ADVANCED" | "DATABRICKS" | "JOB_SERVER" | "MICROSERVICE" | "TALEND_RUNTIME";
        RunProfileUpdateRequest: {
            description?: string | null;
            jvmArguments: components["schemas"]["JvmArguments"];
            name: string;
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
         * @description A second id of the engine or cluster, by which executions and run profiles name it.
         */
        RuntimeId: string;
        /**
         * @description What an engine is meant to run: jobs (JOB_SERVER), microservices, or routes and services. It is kept and shown; the engines of this server run jobs.
         * @enum {string}
         */
        RuntimeProfileType: "JOB_SERVER" | "MICROSERVICE" | "TALEND_RUNTIME";
        /** @description An engine or a cluster. */
        RuntimePromotionResult: {
            analyzeReport: components["schemas"]["PromotionReport"];
            id: components["schemas"]["Id"];
            name: string;
            promotionReport?: components["schemas"]["PromotionReport"];
            /** @description Its run profiles that promoted tasks name. */
            runProfiles: components["schemas"]["RunProfilePromotionResult"][];
            /**
             * Format: uuid
             * @description The counterpart in the target environment, where there is one.
             */
            targetId?: string;
            type: components["schemas"]["PromotionItemType"];
            /** @description The promoted tasks that run on it. */
            usedBy: components["schemas"]["PromotionResultInfo"][];
        };
        /**
         * @description Where a task runs: CLOUD any free engine of the environment, REMOTE_ENGINE the named engine, REMOTE_ENGINE_CLUSTER any engine of the named cluster. The others are not taken.
         * @enum {string}
         */
        RuntimeType: "CLOUD" | "REMOTE_ENGINE" | "REMOTE_ENGINE_CLUSTER" | "CLOUD_EXCLUSIVE" | "PIPELINE_ENGINE";
        Schedule: {
            description?: string;
            environmentId: components["schemas"]["Id"];
            /**
             * Format: uuid
             * @description Task or plan that the schedule runs; absent while it is not in action.
             */
            executableId?: string;
            /**
             * @description Whether executableId is a task or a plan.
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
             * @description When the schedule fires, in UTC.
             */
            datetime: string;
            /** @description The trigger that fires. */
            sourceTriggerName: string;
        };
        /** @description One time rule of a schedule. Fields that are null count as left out. */
        ScheduleTrigger: {
            /** @description Days of the week or of the month, for WEEKLY and MONTHLY. */
            atDays?: components["schemas"]["DaySchedule"] | null;
            /** @description Times of the day; without it the trigger fires at startTime. */
            atTimes?: components["schemas"]["TimeSchedule"] | null;
            cronExpression?: components["schemas"]["CronExpression"];
            interval?: components["schemas"]["TriggerInterval"];
            /** @description Unique within the schedule. */
            name: string;
            startDate?: components["schemas"]["TriggerStartDate"];
            startTime?: components["schemas"]["TriggerStartTime"];
            /**
             * Format: int32
             * @description Minutes after which a run that this trigger started is ended; those of the task when left out.
             */
            timeout?: number | null;
            timeZone?: components["schemas"]["TriggerTimeZone"];
            /**
             * @description How the rule is said: one moment, every so many days, weeks or months, or a cron expression.
             * @enum {string}
             */
            type: "ONCE" | "DAILY" | "WEEKLY" | "MONTHLY" | "CRON";
        };
        SearchRequest: {
            category: components["schemas"]["ExecutionCategory"];
            environmentId: components["schemas"]["Id"];
            exclude?: components["schemas"]["ExecutionExclusion"];
            filters?: components["schemas"]["FieldFilters"];
            /**
             * @description Entries in the page at most.
             * @default 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Entries to pass over before the page, within the first 20 pages.
             * @default 0
             */
            offset?: number;
        };
        /**
         * @description Ascending or descending.
         * @default asc
         * @enum {string}
         */
        SortOrder: "asc" | "desc";
        /** @description Where the sources of the artifact lie. */
        SourcesRepositoryData: {
            /** @description Branch that the artifact was built from. */
            branch?: string;
            /** @description The commit that the artifact was built from. */
            commit?: {
                /** @description The author as the repository names them. */
                author: string;
                /**
                 * Format: date-time
                 * @description When the commit was made.
                 */
                date: string;
                /** @description Hash or number of the commit. */
                id: string;
            };
            /** @description Name of the repository or of the project in it. */
            project: string;
        };
        /** @description Where in its program the component failed, as far as it did. */
        Stacktrace: string;
        StartPromotionRequest: {
            advanced?: components["schemas"]["AdvancedPromotionSpec"];
            /** @description Why; kept with the record. */
            context?: string;
            /**
             * Format: uuid
             * @description Identifier of the promotion.
             */
            executable: string;
            /** @description Resources of the target keep their content and description. */
            keepTargetResources?: boolean;
            /** @description Run profiles of the target keep their JVM arguments and description. */
            keepTargetRunProfiles?: boolean;
        };
        StartReport: {
            executionId: components["schemas"]["Id"];
            /** @description Number of the claim. */
            fence: number;
            /**
             * Format: int64
             * @description Epoch milliseconds on the engine's clock.
             */
            startedAt: number;
        };
        /**
         * Format: date-time
         * @description When it began.
         */
        StartTimestamp: string;
        Step: {
            condition: components["schemas"]["StepCondition"];
            handlerOnFailure?: components["schemas"]["StepErrorHandler"];
            id: components["schemas"]["Id"];
            name: string;
            /** @description A remark for people. */
            note?: string;
            /** @description Tasks that run side by side. */
            taskIds: components["schemas"]["Id"][];
        };
        /**
         * @description What of its tasks lets a step succeed, so that the next one starts.
         * @enum {string}
         */
        StepCondition: "ALL_SUCCEEDED" | "AT_LEAST_ONE_SUCCEEDED" | "ALWAYS_PROCEED_ON";
        /** @description What runs when a step fails. */
        StepErrorHandler: {
            /** @description Plans that run when the step fails. */
            planIds?: components["schemas"]["Id"][];
            /** @description Tasks that run side by side when the step fails. */
            taskIds?: components["schemas"]["Id"][];
        };
        /** @description What runs when the step fails. */
        StepErrorHandlerRequest: {
            /** @description Plans that run when the step fails. */
            planIds?: components["schemas"]["Id"][] | null;
            /** @description Tasks that run side by side when the step fails. */
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
             * @description How many of them have ended.
             */
            doneExecutableCount: number;
            /** @description Those that the caller may see. */
            donePlanExecutableDetails: components["schemas"]["PlanExecutionStatus"][];
            /** @description Those that the caller may see. */
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
             * @description Tasks and plans that it runs.
             */
            plannedExecutableCount: number;
            startTimestamp: components["schemas"]["StartTimestamp"];
        };
        StepRequest: {
            /**
             * @description What of its tasks lets a step succeed, so that the next one starts; ALL_SUCCEEDED when left out.
             * @enum {string|null}
             */
            condition?: "ALL_SUCCEEDED" | "AT_LEAST_ONE_SUCCEEDED" | "ALWAYS_PROCEED_ON" | null;
            handlerOnFailure?: components["schemas"]["StepErrorHandlerRequest"];
            /** @description The id of a step that is to keep it; any other is ignored. */
            id?: string | null;
            name: string;
            /** @description A remark for people. */
            note?: string | null;
            /**
             * @description Another name of condition.
             * @enum {string|null}
             */
            successfulStepCondition?: "ALL_SUCCEEDED" | "AT_LEAST_ONE_SUCCEEDED" | "ALWAYS_PROCEED_ON" | null;
            /** @description Tasks that run side by side. */
            taskIds: components["schemas"]["Id"][];
        };
        /**
         * @description Where the step stands; STARTED means that it runs.
         * @enum {string}
         */
        StepStatus: "STARTED" | "EXECUTION_SUCCESS" | "EXECUTION_FAILED" | "EXECUTION_TERMINATED";
        /** @description Labels by which tasks and their executions are found. */
        Tags: string[];
        /** @description The kind of the component to which the rows went. */
        TargetConnectorType: string;
        /** @description Names that component within its job. */
        TargetId: string;
        /** @description What people call that component. */
        TargetLabel: string;
        Task: {
            artifact: components["schemas"]["BaseArtifactVersion"];
            autoUpgradeInfo?: components["schemas"]["AutoUpgradeInfo"];
            connections?: components["schemas"]["References"];
            description?: string;
            id: components["schemas"]["Id"];
            name: string;
            /** @description Context variable to value. */
            parameters?: {
                [key: string]: string;
            };
            resources?: components["schemas"]["References"];
            /** @description Labels by which tasks and their executions are found. */
            tags?: string[];
            taskPauseDetails?: components["schemas"]["PauseDetails"];
            /** @description Rises with each change of artifact, parameters, connections or resources. */
            version: string;
            workspace?: components["schemas"]["WorkspaceInfo"];
        };
        TaskExecutionsFilters: {
            environmentId?: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Epoch milliseconds: executions triggered at this moment or later. It goes before lastDays; alone it reaches until now.
             */
            from?: number;
            /** @description Days back from now; 60 when neither it nor a period is given. */
            lastDays?: number;
            /**
             * @description Entries in the page at most.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int32
             * @description Entries to pass over before the page.
             * @default 0
             */
            offset?: number;
            status?: components["schemas"]["ExecutionStatus"];
            tags?: components["schemas"]["Tags"];
            /**
             * Format: int64
             * @description Epoch milliseconds: executions triggered before this moment. Alone it reaches 60 days back.
             */
            to?: number;
            workspaceId?: components["schemas"]["Id"];
        };
        TaskExecutionStatus: {
            /** @description Present when the processing API started it. */
            apiVersion?: string;
            /** @description Why it failed or could not begin. */
            errorMessage?: string;
            executionId: components["schemas"]["Id"];
            executionStatus: components["schemas"]["DetailedExecutionStatus"];
            executionType: components["schemas"]["ExecutionType"];
            finishTimestamp?: components["schemas"]["FinishTimestamp"];
            misfiredExecutionReason?: components["schemas"]["MisfiredExecutionReason"];
            /** @description Whether the task may start while another execution of it runs. */
            parallelExecutionAllowed?: boolean;
            /**
             * Format: uuid
             * @description The plan execution it belongs to.
             */
            planId?: string;
            runtime?: components["schemas"]["Runtime"];
            /**
             * Format: date-time
             * @description When its run began; of one that has not begun, the time of its trigger.
             */
            startTimestamp: string;
            status: components["schemas"]["ExecutionStatus"];
            taskId: components["schemas"]["Id"];
            /** @description Version of the task when it started. */
            taskVersion: string;
            /**
             * Format: int32
             * @description Minutes after which a run is ended.
             */
            timeout?: number;
            triggerTimestamp: components["schemas"]["TriggerTimestamp"];
            /** @description Id of the account as which it runs. */
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
             * @description Entries in the page at most; 0 answers the total alone.
             * @default 100
             */
            limit?: number;
            /** @description What the name contains. */
            name?: string;
            /**
             * Format: int32
             * @description Entries to pass over before the page.
             * @default 0
             */
            offset?: number;
            runtimeId?: components["schemas"]["Id"];
            runtimeRunProfileId?: components["schemas"]["Id"];
            runtimeType?: components["schemas"]["RuntimeType"];
            tags?: components["schemas"]["Tags"];
            /** @description A trigger in any letter case, for example once or daily. */
            triggerType?: string;
            workspaceId?: components["schemas"]["Id"];
        };
        TaskRunConfig: {
            /** @description As it was sent; it has no effect. */
            deploymentStrategy?: string;
            /** @description As it was sent; it has no effect. */
            lineage?: boolean;
            logLevel?: components["schemas"]["LogLevel"];
            /** @description As it was sent; it has no effect. */
            microservicePort?: string;
            /** @description Whether the task may start while another execution of it runs. */
            parallelExecutionAllowed?: boolean;
            /** @description As it was sent; it has no effect. */
            remoteRunAsUser?: string;
            runtime: components["schemas"]["Runtime"];
            /**
             * Format: int32
             * @description Minutes after which a run is ended.
             */
            timeout?: number;
            trigger: components["schemas"]["Trigger"];
        };
        /** @description Further fields that live clients send are ignored. */
        TaskRunConfigRequest: {
            /** @description PARALLEL or ROLLING, for services on clusters; kept and answered. */
            deploymentStrategy?: string;
            /** @description Kept and answered; it has no effect. */
            lineage?: boolean;
            /**
             * @description The least severity that the job writes to its log.
             * @default WARN
             * @enum {string}
             */
            logLevel?: "OFF" | "ERROR" | "WARN" | "INFO";
            /** @description Number of a port; kept and answered as a text. It has no effect. */
            microservicePort?: string | number;
            /**
             * @description Whether the task may start while another execution of it runs.
             * @default false
             */
            parallelExecutionAllowed?: boolean;
            /** @description Kept and answered; a task runs as a user that its engine chooses. */
            remoteRunAsUser?: string;
            /** @description Where the task runs. */
            runtime: {
                /** @description Id of the engine or cluster; not for CLOUD. */
                id?: string | null;
                /** @description Empty text counts as absent. */
                runProfileId?: string | null;
                type: components["schemas"]["RuntimeType"];
            };
            /**
             * Format: int32
             * @description Minutes after which a run is ended.
             */
            timeout?: number | null;
            trigger: components["schemas"]["TriggerRequest"];
        };
        /** @description Times of the day, in the time zone of the trigger. */
        TimeSchedule: {
            /** @description HH:mm, for AT_INTERVALS; itself a time of firing if the interval meets it. */
            endTime?: string | null;
            /**
             * Format: int32
             * @description Minutes from one time to the next, for AT_INTERVALS.
             */
            interval?: number | null;
            /** @description HH:mm, for AT_INTERVALS. */
            startTime?: string | null;
            /** @description HH:mm, for AT_TIME. */
            time?: string | null;
            /** @description HH:mm, for AT_SPECIFIC_TIMES. */
            times?: string[] | null;
            /**
             * @description One time of the day, a list of them, or one every so many minutes between two.
             * @enum {string}
             */
            type: "AT_TIME" | "AT_SPECIFIC_TIMES" | "AT_INTERVALS";
        };
        /** @description Why the machine of the engine cannot begin any run, so that it asks for none. A heartbeat without it says that the engine is well. */
        ToldIllness: {
            /** @description Of the system, such as ENOSPC. */
            code: string;
            /** @description A sentence for a person. */
            message: string;
        };
        /** @description Context of a trace, as the W3C header of that name has it. */
        Traceparent: string;
        /** @description What starts a task or plan by itself. MULTIPLE stands for the triggers of a schedule. */
        Trigger: {
            atDays?: components["schemas"]["DaySchedule"];
            atTimes?: components["schemas"]["TimeSchedule"];
            /** @description For CRON: Quartz without seconds, as CronExpression says. */
            cronExpression?: string;
            /**
             * Format: int32
             * @description Days, weeks or months from one firing to the next, counted from startDate.
             */
            interval?: number;
            /** @description Date from which the trigger counts, YYYY-MM-DD, in timeZone. */
            startDate?: string;
            /** @description HH:mm in timeZone; on the start date nothing fires before it. Without atTimes also the time of firing. */
            startTime?: string;
            /** @description IANA name, such as Europe/Zurich; UTC where there is none. */
            timeZone?: string;
            type: components["schemas"]["TriggerType"];
            webhook?: components["schemas"]["WebhookTrigger"];
        };
        /**
         * Format: int32
         * @description Days, weeks or months from one firing to the next, counted from startDate. DAILY, WEEKLY and MONTHLY need it.
         */
        TriggerInterval: number | null;
        /** @description Fields that are null or empty count as left out; those that a type has no use for are ignored. MULTIPLE keeps the schedule that is bound. */
        TriggerRequest: {
            /** @description Days of the week for WEEKLY, a day of the month for MONTHLY; the day of startDate when left out. */
            atDays?: components["schemas"]["DaySchedule"] | null;
            /** @description Times of the day; without it the trigger fires at startTime. */
            atTimes?: components["schemas"]["TimeSchedule"] | null;
            cronExpression?: components["schemas"]["CronExpression"];
            interval?: components["schemas"]["TriggerInterval"];
            startDate?: components["schemas"]["TriggerStartDate"];
            startTime?: components["schemas"]["TriggerStartTime"];
            timeZone?: components["schemas"]["TriggerTimeZone"];
            type: components["schemas"]["TriggerType"];
            /** @description For WEBHOOK. */
            webhook?: components["schemas"]["WebhookTriggerRequest"] | null;
        };
        /** @description Date from which the trigger counts, YYYY-MM-DD, in timeZone. ONCE needs it; for DAILY, WEEKLY and MONTHLY today when left out. */
        TriggerStartDate: string | null;
        /** @description HH:mm in timeZone; on the start date nothing fires before it. Without atTimes also the time of firing. */
        TriggerStartTime: string | null;
        /**
         * Format: date-time
         * @description When it was asked for, by hand, by a trigger or by a plan.
         */
        TriggerTimestamp: string;
        /**
         * @description IANA name, such as Europe/Zurich; UTC when left out. A time that a change of the clock leaves out fires at the first moment after it, and one that comes
         *     twice fires the first time only.
         */
        TriggerTimeZone: string | null;
        /**
         * @description What starts the task or plan. MANUAL: nothing does by itself. MULTIPLE: the triggers of a schedule.
         * @enum {string}
         */
        TriggerType: "ONCE" | "DAILY" | "WEEKLY" | "MONTHLY" | "WEBHOOK" | "MANUAL" | "CRON" | "MULTIPLE";
        UpdateConnectionRequest: {
            name?: string;
            /** @description All parameters; left out, they stay. An encrypted one without a value keeps the value it has. */
            parameters?: components["schemas"]["ConnectionParameter"][];
        };
        /**
         * Format: date-time
         * @description When it was last changed.
         */
        UpdateDate: string;
        UpdateResourceRequest: {
            /** @description Null takes the description away. */
            description?: string | null;
            name?: string;
        };
        UserIds: components["schemas"]["Id"][];
        UserResponse: {
            /** @description Whether the user may sign in. */
            active: boolean;
            email: string;
            firstName: string;
            id: components["schemas"]["Id"];
            lastName: string;
            login: string;
            /** @description Ids of the roles that the user has. */
            roleIds: components["schemas"]["Id"][];
        };
        /**
         * @description A person or a service account.
         * @enum {string}
         */
        UserType: "HUMAN" | "SERVICE";
        WebhookCall: {
            /**
             * Format: uuid
             * @description The execution that gets the call; it exists once the window of the call has closed.
             */
            executionId: string;
        };
        /** @description A url whose calls start the task or plan. */
        WebhookTrigger: {
            description?: string;
            /**
             * Format: int32
             * @description Minutes after which a run that this webhook started is ended.
             */
            executionTimeout?: number;
            name: string;
            /** @description Login of the account as which the executions run. */
            runAsUser?: string;
            runAsUserType?: components["schemas"]["UserType"];
            /**
             * Format: int64
             * @description Calls that make one execution.
             */
            triggerCalls?: number;
            /**
             * Format: int64
             * @description Milliseconds for which further calls are waited for after the first one.
             */
            triggerTimeout?: number;
            /** @description Where calls go; shown to holders of EXECUTE only. */
            url?: string;
        };
        /** @description A url whose calls start the task or plan. */
        WebhookTriggerRequest: {
            description?: string | null;
            /**
             * Format: int32
             * @description Minutes after which a run that this webhook started is ended; those of the task when left out.
             */
            executionTimeout?: number | null;
            name: string;
            /**
             * @description Asks for a new url; the one before stops.
             * @default false
             */
            newUrl?: boolean | null;
            /** @description Login of the account as which the executions run; when left out, the one that it was before, or else the caller. */
            runAsUser?: string | null;
            /**
             * @description Whether runAsUser is a person or a service account.
             * @enum {string|null}
             */
            runAsUserType?: "HUMAN" | "SERVICE" | null;
            /**
             * Format: int64
             * @description Calls that make one execution.
             */
            triggerCalls?: number | null;
            /**
             * Format: int64
             * @description Milliseconds for which further calls are waited for after the first one.
             */
            triggerTimeout?: number | null;
            /** @description Sent back by clients that edit what they read; ignored. */
            url?: unknown;
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
             * @description Of everybody in the environment, of one person, or made for a purpose.
             * @enum {string}
             */
            type: "Shared" | "Personal" | "Custom";
            updateDate: components["schemas"]["UpdateDate"];
        };
        /** @description The workspace that it lies in. */
        WorkspaceInfo: {
            description?: string;
            environment?: components["schemas"]["EnvironmentInfo"];
            id?: components["schemas"]["Id"];
            name?: string;
            /** @description Login of the owner. */
            owner?: string;
            /** @description Tasks are upgraded only by artifacts published in this workspace. */
            protectedArtifactUpdate?: boolean;
            /**
             * @description Of everybody in the environment, of one person, or made for a purpose.
             * @enum {string}
             */
            type?: "shared" | "personal" | "custom";
        };
        WorkspacePromotionResult: {
            /** @description The artifacts of the workspace. */
            actions: components["schemas"]["ArtifactPromotionResult"][];
            analyzeReport: components["schemas"]["PromotionReport"];
            /** @description Always empty: clusters stand at the top of the report. */
            clusters: components["schemas"]["RuntimePromotionResult"][];
            /** @description The connections of the workspace. */
            connections: components["schemas"]["ArtifactPromotionResult"][];
            /** @description Always empty: engines stand at the top of the report. */
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
             * @description The counterpart in the target environment, where there is one.
             */
            targetId?: string;
            type: components["schemas"]["PromotionItemType"];
            /**
             * @description Kind of the workspace: of everybody in the environment, of one person, or made for a purpose.
             * @enum {string}
             */
            workspaceType: "shared" | "personal" | "custom";
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
        /** @description The caller lacks the permission. */
        AccountForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description Unknown, or hidden from the caller. */
        AccountNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"];
            };
        };
        /** @description A fault of the server. */
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
        /** @description The database cannot be reached just now; nothing was changed. `Retry-After` tells when to try again. */
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
        /** @description The name is taken or the thing is in use. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The caller lacks EXECUTE on the workspaces in question. */
        ExecuteRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The caller lacks the permission or the right. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A task uses it. */
        InUse: {
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
        /** @description The task, or one that the plan runs, cannot run because its run configuration is missing or cannot be carried out. */
        NotConfigured: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Unknown, or hidden from the caller. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Something cannot be promoted, so nothing was; the detail names the execution whose report tells more. */
        NotPromoted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The execution to run again is too old or has not failed. */
        NotRepeatable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A fault of the server; the request id finds its cause in the log. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
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
        /** @description Slow down; `Retry-After` tells for how long. */
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
        /** @description The database, or the store of files, cannot be reached just now; nothing was changed. `Retry-After` tells when to try again. */
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
        /** @description Epoch milliseconds, included; this moment when left out, or `to` where that lies in the past. */
        eventsFrom: components["schemas"]["EpochMilliseconds"];
        /** @description Epoch milliseconds, not included. */
        eventsTo: components["schemas"]["EpochMilliseconds"];
        /** @description Days back from now; 60 when neither it nor a period is given. */
        lastDays: number;
        /** @description Entries in a page at most. */
        limit: number;
        /** @description Entries of this moment or earlier, in ISO 8601. */
        logEndTime: string;
        /** @description Entries of this moment or later, in ISO 8601. */
        logStartTime: string;
        /** @description Entries to pass over before the page. */
        offset: number;
        /** @description Number of the page, from 1. */
        page: number;
        /** @description Epoch milliseconds: executions triggered at this moment or later. It goes before lastDays; alone it reaches until now. A period is 60 days long at most. */
        periodFrom: number;
        /** @description Epoch milliseconds: executions triggered before this moment. Alone it reaches 60 days back. */
        periodTo: number;
        /** @description Entries in a page at most. */
        size: number;
    };
    requestBodies: never;
    headers: {
        /** @description Whether this is the first page. */
        "page-first": boolean;
        /** @description Whether no page follows. */
        "page-last": boolean;
        /** @description Number of this page, from 1. */
        "page-number": number;
        /** @description Entries on this page. */
        "page-total-elements": number;
        /** @description Entries on all pages. */
        "total-elements": number;
        /** @description Pages there are. */
        "total-pages": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listGroups: {
        parameters: {
            query?: {
                /** @description What the name contains. */
                nameFilter?: string;
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Entries in a page at most. */
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
            /** @description The renamed group. */
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
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Entries in a page at most. */
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
            401: components["responses"]["AccountUnauthorized"];
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
            /** @description The new token; its secret is shown this once. */
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
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["AccountServerError"];
            503: components["responses"]["AccountUnavailable"];
        };
    };
    getDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of an address that another operation gave out. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, to be saved under the name in `Content-Disposition`; its media type is the one that the address was made for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description The address was changed or was not made by this install. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No such address, or the file is gone. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The address has run out. */
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
            /** @description How the leases stand. */
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
            /** @description What the engine is to do. */
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
            /** @description The engine is not paired any more. */
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
            /** @description What was taken. */
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
            /** @description It lives. */
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
            /** @description The text format of Prometheus. */
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
            /** @description The days. */
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
            /** @description The days. */
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
                /** @description Entries in the answer at most. */
                count?: number;
                /** @description Entries of this moment or earlier, in ISO 8601. */
                endTime?: components["parameters"]["logEndTime"];
                /** @description Oldest entries first (ASC) or newest first (DESC). */
                order?: "ASC" | "DESC";
                /** @description Entries to pass over in the asked order. */
                startIndex?: number;
                /** @description Entries of this moment or later, in ISO 8601. */
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
                /** @description Entries of this moment or earlier, in ISO 8601. */
                endTime?: components["parameters"]["logEndTime"];
                /** @description JSON: an array of entries. TEXT: a line for each entry. Letter case aside. */
                fileFormat?: string;
                /** @description Whether the ids of the task and the execution stand in the name of the file. */
                newFileName?: boolean;
                /** @description Entries of this moment or later, in ISO 8601. */
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
            /** @description All entries go into the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogFile"];
                };
            };
            /** @description Only the first 100,000 entries go into the file. */
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
                /** @description Entries in the answer at most. */
                count?: number;
                /** @description Oldest entries first (ASC) or newest first (DESC). */
                order?: "ASC" | "DESC";
                /** @description The least severity. */
                severity?: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "FATAL";
                /** @description The number of the entry to begin with, in the log; without it the first one of the order. */
                startIndex?: number;
                /** @description What the message holds, letter case aside. */
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
            /** @description Entries that match. */
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
            /** @description Whether the file is there. */
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
                /** @description The number of the entry to begin with. */
                startIndex?: number;
            };
            header?: {
                /** @description The number of the last entry that arrived. */
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
                /** @description Entries in a page at most. */
                limit?: number;
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description The field of the components by which they are sorted. */
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
            /** @description A header and a line for each execution; the first field is the id. */
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
    listArtifacts: {
        parameters: {
            query?: {
                environmentId?: components["schemas"]["Id"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Part of the name. */
                name?: string;
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Kinds of jobs, each given as a parameter of its own; all when left out. */
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
                     * @description The bundle as a zip.
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
                /** @description The version as the artifact lists it, with the moment of publication behind it. */
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
                /** @description The version as the artifact lists it, with the moment of publication behind it. */
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
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Part of the name. */
                name?: string;
                /** @description Entries to pass over before the page. */
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
            /** @description Not answered by this product; clients take it like 201. */
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
            /** @description What came of it. */
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
            /** @description The events, in the order of time. */
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
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description How the name begins. */
                name?: string;
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description The plan itself. */
                planId?: components["schemas"]["Id"];
                /** @description A task that a step or an error handler names. */
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
            /** @description It was so already; nothing changed. */
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
    listPlanEvents: {
        parameters: {
            query: {
                /** @description Epoch milliseconds, included; this moment when left out, or `to` where that lies in the past. */
                from?: components["parameters"]["eventsFrom"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Epoch milliseconds, not included. */
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
            /** @description A page of events, in the order of time. */
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
            /** @description Added, or there already. */
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
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description How the name begins. */
                name?: string;
                /** @description Entries to pass over before the page. */
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
                /** @description Whether executions that have not ended are ended, in place of a refusal. */
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
            /** @description Done; a task that runs the newest version already stays as it is. */
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
            /** @description It was so already; nothing changed. */
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
    listTaskEvents: {
        parameters: {
            query: {
                /** @description Epoch milliseconds, included; this moment when left out, or `to` where that lies in the past. */
                from?: components["parameters"]["eventsFrom"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Epoch milliseconds, not included. */
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
            /** @description A page of events, in the order of time. */
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
    listProjects: {
        parameters: {
            query?: {
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description What the name contains. */
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
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Part of the name. */
                name?: string;
                /** @description Entries to pass over before the page. */
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
            /** @description The resource. This server answers 201. */
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
                /** @description Regular expression (RE2 syntax) that is looked for in the description. */
                descriptionFilter?: string;
                environmentId?: components["schemas"]["Id"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Only schedules that are in action. */
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
                /** @description Epoch milliseconds, included; this moment when left out, or `to` where that lies in the past. */
                from?: components["parameters"]["eventsFrom"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                /** @description Epoch milliseconds, not included. */
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
            /** @description The events, in the order of time. */
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
                /** @description Epoch milliseconds: executions triggered at this moment or later. It goes before lastDays; alone it reaches until now. A period is 60 days long at most. */
                from?: components["parameters"]["periodFrom"];
                /** @description Days back from now; 60 when neither it nor a period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["PlanStatus"];
                /** @description Epoch milliseconds: executions triggered before this moment. Alone it reaches 60 days back. */
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
                /** @description Epoch milliseconds: executions triggered at this moment or later. It goes before lastDays; alone it reaches until now. A period is 60 days long at most. */
                from?: components["parameters"]["periodFrom"];
                /** @description Days back from now; 60 when neither it nor a period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["PlanStatus"];
                /** @description Epoch milliseconds: executions triggered before this moment. Alone it reaches 60 days back. */
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
                /** @description Epoch milliseconds: executions triggered at this moment or later. It goes before lastDays; alone it reaches until now. A period is 60 days long at most. */
                from?: components["parameters"]["periodFrom"];
                /** @description Days back from now; 60 when neither it nor a period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["ExecutionStatus"];
                /** @description Epoch milliseconds: executions triggered before this moment. Alone it reaches 60 days back. */
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
                /** @description Epoch milliseconds: executions triggered at this moment or later. It goes before lastDays; alone it reaches until now. A period is 60 days long at most. */
                from?: components["parameters"]["periodFrom"];
                /** @description Days back from now; 60 when neither it nor a period is given. */
                lastDays?: components["parameters"]["lastDays"];
                /** @description Entries in a page at most. */
                limit?: components["parameters"]["limit"];
                /** @description Entries to pass over before the page. */
                offset?: components["parameters"]["offset"];
                status?: components["schemas"]["ExecutionStatus"];
                /** @description Epoch milliseconds: executions triggered before this moment. Alone it reaches 60 days back. */
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
            /** @description Done; the report tells what. */
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
                /** @description The run profile that takes its place. */
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
                /** @description The run profile that takes its place. */
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
            /** @description The new engine; its key is shown this once. */
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
                /** @description The run profile that takes its place. */
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
            /** @description Deleted; the text says how many tasks have another run profile now. */
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
                /** @description Accepted and without effect. */
                keepMicroserviceDeployments?: boolean;
                /** @description Accepted and without effect. */
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
            /** @description It can; degraded, where it can do all but what is named. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description It cannot, and why. */
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
            /** @description Its name and version. */
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
            query?: never;
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
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The changes that were rejected; the others were made. */
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
            query?: never;
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
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The changes that were rejected; the others were made. */
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
                userIds?: components["schemas"]["Ids"];
                workspaceIds?: components["schemas"]["Ids"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All changes were made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The changes that were rejected; the others were made. */
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
    callWebhookTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the url that the run configuration shows. */
                secret: string;
            };
            cookie?: never;
        };
        /** @description Text of at most 1 MiB unless the operator says otherwise, of at most 5 KB for big-data jobs. */
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
            /** @description The call is kept and will not be lost. */
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
