{{/* What web servers and workers have alike: a Deployment of a role. */}}
{{- define "kinora.server" -}}
{{- $own := index .root.Values .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  labels: {{- include "kinora.labels" . | nindent 4 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $own) }}
  replicas: {{ $own.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels: {{- include "kinora.labels" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "kinora.labels" . | nindent 8 }}
    spec:
      # Else a Service named kinora sets variables like KINORA_PORT.
      enableServiceLinks: false
      automountServiceAccountToken: false
      # Told to end, a web server says so for KINORA_DRAIN_SECONDS, gives calls 20 s more and closes the rest within 5 s.
      terminationGracePeriodSeconds: 60
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "kinora.labels" . | nindent 14 }}
      containers:
        - name: kinora
          image: {{ printf "%v:%v" (required "image.repository: where the image of deploy/Dockerfile is" .root.Values.image.repository) (required "image.tag: its version" .root.Values.image.tag) | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          envFrom:
            - secretRef: { name: {{ required "secret: the name of a Secret with the variables of deploy/kinora.env" .root.Values.secret | quote }} }
          env:
            {{- range $name, $value := merge .env .root.Values.env }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          ports:
            - { name: http, containerPort: 4700 }
          # Alive while it starts, and ready once it takes calls or jobs.
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 2
          resources: {{- toYaml $own.resources | nindent 12 }}
          securityContext:
            readOnlyRootFilesystem: true
            allowPrivilegeEscalation: false
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: scratch, mountPath: /scratch }
            - { name: temporary, mountPath: /tmp }
      volumes:
        - name: scratch
          emptyDir: { sizeLimit: {{ $own.scratch }} }
        - name: temporary
          emptyDir: { sizeLimit: {{ $own.scratch }} }
{{- end }}

{{- define "kinora.labels" -}}
app.kubernetes.io/name: kinora
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}
