import { categories, titles } from '@kinora/core'
import type { Kinora } from '@kinora/react'
import type { ComponentType } from 'react'

export type Account = 'admin' | 'provider' | 'tenant'
export type Depth = 'ready-made' | 'compound' | 'hook'

export interface Example {
  account: Account
  load(): Promise<{ default: unknown }>
  /** What the example is told besides, read from the platform. */
  given?(kinora: Kinora): Promise<Record<string, unknown>>
}

/** The files that the pages show: their default export takes `kinora`, and what `given` answers. */
const files = import.meta.glob<{ default: unknown }>(
  '../../../packages/react/examples/*/{ready-made,compound,hook}.tsx',
)

interface Part {
  account: Account
  given?: Partial<Record<Depth, Example['given']>>
}

const inAll = (given: Example['given']) => ({ 'ready-made': given, compound: given, hook: given })
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

/** A title of the demo with what its page shows: a video, a description, captions. */
async function someTitle({ session }: Kinora): Promise<string> {
  const { data } = await session.send(titles.search, { page: 1, take: 50 })
  return (data.find(({ streamingLink }) => streamingLink) ?? data[0])?.tag ?? ''
}
const tag = async (kinora: Kinora) => ({ tag: await someTitle(kinora) })

/** Who sees each part of the demo, and what its examples are told. */
export const parts: Record<string, Part> = {
  'title-list': { account: 'provider' },
  'title-editor': { account: 'provider', given: inAll(tag) },
  upload: { account: 'provider', given: { compound: tag } },
  player: { account: 'provider', given: inAll(tag) },
  schedule: { account: 'tenant', given: { hook: async () => ({ from: day(0), to: day(6) }) } },
  collections: { account: 'tenant' },
  categories: { account: 'provider' },
  captions: {
    account: 'provider',
    given: inAll(async kinora => ({ titleTag: await someTitle(kinora) })),
  },
  reports: {
    account: 'admin',
    given: {
      'ready-made': async () => ({ tenantId: 'pulsehouse' }),
      hook: async () => ({ type: 'contentUsage', startDate: day(-29), endDate: day(0) }),
    },
  },
  members: { account: 'tenant' },
  form: {
    account: 'provider',
    given: {
      async 'ready-made'({ session }) {
        const { data } = await session.send(categories.list, {})
        return { id: data[0]?.categoryId }
      },
    },
  },
}

export function findExample(part: string, depth: Depth): Example | undefined {
  const load = files[`../../../packages/react/examples/${part}/${depth}.tsx`]
  const found = parts[part]
  return found && load && { account: found.account, load, given: found.given?.[depth] }
}

export type Shown = ComponentType<Record<string, unknown> & { kinora: Kinora }>
