import {
  contract,
  type Endpoint,
  emptyTitleDraft,
  type Input,
  type Metadata,
  type Output,
  Role,
  type Title,
  TitleStatus,
  type titles,
  toSkillBand,
  type User,
  VideoStatus,
} from '@kinora/core'
import type { ReactNode } from 'react'
import { createKinora, type Kinora } from '../kernel/kinora.ts'
import { KinoraProvider } from '../kernel/provider.tsx'
import type { RootProps } from '../ui/root.tsx'
import { renderInRoot } from '../ui/testing.tsx'
import { ToastProvider } from '../ui/toast-region.tsx'

type Titles = typeof titles
/** Answers of single calls, typed by the contract; an Answer stands for a failure. */
export type Answers = { [V in keyof Titles]?: (input: Input<Titles[V]>) => Output<Titles[V]> | Answer } & {
  image?: () => { url: string } | Answer
}
export class Answer {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown = {}) {
    this.status = status
    this.body = body
  }
}

export const completed: Title = {
  ...emptyTitleDraft,
  tag: 'kn-1042',
  className: 'Morning flow',
  classDescription: 'Wake up slowly: forty minutes of breath and balance.',
  classCategoryId: 'yoga',
  classSubCategoryId: 'vinyasa',
  classLanguageCode: 'en-GB',
  channelId: 'studio',
  providerID: 'north',
  scheduleDate: '2026-12-01T09:00:00',
  equipmentIds: ['mat'],
  focusAreaIds: ['core'],
  labelIds: [],
  keywords: ['morning', 'breath'],
  instructor: 'Mia Larsen',
  skill: 3,
  intensity: 4,
  imageLink: '/images/cover.jpg',
  classCategory: 'Yoga',
  classSubCategory: 'Vinyasa',
  classLanguage: 'English (United Kingdom)',
  channelName: 'Studio',
  provider: 'Northwind',
  providerType: 1,
  tenants: [],
  creationDate: '2026-11-18T08:00:00',
  publishedDate: null,
  durationSecond: 2410,
  equipmentTypeTags: ['Mat'],
  focusAreaTags: ['Core'],
  level: toSkillBand(3),
  isComplete: true,
  isFavourite: false,
  status: TitleStatus.Completed,
  videoStatus: VideoStatus.Completed,
  trailerStatus: null,
  trailerLinkWeb: null,
  trailerLinkMobile: null,
  rawVideoFileUrl: '/media/raw/kn-1042',
  streamingLink: '/portal/title/streaminglink/north/kn-1042',
  errorType: null,
  jobID: null,
  chunkNumber: 0,
  isDelete: false,
  mediaType: 1,
  tenantId: 'north',
  externalId: null,
  fileName: 'morning-flow.mp4',
  fileSize: 734_003_200,
  fileDigest: '4f2a9b'.padEnd(60, '0') + '9c31',
  processing: null,
  updatedDate: '2026-11-20T08:30:00',
}

/** A title that has only a name. */
export const bare: Title = {
  ...completed,
  ...emptyTitleDraft,
  tag: 'kn-2000',
  className: 'Evening stretch',
  providerID: 'north',
  status: TitleStatus.Incomplete,
  videoStatus: null,
  streamingLink: null,
  fileName: null,
  fileSize: null,
  fileDigest: null,
  durationSecond: 0,
}

const named = (invariantText: string) => ({ invariantText, localTexts: [] })
const taxonomy = (id: string, name: string) => ({
  id,
  displayName: name,
  tenantId: null,
  name: { 'en-US': name },
  isActive: true,
})

export const choices: Metadata = {
  categories: ['Yoga', 'Strength'].map((name, displayOrder) => ({
    id: name.toLowerCase(),
    categoryId: name.toLowerCase(),
    displayName: name,
    tenantId: null,
    name: named(name),
    description: named(''),
    isPromoted: false,
    imageLink: null,
    bannerImageLink: null,
    subCategories:
      name === 'Yoga' ? [{ subCategoryId: 'vinyasa', name: named('Vinyasa'), isPromoted: false }] : [],
    displayOrder,
  })),
  channels: [
    {
      id: 'studio',
      tag: 'studio',
      name: 'Studio',
      displayName: 'Studio',
      description: '',
      providerId: 'north',
      providerName: 'Northwind',
      Availability: { inClub: true, appAndweb: true, hotel: false },
      active: true,
      tenants: ['north'],
      mediaSpaceImageUrl: null,
      profileImageUrl: null,
    },
  ],
  equipments: ['Mat', 'Block', 'Strap', 'Band'].map(name => ({
    ...taxonomy(name.toLowerCase(), name),
    equipmentId: name.toLowerCase(),
  })),
  focusAreas: [{ ...taxonomy('core', 'Core'), focusAreaId: 'core' }],
  labels: [{ ...taxonomy('new', 'New'), labelId: 'new' }],
  languages: [{ id: 'en-GB', ietfTag: 'en-GB', name: 'English (United Kingdom)' }],
  providers: [
    {
      id: 'north',
      tag: 'north',
      name: 'Northwind',
      displayName: 'Northwind',
      email: 'studio@northwind.test',
      phoneNumber: null,
      contact: 'Mia',
      userRole: 1,
      mediaPlatform: 0,
      tenantId: 'north',
      isTenantProvider: true,
      stage1Encode: false,
      isBulkUploadEnabled: false,
    },
  ],
}

