import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertSharedSecrets } from '../src/adapters/shared-secrets.ts'
import { silentLog } from '../src/ports/runtime.ts'
import { openTestPglite, type TestDatabase } from './database.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const secrets = { KINORA_SECRET: bytes('one of all'), KINORA_SECRET_KEY: bytes('a key of all') }

describe('OPS-06 the secrets of a platform', () => {
  let database: TestDatabase
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message = '') => void warnings.push(message) }
  const start = (given: Partial<Record<`KINORA_${string}`, Uint8Array>> = {}, isChanged = false) =>
    assertSharedSecrets(database.db, { ...secrets, ...given }, { isChanged, log })
  beforeAll(async () => {
    database = await openTestPglite('migrated')
  })
  afterAll(() => database?.close())

  test('are those of the first start, and others are refused by name', async () => {
    await start()
    await start()
    await expect(start({ KINORA_SECRET_KEY: bytes('another') })).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('another KINORA_SECRET_KEY than'),
    })
    await start()
  })

  test('OPS-08 that of the media is compared where both servers have one; a refused server leaves nothing', async () => {
    const foreign = { KINORA_SECRET: bytes('another'), KINORA_MEDIA_SECRET: bytes('of another CDN') }
    await expect(start(foreign)).rejects.toMatchObject({ code: 'conflict' })
    await start({ KINORA_MEDIA_SECRET: bytes('of the CDN') })
    await start()
    await expect(start({ KINORA_MEDIA_SECRET: bytes('another') })).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('another KINORA_MEDIA_SECRET than'),
    })
  })

  test('are changed on purpose once, and a setting that is left on is warned of', async () => {
    const changed = { KINORA_SECRET: bytes('the next one') }
    await start(changed, true)
    expect(warnings).toEqual([])
    await expect(start()).rejects.toMatchObject({ code: 'conflict' })
    await start(changed, true)
    expect(warnings).toEqual([expect.stringContaining('KINORA_SECRET_CHANGED is on though')])
  })
})
