import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DocumentList } from './documents/documents.tsx'
import { documentAnswers } from './documents/fixtures.tsx'
import { eventAnswers } from './events/fixtures.tsx'
import { Schedule } from './events/schedule.tsx'
import { ProviderList } from './providers/provider-list.tsx'
import { supplyAnswers } from './publishing/fixtures.tsx'
import { reviewAnswers } from './reviews/fixtures.tsx'
import { ReviewList } from './reviews/review-list.tsx'
import { subscriptionAnswers } from './subscriptions/fixtures.tsx'
import { SubscriptionList } from './subscriptions/subscription-list.tsx'
import { tenantAnswers } from './tenants/fixtures.tsx'
import { TenantList } from './tenants/tenant-list.tsx'
import { type StoryAnswers, StoryKinora } from './testing/stories.tsx'
import { renderInRoot } from './ui/testing.tsx'

const href = { rowHref: (id: string) => `#${id}`, addHref: '#add' }
type List = (input: object, parts?: object) => object

test.each<[string, ReactNode, StoryAnswers, number]>([
  ['documents', <DocumentList key="d" {...href} />, documentAnswers(), 99_999],
  ['events', <Schedule key="e" {...href} />, eventAnswers(), -1],
  ['providers', <ProviderList key="p" {...href} />, supplyAnswers(), 99_999],
  ['reviews', <ReviewList key="r" />, reviewAnswers(), 99_999],
  ['subscriptions', <SubscriptionList key="s" {...href} />, subscriptionAnswers(), 99_999],
  ['tenants', <TenantList key="t" {...href} />, tenantAnswers(), 99_999],
])(
  'C-08 a list of %s asks for 50 rows, and for all of them as the register says',
  async (noun, list, answers, all) => {
    const nouns = answers as Record<string, Record<string, List>>
    const usual = nouns[noun]!.list!
    const takes: number[] = []
    const told: List = (input, parts) => {
      takes.push(Number(({ ...input, ...parts } as { take?: number | string }).take))
      return { ...usual(input, parts), totalRecords: 120, totalPages: 3 }
    }
    await renderInRoot(
      <StoryKinora answers={{ ...answers, [noun]: { ...nouns[noun], list: told } }}>{list}</StoryKinora>,
    )
    await expect.poll(() => takes).toContain(50)
    expect(new Set(takes)).toEqual(new Set([50]))
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('All')
    await expect.poll(() => takes.at(-1)).toBe(all)
  },
)

test('C-08 a size that was typed into the address is one of the choices', async () => {
  const location = { read: () => new URLSearchParams('take=30'), write: () => undefined }
  const { reviews = {}, ...others } = reviewAnswers()
  const list = (...asked: Parameters<List>) => ({
    ...reviews!.list!(...(asked as unknown as Parameters<NonNullable<typeof reviews.list>>)),
    totalRecords: 120,
  })
  await renderInRoot(
    <StoryKinora answers={{ ...others, reviews: { ...reviews, list } as StoryAnswers['reviews'] }}>
      <ReviewList location={location} />
    </StoryKinora>,
  )
  const size = page.getByRole('combobox', { name: 'Rows per page' })
  await expect.element(size).toHaveValue('30')
  const offered = [...(size.element() as HTMLSelectElement).options].map(({ value }) => value)
  expect(offered).toEqual(['25', '30', '50', '100', 'all'])
})