export const userOf = (role: Role): User => ({
  userId: `user-${role}`,
  displayName: 'Mia Larsen',
  email: 'mia@northwind.test',
  role,
  tenants: [],
  provider: null,
})

export interface Call {
  id: string
  input: Record<string, unknown>
}

/** A platform of one title that keeps what it is told; failures and slow answers are given by the test. */
export function createFixture(
  start: Title | undefined,
  { role = Role.Tenant, answers = {} }: { role?: Role; answers?: Answers } = {},
) {
  const calls: Call[] = []
  const state = { title: start }
  const usual: Answers = {
    find: () => ({ totalRecords: 1, totalPages: 1, page: 1, data: state.title ? [state.title] : [] }),
    create: input => {
      state.title = { ...bare, ...(input as Partial<Title>), tag: 'kn-new' }
      return { tag: 'kn-new', created: true }
    },
    update: input => {
      state.title = { ...state.title!, ...(input as Partial<Title>), updatedDate: '2026-11-20T09:00:00' }
      return state.title
    },
    publish: ({ publish }) => {
      state.title = {
        ...state.title!,
        status: publish === false ? TitleStatus.Unpublished : TitleStatus.Published,
        publishedDate: '2026-11-20T09:00:00',
      }
      return state.title
    },
    removeTrailer: () => {
      state.title = { ...state.title!, trailerStatus: null, trailerLinkWeb: null, trailerLinkMobile: null }
      return { status: 200 }
    },
    remove: ({ tags }) => {
      state.title = undefined
      return tags.map(tag => ({ item1: tag, item2: 200 }))
    },
    updateThumbnailType: ({ thumbnailType }) => {
      state.title = { ...state.title!, thumbnailType, imageLink: '/images/frame.jpg' }
      return { imageLink: '/images/frame.jpg' }
    },
    image: () => ({ url: '/images/own.jpg' }),
    ...answers,
  }
  const answer = (id: string, input: Record<string, unknown>): unknown => {
    if (id === 'session.verify') return { user: userOf(role) }
    if (id === 'metadata.view') return choices
    if (id === 'images.upload') return usual.image!()
    const verb = id.replace('titles.', '') as keyof Titles
    return (usual[verb] as ((input: unknown) => unknown) | undefined)?.(input) ?? new Answer(404)
  }
  const fetch = (async (url: string, init?: RequestInit) => {
    const { endpoint, input } = read(url, init)
    calls.push({ id: endpoint.id, input })
    const found = answer(endpoint.id, input)
    return found instanceof Answer
      ? Response.json(found.body, { status: found.status })
      : Response.json(found, { status: endpoint.status === 204 ? 200 : endpoint.status })
  }) as typeof globalThis.fetch
  return { fetch, calls, state, sent: (id: string) => calls.filter(call => call.id === id) }
}
export type Fixture = ReturnType<typeof createFixture>

const endpoints: Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun) as Endpoint[])

function read(url: string, init: RequestInit = {}): { endpoint: Endpoint; input: Record<string, unknown> } {
  const { pathname, searchParams } = new URL(url, location.href)
  for (const endpoint of endpoints) {
    const pattern = endpoint.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}/?$`).exec(pathname)
    if (match === null || endpoint.method !== (init.method ?? 'GET')) continue
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : {}
    const fields = endpoint.body === undefined ? (body as object) : { [endpoint.body]: body }
    return { endpoint, input: { ...match.groups, ...Object.fromEntries(searchParams), ...fields } }
  }
  throw new Error(`The contract knows no ${init.method} ${pathname}`)
}

/** Renders signed in, as a host does, against a fixture. */
export async function renderSignedIn(fixture: Fixture, content: ReactNode, root: RootProps = {}) {
  const values = new Map<string, string>()
  const kinora: Kinora = createKinora({
    baseUrl: '',
    fetch: fixture.fetch,
    getToken: () => 'token',
    store: {
      getItem: key => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: key => void values.delete(key),
    },
  })
  await kinora.session.start()
  const screen = await renderInRoot(
    <KinoraProvider kinora={kinora}>
      <ToastProvider label="Notifications" dismissLabel="Dismiss" duration={() => 3000}>
        {content}
      </ToastProvider>
    </KinoraProvider>,
    root,
  )
  return { screen, kinora }
}
