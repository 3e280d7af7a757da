import { describe, expect, test } from 'vitest'
import { checkPublishing, publishingStatus, toDifference } from './schema.ts'

const change = (tenantId: string | null, publish: string[] = [], unpublish: string[] = []) => ({
  ...{ tenantId, publish, unpublish },
})

describe('CHAN-13 publishing', () => {
  test.each([
    ['both ways', [change('a', ['x'], ['x'])], ['changes.0.publish publishing.bothWays']],
    ['a tenant twice', [change('a'), change('a')], ['changes publishing.tenantTwice']],
    ['each once', [change('a', ['x'], ['y']), change('b')], []],
  ])('%s', (_, changes, issues) => {
    expect(checkPublishing(changes).map(({ path, code }) => `${path} ${code}`)).toEqual(issues)
  })

  test('what is to be of what is', () => {
    expect(toDifference(['a', 'b'], ['b', 'c'])).toEqual({ publish: ['c'], unpublish: ['a'] })
  })

  test('E-12 what has ended stays ended', () => {
    expect(publishingStatus.can('Running', 'finish')).toBe(true)
    expect(publishingStatus.can('Done', 'giveUp')).toBe(false)
  })
})
