import { describe, expect, test } from 'vitest'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { type PriceCheck, priceWords, toMoney } from '../stripe/schema.ts'
import { checkSubscription, newSubscription, type SubscriptionDraft, toRemovals } from './schema.ts'

const messages = createMessages(en)
const good: SubscriptionDraft = {
  ...{ title: 'Unlimited', description: 'Every class.', subscriptionType: 'allinone', isActive: true },
  ...{ collectionTags: ['a'], pricingTableId: 'price_1Ab2Cd', imageLink: '/media/images/a.jpg' },
}
const words = (draft: object) =>
  checkSubscription({ ...good, ...draft } as SubscriptionDraft).map(issue => messages.issue(issue))

describe('SUBS-03, SUBS-08 what a package needs', () => {
  test('a new one lacks everything but its type, which is said field by field', () => {
    expect(checkSubscription(good)).toEqual([])
    expect(checkSubscription(newSubscription).map(issue => messages.issue(issue))).toEqual([
      'Required Title',
      'Required Description',
      'Required Cover',
      'Required Collections',
      'Required Price id',
    ])
  })
  test.each<[string, object, string[]]>([
    ['SUBS-08 a title of 40', { title: 'a'.repeat(40), description: 'a'.repeat(500) }, []],
    ['SUBS-08 longer', { title: 'a'.repeat(41) }, ['Title should not be longer than 40 characters']],
    ['SUBS-02 a type', { subscriptionType: 'bundle' }, []],
    ['SUBS-02 no other', { subscriptionType: 'gold' }, ['Type must be one of: allinone, bundle']],
    [
      'C-114 the form of an id',
      { pricingTableId: 'price 1' },
      ['Price id must be an id of Stripe’s, such as price_1Ab2Cd'],
    ],
    ['SUBS-03 a cover', { imageLink: null }, ['Required Cover']],
  ])('%s', (_, draft, said) => expect(words(draft)).toEqual(said))
})

test('SUBS-07 the answer names those alone that stayed', () => {
  const failure = { id: 'b', reason: 'It is in use.', status: 409 }
  expect(toRemovals(['a', 'b', 'a'], [failure])).toEqual([
    { id: 'a', failure: undefined },
    { id: 'b', failure },
  ])
})

describe('C-114 what Stripe says, in words', () => {
  const price: PriceCheck = {
    ...{ outcome: 'found', name: 'Gold', amount: 990, currency: 'eur', interval: 'month', intervalCount: 1 },
  }
  const say = (check: object, language = 'en') =>
    priceWords({ ...price, ...check } as PriceCheck, messages.text, language)
  test.each([
    [{}, 'Gold: €9.90 per month'],
    [{ intervalCount: 3 }, 'Gold: €9.90 every 3 months'],
    [{ interval: 'year' }, 'Gold: €9.90 per year'],
    [{ interval: null, intervalCount: null }, 'Gold: €9.90 once'],
    [{ amount: null }, 'Gold: priced in tiers per month'],
    [{ outcome: 'unknown' }, 'Stripe doesn’t know this id.'],
    [{ outcome: 'unreachable' }, 'Stripe couldn’t be reached. You can save without the check.'],
  ])('%o', (check, said) => expect(say(check)).toBe(said))
  test('an amount as it is written where the viewer is', () => {
    expect(say({}, 'de').replace(/\s/g, ' ')).toBe('Gold: 9,90 € per month')
  })
  test.each([
    ['jpy', '¥990'],
    ['kwd', 'KWD 0.990'],
    // Stripe counts these in hundredths, although ISO 4217 has no decimals for them.
    ['isk', 'ISK 10'],
    ['mga', 'MGA 990'],
  ])('the smallest unit of %s is Stripe’s', (currency, said) => {
    expect(toMoney(990, currency, 'en').replace(/\s/g, ' ').replace('.00', '')).toBe(said)
  })
})
