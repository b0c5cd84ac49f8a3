{{/* What the pods of the API, of the workers and of the migrations have in common. */}}

{{/* Whether the chart writes a Secret from values. */}}
{{- define "millrace.hasOwnSecret" -}}
{{- if or .Values.database.url .Values.key.value .Values.content.accessKeyId }}true{{ end }}
{{- end }}

{{- define "millrace.secretData" -}}
{{- with .Values.database.url }}
database-url: {{ . | b64enc }}
{{- end }}
{{- with .Values.key.value }}
key: {{ . | b64enc }}
{{- end }}
{{- with .Values.key.oldKeys }}
old-keys: {{ . | b64enc }}
{{- end }}
{{- with .Values.content.accessKeyId }}
access-key-id: {{ . | b64enc }}
{{- end }}
{{- with .Values.content.secretAccessKey }}
secret-access-key: {{ . | b64enc }}
{{- end }}
{{- end }}

{{/* A variable from a Secret: dict "name", "secret", "key". */}}
{{- define "millrace.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end }}

{{/* The variables of every process: dict "root", "own" (the Secret of the chart). */}}
{{- define "millrace.environment" -}}
{{- $v := .root.Values }}
{{- if $v.database.existingSecret }}
{{ include "millrace.fromSecret" (dict "name" "DATABASE_URL" "secret" $v.database.existingSecret "key" $v.database.existingSecretKey) }}
{{- else }}
{{ include "millrace.fromSecret" (dict "name" "DATABASE_URL" "secret" .own "key" "database-url") }}
{{- end }}
{{- if $v.key.existingSecret }}
{{ include "millrace.fromSecret" (dict "name" "MILLRACE_KEY" "secret" $v.key.existingSecret "key" $v.key.existingSecretKey) }}
{{- with $v.key.existingSecretOldKeysKey }}
{{ include "millrace.fromSecret" (dict "name" "MILLRACE_OLD_KEYS" "secret" $v.key.existingSecret "key" .) }}
{{- end }}
{{- else }}
{{ include "millrace.fromSecret" (dict "name" "MILLRACE_KEY" "secret" .own "key" "key") }}
{{- if $v.key.oldKeys }}
{{ include "millrace.fromSecret" (dict "name" "MILLRACE_OLD_KEYS" "secret" .own "key" "old-keys") }}
{{- end }}
{{- end }}
- name: MILLRACE_HOME
  value: /var/lib/millrace
{{- range $name, $value := $v.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- with $v.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The variables of a server, beside those of every process: dict "root", "role". */}}
{{- define "millrace.serverEnvironment" -}}
{{- $v := .root.Values }}
{{- $own := include "millrace.fullname" .root }}
- name: MILLRACE_ROLE
  value: {{ .role }}
- name: MILLRACE_HOST
  value: 0.0.0.0
- name: MILLRACE_PORT
  value: '8600'
- name: MILLRACE_METRICS_HOST
  value: 0.0.0.0
- name: MILLRACE_METRICS_PORT
  value: '8601'
- name: MILLRACE_PUBLIC_URL
  value: {{ include "millrace.publicUrl" .root | quote }}
- name: MILLRACE_LOG_OUTPUT
  value: stdout
# The home folder is new in each pod: a token in it would outlive the pod, and stay valid.
- name: MILLRACE_ADMINISTRATOR_FILES
  value: 'off'
{{- if $v.content.bucket }}
- name: MILLRACE_BLOB_STORE
  value: {{ $v.content.bucket | quote }}
{{- if not $v.content.role }}
{{ include "millrace.fromSecret" (dict "name" "AWS_ACCESS_KEY_ID" "secret" (default $own $v.content.existingSecret) "key" (ternary $v.content.accessKeyIdKey "access-key-id" (ne $v.content.existingSecret ""))) }}
{{ include "millrace.fromSecret" (dict "name" "AWS_SECRET_ACCESS_KEY" "secret" (default $own $v.content.existingSecret) "key" (ternary $v.content.secretAccessKeyKey "secret-access-key" (ne $v.content.existingSecret ""))) }}
{{- end }}
{{- else }}
- name: MILLRACE_BLOB_FOLDER
  value: /var/lib/millrace-content
{{- end }}
{{- end }}

{{- define "millrace.podSecurity" -}}
runAsNonRoot: true
{{- if not (kindIs "invalid" .Values.runAsUser) }}
runAsUser: {{ .Values.runAsUser | int64 }}
runAsGroup: {{ .Values.runAsUser | int64 }}
fsGroup: {{ .Values.runAsUser | int64 }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "millrace.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "millrace.volumeMounts" -}}
- { name: home, mountPath: /var/lib/millrace }
- { name: tmp, mountPath: /tmp }
{{- if .Values.content.existingClaim }}
- { name: content, mountPath: /var/lib/millrace-content }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "millrace.volumes" -}}
- { name: home, emptyDir: { sizeLimit: {{ .Values.content.uploadSpace }} } }
- { name: tmp, emptyDir: { sizeLimit: 256Mi } }
{{- with .Values.content.existingClaim }}
- { name: content, persistentVolumeClaim: { claimName: {{ . }} } }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* A Deployment of servers: dict "root", "role" (api or worker). */}}
{{- define "millrace.deployment" -}}
{{- $root := .root }}
{{- $v := .root.Values }}
{{- $of := index $v .role }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "millrace.fullname" .root }}-{{ .role }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "millrace.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ $of.replicas }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "millrace.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "millrace.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
        {{- with $of.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        {{- if include "millrace.hasOwnSecret" .root }}
        checksum/secret: {{ include "millrace.secretData" .root | sha256sum }}
        {{- end }}
        {{- if $v.metrics.annotations }}
        prometheus.io/scrape: 'true'
        prometheus.io/port: '8601'
        prometheus.io/path: /metrics
        {{- end }}
        kubectl.kubernetes.io/default-container: server
        {{- with $of.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "millrace.serviceAccount" .root }}
      automountServiceAccountToken: false
      # Kubernetes would set variables for the Services of the namespace, and MILLRACE_PORT for one that is called millrace.
      enableServiceLinks: false
      {{- with $v.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $of.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      terminationGracePeriodSeconds: {{ $of.terminationGracePeriodSeconds }}
      securityContext:
        {{- include "millrace.podSecurity" .root | nindent 8 }}
      containers:
        - name: server
          image: {{ include "millrace.image" .root }}
          imagePullPolicy: {{ $v.image.pullPolicy }}
          securityContext:
            {{- include "millrace.containerSecurity" .root | nindent 12 }}
          env:
            {{- include "millrace.environment" (dict "root" .root "own" (include "millrace.fullname" .root)) | trim | nindent 12 }}
            {{- include "millrace.serverEnvironment" (dict "root" .root "role" .role) | trim | nindent 12 }}
          ports:
            {{- if eq .role "api" }}
            - { name: http, containerPort: 8600 }
            {{- end }}
            - { name: metrics, containerPort: 8601 }
          # The ports open when the database answers and is up to date: wait five minutes for it.
          startupProbe:
            httpGet: { path: /healthz, port: metrics }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 150
          livenessProbe:
            httpGet: { path: /healthz, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: {{ ternary "http" "metrics" (eq .role "api") }} }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          {{- if and (eq .role "api") (gt (int $of.drainSeconds) 0) }}
          lifecycle:
            preStop:
              exec: { command: [sleep, '{{ $of.drainSeconds }}'] }
          {{- end }}
          {{- with $of.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          volumeMounts:
            {{- include "millrace.volumeMounts" .root | nindent 12 }}
      volumes:
        {{- include "millrace.volumes" .root | nindent 8 }}
      {{- with $of.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $of.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $of.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- if $of.topologySpreadConstraints }}
        {{- toYaml $of.topologySpreadConstraints | nindent 8 }}
        {{- else }}
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "millrace.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $.role }}
        {{- end }}
        {{- end }}
{{- end }}
