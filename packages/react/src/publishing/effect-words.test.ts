import { createMessages, publishingTexts } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { toSentences } from './effect-words.ts'

const messages = createMessages(publishingTexts)
const effect = {
  ...{ tenantId: 'acme', tenantName: 'Acme', publish: 0, unpublish: 0, arriving: 0, leaving: 0 },
  with: [],
}
const said = (changes: Partial<typeof effect>) => toSentences(messages, { ...effect, ...changes })

describe('C-103 the effect of publishing in sentences', () => {
  test('publishing and unpublishing are told each, with or without titles', () => {
    expect(said({ publish: 1 })).toEqual(['No title arrives at Acme yet. Those published from now on will.'])
    expect(said({ publish: 1, unpublish: 1 })).toEqual([
      'No title arrives at Acme yet. Those published from now on will.',
      'No title leaves Acme',
    ])
    expect(said({ publish: 1, unpublish: 2, arriving: 3 })).toEqual([
      '3 titles arrive at Acme',
      'No title leaves Acme',
    ])
    expect(said({ publish: 1, unpublish: 1, arriving: 2, leaving: 1 })).toEqual([
      '2 titles arrive at Acme',
      '1 title leaves Acme',
    ])
    expect(said({ unpublish: 1 })).toEqual(['No title leaves Acme'])
    expect(said({})).toEqual(['No title of Acme changes'])
  })
})
