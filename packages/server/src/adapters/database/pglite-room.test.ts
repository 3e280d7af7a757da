import { describe, expect, test } from 'vitest'
import { MIN_FREE_TO_INSERT, MIN_FREE_TO_WRITE } from '../../ports/blobs.ts'
import { isDiskFull, toDiskFull } from '../../ports/db.ts'
import { createDiskSpaceGuard } from './pglite-disk-space.ts'

describe('ERR-01 UPLOAD-06 an embedded database whose disk fills up', () => {
  const refused = (free: number, statement: string): boolean => {
    try {
      createDiskSpaceGuard('/data', () => free)(statement)
      return false
    } catch (error) {
      expect(isDiskFull(error)).toBe(true)
      const told = toDiskFull(new Error('Failed query', { cause: error }))
      expect(told).toMatchObject({ code: 'storageFull', detail: expect.stringContaining('/data') })
      return true
    }
  }
  const read = ['SELECT 1', 'with a as (select 1) select * from a', 'SHOW all', 'COMMIT']
  const changes = [
    'update titles set a = 1',
    ' DELETE FROM titles',
    'INSERT INTO pgboss.job VALUES (1)',
    'BEGIN; UPDATE a',
    'insert into "audit_entries" ("id") values (1)',
    'insert into "refresh_tokens" values (1)',
  ]
  const adds = ['insert into titles values (1)', 'WITH a AS (SELECT 1) INSERT INTO titles SELECT * FROM a']
  test.each([
    ['there is room', MIN_FREE_TO_INSERT, []],
    ['it is scarce: nothing is added', MIN_FREE_TO_INSERT - 1, adds],
    ['it is almost gone: nothing is written', MIN_FREE_TO_WRITE - 1, [...changes, ...adds]],
  ])('%s', (_, free, expected) => {
    expect([...read, ...changes, ...adds].filter(statement => refused(free, statement))).toEqual(expected)
  })
})
