import { en, Title, toBadge, toWireNames } from '@kinora/core'
import { fieldsOfRows, namesOf } from '../kernel/json-fields.ts'
import { contentTypeName, stateText, titleStatusValue, videoStatusValue } from './format.ts'

/** What stands beside codes and odd spellings of the wire in `--json`. */
interface ReadableNames {
  statusName: string
  /** The badge of E-5 and its text. */
  badge: string
  badgeText: string
  /** C-143: state and next step, as lists show them. */
  phrase: string
  videoStatusName: string | null
  trailerStatusName: string | null
  contentTypeName: string
  mediaTypeName: string
  /** Whether a provider has made it, or a tenant that is its own. */
  providerTypeName: 'provider' | 'tenant'
  providerId: string | null
  sourceProviderId: string | null
  jobId: string | null
  migrating: boolean
  autoPublish: boolean
}

type ReadableTitle = Title & ReadableNames

const readableNames = namesOf<ReadableNames>({
  statusName: true,
  badge: true,
  badgeText: true,
  phrase: true,
  videoStatusName: true,
  trailerStatusName: true,
  contentTypeName: true,
  mediaTypeName: true,
  providerTypeName: true,
  providerId: true,
  sourceProviderId: true,
  jobId: true,
  migrating: true,
  autoPublish: true,
})

const { fields, names } = fieldsOfRows(Title, readableNames)

/** What `--json` may name of a title. */
export const titleFields: readonly string[] = fields

/** Of one title in full. */
export const fullTitleFields = [...titleFields, 'uploads']

/** A title for `--json`: names of the wire stay, readable ones come beside them; flags take the same values. */
export const toReadable = (title: Title): ReadableTitle => ({
  ...(toWireNames(names, title) as Title),
  statusName: titleStatusValue(title.status),
  badge: toBadge(title).kind,
  badgeText: en[toBadge(title).text],
  phrase: stateText(title),
  videoStatusName: title.videoStatus === null ? null : videoStatusValue(title.videoStatus),
  trailerStatusName: title.trailerStatus === null ? null : titleStatusValue(title.trailerStatus),
  contentTypeName: contentTypeName(title.contentType),
  mediaTypeName: contentTypeName(title.mediaType),
  providerTypeName: title.providerType === 1 ? 'tenant' : 'provider',
  providerId: title.providerId,
  sourceProviderId: title.SourceProviderId,
  jobId: title.jobID,
  migrating: title.IsMigrating,
  autoPublish: title.IsAutoPublish,
})
