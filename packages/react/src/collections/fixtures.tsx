import {
  type Collection,
  type CollectionItem,
  type Document,
  Role,
  type TenantEntry,
  type Title,
} from '@kinora/core'
import { Failure, type StoryAnswers, storyUser } from '../testing/stories.tsx'
import { completed } from '../titles/testing/fixtures.ts'

const entry: TenantEntry = {
  tenantId: 'north',
  name: 'Northwind',
  connect: null,
  providerId: null,
  isBulkUploadEnabled: true,
  isRichTextEnabled: true,
  timeZone: 'Europe/Berlin',
}

const names: Readonly<Record<string, string>> = {
  flow: 'Morning flow',
  climb: 'Climb',
  ride: 'Sprint ride',
  yin: 'Yin',
  soon: 'New year flow',
}
export const storyClasses: Title[] = Object.entries(names).map(([tag, className], index) => ({
  ...completed,
  tag,
  className,
  publishedDate: '2026-11-18T08:00:00',
  skill: 2 * index + 1,
  intensity: 10 - index,
  imageLink: null,
}))

const item = (tag: string): CollectionItem => ({
  tag,
  title: names[tag] ?? tag,
  isShown: tag !== 'soon',
  isOff: false,
  isOver: false,
  shownFrom: null,
  publishedDate: '2026-11-18T08:00:00',
  ...(tag === 'soon' && { publishedDate: '2027-01-01T00:00:00', shownFrom: '2027-01-01T00:00:00' }),
  classLanguageCode: 'en-GB',
  channelName: 'Studio',
  provider: 'Lake',
  imageLink: null,
  durationSecond: 600,
  contentType: 1,
})

const collection = (tag: string, name: string, more: Partial<Collection> = {}): Collection => ({
  collectionTag: tag,
  tenantId: 'north',
  name,
  description: `${name} for everyone.`,
  documentIds: [],
  active: true,
  activatedOnce: true,
  isFeaturedCollection: false,
  isClassOfDayCollection: false,
  displayOrder: 1,
  collectionItems: [],
  itemCount: 0,
  upcomingCount: 0,
  createdDate: '2026-11-01T08:00:00',
  version: 1,
  ...more,
})
const holding = (...tags: string[]): Partial<Collection> => ({
  collectionItems: tags.map(item),
  itemCount: tags.filter(tag => tag !== 'soon').length,
  upcomingCount: tags.filter(tag => tag === 'soon').length,
})

export const storyCollections: Collection[] = [
  collection('c-1', 'Mornings', { isFeaturedCollection: true, ...holding('flow', 'climb', 'soon') }),
  collection('c-2', 'Short', { isClassOfDayCollection: true, ...holding('ride') }),
  collection('c-3', 'Empty', { displayOrder: 3 }),
  collection('c-4', 'Planned', { active: false, activatedOnce: false, ...holding('yin') }),
]

const document = (documentId: string, title: string, more: Partial<Document> = {}): Document => ({
  documentId,
  tenantId: 'north',
  title,
  description: '',
  documentName: `${documentId}.pdf`,
  type: 'pdf',
  active: true,
  size: 1_572_864,
  pages: 2,
  previewLink: '/media/images/page.png',
  digest: 'd'.repeat(64),
  collectionCount: 0,
  titleCount: 0,
  createdDate: '2026-11-01T08:00:00',
  version: 1,
  ...more,
})

export const storyDocuments: Document[] = [
  document('plan', 'Four-week plan', {
    description: 'Three classes a week',
    collectionCount: 1,
    titleCount: 1,
  }),
  document('warm-up', 'Warm-up card', { active: false, pages: 1, size: 10_485_759 }),
]

/** A platform (fake server) that stores the collections it is sent; single answers can be replaced. */
export function collectionAnswers(replaced: StoryAnswers['collections'] = {}): StoryAnswers {
  let stored = [...storyCollections]
  const find = (tag: string | undefined) => stored.find(row => row.collectionTag === tag)
  const put = (tag: string | undefined, change: (row: Collection) => Partial<Collection>) => {
    stored = stored.map(row => (row.collectionTag === tag ? { ...row, ...change(row) } : row))
    return { status: 200 }
  }
  const tagsOf = (row: Collection) => row.collectionItems.map(each => each.tag)
  const page = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
  return {
    session: { verify: () => ({ user: { ...storyUser, role: Role.Tenant, tenants: [entry] } }) },
    documents: { list: () => page(storyDocuments) },
    collections: {
      list: () => page(stored),
      view: (_, { tag }) => find(tag) ?? new Failure(404),
      classes: () => page(storyClasses),
      create({ name, description, active = false, titleTags = [] }) {
        const flags = { active, activatedOnce: active, description }
        stored = [...stored, collection('c-new', name, { ...flags, ...holding(...titleTags) })]
        return { collectionTag: 'c-new' }
      },
      update({ name, description, active }, { tag }) {
        put(tag, row => ({
          name: name ?? row.name,
          description: description ?? row.description,
          active: active ?? row.active,
          version: row.version + 1,
        }))
        return find(tag)!
      },
      highlight(flags, { tag }) {
        const off = Object.fromEntries(Object.keys(flags).map(flag => [flag, false]))
        stored = stored.map(row => ({ ...row, ...off }))
        return put(tag, () => flags as Partial<Collection>)
      },
      addClasses: (tags, { tag }) => put(tag, row => holding(...tagsOf(row), ...toTags(tags))),
      reorderClasses: (tags, { tag }) =>
        put(tag, row => {
          const next = [...toTags(tags)]
          return holding(...tagsOf(row).map(each => (toTags(tags).includes(each) ? next.shift()! : each)))
        }),
      removeClasses: (tags, { tag }) =>
        put(tag, row => holding(...tagsOf(row).filter(each => !toTags(tags).includes(each)))),
      reorder({ collectionIds }) {
        const next = collectionIds.map(find)
        stored = stored.map(row => (collectionIds.includes(row.collectionTag) ? next.shift()! : row))
        return { status: 200 }
      },
      ...replaced,
    },
  }
}

/** A body that is a list is all of the input. */
const toTags = (input: unknown) => input as string[]
