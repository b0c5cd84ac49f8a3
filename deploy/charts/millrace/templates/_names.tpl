{{/* Names, labels and addresses. */}}

{{- define "millrace.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "millrace.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "millrace.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "millrace.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "millrace.selector" -}}
app.kubernetes.io/name: {{ include "millrace.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "millrace.labels" -}}
{{ include "millrace.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: millrace
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "millrace.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ default $.Chart.AppVersion .tag }}{{ end }}
{{- end }}
{{- end }}

{{- define "millrace.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ default (include "millrace.fullname" .) .Values.serviceAccount.name }}
{{- else }}{{ default "default" .Values.serviceAccount.name }}{{ end }}
{{- end }}

{{- define "millrace.publicUrl" -}}
{{- if .Values.publicUrl }}{{ .Values.publicUrl }}
{{- else if .Values.ingress.enabled }}{{ ternary "https" "http" (ne .Values.ingress.tlsSecret "") }}://{{ .Values.ingress.host }}
{{- else }}http://{{ include "millrace.fullname" . }}.{{ .Release.Namespace }}.svc:{{ .Values.service.port }}{{ end }}
{{- end }}

{{/* Refuses values that cannot work, each with what to do. */}}
{{- define "millrace.check" -}}
{{- $v := .Values }}
{{- if not (or $v.database.existingSecret $v.database.url) }}{{ fail "Set database.existingSecret or database.url: the address of your PostgreSQL." }}{{ end }}
{{- if and $v.database.existingSecret $v.database.url }}{{ fail "Set only one of database.existingSecret and database.url." }}{{ end }}
{{- if not (or $v.key.existingSecret $v.key.value) }}{{ fail "Set key.existingSecret or key.value: the key of the install, made by: openssl rand -base64 32" }}{{ end }}
{{- if and $v.key.existingSecret $v.key.value }}{{ fail "Set only one of key.existingSecret and key.value." }}{{ end }}
{{- if and $v.key.existingSecret $v.key.oldKeys }}{{ fail "key.oldKeys belongs to key.value: name the old keys of the existing Secret by key.existingSecretOldKeysKey." }}{{ end }}
{{- if not (or $v.content.bucket $v.content.existingClaim) }}{{ fail "Set content.bucket, or content.existingClaim for a volume that all pods share: where bundles, resources and logs are stored." }}{{ end }}
{{- if and $v.content.bucket $v.content.existingClaim }}{{ fail "Set only one of content.bucket and content.existingClaim." }}{{ end }}
{{- if and $v.content.bucket (not (or $v.content.role $v.content.existingSecret (and $v.content.accessKeyId $v.content.secretAccessKey))) }}{{ fail "Set content.existingSecret, or content.accessKeyId and content.secretAccessKey: the access key of the bucket; or content.role, if the pods have a role of the cloud." }}{{ end }}
{{- if and $v.content.role (or $v.content.existingSecret $v.content.accessKeyId $v.content.secretAccessKey) }}{{ fail "Set content.role, or the access key of the bucket, and not both." }}{{ end }}
{{- if and $v.content.existingSecret (or $v.content.accessKeyId $v.content.secretAccessKey) }}{{ fail "Set content.existingSecret, or the access key itself, and not both." }}{{ end }}
{{- if and $v.ingress.enabled (not $v.ingress.host) }}{{ fail "Set ingress.host." }}{{ end }}
{{- end }}
