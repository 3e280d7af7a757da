import { describe, expect, test } from 'vitest'
import { toTitleSearch } from './saved-search.ts'

describe('decision 0121 what a saved view of titles searches for', () => {
  test.each([
    ['', {}],
    ['q=+yoga+&status=4%2C8&view=board&columns=name%2Cstatus&page=3', { query: 'yoga', status: [4, 8] }],
    [
      'stuck=yes&channelId=c-1%2Cc-2&sort=name-asc',
      { stuck: true, channelId: ['c-1', 'c-2'], sort: 'name', dir: 'asc' },
    ],
    ['status=open,4&contentType=7&intensity=11&duration=long&skill=beginner', { skill: ['beginner'] }],
    ['duration=0-600&intensity=3', { duration: ['0-600'], intensity: [3] }],
    ['tenant=north&sort=plays-desc&unknown=1', { tenant: 'north' }],
  ])('%s', (address, input) => expect(toTitleSearch(address)).toEqual(input))
})
