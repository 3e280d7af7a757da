import { EventType, events, type ScheduledEvent } from '@kinora/core'
import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useRead } from '../kernel/use-read.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useUploadActs, useUploadOf } from '../uploads/use-uploads.ts'
import type { NewEventTime } from './calendar/slots.ts'
import { EventAbout } from './event-about.tsx'
import { EventClass } from './event-class.tsx'
import { EventTime } from './event-time.tsx'
import { EventTypeField } from './event-type.tsx'
import { useEventFormTexts } from './form-texts.ts'
import { StateBadge } from './state-badge.tsx'
import { useEventDraft } from './use-event-draft.ts'

const EventVideo = lazyPart(async () => ({ default: (await import('./event-video.tsx')).EventVideo }))

export interface EventFormProps extends FormPageProps {
  /** What was chosen in the calendar for a new one. */
  at?: NewEventTime | undefined
}

/** NAV-49, EVENT-29: adds or changes an event: its type, its time, its class, its video. */
export function EventForm(props: EventFormProps) {
  return <TenantGate>{({ tenantId }) => <Loaded {...props} tenantId={tenantId} />}</TenantGate>
}

function Loaded(props: EventFormProps & { tenantId: string }) {
  const { id: event_Id = '', listHref, tenantId } = props
  const { text } = useEventFormTexts()
  const form = useFormTexts()
  const reading = useRead(events.view, { tenantId, event_Id }, { enabled: event_Id !== '' })
  const back = { href: listHref, label: text('ui.events.title') }
  if (event_Id !== '' && reading.data === undefined)
    return <FormState readings={[reading]} back={back} missing={form.text('ui.form.rowMissing')} />
  const refresh = () => reading.refetch({ throwOnError: true }).then(({ data }) => data)
  return <Open key={event_Id} {...props} event={reading.data} refresh={refresh} back={back} />
}

interface OpenProps extends EventFormProps {
  tenantId: string
  event: ScheduledEvent | undefined
  refresh(): Promise<ScheduledEvent | undefined>
  back: { href: string | undefined; label: string }
}

function Open({ tenantId, event, at, refresh, back, onAdded, onDeleted, onDirtyChange }: OpenProps) {
  const { text } = useEventFormTexts()
  const draft = useEventDraft({ tenantId, event, at, refresh, onAdded, onDirtyChange })
  const type = useWatch({ control: draft.form.control, name: 'type' })
  const labels = useLabels()
  const isNew = event === undefined && draft.added === undefined
  return (
    <DraftForm
      draft={draft}
      back={back}
      isNew={isNew}
      title={event?.title ?? text('ui.events.new')}
      badge={event && <StateBadge event={event} />}
      saveLabel={isNew ? text('ui.events.create') : undefined}
      conflict={labels}
      actions={event && <DeleteEvent event={event} onDeleted={onDeleted} />}
    >
      <EventTypeField draft={draft} event={event} />
      <EventTime draft={draft} event={event} />
      <EventAbout draft={draft} eventKey={(event ?? draft.added)?.eventKey ?? null} />
      <EventClass draft={draft} event={event} tenantId={tenantId} />
      {type === EventType.Simulated ? (
        <Suspense>
          <EventVideo event={event} />
        </Suspense>
      ) : null}
    </DraftForm>
  )
}

/** EVENT-31, UPLOAD-23: its upload stops with it, and the queue goes on with the others. */
function DeleteEvent({ event, onDeleted }: { event: ScheduledEvent; onDeleted: (() => void) | undefined }) {
  const { text } = useEventFormTexts()
  const acts = useUploadActs()
  const upload = useUploadOf(event.event_Id, 'event', item => item?.id)
  return (
    <DeleteRow
      endpoint={events.remove}
      input={{ ids: [event.event_Id] }}
      label={text('ui.events.delete')}
      name={event.title}
      losses={event.file?.fileName || upload ? [text('ui.events.deleteLoss')] : []}
      onSuccess={() => (upload === undefined ? undefined : acts.remove(upload))}
      onDeleted={onDeleted}
    />
  )
}

function useLabels() {
  const { text } = useEventFormTexts()
  return {
    title: text('field.title'),
    description: text('field.description'),
    type: text('field.type'),
    schedule: text('field.schedule'),
    schedule_time: text('field.schedule_time'),
    durationSecond: text('field.durationSecond'),
    active: text('field.active'),
    imageUrl: text('field.imageUrl'),
    classCategoryId: text('field.classCategoryId'),
    skill: text('field.skill'),
  }
}
