import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { whyNotOnSite } from '../titles/on-site.ts'
import { TitleStatus } from '../titles/status.ts'
import { type EntitlementFacts, explainEntitlement, isEntitled } from './rules.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const DAY = 86_400_000
const today = Math.floor(now / DAY)
const iso = (away: number) => new Date(now + away * DAY).toISOString().slice(0, 10)
const days = fc.constantFrom(null, ...[-9, -4, -3, -1, 0, 1].map(iso))

const item = fc.record({
  ...{ title: fc.constantFrom('Gold', 'gold ', 'Other', ''), productId: fc.constantFrom('', 'pack-1', 'x') },
  ...{
    planId: fc.constantFrom(null, 'price_1', 'y'),
    source: fc.constantFrom('stripe', 'apple', 'flatfile', 'mms'),
  },
  status: fc.constantFrom('active', 'trial', 'cancelled', 'expired'),
  ...{ startDate: days, endDate: days },
})
const onePackage = fc.record({
  ...{ subsPackageId: fc.constantFrom('pack-1', 'pack-2'), title: fc.constantFrom('Gold', 'Silver') },
  ...{ pricingTableId: fc.constantFrom('price_1', 'price_2'), hasTitle: fc.boolean() },
  subscriptionType: fc.constantFrom('allinone' as const, 'bundle' as const),
})
const sample: fc.Arbitrary<EntitlementFacts> = fc.record({
  site: fc.record({
    ...{ tenantId: fc.constant('north'), isDeleted: fc.constantFrom(false, false, false, true) },
    product: fc.constantFrom(undefined, 'web' as const, 'app' as const),
  }),
  title: fc.record({
    ...{ startDate: days, endDate: days, isDelete: fc.constantFrom(false, false, true) },
    status: fc.constantFrom(TitleStatus.Published, TitleStatus.Published, TitleStatus.Completed),
    tenants: fc.constantFrom(['north'], ['north'], ['south']),
    kinds: fc.constantFrom(undefined, ['web' as const], ['web' as const, 'app' as const, 'virtual' as const]),
  }),
  moment: fc.constant({ now, day: today }),
  member: fc.option(
    fc.record({
      isDisabled: fc.constantFrom(false, false, true),
      items: fc.array(item, { maxLength: 3 }),
      termsVersion: fc.constantFrom(null, 1, 2),
    }),
    { nil: undefined },
  ),
  packages: fc.array(onePackage, { maxLength: 3 }),
  newestTerms: fc.constantFrom(null, 1, 2),
})

/** The same as somebody would decide it with the papers in hand. */
function mayWatch({ site, title, moment, member, packages, newestTerms }: EntitlementFacts): boolean {
  if (whyNotOnSite({ site, title, moment, member }) !== undefined) return false
  if (member === undefined) return true
  if (newestTerms !== null && member.termsVersion !== null && member.termsVersion < newestTerms) return false
  if (packages.every(({ hasTitle }) => !hasTitle)) return true
  for (const one of packages) {
    if (!one.hasTitle && one.subscriptionType !== 'allinone') continue
    for (const { title: name, productId, planId, status, source, startDate, endDate } of member.items) {
      const keys = [one.subsPackageId, one.pricingTableId]
      const isSame =
        keys.includes(productId) ||
        keys.includes(planId ?? '') ||
        name.trim().toLowerCase() === one.title.toLowerCase()
      const lastDay = ['stripe', 'apple'].includes(source) ? iso(-3) : iso(0)
      const isOpen =
        ['active', 'trial'].includes(status) &&
        (!startDate || startDate <= iso(0)) &&
        (!endDate || endDate >= lastDay)
      if (isSame && isOpen) return true
    }
  }
  return false
}

describe('LIVE-08 may this member see this title, and why', () => {
  test('the reasons decide as a plain reading of all facts does', () => {
    fc.assert(
      fc.property(sample, facts => {
        expect(isEntitled(explainEntitlement(facts))).toBe(mayWatch(facts))
      }),
      { numRuns: 2000 },
    )
  })

  test('what a site doesn’t show is refused for the first reason that isn’t met', () => {
    fc.assert(
      fc.property(sample, facts => {
        const first = explainEntitlement(facts).find(({ isMet }) => !isMet)
        const why = whyNotOnSite(facts)
        if (why === undefined) expect([undefined, 'package', 'terms']).toContain(first?.rule)
        else expect(first?.finding).toBe(why)
      }),
    )
  })

  test('names the packages that lock a title, and the items that open one', () => {
    const facts: EntitlementFacts = {
      site: { tenantId: 'north', isDeleted: false },
      title: { status: TitleStatus.Published, isDelete: false, tenants: ['north'] },
      moment: { now, day: today },
      member: { isDisabled: false, items: [], termsVersion: null },
      packages: [
        {
          subsPackageId: 'a',
          title: 'Gold',
          subscriptionType: 'bundle',
          pricingTableId: 'price_1',
          hasTitle: true,
        },
        {
          subsPackageId: 'b',
          title: 'All',
          subscriptionType: 'allinone',
          pricingTableId: 'price_2',
          hasTitle: false,
        },
      ],
      newestTerms: 3,
    }
    const reason = (more: Partial<NonNullable<EntitlementFacts['member']>>) =>
      explainEntitlement({ ...facts, member: { ...facts.member!, ...more } })
        .filter(({ rule }) => rule === 'package' || rule === 'terms')
        .map(({ finding, names }) => [finding, ...names].join(' '))
    expect(reason({})).toEqual(['locked Gold', 'notTold'])
    const all = {
      title: 'Everything',
      productId: '',
      planId: 'price_2',
      status: 'active',
      source: 'mms',
      startDate: null,
      endDate: null,
    }
    expect(reason({ items: [all], termsVersion: 3 })).toEqual(['opened Everything', 'consented'])
    expect(reason({ items: [{ ...all, status: 'expired' }], termsVersion: 2 })).toEqual([
      'locked Gold',
      'outdated',
    ])
    expect(
      explainEntitlement({ ...facts, packages: [] }).find(({ rule }) => rule === 'package')?.finding,
    ).toBe('free')
    expect(explainEntitlement({ ...facts, member: undefined }).map(({ rule }) => rule)).toEqual([
      'site',
      'published',
      'channel',
      'product',
      'dates',
    ])
  })
})
