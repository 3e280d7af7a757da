import { ownChannels } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { choices } from '../testing/fixtures.ts'

describe('C-136 the channels that a title may take', () => {
  const [own] = choices.channels
  const foreign = { ...own!, id: 'south', tag: 'south', providerId: 'south' }
  const metadata = { ...choices, channels: [own!, foreign] }

  test.each([
    ['of its provider', 'north', ['studio']],
    ['of another one', 'south', ['south']],
    ['none before a provider is chosen', null, []],
    ['of one’s own provider, where the server tells it', undefined, ['studio']],
  ])('%s, whatever else is published to its tenant', (_, providerId, ids) =>
    expect(ownChannels(metadata, providerId).map(({ id }) => id)).toEqual(ids),
  )
})
