import { describe, expect, test } from 'vitest'
import { type ReadinessFacts, toReadiness } from './rules.ts'

const nothing: ReadinessFacts = {
  ...{
    name: 'Acme',
    timeZone: 'Europe/Berlin',
    languageCodes: ['en-GB', 'de-DE'],
    activatedProducts: ['Web'],
  },
  ...{ hasWeb: false, hasApp: false, hasLook: false, termsLanguages: [], channels: 0, collections: 0 },
}
const missing = (facts: Partial<ReadinessFacts>) =>
  toReadiness({ ...nothing, ...facts })
    .steps.filter(({ state }) => state === 'missing')
    .map(({ id }) => id)

describe('28.3 what a tenant needs until it is live', () => {
  test('a new one: all that follows its first save; a product that it doesn’t have is off', () => {
    expect(missing({})).toEqual(['web', 'look', 'terms', 'channel', 'collection'])
    expect(toReadiness(nothing).steps.find(({ id }) => id === 'app')!.state).toBe('off')
    expect(missing({ activatedProducts: ['Mobile App'] })).toContain('app')
  })

  test('terms count in every language that the tenant has', () => {
    const { steps } = toReadiness({ ...nothing, termsLanguages: ['de-DE', 'fr-FR'] })
    expect(steps.find(({ id }) => id === 'terms')).toEqual({
      id: 'terms',
      state: 'missing',
      count: 1,
      all: 2,
    })
    expect(missing({ termsLanguages: ['de-DE', 'en-GB'] })).not.toContain('terms')
  })

  test('ready once nothing is missing, whatever is off', () => {
    const all = {
      hasWeb: true,
      hasLook: true,
      termsLanguages: ['en-GB', 'de-DE'],
      channels: 1,
      collections: 1,
    }
    expect(toReadiness({ ...nothing, ...all }).isReady).toBe(true)
    expect(toReadiness({ ...nothing, ...all, collections: 0 }).isReady).toBe(false)
  })
})
