import { isReading } from '../access.ts'
import { callsOfEveryKey, isAmong, mayWithRights, type Right } from '../keys/rights.ts'

/** KEY-06: what a host can turn off within the rights of a session. */
export const embedFeatures = ['create', 'edit', 'upload', 'delete', 'publish', 'play', 'download'] as const
export type EmbedFeature = (typeof embedFeatures)[number]

/** The components of `@kinora/react` that a session can be made for, each with the rights that it takes. */
export const rightsOfComponent = {
  UploadTray: ['upload'],
  TitleList: ['read'],
  TitleView: ['read'],
  TitleForm: ['read', 'titles'],
  CaptionsCard: ['upload'],
  BatchList: ['bulk'],
  CollectionList: ['catalogue', 'read'],
  Schedule: ['schedule'],
  ReviewList: ['read'],
  MemberList: ['members'],
} as const satisfies Record<string, readonly Right[]>
export type EmbedComponent = keyof typeof rightsOfComponent
export const componentNames = Object.keys(rightsOfComponent) as [EmbedComponent, ...EmbedComponent[]]

/** The rights that are named, and those of the components. */
export const rightsAsked = (asked: {
  rights?: readonly Right[] | undefined
  components?: readonly EmbedComponent[] | undefined
}): Right[] => [
  ...new Set([
    ...(asked.rights ?? []),
    ...(asked.components ?? []).flatMap((name): readonly Right[] => rightsOfComponent[name]),
  ]),
]

/** Calls that a session for certain titles may make: each reads and writes those titles alone. */
export const callsOnTitles: readonly string[] = [
  ...['titles.search', 'titles.find', 'titles.create', 'titles.update', 'titles.remove', 'titles.publish'],
  ...['titles.cancelContent', 'titles.removeTrailer', 'titles.updateThumbnailType', 'titles.numbers'],
  ...['titles.plays', 'titles.frames', 'titles.verify', 'titles.encodeVideo', 'titles.encodeTrailer'],
  ...['titles.retry', 'titles.streamingLink', 'titles.export', 'title-history.*', 'deleted-titles.*'],
  ...['title-jobs.*', 'uploads.*', 'captions.*', 'images.upload', 'images.uploadCover', 'reviews.*'],
  'files.original',
]

/** Calls that tell of no title, which such a session may make as well: the words that forms choose from. */
export const callsBesideTitles: readonly string[] = [
  ...callsOfEveryKey,
  ...['categories.list', 'channels.list', 'channels.search', 'labels.list', 'focus-areas.list'],
  'equipment.list',
]

const featureOfCall: Readonly<Record<string, EmbedFeature>> = {
  'batches.add': 'create',
  'batches.process': 'create',
  'member-imports.upload': 'create',
  'member-imports.process': 'create',
  'captions.create': 'edit',
  'deliveries.retry': 'publish',
  'channels.activate': 'publish',
  'titles.publish': 'publish',
  'titles.streamingLink': 'play',
  'events.watch': 'play',
  'titles.retry': 'upload',
  'titles.cancelContent': 'upload',
  'events.cancelUpload': 'upload',
  'documents.removeFromCollection': 'edit',
  'collections.removeClasses': 'edit',
  'files.original': 'download',
}

/**
 * The feature that a call is part of; undefined of one that only reads, and of those on many titles at once, which say themselves
 * what they do (`featureOfAct`).
 */
export function featureOf(id: string, method: string): EmbedFeature | undefined {
  const [noun = '', verb = ''] = id.split('.')
  if (featureOfCall[id] !== undefined) return featureOfCall[id]
  if (/^(export|download)$/.test(verb)) return 'download'
  if (isReading({ id, method }) || noun === 'title-jobs') return undefined
  if (noun === 'publishing') return 'publish'
  if (noun === 'uploads' || noun === 'images' || /^(upload|encode)/.test(verb)) return 'upload'
  if (/^(remove|erase)/.test(verb)) return 'delete'
  if (/^(create|duplicate|add)/.test(verb)) return 'create'
  return 'edit'
}

/** The same of an act on many titles. */
export const featureOfAct = {
  publish: 'publish',
  publishWhenReady: 'publish',
  unpublish: 'publish',
  delete: 'delete',
  edit: 'edit',
} as const

/** What a session is held to. */
export interface EmbedLimits {
  rights: readonly Right[]
  features: Readonly<Partial<Record<EmbedFeature, boolean>>>
  titles: object | null
}

const callOf = {
  create: ['titles.create', 'POST'],
  edit: ['titles.update', 'POST'],
  upload: ['uploads.video', 'POST'],
  delete: ['titles.remove', 'POST'],
  publish: ['titles.publish', 'POST'],
  play: ['titles.streamingLink', 'POST'],
  download: ['titles.export', 'POST'],
} as const satisfies Record<EmbedFeature, readonly [string, string]>

/** What components offer of titles: what the server refuses they don’t show. A list of titles takes in no new one. */
export const featuresOnTitles = (limits: EmbedLimits): Record<EmbedFeature, boolean> =>
  Object.fromEntries(
    embedFeatures.map(feature => {
      const [id, method] = callOf[feature]
      const isListed = feature === 'create' && limits.titles !== null && 'tags' in limits.titles
      return [feature, !isListed && refusalInSession({ id, method }, limits) === undefined]
    }),
  ) as Record<EmbedFeature, boolean>

/** KEY-06: why a session may not make a call: it lacks the right, the feature is off, or it is for certain titles. */
export function refusalInSession(
  { id, method }: { id: string; method: string },
  { rights, features, titles }: EmbedLimits,
): 'right' | 'titles' | { feature: EmbedFeature } | undefined {
  // What makes and ends sessions and accounts is the host’s.
  if (/^(embed-sessions|scim)\./.test(id) || !mayWithRights(id, rights)) return 'right'
  const feature = featureOf(id, method)
  if (feature !== undefined && features[feature] === false) return { feature }
  if (titles !== null && !isAmong([...callsOnTitles, ...callsBesideTitles], id)) return 'titles'
  return undefined
}
