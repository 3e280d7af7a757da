import { productOf } from '../tenants/schema.ts'
import type { Readiness, ReadinessStep, ReadinessStepId } from './schema.ts'

/** What is known of a tenant. */
export interface ReadinessFacts {
  name: string
  timeZone: string
  languageCodes: readonly string[]
  activatedProducts: readonly string[]
  /** Settings count once they were saved: incomplete ones can’t be. */
  hasWeb: boolean
  hasApp: boolean
  /** Whether its site’s general settings were saved. */
  hasLook: boolean
  /** Languages of the current version of its terms. */
  termsLanguages: readonly string[]
  /** Active channels that are published to it. */
  channels: number
  /** Active collections. */
  collections: number
}

/** 28.3: what is there and what is missing until a tenant is live; portal, side card and command line say the same. */
export function toReadiness(facts: ReadinessFacts): Readiness {
  const { languageCodes, activatedProducts, termsLanguages } = facts
  const covered = languageCodes.filter(tag => termsLanguages.includes(tag)).length
  const part = (id: 'web' | 'app', isSaved: boolean) =>
    step(id, activatedProducts.includes(productOf[id]) ? isSaved : undefined)
  const steps = [
    step('general', facts.name !== '' && facts.timeZone !== ''),
    step('languages', languageCodes.length > 0),
    step('products', activatedProducts.length > 0),
    part('web', facts.hasWeb),
    part('app', facts.hasApp),
    step('look', facts.hasLook),
    {
      ...step('terms', languageCodes.length > 0 && covered === languageCodes.length),
      count: covered,
      all: languageCodes.length,
    },
    step('channel', facts.channels > 0),
    step('collection', facts.collections > 0),
  ]
  return { steps, isReady: steps.every(({ state }) => state !== 'missing') }
}

/** `undefined` for what is off. */
const step = (id: ReadinessStepId, isDone: boolean | undefined): ReadinessStep => ({
  id,
  state: isDone === undefined ? 'off' : isDone ? 'done' : 'missing',
  count: null,
  all: null,
})
