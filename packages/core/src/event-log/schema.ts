import * as z from 'zod'
import { Id, Moment, Version } from '../kernel/fields.ts'
import type { MessageKey } from '../messages/en.ts'

/** What a type of events is about: the field of `data` that has its id, and what happened to it. */
interface Family {
  id: string
  events: Readonly<Record<string, string>>
}

/** HOOK-01: every type, by what it is about, with what it says in the OpenAPI document. */
const families = {
  title: {
    id: 'titleTag',
    events: {
      created: 'A title was created',
      uploaded: 'The video of a title has arrived whole',
      processed: 'A title is processed and can be published',
      failed: 'The upload or the processing of a title failed; `reason` says why',
      updated: 'Somebody changed a title',
      published: 'A title is on the sites that its channel is published to',
      unpublished: 'A title is on no site any more',
      deleted: 'A title was deleted',
      restored: 'A deleted title is back',
    },
  },
  upload: {
    id: 'titleTag',
    events: {
      started: 'The upload of a file of a title began',
      completed: 'A file of a title is stored',
      refused: 'An uploaded file of a title was refused',
    },
  },
  batch: {
    id: 'batchId',
    events: {
      created: 'A bulk upload was added',
      started: 'A bulk upload is being processed',
      stopped: 'A bulk upload was stopped',
      completed: 'A bulk upload is done; some of its rows may have failed',
      cancelled: 'A bulk upload ended before its time',
    },
  },
  job: {
    id: 'jobId',
    events: {
      created: 'An act on many titles was asked for',
      completed: 'An act on many titles is done; some of them may have been refused',
      cancelled: 'An act on many titles ended before its time',
    },
  },
  event: {
    id: 'eventId',
    events: {
      scheduled: 'An event was added to the schedule',
      changed: 'An event of the schedule, or one of its occurrences, was changed',
      deleted: 'An event was taken off the schedule',
      on_air: 'An occurrence of an event has begun; `date` says which',
      ended: 'An occurrence that was on air has ended',
      recorded: 'What was sent to an occurrence is a draft title; `recordingTag` names it',
    },
  },
  collection: {
    id: 'collectionTag',
    events: {
      created: 'A collection was created',
      updated: 'A collection, or what is in it, was changed',
      deleted: 'A collection was deleted',
    },
  },
  subscription: {
    id: 'subsPackageId',
    events: {
      created: 'A subscription package was created',
      updated: 'A subscription package was changed',
      deleted: 'A subscription package was deleted',
    },
  },
  member: {
    id: 'userId',
    events: {
      created: 'A member has come, by an import or from the site',
      updated: 'A member, or what a member has, was changed by somebody, an import or the site',
      erased: 'A member was erased',
    },
  },
  import: {
    id: 'fileId',
    events: {
      created: 'A file of members was uploaded',
      started: 'Members are being imported',
      stopped: 'An import of members was stopped',
      completed: 'An import of members is done; some of its rows may have failed',
      cancelled: 'An import of members ended before its time',
    },
  },
  review: { id: 'reviewId', events: { created: 'A member wrote about a title' } },
  tenant: {
    id: 'tenantId',
    events: {
      created: 'A tenant was created',
      updated: 'A tenant, or the settings of its site or apps, was changed',
      deleted: 'A tenant was deleted',
      restored: 'A deleted tenant is back',
    },
  },
  terms: { id: 'tenantId', events: { uploaded: 'New terms of a tenant’s site were uploaded' } },
  key: {
    id: 'keyId',
    events: {
      created: 'An API key was made',
      rotated: 'An API key has a new secret',
      revoked: 'An API key was revoked',
    },
  },
} as const satisfies Record<string, Family>

type Families = typeof families
type TypesOf<F extends keyof Families> = `${F}.${keyof Families[F]['events'] & string}`
export type LogEventType = { [F in keyof Families]: TypesOf<F> }[keyof Families]

const listed = Object.entries(families).flatMap(([family, { id, events }]) =>
  Object.entries(events).map(([name, summary]) => ({
    type: `${family}.${name}` as LogEventType,
    family,
    id,
    summary: summary as string,
  })),
)
const byType = new Map(listed.map(each => [each.type as string, each]))

export const LogEventType = z.enum(listed.map(({ type }) => type) as [LogEventType, ...LogEventType[]])
/** The person behind an event; null where the platform did it by itself. */
export const EventActor = z.object({ userId: z.string(), name: z.string(), client: z.string() })

