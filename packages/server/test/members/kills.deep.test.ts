import { en, type MemberRowState } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { processBatch } from '../../src/batch-work/jobs.ts'
import { batchesTable } from '../../src/batch-work/tables.ts'
import { toFailure } from '../../src/kernel/http/failure.ts'
import { runImport, startMemberImportJobs } from '../../src/member-imports/run.ts'
import { memberImportRowsTable, membersTable } from '../../src/members/tables.ts'
import type { Database } from '../../src/ports/db.ts'
import { FileStoreAway } from '../../src/ports/file-store.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { type Cells, membersFile, person, settled, tenantId } from './support.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

/** A database whose nth transaction is lost before its end, as a kill would lose it, or just after it. */
function dying(db: Database, nth: number, after: boolean): Database {
  let count = 0
  return new Proxy(db, {
    get(target, key) {
      if (key !== 'transaction') return Reflect.get(target, key)
      return async (work: (tx: Database) => Promise<unknown>) => {
        const isLast = count++ === nth
        const done = await target.transaction(async tx => {
          const result = await work(tx)
          if (isLast && !after) throw new Error('killed')
          return result
        })
        if (isLast) throw new Error('killed')
        return done
      }
    },
  })
}

const cells = fc.record({
  who: fc.integer({ min: 1, max: 9 }),
  name: fc.constantFrom('A', 'B'),
  title: fc.constantFrom('', 'Premium', 'Basic'),
  status: fc.constantFrom('active', 'cancelled', 'gold'),
})

describe('USER-11 an import under kills', () => {
  test('takes every row once, whatever is lost on the way: members and subscriptions are those of the last good row', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cells, { minLength: 1, maxLength: 40 }),
        fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 4 }),
        async (rows, kills) => {
          const { db, blobs } = server.deps
          await db.delete(membersTable)
          await db.delete(batchesTable)
          const given = rows.map(
            ({ who, name, title, status }): Cells => ({
              ...{ externalUserId: `w-${who}`, name, email: `w${who}@site.example` },
              ...{ subscriptionTitle: title, status: title === '' ? '' : status },
            }),
          )
          await blobs.put('batches/k.csv', membersFile(given))
          const batch = {
            ...{ batchId: 'k', kind: 'members' as const, tenantId, title: 'k', fileName: 'k.csv' },
            ...{
              notificationEmail: 'k@site.example',
              fileKey: 'batches/k.csv',
              status: 'Processing' as const,
            },
          }
          const createdBy = 'user-tenant'
          await db.insert(batchesTable).values({ ...batch, createdBy, isWorking: true, run: 1 })
          const again = async () => {
            const [stored] = await db.select().from(batchesTable).where(eq(batchesTable.batchId, 'k'))
            return stored!
          }
          const signal = new AbortController().signal
          for (const [nth, after] of kills) {
            const deps = { ...server.deps, db: dying(db, nth, after) }
            await runImport(deps, await again(), signal, 7).catch(() => undefined)
          }
          expect(await runImport(server.deps, await again(), signal, 7)).toBe('done')
          const results = await db.select().from(memberImportRowsTable)
          expect(results.map(({ row }) => row).sort((a, b) => a - b)).toEqual(rows.map((_, at) => at + 2))
          const good = rows.filter(({ title, status }) => title === '' || status !== 'gold')
          const names = new Map(good.map(({ who, name }) => [`w-${who}`, name]))
          const stored = await db.select().from(membersTable)
          expect(new Map(stored.map(member => [member.externalUserId, member.name]))).toEqual(names)
          expect(stored).toHaveLength(names.size)
          const isState = (state: MemberRowState) => results.filter(result => result.state === state).length
          expect(isState('added')).toBe(names.size)
          expect(await again()).toMatchObject({ doneRows: good.length, badRows: rows.length - good.length })
        },
      ),
      { numRuns: 25 },
    )
  })
})

const full = Object.assign(new Error('could not extend file'), { code: '53100' })

describe('USER-11 ERR-01 an import that nothing of its file keeps from its end', () => {
  beforeAll(() => startMemberImportJobs(server.deps))

  test.each([
    ['a disk that is full', full, 'error.507'],
    ['a store that doesn’t answer', new FileStoreAway(), 'error.storageGone'],
  ] as const)(
    'rests with its file at %s, says so, and goes on once that is over',
    async (_, cause, words) => {
      const { deps } = server
      const file = membersFile([person('a'), person('b')])
      const api = server.api('tenant')
      await deps.db.delete(batchesTable)
      const { fileId } = await api['member-imports'].upload({ tenantId, file })
      const working = { status: 'Processing', isWorking: true, run: 1 } as const
      await deps.db.update(batchesTable).set(working).where(eq(batchesTable.batchId, fileId))
      const work = {
        kind: 'members' as const,
        run: () => Promise.reject(new Error('Failed query', { cause })),
        tell: async () => ({ subject: '', text: '' }),
      }
      const { signal } = new AbortController()
      const attempt = (lastAttempt: boolean) =>
        processBatch(deps, work, { job: { batchId: fileId, run: 1 }, attempt: { lastAttempt, signal } })
      await expect(attempt(false)).rejects.toThrow('Failed query')
      await attempt(true)
      expect(await api['member-imports'].fetch({ tenantId, fileId })).toMatchObject({
        ...{ status: 'Stop', problem: en[words], isFinishing: false },
      })
      await api['member-imports'].process({ tenantId, fileId })
      expect(await settled(api, fileId)).toMatchObject({ status: 'Complete', doneUsers: 2, problem: null })
      expect(toFailure(full, 'r')).toMatchObject({ status: 507, body: { message: en['error.507'] } })
    },
  )
})
