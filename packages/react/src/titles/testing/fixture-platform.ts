import {
  contract,
  type Endpoint,
  type Input,
  type Metadata,
  type Output,
  Role,
  type TenantEntry,
  type Title,
  TitleStatus,
  type titleJobs,
  type titles,
  type UploadState,
  type User,
} from '@kinora/core'
import { bare, choices } from './fixtures.ts'

type Titles = typeof titles
/** Answers of single calls, typed by the contract; an Answer stands for a failure. */
export type Answers = { [V in keyof Titles]?: (input: Input<Titles[V]>) => Output<Titles[V]> | Answer } & {
  image?: () => { url: string } | Answer
  metadata?: () => Metadata
  /** Where the upload of the title's video stands. */
  standing?: () => UploadState | null
  /** What sites, collections and events would lose. */
  preview?: () => Output<typeof titleJobs.preview> | Answer
}
export class Answer {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown = {}) {
    this.status = status
    this.body = body
  }
}

/** Its clock is never the one of the machine that tests run on. */
const tenant: TenantEntry = {
  tenantId: 'north',
  name: 'Northwind',
  connect: null,
  providerId: null,
  isBulkUploadEnabled: true,
  isRichTextEnabled: true,
  timeZone: 'Asia/Kathmandu',
}

const userOf = (role: Role, timeZone = tenant.timeZone): User => ({
  userId: `user-${role}`,
  displayName: 'Mia Larsen',
  email: 'mia@northwind.test',
  role,
  tenants: role === Role.Tenant ? [{ ...tenant, timeZone }] : [],
  provider: null,
})

export interface Call {
  id: string
  input: Record<string, unknown>
}

/** A platform of one title that keeps what it is told; failures and slow answers are given by the test. */
export function createFixture(
  start: Title | undefined,
  { role = Role.Tenant, answers = {}, timeZone }: { role?: Role; answers?: Answers; timeZone?: string } = {},
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
      const { version } = state.title!
      const saved = { version: version + 1, updatedDate: '2026-11-20T09:00:00' }
      state.title = { ...state.title!, ...(input as Partial<Title>), ...saved }
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
      return tags.map(tag => ({ id: tag, status: 200 }))
    },
    updateThumbnailType: ({ thumbnailType }) => {
      state.title = { ...state.title!, thumbnailType, imageLink: '/images/frame.jpg' }
      return { imageLink: '/images/frame.jpg' }
    },
    image: () => ({ url: '/images/own.jpg' }),
    metadata: () => choices,
    standing: () => null,
    ...answers,
  }
  const answer = (id: string, input: Record<string, unknown>): unknown => {
    if (id === 'session.verify') return { user: userOf(role, timeZone) }
    if (id === 'metadata.view') return usual.metadata!()
    if (id === 'images.upload') return usual.image!()
    if (id === 'uploads.videoState') return usual.standing!()
    if (id === 'title-jobs.preview') return usual.preview?.() ?? new Answer(404)
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