const EventFields = z.object({
  /** The same however often it is sent. */
  id: z.string(),
  /** Of the schema of `data`; what is added doesn’t change it. */
  schemaVersion: z.literal(1),
  timestamp: z.iso.datetime(),
  /** Counts the events of its tenant, of its provider, or of the platform, from 1 and without a gap. */
  number: z.int(),
  tenantId: Id.nullable(),
  providerId: Id.nullable(),
  actor: EventActor.nullable(),
})

const EventDetails = z.object({
  /** What it is called; null of members and of what has no name. */
  name: z.string().nullable(),
  version: Version.nullable(),
  /** Names of the fields that were changed; their values are read by id. */
  changed: z.array(z.string()).optional(),
  /** The code of the sentence that says why it failed. */
  reason: z.string().optional(),
  /** Of an occurrence: its day in the series, `2026-11-20`. */
  date: z.string().optional(),
  /** The title that a recording became. */
  recordingTag: z.string().optional(),
})
export type EventDetails = Omit<z.infer<typeof EventDetails>, 'name' | 'version'>

/** HOOK-01: an event of any type, as webhooks, the stream and the list have it. */
export const LogEvent = EventFields.extend({
  type: LogEventType,
  data: EventDetails.catchall(z.unknown()),
})
export type LogEvent = z.infer<typeof LogEvent>

/** Each type with the schema of what is sent, for the OpenAPI document. */
export const eventSchemas = listed.map(({ type, id, summary }) => ({
  type,
  summary,
  schema: EventFields.extend({
    type: z.literal(type),
    data: z.object({ [id]: Id, ...EventDetails.shape }),
  }),
}))

/** The name that the id of what an event is about has in its `data`. */
export const eventIdKey = (type: LogEventType): string => byType.get(type)!.id

/** How long events, and deliveries of them, are kept, in days. */
export const EVENT_DAYS = 30

/** Where a list or a stream goes on: the id of the last event that was seen. */
export const toEventId = (position: number): string => `evt_${position}`
export const EventId = z
  .string()
  .trim()
  .max(20)
  .regex(/^evt_\d{1,15}$/, 'eventLog.id' satisfies MessageKey)
/** The place of an event among all. */
export const toPosition = (eventId: string): number => Number(eventId.slice('evt_'.length))

export const EventLogFilter = z.object({
  /** Those behind this one; the oldest that is kept comes first without it. */
  after: EventId.optional(),
  /** Those since a moment. */
  since: Moment.optional(),
  types: z.array(LogEventType).max(listed.length).optional(),
  /** For administrators: those of one tenant. */
  tenant: Id.optional(),
})
export type EventLogFilter = z.infer<typeof EventLogFilter>

type Verbs = Readonly<Record<string, LogEventType | null>>

/**
 * The event that an act in the audit log is, by noun and verb of its entry; `*` is any other verb. Null where the act is told by what
 * it brings about, as a title that is published tells by its status.
 */
const acts: Readonly<Record<string, Verbs>> = {
  titles: {
    create: 'title.created',
    remove: 'title.deleted',
    restore: 'title.restored',
    beginUpload: 'upload.started',
    storeFile: 'upload.completed',
    refuseFile: 'upload.refused',
    publish: null,
    unpublish: null,
    retry: null,
    cancelContent: null,
    encodeVideo: null,
    encodeTrailer: null,
    '*': 'title.updated',
  },
  batches: { add: 'batch.created', '*': null },
  'title-jobs': { create: 'job.created', undo: 'job.created', '*': null },
  'member-imports': { upload: 'import.created', '*': null },
  events: { create: 'event.scheduled', remove: 'event.deleted', '*': 'event.changed' },
  collections: { create: 'collection.created', remove: 'collection.deleted', '*': 'collection.updated' },
  subscriptions: {
    create: 'subscription.created',
    remove: 'subscription.deleted',
    '*': 'subscription.updated',
  },
  members: { erase: 'member.erased', '*': 'member.updated' },
  tenants: {
    create: 'tenant.created',
    remove: 'tenant.deleted',
    restore: 'tenant.restored',
    '*': 'tenant.updated',
  },
  'web-settings': { '*': 'tenant.updated' },
  'app-settings': { '*': 'tenant.updated' },
  terms: { '*': 'terms.uploaded' },
  keys: { create: 'key.created', rotate: 'key.rotated', revoke: 'key.revoked' },
}

/** HOOK-01 */
export function eventOfAct({ noun, verb }: { noun: string; verb: string }): LogEventType | null {
  const verbs = acts[noun]
  if (verbs === undefined) return null
  const own = verbs[verb]
  return own === undefined ? (verbs['*'] ?? null) : own
}
